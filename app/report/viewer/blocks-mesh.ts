/** Blocks that deform: the triangles of their surface, and those of the elements that a slice cuts. */
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Mesh, ShaderMaterial, type IUniform, type Scene } from 'three';
import type { Blocks } from './blocks';
import { cutElements } from './cut-elements';
import type { Model } from './model';
import type { Slice } from './pick';
import { fade, shared } from './shared-uniforms';

export interface BlocksMesh {
  surface: Mesh;
  cut: Mesh;
  /** Strength of the lines of the mesh, 0 .. 1. */
  lines: IUniform<number>;
  /** Places of the nodes as drawn, 3 numbers a node. */
  places: Float64Array;
}

/** Colours of the nodes or of the elements, 3 numbers each. */
export interface BlockColours {
  of: 'nodes' | 'elements';
  values: Float32Array;
}

/** Strength of the lines of the mesh, and of edges of the block. */
const MESH_LINE = 0.3;
const EDGE_LINE = 0.75;
/** Cosine of the angle between two triangles from which their side is an edge of the block: 15 degrees. */
const FLAT = 0.966;

export function createBlocksMesh(blocks: Blocks, scene: Scene): BlocksMesh {
  const lines = { value: 1 };
  const material = blockMaterial({ lines });
  const make = (corners: number): Mesh => {
    const geometry = new BufferGeometry();
    for (const name of ['position', 'tint', 'corner', 'strength'])
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * corners), 3));
    geometry.setIndex(new BufferAttribute(new Uint32Array(corners), 1));
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    scene.add(mesh);
    return mesh;
  };
  const { triangles } = blocks.data;
  const surface = make(triangles.length);
  array(surface, 'strength').set(sideStrengths(blocks));
  array(surface, 'corner').set(triangles.flatMap((_, k) => [0, 1, 2].map((c) => (c === k % 3 ? 1 : 0))));
  // A plane cuts a tetrahedron in at most two triangles.
  const cut = make(blocks.corners === 4 ? 6 * blocks.elementCount : 0);
  return { surface, cut, lines, places: new Float64Array(3 * blocks.nodeCount) };
}

function array(mesh: Mesh, name: string): Float32Array {
  return (mesh.geometry.getAttribute(name) as BufferAttribute).array as Float32Array;
}

/** Strength of the line along each side, opposite to its corner, for all three corners of each triangle. */
function sideStrengths({ data: { triangles, start } }: Blocks): number[] {
  const normals: number[][] = [];
  const besides = new Map<string, number[]>();
  const sides = (t: number): string[] =>
    [0, 1, 2].map((k) => {
      const [p, q] = [triangles[3 * t + ((k + 1) % 3)], triangles[3 * t + ((k + 2) % 3)]];
      return `${Math.min(p, q)} ${Math.max(p, q)}`;
    });
  for (let t = 0; 3 * t < triangles.length; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => start.slice(3 * triangles[3 * t + k], 3 * triangles[3 * t + k] + 3));
    const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n) || 1;
    normals.push(n.map((x) => x / length));
    for (const side of sides(t)) besides.set(side, [...(besides.get(side) ?? []), t]);
  }
  return normals.flatMap((n, t) => {
    const strengths = sides(t).map((side) => {
      const other = besides.get(side)!.find((o) => o !== t);
      return other !== undefined && normals[other].reduce((sum, x, k) => sum + x * n[k], 0) > FLAT ? MESH_LINE : EDGE_LINE;
    });
    return [...strengths, ...strengths, ...strengths];
  });
}

/** Moves the corners to `places`. */
export function placeBlocks({ surface, places }: BlocksMesh, { data }: Blocks, { centre, extent }: Model): void {
  const position = array(surface, 'position');
  data.triangles.forEach((n, k) => {
    for (let i = 0; i < 3; i++) position[3 * k + i] = (places[3 * n + i] - centre[i]) / extent;
  });
  surface.geometry.getAttribute('position').needsUpdate = true;
}

export function paintBlocks({ surface }: BlocksMesh, { data }: Blocks, { of, values }: BlockColours): void {
  const tint = array(surface, 'tint');
  data.triangles.forEach((n, k) => {
    const from = 3 * (of === 'nodes' ? n : data.triangleElement[Math.floor(k / 3)]);
    for (let i = 0; i < 3; i++) tint[3 * k + i] = values[from + i];
  });
  surface.geometry.getAttribute('tint').needsUpdate = true;
}

