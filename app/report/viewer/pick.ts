/** What a ray from the eye meets first: bodies are convex, so a ray is cut by the planes of their faces. */
import { rotationOf, type Model } from './model';

/** Points p with normal . p <= offset are shown. */
export interface Slice {
  normal: number[];
  offset: number;
}

/** The body and the distance at which the ray from `eye` along the unit vector `way` enters it. */
export interface Hit {
  body: number;
  distance: number;
}

export function pickBody(
  model: Model,
  visible: Uint8Array,
  slice: Slice | null,
  eye: readonly number[],
  way: readonly number[],
): Hit | null {
  let first: Hit | null = null;
  let from = 0;
  let to = Infinity;
  if (slice) {
    const rise = dot(slice.normal, way);
    const above = dot(slice.normal, eye) - slice.offset;
    if (rise === 0 && above > 0) return null;
    if (rise < 0) from = Math.max(0, -above / rise);
    if (rise > 0) to = -above / rise;
  }
  for (let b = 0; b < model.count; b++) {
    if (!visible[b]) continue;
    const distance = enters(model, b, eye, way, from, first === null ? to : Math.min(to, first.distance));
    if (distance >= 0) first = { body: b, distance };
  }
  return first;
}

const dot = (u: readonly number[], v: readonly number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];

/** Where the ray enters body b between two distances, or -1. */
function enters(model: Model, b: number, eye: readonly number[], way: readonly number[], from: number, to: number): number {
  const { position, orientation, shape, scale } = model.data.bodies;
  const start = [0, 1, 2].map((k) => eye[k] - position[3 * b + k]);
  const along = dot(start, way);
  if (dot(start, start) - along * along > model.radius[b] ** 2) return -1;
  const r = rotationOf(orientation, 4 * b);
  const local = (v: readonly number[]): number[] => [0, 1, 2].map((k) => r[k] * v[0] + r[3 + k] * v[1] + r[6 + k] * v[2]);
  const p = local(start);
  const d = local(way);
  const { planes } = model.solids[shape[b]];
  for (let f = 0; f < planes.length; f += 4) {
    const rise = planes[f] * d[0] + planes[f + 1] * d[1] + planes[f + 2] * d[2];
    const above = planes[f] * p[0] + planes[f + 1] * p[1] + planes[f + 2] * p[2] - scale[b] * planes[f + 3];
    if (rise === 0 && above > 0) return -1;
    if (rise < 0) from = Math.max(from, -above / rise);
    if (rise > 0) to = Math.min(to, -above / rise);
    if (from > to) return -1;
  }
  return from;
}
