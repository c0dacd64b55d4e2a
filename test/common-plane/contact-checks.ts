import { expect } from 'vitest';
import type { Pose } from '../../src/body';
import { planeContact } from '../../src/common-plane';
import { bands, contactFeature } from '../../src/common-plane/contact-feature';
import { setPlaneAxes } from '../../src/common-plane/plane-coordinates';
import {
  ContactKind,
  Status,
  createCommonPlane,
  createContactFor,
  createDetectOptions,
  featureDimension,
  featureIndex,
  touchingBand,
  type CommonPlane,
  type Contact,
  type DetectOptions,
} from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { distanceToFeature, featureCorners, rimOf } from '../oracles/features';
import { inverseTransform, solidOf, supportMax, supportMin, transform, type Solid } from '../oracles/solid';
import { add, cross, distance, dot, length, mean, negate, normalize, scale, sub, vec, type Vec } from '../oracles/vector';

/** Everything of one call, and both bodies in A's frame. */
export interface Case {
  a: ConvexPolyhedron;
  b: ConvexPolyhedron;
  pose: Pose;
  plane: CommonPlane;
  options: DetectOptions;
  contact: Contact;
  /** Rounding of coordinates in this pair, as the kernel takes it. */
  eps: number;
  /** Depth of the contact zone. */
  delta: number;
  /** Contact features of A and B, of which those of the contact may be a part. */
  facing: readonly [number, number];
}

export const everything = (): DetectOptions => ({ ...createDetectOptions(), margin: Infinity });

export function contactOn(
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  plane: CommonPlane,
  options: DetectOptions = everything(),
): Case {
  const contact = createContactFor(a, b);
  planeContact(contact, a, b, pose, plane, options);
  const eps = touchingBand(a, b) + 4 * Number.EPSILON * Math.abs(plane.gap);
  const delta = Math.max(eps, -plane.gap / 2, options.band);
  bands[0] = eps;
  bands[1] = delta;
  const extent = a.radius + b.radius;
  bands[2] = plane.gap > eps ? Math.min(eps + (eps / plane.gap) * extent, 2 ** -26 * extent) : eps;
  setPlaneAxes(pose, plane);
  const facing = [contactFeature(a, 0, plane.featureA), contactFeature(b, 1, plane.featureB)] as const;
  return { a, b, pose, plane, options, contact, eps, delta, facing };
}

/** The plane with a given unit normal: gap by full scans, witness points at the extreme vertices, no features. Not necessarily the best plane. */
export function planeWithNormal(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, n: Vec): CommonPlane {
  const solidA = solidOf(a);
  const solidB = solidOf(b, pose);
  const p = solidA.vertices.find((v) => dot(n, v) === supportMax(solidA, n))!;
  const q = solidB.vertices.find((v) => dot(n, v) === supportMin(solidB, n))!;
  const plane = createCommonPlane();
  plane.gap = dot(n, q) - dot(n, p);
  plane.normal.set(n);
  plane.point.set(mean([p, q]));
  plane.pointA.set(p);
  plane.pointB.set(q);
  const band = touchingBand(a, b);
  plane.status = plane.gap > band ? Status.Separated : plane.gap < -band ? Status.Overlapping : Status.Touching;
  return plane;
}

/** The same plane of the pair with the bodies exchanged, in the frame of B. */
export function swapped({ a, b, pose, plane, options }: Case): Case {
  const inverse = new Float64Array(12);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) inverse[3 * i + j] = pose[3 * j + i];
  inverse.set(inverseTransform(pose, [0, 0, 0]), 9);
  const turn = (v: Vec): Vec => [0, 1, 2].map((i) => pose[i] * v[0] + pose[3 + i] * v[1] + pose[6 + i] * v[2]) as unknown as Vec;
  const back = createCommonPlane();
  back.status = plane.status;
  back.gap = plane.gap;
  back.normal.set(negate(turn(vec(plane.normal))));
  back.point.set(inverseTransform(pose, vec(plane.point)));
  back.pointA.set(inverseTransform(pose, vec(plane.pointB)));
  back.pointB.set(inverseTransform(pose, vec(plane.pointA)));
  back.featureA = plane.featureB;
  back.featureB = plane.featureA;
  return contactOn(b, a, inverse, back, options);
}