/** Lists the triangles of the blocks that are shown. */
export function showBlocks({ surface }: BlocksMesh, { data, nodeBlock }: Blocks, visible: Uint8Array): void {
  const index = surface.geometry.index!;
  let at = 0;
  for (let k = 0; k < data.triangles.length; k += 3) {
    if (!visible[nodeBlock[data.triangles[k]]]) continue;
    for (let i = 0; i < 3; i++) index.array[at++] = k + i;
  }
  index.needsUpdate = true;
  surface.geometry.setDrawRange(0, at);
}

/** Draws what a slice shows of the inside. */
export function sliceBlocks(
  mesh: BlocksMesh,
  blocks: Blocks,
  model: Model,
  visible: Uint8Array,
  slice: Slice | null,
  colours: BlockColours,
): void {
  const { cut, places } = mesh;
  let corners = 0;
  if (slice && blocks.corners === 4) {
    const [position, tint, corner, strength] = ['position', 'tint', 'corner', 'strength'].map((name) => array(cut, name));
    const { centre, extent } = model;
    cutElements(blocks, places, visible, slice, (element, points, isSide) => {
      points.forEach(({ place, from, to, share }, c) => {
        const [p, q] = colours.of === 'nodes' ? [3 * from, 3 * to] : [3 * element, 3 * element];
        for (let i = 0; i < 3; i++) {
          // A little in front of the plane, so that the slice does not cut its own cut.
          position[3 * corners + i] = (place[i] - centre[i]) / extent - 1e-5 * slice.normal[i];
          tint[3 * corners + i] = (1 - share) * colours.values[p + i] + share * colours.values[q + i];
          corner[3 * corners + i] = i === c ? 1 : 0;
          strength[3 * corners + i] = isSide[i] ? MESH_LINE : 0;
        }
        corners++;
      });
    });
    for (const name of ['position', 'tint', 'corner', 'strength']) cut.geometry.getAttribute(name).needsUpdate = true;
    const index = cut.geometry.index!;
    for (let k = 0; k < corners; k++) index.array[k] = k;
    index.needsUpdate = true;
  }
  cut.geometry.setDrawRange(0, corners);
}

/** Triangles in flat light, weak enough to compare colours with the scalar bar, with lines along their sides. */
function blockMaterial(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    side: DoubleSide,
    uniforms: { ...shared, ...uniforms },
    vertexShader: `
in vec3 tint;
in vec3 corner;
in vec3 strength;
out vec3 paint;
out vec3 toSide;
out vec3 lineStrength;
out vec3 world;
out vec3 seen;
void main() {
  paint = tint;
  toSide = corner;
  lineStrength = strength;
  world = position;
  vec4 eye = viewMatrix * vec4(position, 1.0);
  seen = eye.xyz;
  gl_Position = projectionMatrix * eye;
}`,
    fragmentShader: `
${fade}
uniform vec4 slice;
uniform vec3 outline;
uniform float ratio;
uniform float opacity;
uniform float lines;
in vec3 paint;
in vec3 toSide;
in vec3 lineStrength;
in vec3 world;
in vec3 seen;
out vec4 colour;
void main() {
  if (dot(slice.xyz, world) > slice.w) discard;
  vec3 n = normalize(cross(dFdx(seen), dFdy(seen)));
  float key = max(0.0, dot(n, vec3(-0.352, 0.754, 0.553)));
  vec3 shade = onStage(paint * min(1.04, 0.7 + 0.24 * key + 0.14 * max(0.0, n.z)), -seen.z, opacity);
  vec3 pixels = toSide / max(fwidth(toSide), vec3(1e-6)) / ratio;
  vec3 near = lineStrength * clamp(1.2 - 1.3 * pixels, 0.0, 1.0);
  vec3 weak = vec3(lessThan(lineStrength, vec3(0.5)));
  near *= mix(vec3(1.0), vec3(lines), weak);
  colour = vec4(mix(shade, outline, max(near.x, max(near.y, near.z))), 1.0);
}`,
  });
}
