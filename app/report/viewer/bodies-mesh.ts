/**
 * Bodies as one mesh whose vertices have no attributes: the index of a vertex is BODY * stride + CORNER, and the program
 * reads the body and the corner of its shape from textures. One draw call takes any number of shapes, the index list is
 * the order of drawing, and bodies that are hidden are left out of it. (Instances cost software GL a draw call each.)
 */
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DynamicDrawUsage,
  FloatType,
  Mesh,
  NearestFilter,
  Points,
  RGBAFormat,
  type Scene,
  type ShaderMaterial,
} from 'three';
import type { ShapeData } from '../report-data';
import { ballMaterial, bodyMaterial } from './body-shader';
import type { View } from './camera';
import { faceNormal, type Model } from './model';
import { seenRadius, type Occlusion } from './occlusion';

export interface BodiesMesh {
  mesh: Mesh;
  /** Bodies of a few pixels, drawn as balls. */
  balls: Points;
  /** Programs without and with a slice: the latter costs more. */
  whole: ShaderMaterial;
  cut: ShaderMaterial;
  /** TEXELS a body: place and scale; quaternion; colour and the first corner of its shape. */
  bodies: Table;
  /** For each shape the first corner of each face, and the number of all its corners. */
  faces: Int32Array[];
  /** Indices that a body may have. */
  stride: number;
  order: Order;
}

/** Bodies in the order in which they are drawn, and what they are sorted by. */
interface Order {
  bodies: Int32Array;
  starts: Int32Array;
  layer: Uint8Array;
}

/** Texels of a row of all textures. */
const ROW = 1024;
/** Texels of a body, and of a corner. */
const BODY_TEXELS = 3;
const CORNER_TEXELS = 2;
/** Layers of depth by which bodies are sorted. */
const LAYERS = 256;

export function createBodiesMesh(model: Model, scene: Scene): BodiesMesh {
  const { shapes, bodies: rows } = model.data;
  const triangles = shapes.map((shape, s) => shapeCorners(shape, model.solids[s].disc));
  const faces = shapes.map(faceStarts);
  const stride = faces.reduce((most, starts) => Math.max(most, starts[starts.length - 1]), 1);
  const table = createTable(triangles.reduce((sum, values) => sum + values.length / 4, 0));
  const first: number[] = [];
  let at = 0;
  for (const values of triangles) {
    table.data.set(values, at);
    first.push(at / (4 * CORNER_TEXELS));
    at += values.length;
  }
  const bodies = createTable(BODY_TEXELS * model.count);
  rows.shape.forEach((s, b) => (bodies.data[4 * (BODY_TEXELS * b + 2) + 3] = first[s]));
  const geometry = new BufferGeometry();
  const total = rows.shape.reduce((sum, s) => sum + faces[s][faces[s].length - 1], 0);
  geometry.setIndex(new BufferAttribute(new Uint32Array(total), 1).setUsage(DynamicDrawUsage));
  const uniforms = { bodies: { value: bodies.texture }, shapes: { value: table.texture }, stride: { value: stride } };
  const whole = bodyMaterial(uniforms, false);
  const mesh = new Mesh(geometry, whole);
  const ballList = new BufferGeometry();
  ballList.setIndex(new BufferAttribute(new Uint32Array(model.count), 1).setUsage(DynamicDrawUsage));
  const balls = new Points(ballList, ballMaterial(uniforms));
  mesh.frustumCulled = balls.frustumCulled = false;
  scene.add(mesh, balls);
  const order = { bodies: new Int32Array(model.count), starts: new Int32Array(LAYERS + 1), layer: new Uint8Array(model.count) };
  return { mesh, balls, whole, cut: bodyMaterial(uniforms, true), bodies, faces, stride, order };
}

/** Numbers that a program reads as RGBA texels, in rows of ROW; set `texture.needsUpdate` after a change. */
export interface Table {
  texture: DataTexture;
  data: Float32Array;
}

export function createTable(texels: number): Table {
  const rows = Math.max(1, Math.ceil(texels / ROW));
  const data = new Float32Array(4 * ROW * rows);
  const texture = new DataTexture(data, ROW, rows, RGBAFormat, FloatType);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return { texture, data };
}

/**
 * Triangles of the faces, 8 numbers a corner: place, mark, normal, radius of the shape's disc. Mark `corner + 4 m`: the corner of the triangle,
 * and the mask m of its sides that are edges of the solid; side k lies opposite to corner k. Rounded solids have smooth
 * normals and no edges.
 */
export function shapeCorners({ vertices, faces, rounded }: ShapeData, disc = 0): Float32Array {
  const smooth = new Float64Array(vertices.length);
  const normals = faces.map((face) => faceNormal(vertices, face));
  faces.forEach((face, f) => {
    for (const v of face) for (let k = 0; k < 3; k++) smooth[3 * v + k] += normals[f][k];
  });
  const values: number[] = [];
  faces.forEach((face, f) => {
    for (let k = 1; k < face.length - 1; k++) {
      const sides = rounded ? 0 : 1 + (k === face.length - 2 ? 2 : 0) + (k === 1 ? 4 : 0);
      [face[0], face[k], face[k + 1]].forEach((v, corner) => {
        const n = rounded ? Array.from(smooth.subarray(3 * v, 3 * v + 3)) : normals[f];
        const length = Math.hypot(...n) || 1;
        values.push(...vertices.slice(3 * v, 3 * v + 3), corner + 4 * sides, ...n.map((x) => x / length), disc);
      });
    }
  });
  return new Float32Array(values);
}

