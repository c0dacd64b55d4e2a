/** Contact polygons as flat patches in the colour of their kind. */
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Mesh, ShaderMaterial, type IUniform, type Scene } from 'three';
import { CONTACT_COLOURS } from './contact-shaders';
import type { Model } from './model';
import { shared } from './shared-uniforms';

export interface PolygonsMesh {
  mesh: Mesh;
  /** Contact of each triangle. */
  contact: number[];
}

export function createPolygonsMesh(model: Model, colours: IUniform, scene: Scene): PolygonsMesh {
  const { kind, polygons } = model.data.contacts;
  const { centre, extent } = model;
  const corners: number[] = [];
  const kinds: number[] = [];
  const contact: number[] = [];
  let first = 0;
  polygons?.contact.forEach((c, p) => {
    for (let k = 1; k < polygons.corners[p] - 1; k++) {
      contact.push(c);
      for (const corner of [0, k, k + 1]) {
        for (let i = 0; i < 3; i++) corners.push((polygons.points[3 * (first + corner) + i] - centre[i]) / extent);
        kinds.push(kind[c]);
      }
    }
    first += polygons.corners[p];
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
  geometry.setAttribute('kind', new BufferAttribute(new Float32Array(kinds), 1));
  geometry.setIndex(new BufferAttribute(new Uint32Array(kinds.length), 1));
  const mesh = new Mesh(geometry, polygonMaterial(colours));
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  scene.add(mesh);
  return { mesh, contact };
}

/** Lists the triangles of the contacts that are shown. */
export function showPolygons({ mesh, contact }: PolygonsMesh, visible: Uint8Array | null): void {
  const index = mesh.geometry.index!;
  let at = 0;
  contact.forEach((c, t) => {
    if (!visible?.[c]) return;
    for (let k = 0; k < 3; k++) index.array[at++] = 3 * t + k;
  });
  index.needsUpdate = true;
  mesh.geometry.setDrawRange(0, at);
}

/** Patches lie between two bodies: they are drawn in front of what is near behind them. */
function polygonMaterial(colours: IUniform): ShaderMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -40,
    uniforms: { ...shared, colours },
    vertexShader: `
uniform vec3 colours[${CONTACT_COLOURS}];
in float kind;
flat out vec3 patchColour;
out vec3 world;
void main() {
  patchColour = colours[int(kind)];
  world = position;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`,
    fragmentShader: `
uniform vec4 slice;
flat in vec3 patchColour;
in vec3 world;
out vec4 colour;
void main() {
  if (dot(slice.xyz, world) > slice.w) discard;
  colour = vec4(patchColour, 1.0);
}`,
  });
}
