/**
 * What contact points and zone must be, from their definition: heights of both borders over a place by a look at all
 * edges, and sums over the places of all corners.
 */
import { featureDimension, featureIndex, NormalOwner } from '../../src/contact';
import type { Contact2d } from '../../src/planar';
import { allowanceOf, cornersOf, extentOf, type Pair2d } from './judge-2d';

interface Spot {
  place: number;
  height: number;
}

interface Edge {
  from: Spot;
  to: Spot;
  /** Number of the edge. */
  index: number;
  slope: number;
}

interface Border {
  corners: Spot[];
  edges: Edge[];
  from: number;
  to: number;
  /** Whether an edge is so near to upright that rounding decides if it has a shadow. */
  isDoubtful: boolean;
}

/** Edges with a cosine to the normal of less than this have no shadow; those near it may or may not have one. */
const LEAST_COSINE = 1e-9;

export interface BorderJudge {
  /** Whether an edge is so near to upright that rounding decides if it has a shadow. */
  isDoubtful: boolean;
  from: number;
  to: number;
  gapAt: (place: number) => number;
  middleAt: (place: number) => number;
  /**
   * Length of the places with a gap of at most t; integrals over them of t - gap, of that times place, and times the
   * height midway; and between which heights that is.
   */
  zone: (t: number) => { length: number; load: number; moment: number; lift: number; low: number; high: number };
  leastGap: number;
}

function borderOf(
  corners: [number, number][],
  rounding: number,
  normal: ArrayLike<number>,
  origin: ArrayLike<number>,
  side: 1 | -1,
): Border {
  const spots = corners.map(([x, y]) => {
    const [p, q] = [x - origin[0], y - origin[1]];
    return { place: normal[0] * q - normal[1] * p, height: normal[0] * p + normal[1] * q };
  });
  const edges: Edge[] = [];
  let isDoubtful = false;
  spots.forEach((spot, index) => {
    const next = spots[(index + 1) % spots.length];
    const [run, rise] = [next.place - spot.place, next.height - spot.height];
    // Counter-clockwise, an edge that looks along the normal goes along the tangent.
    const length = Math.hypot(run, rise);
    const cosine = (side * run) / length;
    if (Math.abs(Math.abs(cosine) - LEAST_COSINE) < 0.9 * LEAST_COSINE + rounding / length) isDoubtful = true;
    if (!(cosine >= LEAST_COSINE)) return;
    edges.push({ from: side === 1 ? spot : next, to: side === 1 ? next : spot, index, slope: Math.abs(rise / run) });
  });
  if (edges.length === 0) {
    // A point, or a segment on end: its top is all of the border.
    const heights = spots.map(({ height }) => side * height);
    const index = heights.indexOf(Math.max(...heights));
    edges.push({ from: spots[index], to: spots[index], index: -1, slope: 0 });
  }
  return {
    corners: spots,
    edges,
    from: Math.min(...edges.map(({ from }) => from.place)),
    to: Math.max(...edges.map(({ to }) => to.place)),
    isDoubtful,
  };
}

function heightOn({ from, to }: Edge, place: number): number {
  const width = to.place - from.place;
  const part = width > 0 ? Math.min(1, Math.max(0, (place - from.place) / width)) : 0;
  return from.height + part * (to.height - from.height);
}

function heightAt(border: Border, place: number, side: 1 | -1): number {
  const inside = Math.min(border.to, Math.max(border.from, place));
  const heights = border.edges.filter(({ from, to }) => from.place <= inside && inside <= to.place).map((edge) => heightOn(edge, inside));
  return side * Math.max(...heights.map((h) => side * h));
}

function judgeOf(a: Border, b: Border): BorderJudge {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
  const gapAt = (place: number): number => heightAt(b, place, -1) - heightAt(a, place, 1);
  const middleAt = (place: number): number => 0.5 * (heightAt(b, place, -1) + heightAt(a, place, 1));
  const places = [from, to, ...[...a.edges, ...b.edges].flatMap((edge) => [edge.from.place, edge.to.place])]
    .filter((place) => place >= from && place <= to)
    .sort((x, y) => x - y);
  const gaps = places.map(gapAt);
  const zone = (t: number) => {
    const sum = { length: 0, load: 0, moment: 0, lift: 0, low: Infinity, high: -Infinity };
    for (let k = 0; k + 1 < places.length; k++) {
      let [p, q] = [places[k], places[k + 1]];
      let [wp, wq] = [t - gaps[k], t - gaps[k + 1]];
      let [mp, mq] = [middleAt(p), middleAt(q)];
      if (wp < 0 && wq < 0) continue;
      if (wp < 0) [p, mp, wp] = [q - ((q - p) * wq) / (wq - wp), mq - ((mq - mp) * wq) / (wq - wp), 0];
      else if (wq < 0) [q, mq, wq] = [p + ((q - p) * wp) / (wp - wq), mp + ((mq - mp) * wp) / (wp - wq), 0];
      const width = q - p;
      sum.length += width;
      sum.load += (width * (wp + wq)) / 2;
      // Simpson's rule is exact for a product of two linear functions.
      sum.moment += (width * (wp * p + 4 * (0.5 * (wp + wq)) * (0.5 * (p + q)) + wq * q)) / 6;
      sum.lift += (width * (wp * mp + 4 * (0.5 * (wp + wq)) * (0.5 * (mp + mq)) + wq * mq)) / 6;
      sum.low = Math.min(sum.low, mp, mq);
      sum.high = Math.max(sum.high, mp, mq);
    }
    return sum;
  };
  return { isDoubtful: a.isDoubtful || b.isDoubtful, from, to, gapAt, middleAt, zone, leastGap: Math.min(...gaps) };
}

