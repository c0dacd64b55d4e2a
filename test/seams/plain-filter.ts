/**
 * The seam filter as docs/seams.md defines it, written down plainly: every contact against every other one, in the
 * coordinates of the world, with regions from `overlap`. Sharp bodies and plane walls, no periodic box.
 */
import {
  createCommonPlane,
  createContact,
  createDetectOptions,
  createOverlapFor,
  createPose,
  overlap,
  overlapToWorld,
  planeContact,
  relativePose,
  Status,
  vertexFeature,
  type BodySet,
  type ContactList,
  type SeamOptions,
} from '../../src/index';
import { add, cross, dot, scale, sub, vec as vector, type Vec } from '../oracles/vector';

export interface PlainContact {
  readonly row: number;
  readonly a: number;
  readonly b: number;
  readonly normal: Vec;
  readonly gap: number;
  readonly onA: Vec;
  readonly onB: Vec;
  readonly volume: number;
  readonly corners: readonly Vec[];
}

export interface PlainVerdict {
  verdict: 'kept' | 'turned' | 'dropped';
  /** Of a turned contact: its normal from A to B, and its gap. */
  normal?: Vec;
  gap?: number;
  /** Ways to turn it, for contacts with several that are equally good. */
  normals?: Vec[];
}

const vec = (from: Float64Array, row: number): Vec => vector(from, 3 * row);

/** The overlapping contacts of a list that a detector without the filter has made. */
export function plainContacts(list: ContactList, bodies: BodySet): PlainContact[] {
  const contacts: PlainContact[] = [];
  for (let row = 0; row < list.count; row++) {
    if (list.status[row] !== Status.Overlapping) continue;
    const [a, b] = [list.bodyA[row], list.bodyB[row]];
    let volume = Infinity;
    const corners: Vec[] = [];
    if (b >= 0) {
      const [shapeA, shapeB] = [a, b].map((body) => bodies.shapes[bodies.shapeIndex[body]]);
      const region = createOverlapFor(shapeA, shapeB);
      overlap(region, shapeA, shapeB, relativePose(createPose(), bodies, a, b));
      overlapToWorld(region, bodies, a);
      volume = region.volume;
      for (let k = 0; k < region.vertexCount; k++) corners.push(vec(region.vertices, k));
    }
    contacts.push({
      row,
      a,
      b,
      normal: vec(list.normals, row),
      gap: list.gaps[row],
      onA: vec(list.pointsA, row),
      onB: vec(list.pointsB, row),
      volume,
      corners,
    });
  }
  return contacts;
}

/** Corners of a body in the world. */
export function worldCorners(bodies: BodySet, body: number): Vec[] {
  const shape = bodies.shapes[bodies.shapeIndex[body]];
  return Array.from({ length: shape.vertexCount }, (_, v) => add(turn(bodies, body, vec(shape.vertices, v)), vec(bodies.positions, body)));
}

function turn(bodies: BodySet, body: number, v: Vec): Vec {
  const [x, y, z, w] = bodies.orientations.subarray(4 * body, 4 * body + 4);
  const c = cross([x, y, z], v);
  return add(v, scale(add(scale(c, w), cross([x, y, z], c)), 2));
}

/** Largest distance of a face plane of the body from the nearest of the places. */
function distance(bodies: BodySet, body: number, places: readonly Vec[]): number {
  const shape = bodies.shapes[bodies.shapeIndex[body]];
  const centre = vec(bodies.positions, body);
  let largest = -Infinity;
  for (let f = 0; f < shape.faceCount; f++) {
    const n = turn(bodies, body, vec(shape.normals, f));
    largest = Math.max(largest, Math.min(...places.map((p) => dot(n, sub(p, centre)) - shape.offsets[f])));
  }
  return largest;
}

