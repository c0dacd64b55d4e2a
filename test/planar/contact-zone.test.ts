/**
 * Properties of points and zone of contacts in the plane that need no second look at the borders: they compare contacts
 * with each other, with overlaps and with walls.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createState, NormalOwner, Status } from '../../src/contact';
import {
  contactMethods2d,
  createBodySet2d,
  addBody2d,
  createCommonLine,
  createContact2d,
  createContactFor2d,
  createDetectOptions2d,
  createOverlap2dFor,
  detect2d,
  exactLine,
  exactLineMethod,
  lineContact,
  overlapPolygon,
  pointOnA2d,
  pointOnB2d,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  type Contact2d,
  type ConvexPolygon,
  type Pose2d,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { allowanceOf, extentOf, pointSegment, cornersOf, setLineAlong, type Pair2d } from './judge-2d';
import { latticePairs, numbers, pairs } from './shapes';
import { sweep } from '../sweep';

const line = createCommonLine();
const options = createDetectOptions2d();
const ofLine = contactMethods2d.filter(({ name }) => !['direct-search', 'fds', 'half-space'].includes(name));

const poseOf = (x: number, y: number, turn = 0): Pose2d => new Float64Array([Math.cos(turn), Math.sin(turn), x, y]);

function exact({ a, b, pose }: Pair2d, more: Partial<typeof options> = {}): Contact2d {
  const out = createContactFor2d(a, b);
  exactLine(line, a, b, pose);
  lineContact(out, a, b, pose, line, { ...options, ...more });
  return out;
}

/** The contact along the normal (0, 1), whatever the best one is: of bodies that turn, the best one can jump. */
function upright(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, more: Partial<typeof options> = {}): Contact2d {
  const out = createContactFor2d(a, b);
  setLineAlong(line, { a, b, pose }, 0, 1);
  lineContact(out, a, b, pose, line, { ...options, ...more });
  return out;
}

describe('where nothing is undercut', () => {
  test('area and pressure centre are those of the common region', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.oneof(pairs, latticePairs), (pair) => {
        const { a, b, pose } = pair;
        const out = exact(pair);
        if (out.status !== Status.Overlapping) return;
        const region = createOverlap2dFor(a, b);
        if (overlapPolygon(region, a, b, pose) !== Status.Overlapping) return;
        const [nx, ny] = out.normal;
        // Every part of the border of the region looks along the normal, A's, or against it, B's.
        for (let k = 0; k < region.vertexCount; k++) {
          const [body, edge] = region.edgeSource.slice(2 * k, 2 * k + 2);
          const [mx, my] = (body === 0 ? a : b).normals.slice(2 * edge, 2 * edge + 2);
          const cosine = body === 0 ? nx * mx + ny * my : -(nx * (pose[0] * mx - pose[1] * my) + ny * (pose[1] * mx + pose[0] * my));
          if (cosine < 1e-6) return;
        }
        compared++;
        const step = 16 * allowanceOf(pair) + 4 * (a.tolerance + b.tolerance);
        const error = step * (region.perimeter + step);
        expect(Math.abs(out.area - region.area)).toBeLessThanOrEqual(error);
        if (region.area > 1e4 * error)
          for (const k of [0, 1])
            expect(Math.abs(out.centre[k] - region.centroid[k])).toBeLessThanOrEqual(step + (4 * error * region.perimeter) / region.area);
      }),
      runs(2500, 500),
    );
    expect(compared).toBeGreaterThan(sweep(200, 40));
  });

  test('with undercut it is more: a corner of B behind a side of A that looks away', () => {
    const a = polygonFromVertices([0, 0, 2, 0, 2.5, 1, 0, 1]);
    const pose = poseOf(1.25, 0);
    const b = rectangle(1, 0.9);
    const region = createOverlap2dFor(a, b);
    overlapPolygon(region, a, b, pose);
    expect(upright(a, b, pose).area).toBeGreaterThan(region.area + 0.01);
  });
});

