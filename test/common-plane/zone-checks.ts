import type { Pose } from '../../src/body';
import { planeContact } from '../../src/common-plane';
import {
  createCommonPlane,
  createContact,
  createDetectOptions,
  createState,
  faceFeature,
  featureDimension,
  featureIndex,
  statusOfGap,
  touchingBand,
  type CommonPlane,
  type Contact,
  type ContactMethod,
  type DetectOptions,
} from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { hasCorner, lowerFeatures, planeCorners, seenFeature, type SeenFeature } from '../oracles/plane-points';
import { gapAt, lower, misfit, placeOf, surfacesOver, upper, type Surfaces } from '../oracles/plane-surfaces';
import { zoneIntegrals, zoneOf, type ZoneIntegrals } from '../oracles/plane-zone';
import { between, outside, perimeter, polygonArea, sidesOf, toPolygon, type Place } from '../oracles/polygon';
import { solidOf, supportMax, supportMin } from '../oracles/solid';
import { dot, mean, vec, type Vec } from '../oracles/vector';

/** A contact on a plane, and the surfaces of both bodies over that plane. */
export interface OnPlane {
  a: ConvexPolyhedron;
  b: ConvexPolyhedron;
  pose: Pose;
  plane: CommonPlane;
  options: DetectOptions;
  contact: Contact;
  surfaces: Surfaces;
  /** Rounding band of the pair, as the kernel takes it. */
  eps: number;
  /**
   * What the kernel may round by, and what corners are off the planes of their faces by: heights and planes are known
   * to this.
   */
  unknown: number;
  /** Points with a gap up to this are listed. */
  limit: number;
  /**
   * What the features that hold the deepest place may be out of level by rounding: points as high as that may be
   * listed, too.
   */
  level: number;
}

/** The normal of a link of two rounded points is off by eps / gap, and no normal by more than this. */
const WORST_NORMAL = 2 ** -26;

/**
 * The kernel's own rounding is a few steps of the pair's size: `touchingBand` covers it with a factor of 4 to spare.
 */
const OWN_ROUNDING = 1 / 4;

/** More room than the points of two bodies in general: every corner, and every crossing. */
export const roomFor = (a: ConvexPolyhedron, b: ConvexPolyhedron): number =>
  2 * (a.vertexCount + b.vertexCount + a.edgeCount + b.edgeCount) + 64;

/** The contact on a plane that is given. */
export function onPlane(
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  plane: CommonPlane,
  options: Partial<DetectOptions> = {},
  capacity = roomFor(a, b),
): OnPlane {
  const all = { ...createDetectOptions(), ...options };
  const contact = createContact(capacity);
  planeContact(contact, a, b, pose, plane, all);
  return overPlane(a, b, pose, plane, all, contact);
}

/** The contact of a method, on the plane that it found; null where it found none within the margin. */
export function byMethod(
  method: ContactMethod,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  options: Partial<DetectOptions> = {},
  state = createState(method),
): OnPlane | null {
  const all = { ...createDetectOptions(), ...options };
  const contact = createContact(roomFor(a, b));
  method.detect(contact, a, b, pose, state, all);
  if (contact.count === 0) return null;
  const { status, normal, gap, pointA, pointB, featureA, featureB } = contact;
  const point = Float64Array.from(pointA, (x, k) => (x + pointB[k]) / 2);
  const plane = { ...createCommonPlane(), status, normal, gap, point, pointA, pointB, featureA, featureB };
  return overPlane(a, b, pose, plane, all, contact);
}

function overPlane(
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  plane: CommonPlane,
  all: DetectOptions,
  contact: Contact,
): OnPlane {
  const eps = touchingBand(a, b) + 4 * Number.EPSILON * Math.abs(plane.gap);
  const press = all.rounding + eps;
  const limit = Math.max(press, all.margin, plane.gap <= press ? all.pointMargin : 0);
  const unknown = OWN_ROUNDING * eps + misfit(a) + misfit(b);
  const extent = a.radius + b.radius;
  const level = plane.gap > eps ? Math.max(2 * eps, Math.min((eps / plane.gap) * extent, WORST_NORMAL * extent)) : 2 * eps;
  const surfaces = surfacesOver(a, b, pose, vec(plane.normal));
  return { a, b, pose, plane, options: all, contact, surfaces, eps, unknown, limit, level };
}