function faceStarts({ faces }: ShapeData): Int32Array {
  const starts = new Int32Array(faces.length + 1);
  faces.forEach((face, f) => (starts[f + 1] = starts[f] + 3 * (face.length - 2)));
  return starts;
}

/** Writes the poses of all bodies. */
export function placeBodies({ bodies }: BodiesMesh, model: Model): void {
  const { position, orientation, scale } = model.data.bodies;
  const { centre, extent, count } = model;
  const { data } = bodies;
  for (let b = 0; b < count; b++) {
    const at = 4 * BODY_TEXELS * b;
    for (let i = 0; i < 3; i++) data[at + i] = (position[3 * b + i] - centre[i]) / extent;
    data[at + 3] = scale[b] / extent;
    let square = 0;
    for (let i = 0; i < 4; i++) square += orientation[4 * b + i] * orientation[4 * b + i];
    const unit = 1 / (Math.sqrt(square) || 1);
    for (let i = 0; i < 4; i++) data[at + 4 + i] = unit * orientation[4 * b + i];
  }
  bodies.texture.needsUpdate = true;
}

/** Colours of all bodies, 3 numbers 0 .. 1 a body. */
export function paintBodies({ bodies }: BodiesMesh, colours: Float32Array): void {
  const { data } = bodies;
  for (let b = 0; 3 * b < colours.length; b++) for (let i = 0; i < 3; i++) data[4 * (BODY_TEXELS * b + 2) + i] = colours[3 * b + i];
  bodies.texture.needsUpdate = true;
}

/**
 * Lists the visible bodies, the nearest first: what lies behind is then refused before it is shaded. Faces that look
 * away from the eye are left out, unless `all` asks for them: a slice shows them from inside. With `occlusion` bodies that
 * others hide are left out, and those with a radius of less than `small` CSS pixels are balls.
 */
export function orderBodies(
  { mesh, balls, order, faces, stride }: BodiesMesh,
  model: Model,
  visible: Uint8Array,
  view: View,
  all: boolean,
  occlusion: Occlusion | null = null,
  small = 0,
): void {
  const { array } = mesh.geometry.index!;
  const ballArray = balls.geometry.index!.array;
  const { shape } = model.data.bodies;
  const count = sortByDepth(order, model, visible, view.forward);
  let at = 0;
  let ballCount = 0;
  for (let k = 0; k < count; k++) {
    const b = order.bodies[k];
    if (occlusion) {
      const radius = seenRadius(occlusion, model, view, b);
      if (radius === 0) continue;
      if (radius < small) {
        ballArray[ballCount++] = b;
        continue;
      }
    }
    const starts = faces[shape[b]];
    const { planes } = model.solids[shape[b]];
    eyeFrom(model, b, view.eye);
    for (let f = 0; f < starts.length - 1; f++) {
      const above = planes[4 * f] * local[0] + planes[4 * f + 1] * local[1] + planes[4 * f + 2] * local[2] - planes[4 * f + 3];
      if (above <= 0 && !all) continue;
      for (let i = starts[f]; i < starts[f + 1]; i++) array[at++] = stride * b + i;
    }
  }
  setDrawn(mesh.geometry, at);
  setDrawn(balls.geometry, ballCount);
}

/** Draws the first `count` of the list of a geometry, which has been written anew. */
export function setDrawn(geometry: BufferGeometry, count: number): void {
  const index = geometry.index!;
  geometry.setDrawRange(0, count);
  index.clearUpdateRanges();
  if (count === 0) return;
  index.addUpdateRange(0, count);
  index.needsUpdate = true;
}

/** The eye in the frame of a body, over its scale. */
const local = new Float64Array(3);

function eyeFrom({ data }: Model, b: number, eye: readonly number[]): void {
  const { position, orientation, scale } = data.bodies;
  const x = -orientation[4 * b];
  const y = -orientation[4 * b + 1];
  const z = -orientation[4 * b + 2];
  const w = orientation[4 * b + 3];
  const over = 1 / scale[b];
  const px = over * (eye[0] - position[3 * b]);
  const py = over * (eye[1] - position[3 * b + 1]);
  const pz = over * (eye[2] - position[3 * b + 2]);
  // v + 2 w (q x v) + 2 q x (q x v), over the square of the quaternion's length.
  const s = 2 / (x * x + y * y + z * z + w * w);
  const tx = s * (y * pz - z * py);
  const ty = s * (z * px - x * pz);
  const tz = s * (x * py - y * px);
  local[0] = px + w * tx + y * tz - z * ty;
  local[1] = py + w * ty + z * tx - x * tz;
  local[2] = pz + w * tz + x * ty - y * tx;
}

/** Counting sort of the visible bodies by layers across the view; returns their number. */
function sortByDepth({ bodies, starts, layer }: Order, model: Model, visible: Uint8Array, forward: readonly number[]): number {
  const { position } = model.data.bodies;
  const { centre, extent } = model;
  starts.fill(0);
  for (let b = 0; b < visible.length; b++) {
    if (!visible[b]) continue;
    let depth = 0;
    for (let k = 0; k < 3; k++) depth += forward[k] * (position[3 * b + k] - centre[k]);
    layer[b] = Math.max(0, Math.min(LAYERS - 1, (0.5 + (0.5 * depth) / extent) * LAYERS));
    starts[layer[b] + 1]++;
  }
  for (let l = 0; l < LAYERS; l++) starts[l + 1] += starts[l];
  const count = starts[LAYERS];
  for (let b = 0; b < visible.length; b++) if (visible[b]) bodies[starts[layer[b]]++] = b;
  return count;
}