test('A and B are equal: swapped, the points, places and zone are the same as a set, in the other order', () => {
  fc.assert(
    fc.property(pairs, fc.constantFrom(0, 0.02), (pair, margin) => {
      const { a, b, pose } = pair;
      const more = { margin: margin * Math.min(a.radius, b.radius) };
      const out = exact(pair, more);
      const [c, s, x, y] = pose;
      const turned = createContactFor2d(b, a);
      const back = { a: b, b: a, pose: new Float64Array([c, -s, -(c * x + s * y), -(c * y - s * x)]) };
      // The same line, seen from B.
      setLineAlong(line, back, -(c * out.normal[0] + s * out.normal[1]), -(c * out.normal[1] - s * out.normal[0]));
      line.featureA = out.featureB;
      line.featureB = out.featureA;
      lineContact(turned, b, a, back.pose, line, { ...options, ...more });
      const allowed = 64 * allowanceOf(pair);
      const band = a.tolerance + b.tolerance;
      // Steep edges turn a rounding step of a place into more of a gap.
      const namesOf = ({ features, count }: Contact2d, first: number) =>
        Array.from({ length: count }, (_, k) => `${features[2 * k + first]} ${features[2 * k + 1 - first]}`);
      const isClear = (gaps: Float64Array, count: number) =>
        [...gaps.slice(0, count)].every((g) => Math.abs(g - more.margin) > 1e3 * (allowed + band));
      if (!isClear(out.gaps, out.count + out.rimCount) && margin > 0) return;
      if (Math.abs(out.gap) < 1e3 * (allowed + band)) return;
      if (namesOf(out, 0).length === turned.count) expect(namesOf(turned, 1).reverse()).toEqual(namesOf(out, 0));
      else expect([...out.gaps.slice(0, out.count)].some((g) => Math.abs(g) < 1e3 * (allowed + band))).toBe(true);
      expect(Math.abs(turned.length - out.length)).toBeLessThanOrEqual(1e-6 * extentOf(pair));
      expect(Math.abs(turned.area - out.area)).toBeLessThanOrEqual(1e-9 * extentOf(pair) ** 2);
    }),
    runs(2000, 400),
  );
});

describe('continuous', () => {
  const plate = rectangle(6, 1);
  const square = rectangle(1, 1);
  const stone = regularPolygon(7, 0.6);
  const wedge = polygonFromVertices([-0.5, 0, 0.1, -0.2, 0.6, 0.05, 0.5, 0.8, -0.4, 0.9]);
  /** Place of B against A at t in 0 .. 1. */
  const sweeps: Record<string, [ConvexPolygon, ConvexPolygon, (t: number) => Pose2d]> = {
    'a square tilted through flush': [plate, square, (t) => poseOf(0.2, 0.98, 0.1 * (t - 0.5))],
    'a square that turns all the way round, pressed in': [plate, square, (t) => poseOf(0, 0.97, 7 * t)],
    'a square that sinks, tilted': [plate, square, (t) => poseOf(0, 1.2 - 0.5 * t, 0.2)],
    'a square shifted over another, corner over corner': [square, square, (t) => poseOf(2.4 * (t - 0.5), 0.97, 0.03)],
    'a stone that rolls': [plate, stone, (t) => poseOf(2 * (t - 0.5), 1, 4 * t)],
    'a wedge shifted over the end of a plate': [plate, wedge, (t) => poseOf(2 + 2 * t, 0.75, 0.01)],
    'a wedge that sinks and turns': [square, wedge, (t) => poseOf(0.1, 1 - 0.4 * t, 0.4 * t)],
  };
  const largestJump = (steps: number, contactAt: (t: number) => Contact2d): number[] => {
    const jumps = [0, 0, 0, 0];
    let last: number[] | undefined;
    for (let k = 0; k <= steps; k++) {
      const out = contactAt(k / steps);
      const row = [out.length, out.area, out.area * out.centre[0], out.area * out.centre[1]];
      row.forEach((value, i) => {
        const jump = Math.abs(value - (last?.[i] ?? value));
        if (jump > jumps[i]) jumps[i] = jump;
      });
      last = row;
    }
    return jumps;
  };
  test.each(Object.entries(sweeps))('%s: length, area and moment jump by less as the step gets smaller', (_, [a, b, at]) => {
    const coarse = largestJump(250, (t) => upright(a, b, at(t)));
    const fine = largestJump(4000, (t) => upright(a, b, at(t)));
    // 16 times as many steps: where something turns on as a square root the jump falls by less than that.
    fine.forEach((jump, k) => expect(jump).toBeLessThan(0.3 * coarse[k] + 1e-9));
    expect(coarse[1]).toBeGreaterThan(0);
  });

  test('a point goes when its gap has come to nothing', () => {
    let last: number[] = [];
    let changes = 0;
    for (let k = 0; k <= 4000; k++) {
      const { gaps, count } = upright(plate, square, poseOf(0, 0.95 + 2e-5 * k, 0.05));
      if (k > 0 && count < last.length) {
        changes++;
        expect(Math.max(...last)).toBeGreaterThan(-2.1e-5);
      }
      last = [...gaps.slice(0, count)];
    }
    expect([changes, last]).toEqual([2, []]);
  });
});