export function pointsOf(contact: Contact): Vec[] {
  return Array.from({ length: contact.count }, (_, k) => vec(contact.points, 3 * k));
}

const POINT_KINDS: number[] = [ContactKind.VertexVertex, ContactKind.VertexEdge, ContactKind.VertexFace, ContactKind.EdgeEdge];
const LINE_KINDS: number[] = [ContactKind.ParallelEdges, ContactKind.EdgeFace];
/** Dimensions of the two features, the lower one first. */
const DIMENSIONS: Record<number, [number, number]> = {
  [ContactKind.VertexVertex]: [0, 0],
  [ContactKind.VertexEdge]: [0, 1],
  [ContactKind.VertexFace]: [0, 2],
  [ContactKind.EdgeEdge]: [1, 1],
  [ContactKind.ParallelEdges]: [1, 1],
  [ContactKind.EdgeFace]: [1, 2],
  [ContactKind.FaceFace]: [2, 2],
};

/** What holds for every contact on any plane, checked from the definitions. */
export function expectSound(c: Case): void {
  const { a, b, pose, plane, options, contact, eps, delta } = c;
  const n = vec(plane.normal);
  expect(contact.status).toBe(plane.status);
  expect(contact.gap).toBe(plane.gap);
  expect(contact.iterations).toBe(plane.iterations);
  expect([...contact.normal, ...contact.pointA, ...contact.pointB]).toEqual([...plane.normal, ...plane.pointA, ...plane.pointB]);
  if (plane.gap > options.margin && plane.gap > eps) {
    expect([contact.kind, contact.count, contact.area]).toEqual([ContactKind.None, 0, 0]);
    expect([contact.featureA, contact.featureB]).toEqual([plane.featureA, plane.featureB]);
    return;
  }
  // Count, kind and features say the same.
  const { kind, count } = contact;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(contact.gaps.length);
  expect(POINT_KINDS.includes(kind) ? 1 : LINE_KINDS.includes(kind) ? 2 : Math.max(3, count)).toBe(count);
  expect([featureDimension(contact.featureA), featureDimension(contact.featureB)].sort()).toEqual(DIMENSIONS[kind]);

  const points = pointsOf(contact);
  const solidA = solidOf(a);
  const solidB = solidOf(b, pose);
  const flat = (v: Vec): Vec => sub(v, scale(n, dot(n, sub(v, vec(plane.point)))));
  const extent = Math.max(a.radius, b.radius, length(vec(pose, 9)));
  for (const p of points) expect(Math.abs(dot(n, sub(p, vec(plane.point))))).toBeLessThanOrEqual(8 * Number.EPSILON * extent);

  points.forEach((p, k) => {
    const codeA = contact.features[2 * k];
    const codeB = contact.features[2 * k + 1];
    const onA = placed(a, solidA, null, codeA);
    const onB = placed(b, solidB, pose, codeB);
    const cornersA = onA.corners;
    const cornersB = onB.corners;
    // The point belongs to both features as seen along the normal: it lies on them, or midway between them.
    const offA = distanceToFeature(p, cornersA.map(flat));
    const offB = distanceToFeature(p, cornersB.map(flat));
    const tolerance = 8 * eps;
    expect(Math.abs(offA - offB)).toBeLessThanOrEqual(tolerance + (kind === ContactKind.ParallelEdges ? 0.02 * delta : 0));
    if (count > 2 || kind === ContactKind.EdgeFace) expect(offA).toBeLessThanOrEqual(tolerance);
    if (kind === ContactKind.ParallelEdges) expect(offA).toBeLessThanOrEqual(0.51 * delta + tolerance);
    // The gap is the distance along the normal from one feature to the other there: each in its own place, where they are beside each other.
    const placeA = add(p, scale(sub(nearestOf(p, cornersA.map(flat)), p), offA > tolerance ? 1 : 0));
    const placeB = add(p, scale(sub(nearestOf(p, cornersB.map(flat)), p), offB > tolerance ? 1 : 0));
    const lean = heightRange(n, onA, p, flat, tolerance) + heightRange(n, onB, p, flat, tolerance);
    const gap = heightAt(n, onB, placeB, flat) - heightAt(n, onA, placeA, flat);
    expect(Math.abs(contact.gaps[k] - gap)).toBeLessThanOrEqual(
      tolerance + 1.5 * lean + (kind === ContactKind.ParallelEdges ? 0.01 * delta : 0),
    );
    expect(contact.gaps[k]).toBeGreaterThanOrEqual(plane.gap - tolerance);
    // It is named after features on the rim of the contact's features, or these themselves.
    expectPartOf(cornersA, featureCorners(a, solidA, contact.featureA), p, flat, tolerance + offA);
    expectPartOf(cornersB, featureCorners(b, solidB, contact.featureB), p, flat, tolerance + offB);
    // No point twice, no name twice.
    const before = points.slice(0, k);
    expect(Math.min(...before.map((q) => distance(p, q)))).toBeGreaterThan(eps);
    expect(before.some((_, i) => contact.features[2 * i] === codeA && contact.features[2 * i + 1] === codeB)).toBe(false);
  });

  if (kind === ContactKind.FaceFace) {
    // Counter-clockwise about the normal, convex to rounding, and the area is that of the points and of the exact overlap.
    let area = 0;
    let around = 0;
    points.forEach((p, k) => {
      const next = points[(k + 1) % count];
      area += 0.5 * dot(n, cross(sub(p, points[0]), sub(next, points[0])));
      around += distance(p, next);
      const turn = dot(n, cross(sub(next, p), sub(points[(k + 2) % count], next)));
      expect(turn).toBeGreaterThanOrEqual(-8 * eps * around);
    });
    expect(Math.abs(contact.area - area)).toBeLessThanOrEqual(8 * eps * around);
    const faceA = featureCorners(a, solidA, contact.featureA).map(flat);
    const faceB = featureCorners(b, solidB, contact.featureB).map(flat).reverse();
    expect(Math.abs(contact.area - commonArea(faceA, faceB, n))).toBeLessThanOrEqual(8 * eps * around);
  } else {
    expect(contact.area).toBe(options.minArea);
  }
}