export const placesOf = ({ contact, surfaces }: OnPlane, from = 0, to = contact.count): Place[] =>
  Array.from({ length: to - from }, (_, k) => placeOf(surfaces, vec(contact.points, 3 * (from + k))));

const nameOf = (feature: number): string => (feature < 0 ? '-' : `${'VEF'[featureDimension(feature)]}${feature >> 2}`);

/** In the plane a program accepts within eps and joins within 2 eps; the rest is rounding. */
const NEAR = 4;

/**
 * The listed points against all corners of both surfaces: each is a corner of the subdivision, has the gap of the
 * features that it is named after, and lies midway between them; none is listed twice; and every clear corner is there.
 * Returns complaints.
 */
export function pointFaults(c: OnPlane): string[] {
  const { contact, surfaces, eps, unknown, limit, level } = c;
  const { a, b } = surfaces;
  const faults: string[] = [];
  const places = placesOf(c);
  if (contact.dropped !== 0) faults.push(`${contact.dropped} points dropped`);
  const alone = contact.count === 1 && isFallback(c);
  if (contact.count < 1) return [...faults, 'no point'];
  places.forEach((u, k) => {
    const names = [contact.features[2 * k], contact.features[2 * k + 1]];
    const at = `point ${k} (${names.map(nameOf).join(' ')})`;
    const gap = contact.gaps[k];
    const highest = Math.max(limit, c.plane.gap + level);
    if (!(gap <= highest + NEAR * eps) && !alone) faults.push(`${at}: gap ${gap} above ${highest}`);
    if (!(gap >= surfaces.apart - unknown)) faults.push(`${at}: gap ${gap} below g(n) ${surfaces.apart}`);
    const seen = [seenFeature(a, names[0]), seenFeature(b, names[1])].filter((f) => f !== null);
    if (seen.length < 2) return faults.push(`${at}: not a feature of the surface`);
    const far = seen.map(({ polygon }) => toPolygon(u, polygon));
    if (!alone) far.forEach((d, i) => d <= NEAR * eps || faults.push(`${at}: ${d / eps} eps from its feature of ${'AB'[i]}`));
    // A point that stands for several has the gap of one of them.
    const lift = dot(surfaces.normal, vec(contact.points, 3 * k)) - surfaces.middle;
    const [low, high] = [a, b].map((surface, i) => [seen[i], ...lowerFeatures(surface, u, NEAR * eps)]);
    const isFrom = (f: SeenFeature, g: SeenFeature): boolean => {
      const slack = 2 * unknown + NEAR * eps * (f.slope + g.slope) + (alone ? f.slope * far[0] + g.slope * far[1] : 0);
      const [from, to] = [f.height(u), g.height(u)];
      return Math.abs(to - from - gap) <= slack && Math.abs((from + to) / 2 - lift) <= slack;
    };
    if (!low.some((f) => high.some((g) => isFrom(f, g))))
      faults.push(`${at}: gap ${gap}, not that from ${seen[0].height(u)} to ${seen[1].height(u)}`);
    // A corner within rounding is what the point is named after.
    const dimensions = names.map(featureDimension);
    if (dimensions[0] + dimensions[1] > 2 && !alone) faults.push(`${at}: no corner`);
    for (const [i, surface] of [a, b].entries()) {
      if (dimensions[i] > 0 && hasCorner(surface, u, OWN_ROUNDING * eps) && !alone) faults.push(`${at}: a corner of ${'AB'[i]} is there`);
    }
    for (let j = 0; j < k; j++) {
      if (between(places[j], u) <= eps && !isDouble(c, j, k)) faults.push(`${at}: point ${j} is there, too`);
      if (contact.features[2 * j] === names[0] && contact.features[2 * j + 1] === names[1]) faults.push(`${at}: named as point ${j}`);
    }
    return 0;
  });
  if (c.options.maxPoints > 0) return faults;
  for (const corner of planeCorners(surfaces, eps)) {
    if (corner.gaps[1] > limit - unknown) continue;
    const near = places.flatMap((u, k) =>
      between(u, corner.u) <= (corner.alone ? corner.reach + NEAR * eps : 2 * corner.room) ? [k] : [],
    );
    const name = corner.features.map(nameOf).join(' ');
    if (near.length === 0) faults.push(`corner ${name} at ${corner.u.join()} with gap ${corner.gaps.join()} is missing`);
    else if (corner.alone && !near.some((k) => corner.features.every((f, i) => f < 0 || contact.features[2 * k + i] === f)))
      faults.push(
        `corner ${name} is named ${near.map((k) => nameOf(contact.features[2 * k]) + nameOf(contact.features[2 * k + 1])).join()}`,
      );
  }
  return faults;
}