describe('rounded bodies', () => {
  test('rounded by r, or grown by r where they press: the same points, length, area and centre', () => {
    const random = numbers(9);
    for (let k = 0; k < 500; k++) {
      const r = 0.2 * random();
      const plate = rectangle(8, 1);
      const grown = rectangle(8 + 2 * r, 1 + 2 * r);
      const stone = k % 2 === 0 ? rectangle(1, 0.5) : regularPolygon(3 + (k % 6), 0.6);
      const turn = k % 5 === 0 ? 0 : 0.3 * (random() - 0.5);
      const y = 0.5 + r + stone.inradius * (0.7 + 0.35 * random());
      const bodies = createBodySet2d();
      for (const shape of [plate, grown]) {
        addBody2d(bodies, { shape, rounding: shape === plate ? r : 0 });
        addBody2d(bodies, { shape: stone, position: [0.4 * random(), y], rotation: [Math.cos(turn), Math.sin(turn)] });
      }
      bodies.positions[6] = bodies.positions[2];
      const [rounded, sharp] = [0, 2].map((i) => {
        const out = createContactFor2d(plate, stone);
        detect2d(out, exactLineMethod, bodies, i, i + 1);
        return out;
      });
      expect([rounded.count, rounded.rimCount, rounded.owner]).toEqual([sharp.count, sharp.rimCount, sharp.owner]);
      expect(rounded.features.slice(0, 2 * rounded.count)).toEqual(sharp.features.slice(0, 2 * rounded.count));
      const numbersOf = ({ gap, length, area, centre, points, gaps, shares, count, rimCount }: Contact2d) => [
        gap,
        length,
        area,
        ...centre,
        ...points.slice(0, 2 * (count + rimCount)),
        ...gaps.slice(0, count + rimCount),
        ...shares.slice(0, count + rimCount),
      ];
      const other = numbersOf(sharp);
      numbersOf(rounded).forEach((value, i) => expect(Math.abs(value - other[i])).toBeLessThan(1e-11));
    }
  });

  test.each(ofLine.map((method) => [method.name, method] as const))(
    '%s: two edges that press have two points at every tilt',
    (_, method) => {
      const bodies = createBodySet2d();
      for (const [size, rounding] of [
        [1, 0.01],
        [1.02, 0],
      ] as const) {
        addBody2d(bodies, { shape: rectangle(size, size), rounding });
        addBody2d(bodies, { shape: rectangle(size, size), rounding, position: [0.2, 1.0199] });
      }
      for (const tilt of [0, 1e-9, -1e-9, 1e-5, -1e-5]) {
        for (const i of [0, 2]) {
          bodies.rotations.set([Math.cos(tilt), Math.sin(tilt)], 2 * i + 2);
          const out = createContactFor2d(bodies.shapes[0], bodies.shapes[0]);
          expect(detect2d(out, method, bodies, i, i + 1, createState(method))).toBe(Status.Overlapping);
          // Cundall's line leans by up to its last step, 0.01 degrees: as much as the depth allows it to.
          if (method.name !== 'cundall') expect(out.count).toBe(2);
          expect(out.area).toBeGreaterThan(0.7e-4);
        }
      }
    },
  );
});

