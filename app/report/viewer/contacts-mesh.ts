/** Contacts as points, normals and branch lines, each drawn twice: as it is, and shining through the bodies. */
import { BufferAttribute, BufferGeometry, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, Points, type Scene } from 'three';
import type { Model } from './model';
import { pointMaterial, ribbonMaterial } from './shaders';

export interface ContactsMesh {
  points: BufferGeometry;
  normals: InstancedBufferGeometry;
  network: InstancedBufferGeometry;
}

/** What of the contacts is drawn. */
export interface ContactsShown {
  visible: Uint8Array;
  /** Contacts of the selection, drawn larger. */
  large: Uint8Array;
  points: boolean;
  normals: boolean;
  network: boolean;
  /** Colour of each kind, 0 .. 1. */
  colours: readonly (readonly number[])[];
}

/** In mean radii of a particle: radius of a point, half length of a normal, width of a ribbon. */
const POINT = 0.085;
const NORMAL = 0.42;
const RIBBON = 0.055;

export function createContactsMesh(count: number, scene: Scene): ContactsMesh {
  const points = new BufferGeometry();
  for (const [name, size] of [
    ['position', 3],
    ['tint', 3],
    ['radius', 1],
  ] as const)
    points.setAttribute(name, new BufferAttribute(new Float32Array(size * count), size));
  const normals = ribbons(count);
  const network = ribbons(count);
  for (const through of [false, true]) {
    const ribbon = ribbonMaterial(through);
    for (const drawn of [new Points(points, pointMaterial(through)), new Mesh(normals, ribbon), new Mesh(network, ribbon)]) {
      drawn.frustumCulled = false;
      drawn.renderOrder = through ? 1 : 2;
      scene.add(drawn);
    }
  }
  return { points, normals, network };
}

function ribbons(count: number): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  for (const name of ['from', 'to', 'anchor', 'tint'])
    geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(3 * count), 3));
  geometry.setAttribute('width', new InstancedBufferAttribute(new Float32Array(count), 1));
  return geometry;
}

export function writeContacts(mesh: ContactsMesh, model: Model, shown: ContactsShown): void {
  const { bodies, contacts } = model.data;
  const { centre, extent, meanRadius, isWall } = model;
  const unit = meanRadius / extent;
  let n = 0;
  const at = (values: readonly number[], row: number): number[] => [0, 1, 2].map((k) => (values[3 * row + k] - centre[k]) / extent);
  for (let c = 0; c < contacts.a.length; c++) {
    if (!shown.visible[c]) continue;
    const size = shown.large[c] ? 1.7 : 1;
    const point = at(contacts.point, c);
    const colour = shown.colours[contacts.kind[c]];
    set(mesh.points, 'position', n, point);
    set(mesh.points, 'tint', n, colour);
    set(mesh.points, 'radius', n, [size * POINT * unit]);
    const half = [0, 1, 2].map((k) => NORMAL * unit * contacts.normal[3 * c + k]);
    const end = (sign: number): number[] => point.map((x, k) => x + sign * half[k]);
    const branch = [contacts.a[c], contacts.b[c]].map((b) => (isWall[b] ? point : at(bodies.position, b)));
    for (const [geometry, from, to] of [
      [mesh.normals, end(-1), end(1)],
      [mesh.network, branch[0], branch[1]],
    ] as const) {
      set(geometry, 'from', n, from);
      set(geometry, 'to', n, to);
      set(geometry, 'anchor', n, point);
      set(geometry, 'tint', n, colour);
      set(geometry, 'width', n, [size * RIBBON * unit]);
    }
    n++;
  }
  mesh.points.setDrawRange(0, shown.points ? n : 0);
  mesh.normals.instanceCount = shown.normals ? n : 0;
  mesh.network.instanceCount = shown.network ? n : 0;
  for (const geometry of [mesh.points, mesh.normals, mesh.network])
    for (const attribute of Object.values(geometry.attributes)) attribute.needsUpdate = true;
}

function set(geometry: BufferGeometry, name: string, row: number, values: readonly number[]): void {
  const { array } = geometry.attributes[name];
  values.forEach((value, k) => (array[values.length * row + k] = value));
}
