import { expect } from 'vitest';
import {
  ContactKind,
  createCommonPlane,
  createDetectOptions,
  featureDimension,
  featureIndex,
  type CommonPlane,
  type Contact,
  type DetectOptions,
} from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { seenFeature } from '../oracles/plane-points';
import { faceLoops, inverseTransform, transform } from '../oracles/solid';
import { cross, distance, length, negate, normalize, sub, vec, type Vec } from '../oracles/vector';
import { allFaults, onPlane, zoneBounds, type OnPlane } from './zone-checks';

/** All corners of both surfaces, however high. */
export const everything = (): DetectOptions => ({ ...createDetectOptions(), margin: Infinity });

export function pointsOf(contact: Contact): Vec[] {
  return Array.from({ length: contact.count }, (_, k) => vec(contact.points, 3 * k));
}

/**
 * What holds for every contact on any plane: the plane's fields, the points and the zone as the surfaces have them, and
 * the label.
 */
export function expectSound(c: OnPlane): void {
  const { plane, options, contact, eps, limit } = c;
  expect(contact.status).toBe(plane.status);
  expect(contact.gap).toBe(plane.gap);
  expect(contact.iterations).toBe(plane.iterations);
  expect([...contact.normal, ...contact.pointA, ...contact.pointB]).toEqual([...plane.normal, ...plane.pointA, ...plane.pointB]);
  if (plane.gap > options.margin && plane.gap > options.rounding + eps) {
    const { kind, count, rimCount, area, volume } = contact;
    expect({ kind, count, rimCount, area, volume }).toEqual({ kind: ContactKind.None, count: 0, rimCount: 0, area: 0, volume: 0 });
    expect([contact.featureA, contact.featureB]).toEqual([plane.featureA, plane.featureB]);
    return;
  }
  expect(contact.count).toBeGreaterThan(0);
  expect(limit).toBeGreaterThanOrEqual(options.margin);
  expect(allFaults(c)).toEqual([]);
  expectLabel(c);
}

/**
 * Kinds by the dimensions of the two features, the lower one first; two edges at several points lie along each other.
 */
const KINDS: Record<string, ContactKind> = {
  '00': ContactKind.VertexVertex,
  '01': ContactKind.VertexEdge,
  '02': ContactKind.VertexFace,
  '11': ContactKind.EdgeEdge,
  '12': ContactKind.EdgeFace,
  '22': ContactKind.FaceFace,
};

/**
 * The features are the smallest ones that hold all points within rounding (or the band) of the deepest, and the kind is
 * theirs.
 */
function expectLabel({ a, b, contact, options, eps, level }: OnPlane): void {
  const gaps = [...contact.gaps.subarray(0, contact.count)];
  const bound = Math.min(...gaps) + Math.max(level, options.band);
  // Points as near to the bound as rounding may belong to it or not.
  if (gaps.some((gap) => Math.abs(gap - bound) <= eps)) return;
  const labels = gaps.flatMap((gap, k) => (gap <= bound ? [k] : []));
  const features = [contact.featureA, contact.featureB];
  const dimensions = features.map(featureDimension);
  [a, b].forEach((shape, i) => {
    const names = labels.map((k) => contact.features[2 * k + i]);
    const holding = allFeatures(shape).filter((f) => names.every((name) => isPart(shape, name, f)));
    // Facets in one plane: no single face holds all.
    if (holding.length === 0) {
      expect(dimensions[i]).toBe(2);
      return;
    }
    const least = Math.min(...holding.map(featureDimension));
    expect(dimensions[i]).toBe(least);
    expect(holding).toContain(features[i]);
  });
  const kind = KINDS[[...dimensions].sort().join('')];
  expect(contact.kind).toBe(kind === ContactKind.EdgeEdge && labels.length > 1 ? ContactKind.ParallelEdges : kind);
}

function allFeatures(shape: ConvexPolyhedron): number[] {
  return [shape.vertexCount, shape.edgeCount, shape.faceCount].flatMap((count, dimension) =>
    Array.from({ length: count }, (_, k) => 4 * k + dimension),
  );
}

const loops = new WeakMap<ConvexPolyhedron, number[][]>();