/** R v: a direction, to which the translation would only add rounding. */
const rotate = (pose: Pose, v: Vec): Vec =>
  [0, 3, 6].map((r) => pose[r] * v[0] + pose[r + 1] * v[1] + pose[r + 2] * v[2]) as unknown as Vec;

/** A feature in A's frame: its corners, and for a face the normal. */
interface Placed {
  corners: Vec[];
  normal: Vec | null;
}

function placed(shape: ConvexPolyhedron, solid: Solid, pose: Pose | null, feature: number): Placed {
  const corners = featureCorners(shape, solid, feature);
  if (corners.length < 3) return { corners, normal: null };
  // The polyhedron's own normal: its corners lie on that plane to the shape's tolerance, while Newell's of a narrow face turns about its length.
  const normal = vec(shape.normals, 3 * featureIndex(feature));
  return { corners, normal: pose ? rotate(pose, normal) : normal };
}

/** Height along n of a feature at p (of a point or an edge, at the nearest place seen along n). */
function heightAt(n: Vec, { corners, normal }: Placed, p: Vec, flat: (v: Vec) => Vec): number {
  if (corners.length === 1) return dot(n, corners[0]);
  if (!normal) {
    const [f, g] = corners.map(flat);
    const e = sub(g, f);
    const t = dot(sub(p, f), e) / dot(e, e);
    return dot(n, corners[0]) + t * (dot(n, corners[1]) - dot(n, corners[0]));
  }
  const distances = corners.map((c) => distance(flat(c), p));
  const c = corners[distances.indexOf(Math.min(...distances))];
  // n·(p + z n) for the z at which p + z n is on the plane of the face.
  return dot(n, p) + dot(normal, sub(c, p)) / dot(normal, n);
}