describe('corners in line but for noise', () => {
  /**
   * A slab with `inner` more corners in its lower side, off it by some noise: made by hand, since constructors take
   * such corners out.
   */
  const chain = (noise: () => number, inner = 5): ConvexPolygon => {
    const corners: [number, number][] = [];
    for (let k = 0; k <= inner + 1; k++) corners.push([k / (inner + 1) - 0.5, -0.25 + noise()]);
    corners.push([0.5, 0.25], [-0.5, 0.25]);
    const base = rectangle(1, 0.5);
    const normals = corners.flatMap(([x, y], k) => {
      const [p, q] = corners[(k + 1) % corners.length];
      const length = Math.hypot(p - x, q - y);
      return [(q - y) / length, (x - p) / length];
    });
    const offsets = corners.map(([x, y], k) => normals[2 * k] * x + normals[2 * k + 1] * y);
    return {
      ...base,
      vertexCount: corners.length,
      vertices: Float64Array.from(corners.flat()),
      normals: Float64Array.from(normals),
      offsets: Float64Array.from(offsets),
    };
  };
  test.each([1e-17, 1e-16, 1e-15, 1e-13, 1e-11, 1e-9])('noise of %s changes length, area and centre by that order', (size) => {
    const plate = rectangle(4, 1);
    for (let seed = 0; seed < 60; seed++) {
      const random = numbers(seed);
      const slab = chain(() => size * (random() - 0.5));
      for (const depth of [1e-6, 1e-3]) {
        const pose = poseOf(0.3, 0.75 - depth);
        const out = upright(plate, slab, pose);
        expect(Math.abs(out.area - depth)).toBeLessThan(2 * size + 1e-15);
        expect(Math.abs(out.length - 1)).toBeLessThan(1e-12);
        expect(Math.abs(out.centre[0] - 0.3)).toBeLessThan((size + 1e-15) / depth + 1e-12);
        // All corners press and are listed, in order; their shares add up.
        expect([out.count, out.rimCount, out.owner]).toEqual([7, 0, NormalOwner.FaceA]);
        expect(out.shares.slice(0, 7).reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12);
        // Two that span the contact, whatever the noise is.
        if (size > 1e-16) continue;
        const two = upright(plate, slab, pose, { maxPoints: 2 });
        expect(Math.abs(two.points[2] - two.points[0])).toBeCloseTo(1, 12);
      }
    }
  });

  test.each([1e-17, 1e-15, 1e-12, 1e-9])('two equal squares flush, one moved by noise of %s: two points, corner on corner', (size) => {
    const square = rectangle(1, 1);
    for (let seed = 0; seed < 100; seed++) {
      const random = numbers(seed);
      const noise = () => size * (random() - 0.5);
      const out = exact({ a: square, b: square, pose: poseOf(noise(), 0.999 + noise(), noise()) });
      // Beyond rounding a corner stands beside the other.
      expect(out.count).toBeGreaterThanOrEqual(2);
      expect(out.count).toBeLessThanOrEqual(size < 1e-14 ? 2 : 4);
      expect(Math.abs(out.area - 0.001)).toBeLessThan(4 * size + 1e-15);
      expect(Math.abs(out.length - 1)).toBeLessThan(4 * size + 1e-14);
    }
  });
});

describe('room and choice', () => {
  const plate = rectangle(6, 1);
  const wheel = regularPolygon(40, 1);
  const pose = poseOf(0.1, 1.2, 0.05);
  const rowsOf = ({ count, rimCount, features, gaps, points }: Contact2d, all = false) =>
    Array.from({ length: all ? count + rimCount : count }, (_, k) => [
      ...features.slice(2 * k, 2 * k + 2),
      gaps[k],
      ...points.slice(2 * k, 2 * k + 2),
    ]);
  const full = upright(plate, wheel, pose);

  test('all of it, with room', () => {
    expect([full.count > 8, full.rimCount, full.dropped]).toEqual([true, 2, 0]);
    expect(rowsOf(full).every(([, , , x], k, rows) => k === 0 || x < rows[k - 1][3])).toBe(true);
  });

  test.each([1, 2, 3, 5, 8, 100])('maxPoints %s: the deepest, the farthest from it, the deepest of the rest, in order', (maxPoints) => {
    const out = upright(plate, wheel, pose, { maxPoints });
    const all = rowsOf(full);
    const deepest = all.reduce((best, row) => (row[2] < best[2] ? row : best));
    const rest = all.filter((row) => row !== deepest);
    const farthest = rest.reduce((best, row) => (Math.abs(row[3] - deepest[3]) > Math.abs(best[3] - deepest[3]) ? row : best));
    const others = rest.filter((row) => row !== farthest).sort((p, q) => p[2] - q[2]);
    const wanted = [deepest, farthest, ...others].slice(0, maxPoints);
    expect(rowsOf(out)).toEqual(all.filter((row) => wanted.includes(row)));
    expect([out.dropped, out.rimCount, out.length, out.area]).toEqual([0, 2, full.length, full.area]);
  });

  test('too little room: those that maxPoints would keep, and the rest is told', () => {
    for (let room = 0; room <= full.count + 3; room++) {
      const out = createContact2d(room);
      setLineAlong(line, { a: plate, b: wheel, pose }, 0, 1);
      lineContact(out, plate, wheel, pose, line, options);
      const kept = Math.min(room, full.count);
      expect(out.count).toBe(kept);
      expect(out.count + out.rimCount + out.dropped).toBe(full.count + 2);
      expect(out.count + out.rimCount).toBeLessThanOrEqual(room);
      if (kept > 0) expect(rowsOf(out)).toEqual(rowsOf(upright(plate, wheel, pose, { maxPoints: kept })));
      expect([out.length, out.area, out.kind]).toEqual([full.length, full.area, full.kind]);
    }
  });

  test.each(contactMethods2d.map((method) => [method.name, method] as const))('%s: never more rows than there is room for', (_, method) => {
    const random = numbers(4);
    for (let k = 0; k < sweep(300, 80); k++) {
      const [x, y, turn] = [2 * random() - 1, 0.5 + random(), 7 * random()];
      for (const room of [0, 1, 2, 3]) {
        for (const maxPoints of [0, 1]) {
          const out = createContact2d(room);
          const all = createContactFor2d(plate, wheel);
          for (const contact of [out, all])
            method.detect(contact, plate, wheel, poseOf(x, y, turn), createState(method), { ...options, maxPoints, margin: 0.01 });
          expect(out.count + out.rimCount).toBeLessThanOrEqual(room);
          expect(out.count + out.rimCount + out.dropped).toBe(all.count + all.rimCount);
          expect(all.dropped).toBe(0);
          if (maxPoints === 1) expect(all.count).toBeLessThanOrEqual(1);
        }
      }
    }
  });
});

