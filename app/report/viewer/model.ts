/** The embedded scene with what the picture, the picking and the tables need of it. */
import type { SceneData, ShapeData } from '../report-data';
import type { Blocks } from './blocks';

/**
 * Faces of a shape about its centroid (unit normal and offset, 4 numbers a face), bounding radius and volume; in the
 * plane radius and area of the first face, the top.
 */
export interface Solid {
  planes: Float64Array;
  radius: number;
  volume: number;
  /**
   * Radius of a disc as large as the mean shadow of the solid; less for needles and plates, which seldom throw such a
   * shadow.
   */
  disc: number;
}

/** A disc is at most so many times wider than the ball inside the solid. */
const WIDEST = 1.6;

export interface Model {
  data: SceneData;
  /** Null where all bodies are rigid. */
  blocks: Blocks | null;
  count: number;
  /** One for each shape of the scene. */
  solids: Solid[];
  /** Bounding radius of each body. */
  radius: Float64Array;
  isWall: Uint8Array;
  contactsOf: number[][];
  /** Closed contacts of each body. */
  closed: Int32Array;
  /** World plane (normal, offset) of the inner side of a wall that is a slab; null for other bodies. */
  inner: (number[] | null)[];
  /** Box of what is not wall, its middle, and half of its diagonal. */
  low: number[];
  high: number[];
  centre: number[];
  extent: number;
  meanRadius: number;
}

export function createModel(data: SceneData, blocks: Blocks | null = null): Model {
  const { bodies } = data;
  const count = bodies.shape.length;
  const solids = data.shapes.map(data.isFlat ? flatSolidOf : solidOf);
  const isWall = new Uint8Array(count);
  for (const b of bodies.walls) isWall[b] = 1;
  const radius = Float64Array.from(bodies.shape, (s, b) => bodies.scale[b] * solids[s].radius);
  const bounds = boundsOf(data, radius, isWall);
  const model: Model = { data, blocks, count, solids, radius, isWall, contactsOf: [], closed: new Int32Array(count), inner: [], ...bounds };
  listContacts(model);
  model.inner = Array.from(isWall, (wall, b) => (wall && !data.isFlat ? innerPlane(model, b) : null));
  return model;
}

/** Notes which contacts each body has: to be called when the scene has got other contacts. */
export function listContacts(model: Model): void {
  const { contacts, classes } = model.data;
  model.contactsOf = Array.from({ length: model.count }, (): number[] => []);
  model.closed.fill(0);
  for (let c = 0; c < contacts.a.length; c++) {
    for (const b of [contacts.a[c], contacts.b[c]]) {
      model.contactsOf[b].push(c);
      if (classes[contacts.gapClass[c]].closed) model.closed[b]++;
    }
  }
}

function solidOf({ vertices, faces }: ShapeData): Solid {
  const planes = new Float64Array(4 * faces.length);
  let volume = 0;
  let surface = 0;
  let inside = Infinity;
  faces.forEach((face, f) => {
    const normal = faceNormal(vertices, face);
    const length = Math.hypot(...normal) || 1;
    let offset = 0;
    for (let k = 0; k < 3; k++) {
      planes[4 * f + k] = normal[k] / length;
      for (const v of face) offset += (planes[4 * f + k] * vertices[3 * v + k]) / face.length;
    }
    planes[4 * f + 3] = offset;
    // A pyramid over the face with its tip at the centroid; the normal is twice as long as the area.
    volume += (offset * length) / 6;
    surface += length / 2;
    inside = Math.min(inside, offset);
  });
  let radius = 0;
  for (let v = 0; v < vertices.length; v += 3) radius = Math.max(radius, Math.hypot(vertices[v], vertices[v + 1], vertices[v + 2]));
  // Cauchy (1841): the mean shadow of a convex solid is a quarter of its surface.
  return { planes, radius, volume, disc: Math.max(0, Math.min(Math.sqrt(surface / (4 * Math.PI)), WIDEST * inside)) };
}

function flatSolidOf(shape: ShapeData): Solid {
  const { vertices, faces } = shape;
  const radius = faces[0].reduce((most, v) => Math.max(most, Math.hypot(vertices[3 * v], vertices[3 * v + 1])), 0);
  return { ...solidOf(shape), radius, volume: 0.5 * faceNormal(vertices, faces[0])[2] };
}