/**
 * Whether the points must be exactly the clear corners of the surfaces: no two of these, and no other features, lie
 * nearly on each other.
 */
export function isClear({ contact, surfaces, eps, unknown, limit }: OnPlane): boolean {
  const corners = planeCorners(surfaces, eps).filter(({ gaps }) => gaps[0] <= limit + unknown);
  return corners.length === contact.count && corners.every(({ alone, gaps }) => alone && gaps[1] <= limit - unknown);
}

/** Whether two points are corners of one body that is given with two corners there. */
const isDouble = ({ contact: { features } }: OnPlane, j: number, k: number): boolean =>
  [0, 1].some((i) => [j, k].every((p) => featureDimension(features[2 * p + i]) === 0) && features[2 * j + i] !== features[2 * k + i]);

/** Whether nothing of the subdivision needs to be within the limit: then one point stands for the contact. */
export function isFallback({ surfaces, limit, eps, unknown }: OnPlane): boolean {
  return zoneOf(surfaces, limit, -NEAR * eps - unknown).length < 3;
}

/** The zone, and what bodies known to `unknown` leave open. */
export interface ZoneBounds {
  zone: ZoneIntegrals;
  /** The zone of larger bodies. */
  grown: readonly Place[];
  /** The area lies between these. */
  least: number;
  most: number;
  volume: number;
  /** What the volume may be off. */
  open: number;
  /** Part of the weight that may lie elsewhere. */
  astray: number;
  /** What sums of areas are rounded by. */
  rounding: number;
}

/** Areas lie between those of the zones of smaller and of larger bodies, and the volume changes by its sensitivity. */
export function zoneBounds({ a, b, surfaces, eps, unknown, options }: OnPlane): ZoneBounds {
  const t = options.rounding + eps;
  const zone = zoneIntegrals(surfaces, t);
  const grown = zoneOf(surfaces, t, unknown);
  const size = Math.max(a.radius, b.radius);
  const high = Math.max(0, t - surfaces.apart);
  // Heights over the strips of steep faces are known badly.
  const steep = surfaces.a.steep + surfaces.b.steep;
  // Programs may take what is within eps of a border for part of the zone, or leave it.
  const rounding = 256 * Number.EPSILON * size * size + NEAR * eps * perimeter(grown) + steep;
  const least = polygonArea(zoneOf(surfaces, t, -unknown)) - rounding;
  const most = polygonArea(grown) + rounding;
  // Between the two zones the gap is within eps + 2 unknown of the level.
  const open = unknown * zone.sensitivity + (eps + 2 * unknown) * (most - least) + rounding * high;
  const astray = (2 * (unknown * (zone.sensitivity + 2 * most) + steep * high)) / zone.weight;
  return { zone, grown, least, most, volume: Math.max(0, zone.weight - eps * zone.area), open, astray, rounding };
}