/** The point of a corner or an edge nearest to p. */
function nearestOf(p: Vec, corners: readonly Vec[]): Vec {
  const [f, g = f] = corners;
  const e = sub(g, f);
  const t = dot(e, e) > 0 ? Math.min(1, Math.max(0, dot(sub(p, f), e) / dot(e, e))) : 0;
  return add(f, scale(e, t));
}

/** How much the height of a feature can change over a distance. */
function heightRange(n: Vec, feature: Placed, p: Vec, flat: (v: Vec) => Vec, reach: number): number {
  const steps = perpendiculars(n).map((u) => Math.abs(heightAt(n, feature, add(p, u), flat) - heightAt(n, feature, p, flat)));
  return reach * Math.max(...steps);
}

function perpendiculars(n: Vec): Vec[] {
  const u = normalize(cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]))!;
  return [u, cross(n, u)];
}

function expectPartOf(corners: Vec[], whole: Vec[], p: Vec, flat: (v: Vec) => Vec, reach: number): void {
  const parts = [whole, ...rimOf(whole), ...whole.map((v) => [v])];
  const same = (x: Vec[], y: Vec[]): boolean => x.length === y.length && x.every((v) => y.includes(v));
  // Corners are the very arrays of the solid. Of a face narrower than rounding one long side stands for both.
  if (parts.some((part) => same(part, corners))) return;
  expect(whole.length).toBe(2);
  expect(distanceToFeature(p, whole.map(flat))).toBeLessThanOrEqual(reach);
}

/** Area common to two convex polygons in one plane with normal n, both counter-clockwise: plain clipping, no tolerance. */
export function commonArea(subject: readonly Vec[], clip: readonly Vec[], n: Vec): number {
  let polygon = [...subject];
  clip.forEach((c, j) => {
    const inward = cross(n, sub(clip[(j + 1) % clip.length], c));
    const kept: Vec[] = [];
    polygon.forEach((p, k) => {
      const q = polygon[(k + 1) % polygon.length];
      const s = dot(inward, sub(p, c));
      const t = dot(inward, sub(q, c));
      if (s >= 0) kept.push(p);
      if (s * t < 0) kept.push(add(p, scale(sub(q, p), s / (s - t))));
    });
    polygon = kept;
  });
  let area = 0;
  polygon.forEach((p, k) => (area += 0.5 * dot(n, cross(sub(p, polygon[0]), sub(polygon[(k + 1) % polygon.length], polygon[0])))));
  return area;
}

/** Whether the projections of the features meet. Where they do not, the shortest line between them is often one of several. */
export function meets({ a, b, pose, plane, contact, eps }: Case): boolean {
  const n = vec(plane.normal);
  const flat = (v: Vec): Vec => sub(v, scale(n, dot(n, sub(v, vec(plane.point)))));
  const p = vec(contact.points);
  const off = distanceToFeature(p, featureCorners(a, solidOf(a), contact.features[0]).map(flat));
  const offB = distanceToFeature(p, featureCorners(b, solidOf(b, pose), contact.features[1]).map(flat));
  return contact.count > 1 || Math.max(off, offB) <= 4 * eps;
}

