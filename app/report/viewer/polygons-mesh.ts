/** Contact polygons as flat patches in the colour of their kind. */
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Mesh, ShaderMaterial, type IUniform, type Scene } from 'three';
import { CONTACT_COLOURS } from './contact-shaders';
import type { Polygons } from '../report-data';
import type { Model } from './model';
import { shared } from './shared-uniforms';

export interface PolygonsMesh {
  mesh: Mesh;
  /** What the mesh holds. */
  polygons: Polygons | undefined;
  /** Contact of each triangle. */
  contact: number[];
}

export function createPolygonsMesh(colours: IUniform, scene: Scene): PolygonsMesh {
  const mesh = new Mesh(new BufferGeometry(), polygonMaterial(colours));
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  scene.add(mesh);
  return { mesh, polygons: undefined, contact: [] };
}

/** Shows the polygons of the contacts that are visible, or none. */
export function showPolygons(held: PolygonsMesh, model: Model, visible: Uint8Array | null): void {
  const { polygons } = model.data.contacts;
  if (polygons && visible && held.polygons !== polygons) fillMesh(held, model, polygons);
  held.mesh.visible = visible !== null && polygons !== undefined;
  const { index } = held.mesh.geometry;
  if (!visible || !index || !held.mesh.visible) return;
  let at = 0;
  held.contact.forEach((c, t) => {
    if (!visible[c]) return;
    for (let k = 0; k < 3; k++) index.array[at++] = 3 * t + k;
  });
  index.needsUpdate = true;
  held.mesh.geometry.setDrawRange(0, at);
}

function fillMesh(held: PolygonsMesh, { data, centre, extent }: Model, polygons: Polygons): void {
  const corners: number[] = [];
  const kinds: number[] = [];
  const contact: number[] = [];
  let first = 0;
  polygons.contact.forEach((c, p) => {
    for (let k = 1; k < polygons.corners[p] - 1; k++) {
      contact.push(c);
      for (const corner of [0, k, k + 1]) {
        for (let i = 0; i < 3; i++) corners.push((polygons.points[3 * (first + corner) + i] - centre[i]) / extent);
        kinds.push(data.contacts.kind[c]);
      }
    }
    first += polygons.corners[p];
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
  geometry.setAttribute('kind', new BufferAttribute(new Float32Array(kinds), 1));
  geometry.setIndex(new BufferAttribute(new Uint32Array(kinds.length), 1));
  held.mesh.geometry.dispose();
  held.mesh.geometry = geometry;
  held.polygons = polygons;
  held.contact = contact;
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