function sidesOf(pair: Pair2d, normal: ArrayLike<number>, origin: ArrayLike<number>): [Border, Border] {
  const { a, b, pose } = pair;
  return [
    borderOf(cornersOf(a), 8 * 2 ** -53 * a.radius, normal, origin, 1),
    borderOf(cornersOf(b, pose), 8 * 2 ** -53 * extentOf(pair), normal, origin, -1),
  ];
}

/** The borders of a pair over a line with this normal through this point. */
export function bordersOf(pair: Pair2d, normal: ArrayLike<number>, origin: ArrayLike<number>): BorderJudge {
  return judgeOf(...sidesOf(pair, normal, origin));
}

export interface PointRules {
  /** The limit of the points. */
  limit: number;
  rounding?: number;
  minLength?: number;
  /** Whether all points are there. */
  all?: boolean;
}

/** What is wrong with the points and the zone of a contact of sharp gaps, in A's frame. Empty when nothing is. */
export function complaintsAboutPoints(contact: Contact2d, pair: Pair2d, rules: PointRules): string[] {
  const { limit, rounding = 0, minLength = 0, all = true } = rules;
  const { a, b } = pair;
  const { normal, pointA: origin, count, rimCount } = contact;
  const sides = sidesOf(pair, normal, origin);
  const judge = judgeOf(...sides);
  if (judge.isDoubtful) return [];
  const r = 4 * allowanceOf(pair);
  const eps = a.tolerance + b.tolerance + 4 * Number.EPSILON * Math.abs(contact.gap);
  const near = 2 * eps + r;
  const faults: string[] = [];
  const check = (holds: boolean, message: string): void => {
    if (!holds) faults.push(message);
  };
  /**
   * What the height of an edge may be off where its place is: by rounding, or where it is one with a corner of the
   * other border within the tolerances of both polygons.
   */
  const errorOf = (edge: Edge): number => r + Math.min(near * edge.slope, Math.abs(edge.to.height - edge.from.height));
  const rows = Array.from({ length: count + rimCount }, (_, k) => {
    const [x, y] = [contact.points[2 * k] - origin[0], contact.points[2 * k + 1] - origin[1]];
    return {
      place: normal[0] * y - normal[1] * x,
      middle: normal[0] * x + normal[1] * y,
      gap: contact.gaps[k],
      share: contact.shares[k],
      names: [contact.features[2 * k], contact.features[2 * k + 1]],
    };
  });
  const points = rows.slice(0, count);
  const missed = judge.from > judge.to + near;
  let least = Infinity;
  /** What the gap of the deepest point may be off. */
  let leastError = r;

  // Each row is what its name says.
  rows.forEach(({ place, middle, gap, names }, k) => {
    const heights = [0, 0];
    let error = r;
    const isRim = k >= count;
    const vertices = names.filter((name) => featureDimension(name) === 0).length;
    check(isRim ? vertices === 0 : vertices > 0, `row ${k}: names ${names.join()}`);
    names.forEach((name, side) => {
      const { corners, edges } = sides[side];
      const index = featureIndex(name);
      if (featureDimension(name) === 0) {
        const corner = corners[index];
        heights[side] = corner.height;
        check(
          Math.abs(corner.place - place) <= near || missed,
          `row ${k}: corner ${index} of body ${side} is at ${corner.place}, not ${place}`,
        );
        return;
      }
      const edge = edges.find((other) => other.index === index);
      if (!edge) {
        faults.push(`row ${k}: edge ${index} of body ${side} is not on the border`);
        return;
      }
      check(place >= edge.from.place - near && place <= edge.to.place + near, `row ${k}: beyond edge ${index} of body ${side}`);
      heights[side] = heightOn(edge, place);
      error += errorOf(edge);
    });
    check(Math.abs(gap - (heights[1] - heights[0])) <= error, `row ${k}: gap ${gap}, by its names ${heights[1] - heights[0]}`);
    check(Math.abs(middle - 0.5 * (heights[0] + heights[1])) <= error, `row ${k}: not midway`);
    if (isRim) return;
    if (gap < least) [least, leastError] = [gap, error];
    check(
      gap <= Math.max(limit, rounding + eps, judge.leastGap + eps) + 2 * error || count === 1,
      `row ${k}: gap ${gap} beyond the limit ${limit}`,
    );
    if (k > 0) check(place >= rows[k - 1].place - r, `row ${k}: out of order`);
  });
  check(
    rows.slice(count).every(({ place }, k, rim) => k === 0 || place >= rim[0].place),
    'rim out of order',
  );

  // Every corner within the limit has its row, once.
  sides.forEach((border, side) => {
    const other = sides[1 - side];
    border.corners.forEach((corner, index) => {
      const listed = points.filter(({ names }) => names[side] === 4 * index).length;
      check(listed <= 1, `corner ${index} of body ${side} is listed ${listed} times`);
      const isOn = border.edges.some(({ from, to }) => from === corner || to === corner);
      if (!isOn || corner.place < other.from + near || corner.place > other.to - near || listed > 0 || !all) return;
      const edge = other.edges.find(({ from, to }) => from.place <= corner.place && corner.place <= to.place);
      const gap = judge.gapAt(corner.place);
      check(gap > limit - 2 * errorOf(edge!), `corner ${index} of body ${side} is missing at gap ${gap}`);
    });
  });
  check(count > 0, 'no point');
  if (missed) {
    check(count === 1 && contact.area === 0 && contact.length === minLength, 'shadows that miss each other');
    return faults;
  }
  if (count > 1) check(least <= judge.leastGap + 4 * leastError || !all, `least gap ${least}, the borders have ${judge.leastGap}`);

  // The zone: a step more or less of gap, and of place.
  const t = rounding + eps;
  const [low, zone, high] = [t - 4 * r, t, t + 4 * r].map(judge.zone);
  const isZone = contact.length > minLength;
  const length = isZone ? contact.length : 0;
  if (judge.leastGap < t - 4 * r || isZone) {
    check(
      contact.length >= low.length - near && contact.length <= Math.max(minLength, high.length + near),
      `length ${contact.length}, the borders have ${zone.length}`,
    );
    const area = Math.max(0, zone.load - eps * zone.length);
    const error = 8 * r * high.length + near * Math.max(0, t - judge.leastGap) * 4;
    check(Math.abs(contact.area - area) <= error, `area ${contact.area}, the borders have ${area}`);
    const place = normal[0] * (contact.centre[1] - origin[1]) - normal[1] * (contact.centre[0] - origin[0]);
    if (zone.load > 0) {
      const part = (4 * (8 * r * high.length + near * Math.max(0, t - judge.leastGap))) / zone.load;
      const off = near + part * high.length;
      check(Math.abs(place - zone.moment / zone.load) <= off, `centre at ${place}, the borders have ${zone.moment / zone.load}`);
      const middle = normal[0] * (contact.centre[0] - origin[0]) + normal[1] * (contact.centre[1] - origin[1]);
      const up = near + part * (high.high - high.low);
      check(Math.abs(middle - zone.lift / zone.load) <= up, `centre ${middle} high, the borders have ${zone.lift / zone.load}`);
    }
    check(place >= judge.from - near && place <= judge.to + near, 'centre beside the borders');
  } else if (judge.leastGap > t + 4 * r) {
    check(contact.area === 0 && contact.length === minLength, `a zone of ${contact.length} at gap ${judge.leastGap}`);
  }
  if (all && isZone) {
    let [sum, load, terms] = [0, 0, 0];
    for (const row of rows) {
      sum += row.share;
      load += row.share * (rounding - row.gap);
      terms += row.share * (Math.abs(row.gap) + rounding);
    }
    check(Math.abs(sum - length) <= 1e-12 * length, `shares sum to ${sum}, the length is ${length}`);
    check(Math.abs(Math.max(0, load) - contact.area) <= 1e-12 * terms, `shares times gaps sum to ${load}, the area is ${contact.area}`);
  }
  check(
    rows.every(({ share }) => share >= 0),
    'a share is negative',
  );
  if (contact.owner === NormalOwner.FaceA || contact.owner === NormalOwner.FaceB) {
    const border = sides[contact.owner === NormalOwner.FaceA ? 0 : 1];
    const slope = Math.min(
      ...border.edges.filter(({ from, to }) => to.place - from.place > eps).map((edge) => edge.slope * (edge.to.place - edge.from.place)),
    );
    const level = contact.gap > eps ? Math.max(eps, (2 * eps * (a.radius + b.radius)) / contact.gap) : eps;
    check(slope <= level + r, `the normal is not that of an edge of the owner, which rises ${slope}`);
  }
  return faults;
}
