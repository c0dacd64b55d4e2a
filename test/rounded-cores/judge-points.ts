import { featureDimension, featureIndex, type Contact, type ConvexPolyhedron } from '../../src/index';
import { add, distance, dot, scale, sub, vec, type Vec } from '../oracles/vector';
import type { CorePair } from './core-pairs';
import { distanceToFeature, placedCorners } from './judge-cores';

/**
 * What is wrong with the points of a contact of cores, by their definition; '' for nothing. `limit`: gap up to which
 * points are listed, of the cores. Brute force over vertices: a vertex of one core that lies plainly over or under the
 * other, and on the side that looks at it, must be listed if its gap is plainly within the limit. Every point listed
 * must join the two features that it names, along the normal; for two lines also aside.
 */
export function faultOfPoints(pair: Omit<CorePair, 'family'>, contact: Contact, limit: number): string {
  const { a, b, pose } = pair;
  const corners = placedCorners(pair);
  const extent = a.radius + b.radius + Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2);
  const slack = 64 * 2 ** -52 * extent;
  const n = vec(contact.normal);
  const isLine = [a, b].every((shape) => shape.dimension < 3);
  for (let k = 0; k < contact.count; k++) {
    const point = vec(contact.points, 3 * k);
    const gap = contact.gaps[k];
    if (!(gap <= limit + slack)) return `point ${k} has a gap of ${gap}, limit ${limit}`;
    if (!(gap >= contact.gap - 64 * slack)) return `point ${k} is deeper than the plane: ${gap} < ${contact.gap}`;
    const codes = [contact.features[2 * k], contact.features[2 * k + 1]];
    const ends = [add(point, scale(n, -gap / 2)), add(point, scale(n, gap / 2))];
    // Places aside, of lines that are almost parallel: within what a gap up to the limit allows.
    const aside = isLine && gap > contact.gap ? Math.sqrt(Math.max(0, gap * gap - contact.gap * contact.gap)) : 0;
    for (const side of [0, 1]) {
      const off = distanceToFeature(side === 0 ? a : b, corners[side], ends[side], codes[side]);
      if (!(off <= 1e6 * slack + aside)) return `point ${k} is ${off} off feature ${codes[side]} of body ${side}`;
    }
    for (let i = 0; i < k; i++) {
      if (distance(point, vec(contact.points, 3 * i)) <= slack / 64) return `points ${i} and ${k} are one`;
    }
  }
  for (const side of [0, 1]) {
    const own = corners[side];
    const shape = side === 0 ? b : a;
    const up = side === 0 ? n : scale(n, -1);
    own.forEach((v, index) => {
      if (fault !== '') return;
      if (own.some((w) => w !== v && dot(up, sub(w, v)) > 0 && isOver([w], v, up, slack))) return;
      if (heightOver(own, v, up) > 1e-9 * extent) return;
      if (!isInside(corners[1 - side], shape, v, up, 1e-6 * extent)) return;
      const gap = -heightOver(corners[1 - side], v, scale(up, -1));
      if (!(gap <= limit - 1e-9 * extent)) return;
      const listed = Array.from({ length: contact.count }, (_, k) => contact.features[2 * k + side]);
      if (!listed.some((code) => featureDimension(code) === 0 && featureIndex(code) === index)) {
        fault = `vertex ${index} of body ${side} has gap ${gap}, limit ${limit}, and is not listed`;
      }
    });
    if (fault !== '') {
      const words = fault;
      fault = '';
      return words;
    }
  }
  return '';
}

let fault = '';

const isOver = (points: readonly Vec[], v: Vec, up: Vec, slack: number): boolean =>
  points.some((w) => {
    const d = sub(w, v);
    return distance(d, scale(up, dot(d, up))) <= slack;
  });

/** Greatest height, along `up` from v, of the hull of points over v; -Infinity where it is not over v. */
function heightOver(points: readonly Vec[], v: Vec, up: Vec): number {
  let best = -Infinity;
  const flat = points.map((p) => {
    const d = sub(p, v);
    const h = dot(d, up);
    return { d: sub(d, scale(up, h)), h };
  });
  // The hull over v is reached by triangles of points around it.
  for (let i = 0; i < flat.length; i++) {
    for (let j = i + 1; j < flat.length; j++) {
      const between = weightBetween(flat[i].d, flat[j].d);
      if (between >= 0) best = Math.max(best, (1 - between) * flat[i].h + between * flat[j].h);
      for (let k = j + 1; k < flat.length; k++) {
        const w = weights(flat[i].d, flat[j].d, flat[k].d, up);
        if (w) best = Math.max(best, w[0] * flat[i].h + w[1] * flat[j].h + w[2] * flat[k].h);
      }
    }
  }
  return best;
}

/** Where the origin lies between p and q, 0 to 1; -1 where it does not. */
function weightBetween(p: Vec, q: Vec): number {
  const e = sub(q, p);
  const square = dot(e, e);
  const t = square > 1e-18 ? -dot(p, e) / square : 0;
  return t >= 0 && t <= 1 && distance(p, scale(e, -t)) <= 1e-9 ? t : -1;
}

/** Barycentric weights of the origin in a triangle, null outside or without area. */
function weights(p: Vec, q: Vec, r: Vec, up: Vec): [number, number, number] | null {
  const area = (x: Vec, y: Vec): number => dot(up, [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]);
  const [a, b, c] = [area(q, r), area(r, p), area(p, q)];
  const sum = a + b + c;
  if (!(Math.abs(sum) > 1e-9)) return null;
  const w: [number, number, number] = [a / sum, b / sum, c / sum];
  return w.every((x) => x >= -1e-9) ? w : null;
}

/** Whether v is over the inside of the shadow of the points, by more than `by` from its border. */
function isInside(points: readonly Vec[], shape: ConvexPolyhedron, v: Vec, up: Vec, by: number): boolean {
  if (shape.dimension < 2) return false;
  const around = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
    const x: Vec = Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    const u = sub(x, scale(up, dot(up, x)));
    const unit = scale(u, 1 / Math.sqrt(dot(u, u)));
    const across: Vec = [up[1] * unit[2] - up[2] * unit[1], up[2] * unit[0] - up[0] * unit[2], up[0] * unit[1] - up[1] * unit[0]];
    const angle = (Math.PI * k) / 4;
    return add(v, add(scale(unit, by * Math.cos(angle)), scale(across, by * Math.sin(angle))));
  });
  return around.every((w) => heightOver(points, w, up) > -Infinity);
}