/** The same contact seen from the other body: kind, features, and the points with their gaps, in whatever order. */
export function expectMirrored(c: Case, back: Case, names = true): void {
  const { contact, eps, pose } = c;
  const other = back.contact;
  expect(other.kind).toBe(contact.kind);
  expect(other.count).toBe(contact.count);
  if (names) expect([other.featureB, other.featureA]).toEqual([contact.featureA, contact.featureB]);
  const theirs = pointsOf(other).map((p) => transform(pose, p));
  const size = Math.max(c.a.radius, c.b.radius);
  expect(Math.abs(other.area - contact.area)).toBeLessThanOrEqual(16 * eps * size);
  const solidA = solidOf(c.a);
  const solidB = solidOf(c.b, pose);
  pointsOf(contact).forEach((p, k) => {
    const distances = theirs.map((q) => distance(p, q));
    const nearest = distances.indexOf(Math.min(...distances));
    // Crossings of sides at a small angle are known along them only to rounding over the sine.
    const corners = [featureCorners(c.a, solidA, contact.features[2 * k]), featureCorners(c.b, solidB, contact.features[2 * k + 1])];
    const flat = (v: Vec): Vec => sub(v, scale(vec(c.plane.normal), dot(vec(c.plane.normal), v)));
    const [e, f] = corners.map(([p0, p1]) => (p1 ? normalize(flat(sub(p1, p0))) : null));
    const crossing = corners[0].length === 2 && corners[1].length === 2 && e && f;
    const tolerance = (16 * eps) / (crossing ? Math.max(1e-15, length(cross(e, f))) : 0.1);
    expect(distances[nearest]).toBeLessThanOrEqual(tolerance);
    expect(Math.abs(other.gaps[nearest] - contact.gaps[k])).toBeLessThanOrEqual(tolerance);
    if (names) {
      expect([other.features[2 * nearest + 1], other.features[2 * nearest]]).toEqual([
        contact.features[2 * k],
        contact.features[2 * k + 1],
      ]);
    }
  });
}

/**
 * Whether nothing in the plane is nearly, but not clearly, coincident: no corner of one body between 0.3 and 100 eps from a side of the other,
 * no corner that close to another of its body or to another side of its own face, and no two
 * sides at a small angle: their crossing is far from where they are within eps.
 */
export function isClear({ a, b, pose, plane, facing, eps }: Case): boolean {
  const n = vec(plane.normal);
  const flat = (v: Vec): Vec => sub(v, scale(n, dot(n, sub(v, vec(plane.point)))));
  for (const { vertices } of [solidOf(a), solidOf(b)]) {
    if (vertices.some((v, k) => vertices.slice(0, k).some((w) => distance(v, w) < 100 * eps))) return false;
  }
  const cornersA = featureCorners(a, solidOf(a), facing[0]).map(flat);
  const cornersB = featureCorners(b, solidOf(b, pose), facing[1]).map(flat);
  const sidesOf = (corners: Vec[]): Vec[][] => (corners.length > 2 ? rimOf(corners) : [corners]);
  const lineOf = (side: Vec[]): Vec | null => (side.length === 2 ? normalize(sub(side[1], side[0])) : null);
  let least = Infinity;
  for (const corners of [cornersA, cornersB]) {
    // Nor two corners, nor a corner and a side, of one body.
    for (const p of corners)
      for (const side of sidesOf(corners)) if (!side.includes(p) && distanceToFeature(p, side) < 100 * eps) return false;
  }
  for (const [these, those] of [
    [cornersA, cornersB],
    [cornersB, cornersA],
  ]) {
    for (const p of these) {
      for (const side of sidesOf(those)) {
        const line = lineOf(side);
        const off = sub(p, side[0]);
        const distances = [line ? length(cross(line, off)) : length(off), distanceToFeature(p, side)];
        if (distances.some((d) => d > 0.3 * eps && d < 100 * eps)) return false;
        least = Math.min(least, ...distances);
      }
    }
  }
  for (const u of sidesOf(cornersA).map(lineOf)) {
    for (const v of sidesOf(cornersB).map(lineOf)) {
      const sine = u && v ? length(cross(u, v)) : 1;
      if (sine > 1e-14 && sine < (least > eps ? 1e-3 : 0.1)) return false;
    }
  }
  return true;
}