/** Normal of a face, as long as twice its area: Newell's sum, which any polygon with area survives. */
export function faceNormal(vertices: ArrayLike<number>, face: readonly number[]): number[] {
  const n = [0, 0, 0];
  const origin = 3 * face[0];
  face.forEach((from, k) => {
    const p = 3 * from;
    const q = 3 * face[(k + 1) % face.length];
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const l = (i + 2) % 3;
      n[i] +=
        (vertices[p + j] - vertices[origin + j]) * (vertices[q + l] - vertices[origin + l]) -
        (vertices[p + l] - vertices[origin + l]) * (vertices[q + j] - vertices[origin + j]);
    }
  });
  return n;
}

/** Rows of the rotation of the quaternion at q[i]. */
export function rotationOf(q: ArrayLike<number>, i: number): number[] {
  const [x, y, z, w] = [q[i], q[i + 1], q[i + 2], q[i + 3]];
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - w * z),
    s * (x * z + w * y),
    s * (x * y + w * z),
    1 - s * (x * x + z * z),
    s * (y * z - w * x),
    s * (x * z - w * y),
    s * (y * z + w * x),
    1 - s * (x * x + y * y),
  ];
}

/** Box, middle and radius of what is not wall (or of all, where all is), and the mean radius of a particle. */
function boundsOf({ bodies, shapes, playback }: SceneData, radius: Float64Array, isWall: Uint8Array) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const onlyWalls = bodies.walls.length === radius.length;
  let sum = 0;
  let particles = 0;
  bodies.shape.forEach((s, b) => {
    if (isWall[b] && !onlyWalls) return;
    sum += radius[b];
    particles++;
    const r = rotationOf(bodies.orientation, 4 * b);
    const { vertices } = shapes[s];
    for (let v = 0; v < vertices.length; v += 3) {
      for (let k = 0; k < 3; k++) {
        const along = r[3 * k] * vertices[v] + r[3 * k + 1] * vertices[v + 1] + r[3 * k + 2] * vertices[v + 2];
        const x = bodies.position[3 * b + k] + bodies.scale[b] * along;
        low[k] = Math.min(low[k], x);
        high[k] = Math.max(high[k], x);
      }
    }
  });
  if (particles === 0) return { low: [-1, -1, -1], high: [1, 1, 1], centre: [0, 0, 0], extent: 2, meanRadius: 1 };
  // The picture has room for where the particles come from.
  if (playback) for (let k = 0; k < 3; k++) high[k] = Math.max(high[k], playback.low[k] + 65535 * playback.step[k]);
  const centre = low.map((v, k) => 0.5 * (v + high[k]));
  const extent = Math.hypot(...high.map((v, k) => v - low[k])) / 2;
  return { low, high, centre, extent: extent || 1, meanRadius: sum / particles || 1 };
}

/** A slab is thinner than this share of its bounding radius. */
const SLAB = 0.25;

/**
 * The large face of a slab on the side of the particles that it touches (of all particles, where it touches none).
 */
function innerPlane(model: Model, b: number): number[] | null {
  const { data, centre } = model;
  const { position, orientation, shape, scale } = data.bodies;
  const others = model.contactsOf[b].map((c) => (data.contacts.a[c] === b ? data.contacts.b[c] : data.contacts.a[c]));
  const inside = [0, 1, 2].map((k) => others.reduce((sum, o) => sum + position[3 * o + k] / others.length, 0));
  const towards = others.length > 0 ? inside : centre;
  const r = rotationOf(orientation, 4 * b);
  const { planes } = model.solids[shape[b]];
  const { vertices } = data.shapes[shape[b]];
  let best: number[] | null = null;
  let most = 0;
  for (let f = 0; f < planes.length; f += 4) {
    let low = Infinity;
    for (let v = 0; v < vertices.length; v += 3)
      low = Math.min(low, planes[f] * vertices[v] + planes[f + 1] * vertices[v + 1] + planes[f + 2] * vertices[v + 2]);
    const n = [0, 1, 2].map((k) => r[3 * k] * planes[f] + r[3 * k + 1] * planes[f + 1] + r[3 * k + 2] * planes[f + 2]);
    const offset = scale[b] * planes[f + 3] + n.reduce((sum, x, k) => sum + x * position[3 * b + k], 0);
    const beyond = n.reduce((sum, x, k) => sum + x * towards[k], -offset);
    if (scale[b] * (planes[f + 3] - low) < SLAB * model.radius[b] && beyond > most) [best, most] = [[...n, offset], beyond];
  }
  return best;
}