test('points of a pair that touches are listed up to pointMargin, of one that is apart up to the margin', () => {
  const plate = rectangle(6, 1);
  const square = rectangle(1, 1);
  const tilt = 0.01;
  const low = 0.5 + 0.5 * (Math.cos(tilt) + Math.sin(tilt));
  for (const [height, more, count] of [
    [-1e-3, {}, 1],
    [-1e-3, { pointMargin: 0.0099 }, 2],
    [-1e-3, { pointMargin: 0.0085 }, 1],
    [1e-3, { pointMargin: 0.02 }, 0],
    [1e-3, { margin: 0.002, pointMargin: 0.02 }, 1],
    [1e-3, { margin: 0.02 }, 2],
    [-1e-3, { margin: 0.02, pointMargin: 0.001 }, 2],
  ] as const) {
    expect([height, more, exact({ a: plate, b: square, pose: poseOf(0, low + height, tilt) }, more).count]).toEqual([height, more, count]);
  }
});

test('witnesses: the places on A and on B are on the borders, a gap apart, of sharp and of rounded bodies', () => {
  const random = numbers(21);
  const [onA, onB] = [new Float64Array(2), new Float64Array(2)];
  let seen = 0;
  for (let k = 0; k < 400; k++) {
    const bodies = createBodySet2d();
    const [turnA, turnB] = [7 * random(), 7 * random()];
    const radius = k % 2 === 0 ? 0 : 0.05;
    addBody2d(bodies, { shape: regularPolygon(3 + (k % 5)), rotation: [Math.cos(turnA), Math.sin(turnA)], rounding: radius });
    addBody2d(bodies, {
      shape: rectangle(1.2, 0.8),
      position: [1 + 0.6 * random(), 0.5 * random()],
      rotation: [Math.cos(turnB), Math.sin(turnB)],
      rounding: 2 * radius,
    });
    const out = createContactFor2d(bodies.shapes[0], bodies.shapes[1]);
    detect2d(out, exactLineMethod, bodies, 0, 1, undefined, { ...options, margin: 0.05 });
    for (let p = 0; p < out.count + out.rimCount; p++) {
      seen++;
      pointOnA2d(onA, out, p);
      pointOnB2d(onB, out, p);
      for (const [place, i, sign] of [
        [onA, 0, -1],
        [onB, 1, 1],
      ] as const) {
        // Back from the swollen border to the sharp one.
        const [x, y] = [0, 1].map((i2) => place[i2] + sign * bodies.rounding[i] * out.normal[i2]);
        const pose = new Float64Array([...bodies.rotations.slice(2 * i, 2 * i + 2), ...bodies.positions.slice(2 * i, 2 * i + 2)]);
        const corners = cornersOf(bodies.shapes[i], pose);
        const distance = Math.min(...corners.map((corner, c) => pointSegment([x, y], corner, corners[(c + 1) % corners.length])));
        expect(distance).toBeLessThan(1e-13);
      }
      const way = [0, 1].map((i) => onB[i] - onA[i] - out.gaps[p] * out.normal[i]);
      expect(Math.hypot(...way)).toBeLessThan(1e-14);
    }
  }
  expect(seen).toBeGreaterThan(300);
});