/** The vertices of a feature. */
function verticesOf(shape: ConvexPolyhedron, feature: number): number[] {
  const index = featureIndex(feature);
  if (featureDimension(feature) === 0) return [index];
  if (featureDimension(feature) === 1) return [shape.halfEdgeOrigin[2 * index], shape.halfEdgeOrigin[2 * index + 1]];
  if (!loops.has(shape)) loops.set(shape, faceLoops(shape));
  return loops.get(shape)![index];
}

const isPart = (shape: ConvexPolyhedron, part: number, whole: number): boolean =>
  featureDimension(part) <= featureDimension(whole) &&
  verticesOf(shape, part).every((v) => verticesOf(shape, whole).includes(v)) &&
  (featureDimension(part) < 2 || part === whole);

/** The same plane of the pair with the bodies exchanged, in the frame of B. */
export function swapped({ a, b, pose, plane, options }: OnPlane): OnPlane {
  const inverse = new Float64Array(12);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) inverse[3 * i + j] = pose[3 * j + i];
  inverse.set(inverseTransform(pose, [0, 0, 0]), 9);
  const turn = (v: Vec): Vec => [0, 1, 2].map((i) => pose[i] * v[0] + pose[3 + i] * v[1] + pose[6 + i] * v[2]) as unknown as Vec;
  const back: CommonPlane = { ...createCommonPlane(), status: plane.status, gap: plane.gap };
  back.normal.set(negate(turn(vec(plane.normal))));
  back.point.set(inverseTransform(pose, vec(plane.point)));
  back.pointA.set(inverseTransform(pose, vec(plane.pointB)));
  back.pointB.set(inverseTransform(pose, vec(plane.pointA)));
  back.featureA = plane.featureB;
  back.featureB = plane.featureA;
  return onPlane(b, a, inverse, back, options);
}

/**
 * The same contact seen from the other body: kind, points with their gaps and swapped names, in whatever order; area,
 * volume, centre.
 */
export function expectMirrored(c: OnPlane, back: OnPlane, names = true): void {
  const { contact, eps, pose } = c;
  const other = back.contact;
  expect(other.count).toBe(contact.count);
  const size = Math.max(c.a.radius, c.b.radius);
  const { open, most, least } = zoneBounds(c);
  expect(Math.abs(other.area - contact.area)).toBeLessThanOrEqual(most - least + 64 * eps * size);
  expect(Math.abs(other.volume - contact.volume)).toBeLessThanOrEqual(2 * open);
  const theirs = pointsOf(other).map((p) => transform(pose, p));
  pointsOf(contact).forEach((p, k) => {
    const distances = theirs.map((q) => distance(p, q));
    const nearest = distances.indexOf(Math.min(...distances));
    // The place is known to eps over the sine, the gap to that times the slope, and the point midway to both.
    const reach = (16 * eps) / sineAt(c, k);
    const slope = [c.surfaces.a, c.surfaces.b].reduce(
      (sum, surface, i) => sum + seenFeature(surface, contact.features[2 * k + i])!.slope,
      1,
    );
    expect(distances[nearest]).toBeLessThanOrEqual(reach * slope);
    expect(Math.abs(other.gaps[nearest] - contact.gaps[k])).toBeLessThanOrEqual(reach * slope);
    if (names)
      expect([other.features[2 * nearest + 1], other.features[2 * nearest]]).toEqual([
        contact.features[2 * k],
        contact.features[2 * k + 1],
      ]);
  });
  if (names) expect(other.kind).toBe(contact.kind);
}

/**
 * Sine of the angle in the plane between the edges that cross at a point; 1 for other points. Crossings are known along
 * edges to rounding over it.
 */
function sineAt({ a, b, pose, surfaces, contact }: OnPlane, k: number): number {
  const codes = [contact.features[2 * k], contact.features[2 * k + 1]];
  if (codes.some((f) => featureDimension(f) !== 1)) return 1;
  const n = surfaces.normal;
  const [d, e] = codes.map((f, i) => {
    const [p, q] = verticesOf(i === 0 ? a : b, f).map((v) => vec((i === 0 ? a : b).vertices, 3 * v));
    const along = i === 0 ? sub(q, p) : sub(transform(pose, q), transform(pose, p));
    return normalize(cross(n, along));
  });
  return d && e ? Math.max(1e-15, length(cross(d, e))) : 1;
}