/** Whether the contact over a plane with this normal is no larger than twice the region, and no deeper. */
function isFront(bodies: BodySet, { a, b, volume }: PlainContact, normal: Vec, gap: number): boolean {
  const [shapeA, shapeB] = [a, b].map((body) => bodies.shapes[bodies.shapeIndex[body]]);
  const [x, y, z, w] = bodies.orientations.subarray(4 * a, 4 * a + 4);
  const c = cross([-x, -y, -z], normal);
  const local = add(normal, scale(add(scale(c, w), cross([-x, -y, -z], c)), 2));
  const plane = { ...createCommonPlane(), status: Status.Overlapping, normal: Float64Array.from(local), gap };
  plane.featureA = plane.featureB = vertexFeature(0);
  const contact = createContact(1024);
  planeContact(contact, shapeA, shapeB, relativePose(createPose(), bodies, a, b), plane, createDetectOptions());
  return contact.volume <= 2 * volume && contact.gaps.subarray(0, contact.count).every((depth) => depth >= 2 * gap);
}

type Answer = { covers: 'not' | 'confirms' } | { covers: 'explains'; normal: Vec; behind: number; volume: number };

/** Whether contact i covers j at `body`, which both have. */
function covers(bodies: BodySet, i: PlainContact, j: PlainContact, body: number, seams: SeamOptions): Answer {
  const isA = i.a === body;
  const n = isA ? i.normal : scale(i.normal, -1);
  const nj = j.a === body ? j.normal : scale(j.normal, -1);
  const across = isA ? i.b : i.a;
  const toleranceOf = (row: number): number => bodies.shapes[bodies.shapeIndex[row]].tolerance;
  const band = toleranceOf(body) + toleranceOf(across < 0 ? body : across);
  const eps = Math.max(band, 0.1 * -i.gap, seams.seam ?? 0);
  const height = dot(n, isA ? i.onB : i.onA);
  const front = Math.min(...j.corners.map((p) => dot(n, p)));
  if (!(i.volume > j.volume * (1 + 1e-9)) || !(front >= height - eps) || !(dot(n, nj) >= -0.2)) return { covers: 'not' };
  if (across >= 0 && !(distance(bodies, across, j.corners) <= Math.max(eps, -i.gap, seams.joint ?? 0))) return { covers: 'not' };
  if (dot(n, nj) >= Math.cos(Math.PI / 180)) return { covers: 'confirms' };
  return { covers: 'explains', normal: n, behind: Math.abs(front - height), volume: i.volume };
}

const mayCover = (known: PlainVerdict | undefined): boolean => known?.verdict === 'kept';

/** What becomes of each overlapping contact. */
export function plainFilter(contacts: readonly PlainContact[], bodies: BodySet, seams: SeamOptions): Map<PlainContact, PlainVerdict> {
  const verdicts = new Map<PlainContact, PlainVerdict>();
  for (const j of [...contacts].sort((one, other) => other.volume - one.volume)) {
    const look = (body: number) => {
      const answers = contacts
        .filter((i) => i !== j && (i.a === body || i.b === body) && mayCover(verdicts.get(i)))
        .map((i) => covers(bodies, i, j, body, seams));
      const explainers = answers.filter((answer) => answer.covers === 'explains');
      explainers.sort((one, other) => one.behind - other.behind);
      return { explainers, isConfirmed: answers.some((answer) => answer.covers === 'confirms') };
    };
    if (j.b < 0) {
      verdicts.set(j, { verdict: 'kept' });
      continue;
    }
    const ends = [look(j.a), look(j.b)];
    const at = ends.findIndex(({ explainers }) => explainers.length > 0);
    if (at < 0) {
      verdicts.set(j, { verdict: 'kept' });
      continue;
    }
    const other = ends[1 - at];
    if (other.explainers.length > 0 || other.isConfirmed) {
      verdicts.set(j, { verdict: 'dropped' });
      continue;
    }
    if (ends[at].isConfirmed) {
      verdicts.set(j, { verdict: 'kept' });
      continue;
    }
    const { normal, behind } = ends[at].explainers[0];
    const reach = Math.max(...worldCorners(bodies, at === 0 ? j.a : j.b).map((p) => dot(normal, p)));
    const gap = Math.min(...j.corners.map((p) => dot(normal, p))) - reach;
    const away = at === 0 ? 1 : -1;
    // Behind that front its own points and depth stay.
    const isOwn = !isFront(bodies, j, scale(normal, away), gap);
    const normals = ends[at].explainers.filter((one) => one.behind <= behind + 1e-9).map((one) => scale(one.normal, away));
    verdicts.set(j, { verdict: 'turned', normal: scale(normal, away), gap: isOwn ? j.gap : gap, normals });
  }
  return verdicts;
}