/** Area, volume and pressure centre against the integrals over the zone, and shares against area and volume. */
export function zoneFaults(c: OnPlane): string[] {
  const { contact, surfaces, eps, options } = c;
  const { zone, grown, least, most, volume, open, astray, rounding } = zoneBounds(c);
  const faults: string[] = [];
  if (!(contact.area >= Math.max(least, options.minArea))) faults.push(`area ${contact.area} below ${least}`);
  if (!(contact.area <= Math.max(most, options.minArea))) faults.push(`area ${contact.area} above ${most}`);
  if (!(Math.abs(contact.volume - volume) <= open)) faults.push(`volume ${contact.volume}, not ${volume} to ${open}`);

  const centre = placeOf(surfaces, vec(contact.centre));
  const across = Math.max(0, ...grown.flatMap((p) => grown.map((q) => between(p, q))));
  // What is astray is at most a diameter of the zone away.
  const allowed = NEAR * eps + across * astray;
  const off = between(centre, zone.centre);
  if (!(off <= allowed)) {
    // Without weight to speak of any place of the zone will do, and without a zone any of the deepest.
    const places = grown.length > 0 ? grown : zoneOf(surfaces, Math.min(...contact.gaps.subarray(0, contact.count)), eps);
    const isOpen = !(zone.weight > 0) || allowed > across / 4;
    if (!isOpen || (places.length > 0 && !(toPolygon(centre, places) <= NEAR * eps))) faults.push(`centre ${off} off, ${allowed} allowed`);
  } else if (zone.weight > 0 && off <= allowed) {
    // What is between the surfaces is at most a depth high, and as far up as they lean over the zone.
    const lift = dot(surfaces.normal, vec(contact.centre)) - surfaces.middle - zone.height;
    const heights = grown.flatMap((u) => [upper(surfaces, u), lower(surfaces, u)]).map(Math.abs);
    const high = Math.max(...heights);
    if (!(Math.abs(lift) <= NEAR * eps + high * astray)) faults.push(`centre ${lift} too high`);
  }

  if (contact.dropped === 0 && options.maxPoints === 0) {
    const rows = contact.count + contact.rimCount;
    let area = 0;
    let volumeOfShares = 0;
    for (let k = 0; k < rows; k++) {
      if (!(contact.shares[k] >= -rounding)) faults.push(`share ${k} is ${contact.shares[k]}`);
      area += contact.shares[k];
      volumeOfShares -= contact.shares[k] * contact.gaps[k];
    }
    const some = contact.area > options.minArea || options.minArea === 0;
    if (some && !(Math.abs(area - contact.area) <= rounding)) faults.push(`shares sum to ${area}, area ${contact.area}`);
    if (!(Math.abs(volumeOfShares + options.rounding * area - contact.volume) <= open))
      faults.push(`share-weighted gaps sum to ${volumeOfShares}, volume ${contact.volume}, ${open} allowed`);
  }
  return faults;
}

/** Where a level crosses an edge of a steep face is known to the rounding of heights on that face, over its cosine. */
const steepest = ({ surfaces }: OnPlane): number => Math.max(...[...surfaces.a.faces, ...surfaces.b.faces].map(({ c }) => 1 / Math.abs(c)));

/** Cosine of the steepest face that the features of a row lie on. */
function leastCosine({ contact, surfaces, a, b }: OnPlane, row: number): number {
  let least = 1;
  for (const [k, surface, shape] of [
    [0, surfaces.a, a],
    [1, surfaces.b, b],
  ] as const) {
    const feature = contact.features[2 * row + k];
    const index = featureIndex(feature);
    const faces = featureDimension(feature) === 1 ? [0, 1].map((i) => faceFeature(shape.halfEdgeFace[2 * index + i])) : [feature];
    for (const face of surface.faces) if (faces.includes(face.feature)) least = Math.min(least, Math.abs(face.c));
  }
  return least;
}

/**
 * Rim corners: on the border of the zone and within both shadows, with a gap at its level: to the rounding of heights
 * on their faces.
 */
export function rimFaults(c: OnPlane): string[] {
  const { contact, surfaces, eps, unknown, options } = c;
  const faults: string[] = [];
  const t = options.rounding + eps;
  const reach = 2 * NEAR * eps * steepest(c);
  const inner = zoneOf(surfaces, t, -NEAR * eps - unknown);
  const outer = zoneOf(surfaces, t, NEAR * eps + unknown);
  placesOf(c, contact.count, contact.count + contact.rimCount).forEach((u, k) => {
    const gap = contact.gaps[contact.count + k];
    if (!(Math.abs(gap - options.rounding) <= 2 * eps + unknown)) faults.push(`rim corner ${k}: gap ${gap}`);
    for (const { shadow } of [surfaces.a, surfaces.b])
      if (!(outside(shadow, u) <= NEAR * eps)) faults.push(`rim corner ${k}: outside a shadow by ${outside(shadow, u)}`);
    if (!(toPolygon(u, outer) <= reach)) faults.push(`rim corner ${k}: outside the zone by ${toPolygon(u, outer)}`);
    if (inner.length > 2 && !(outside(sidesOf(inner), u) >= -reach)) faults.push(`rim corner ${k}: inside the zone`);
    const off = Math.abs(gapAt(surfaces, u) - t) * leastCosine(c, contact.count + k);
    if (!(off <= eps + unknown)) faults.push(`rim corner ${k}: ${off / (eps + unknown)} bands off the level, over the cosine`);
  });
  return faults;
}

export const allFaults = (c: OnPlane): string[] => [...pointFaults(c), ...zoneFaults(c), ...rimFaults(c)];

/**
 * The plane with a given unit normal: gap by full scans, witness points at the extreme vertices, no features. Not
 * necessarily the best plane.
 */
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
  plane.status = statusOfGap(plane.gap, touchingBand(a, b));
  return plane;
}
