/** Contact points of bodies as walls, overlaps, sweeps and noise have them: what a simulator relies on. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { exactMethod } from '../../src/common-plane';
import { createContact, createDetectOptions, createOverlapFor, createState, featureIndex, Status, type Contact } from '../../src/contact';
import { overlap } from '../../src/half-space';
import { box, octahedron, polyhedronFromVertices, prism, type ConvexPolyhedron } from '../../src/polyhedron';
import { planeWallContact } from '../../src/walls';
import { anyPair, buildPair, deep, tumbled } from '../arbitraries/pairs';
import { fromAxisAngle, multiply, poseOf, rotation, type Quaternion } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { box as boxShape, grid, prism as prismShape, rock, solid } from '../arbitraries/shapes';
import { lower, surfacesOver, upper } from '../oracles/plane-surfaces';
import { cellsOf } from '../oracles/plane-zone';
import { outside } from '../oracles/polygon';
import { excess, solidOf } from '../oracles/solid';
import { solveExact } from '../oracles/solve';
import { add, distance, scale, vec, type Vec } from '../oracles/vector';
import { allFaults, byMethod, onPlane, placesOf, planeWithNormal } from './zone-checks';
import { sweep } from '../sweep';

const UP: Vec = [0, 0, 1];
const cube = box(1, 1, 1);

/** Gaps of the points, by vertex of B. */
const gapsByVertex = (contact: Contact, side: 0 | 1): Map<number, number> =>
  new Map(Array.from({ length: contact.count }, (_, k) => [featureIndex(contact.features[2 * k + side]), contact.gaps[k]]));

/** The body on the plate z <= 0.5 and over the wall z <= 0.5, in the pose: height of its centroid and turning. */
function onPlateAndWall(shape: ConvexPolyhedron, pose: Pose): { plate: Contact; wall: Contact } {
  const size = 20 * shape.radius;
  const plate = box(size, size, 1);
  const c = onPlane(plate, shape, pose, planeWithNormal(plate, shape, pose, UP));
  expect(allFaults(c)).toEqual([]);
  // The wall in the body's frame: rows of the rotation are columns of its inverse.
  const wall = createContact(2 * shape.vertexCount + 64);
  planeWallContact(wall, shape, Float64Array.of(pose[6], pose[7], pose[8], 0.5 - pose[11]), createDetectOptions());
  return { plate: c.contact, wall };
}

describe('on a plate and on a wall', () => {
  it('a cube 1 cm deep, tilted by 0.0051: four points, 0.0298 in all', () => {
    const t = 0.0051;
    const pose = poseOf(fromAxisAngle([0, 1, 0], t), [0, 0, 0.5 - 0.01 + 0.5 * Math.cos(t) + 0.5 * Math.sin(t)]);
    const { plate, wall } = onPlateAndWall(cube, pose);
    for (const contact of [plate, wall]) {
      expect(contact.count).toBe(4);
      expect(contact.gaps.subarray(0, 4).reduce((sum, gap) => sum - gap, 0)).toBeCloseTo(0.0298, 4);
    }
    const exact = byMethod(exactMethod, box(4, 4, 1), cube, pose)!.contact;
    expect([...gapsByVertex(exact, 1).keys()].sort()).toEqual([...gapsByVertex(wall, 0).keys()].sort());
  });

  it('any body, to 0.6 of its inradius deep, has the same points, gaps, area and volume', () => {
    fc.assert(
      fc.property(fc.oneof(rock(), solid(), boxShape(), prismShape(16)), rotation(), grid(0, 0.6), (named, q, part) => {
        const shape = polyhedronFromVertices(named.points);
        const pose = poseOf(q, [0, 0, 0]);
        const inradius = Math.min(...shape.offsets);
        let lowest = 0;
        for (let v = 0; v < shape.vertexCount; v++)
          lowest = Math.min(
            lowest,
            pose[6] * shape.vertices[3 * v] + pose[7] * shape.vertices[3 * v + 1] + pose[8] * shape.vertices[3 * v + 2],
          );
        pose[11] = 0.5 - lowest - (0.001 + part) * inradius;
        const { plate, wall } = onPlateAndWall(shape, pose);
        const [there, here] = [gapsByVertex(plate, 1), gapsByVertex(wall, 0)];
        const eps = 1e-13 * Math.max(1, 10 * shape.radius);
        // A corner level with the plane to rounding may be a point of one and not of the other.
        for (const [v, gap] of [...there, ...here]) {
          if (Math.abs(gap) < eps) continue;
          expect(Math.abs((there.get(v) ?? NaN) - (here.get(v) ?? NaN))).toBeLessThanOrEqual(eps);
        }
        expect(Math.abs(plate.volume - wall.volume)).toBeLessThan(eps * (1 + plate.area));
        expect(Math.abs(plate.area - wall.area)).toBeLessThan(1e-9 * shape.radius ** 2);
      }),
      runs(150, 40),
    );
  });
});

/** Whether what is between the surfaces leaves a body. */
function isUndercut(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, n: Vec): boolean {
  const surfaces = surfacesOver(a, b, pose, n);
  const [solidA, solidB] = [solidOf(a), solidOf(b, pose)];
  return cellsOf(surfaces, 0).some(({ polygon }) =>
    polygon.some((u) => {
      const at = (w: number): Vec => add(add(scale(surfaces.axes[0], u[0]), scale(surfaces.axes[1], u[1])), scale(n, surfaces.middle + w));
      return excess(solidA, at(lower(surfaces, u))) > 1e-12 || excess(solidB, at(upper(surfaces, u))) > 1e-12;
    }),
  );
}

it('volume and centre are those of the region shared, where nothing is undercut; the least gap is the plane’s', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.oneof(tumbled(rock), deep(rock), deep()), (pair) => {
      const { a, b, pose } = buildPair(pair);
      const plane = solveExact({ a, b, pose });
      fc.pre(plane.status === Status.Overlapping);
      const { contact, eps } = onPlane(a, b, pose, plane);
      expect(Math.abs(Math.min(...contact.gaps.subarray(0, contact.count)) - plane.gap)).toBeLessThanOrEqual(4 * eps);
      if (isUndercut(a, b, pose, vec(plane.normal))) return;
      compared++;
      const region = createOverlapFor(a, b);
      overlap(region, a, b, pose);
      expect(Math.abs(contact.volume - region.volume)).toBeLessThan(1e-12);
      expect(distance(vec(contact.centre), vec(region.centroid)) * region.volume).toBeLessThan(1e-11);
    }),
    runs(250, 60),
  );
  expect(compared).toBeGreaterThan(sweep(25, 6));
});

it('four points: some of all, the deepest, the farthest from it, and the extremes on both sides', () => {
  fc.assert(
    fc.property(anyPair(), fc.integer({ min: 1, max: 6 }), (pair, most) => {
      const { a, b, pose } = buildPair(pair);
      const plane = solveExact({ a, b, pose });
      fc.pre(plane.gap < 0);
      const all = onPlane(a, b, pose, plane, { pointMargin: 0.02 });
      const some = onPlane(a, b, pose, plane, { pointMargin: 0.02, maxPoints: most });
      const n = Math.min(most, all.contact.count);
      expect([some.contact.count, some.contact.dropped]).toEqual([n, 0]);
      const [places, chosen] = [placesOf(all), placesOf(some)];
      expect(chosen.every((u) => places.some((v) => v[0] === u[0] && v[1] === u[1]))).toBe(true);
      const gaps = all.contact.gaps.subarray(0, all.contact.count);
      const deepest = some.contact.gaps.indexOf(Math.min(...some.contact.gaps.subarray(0, n)));
      expect(some.contact.gaps[deepest] - Math.min(...gaps)).toBeLessThanOrEqual(4 * all.eps);
      expect([some.contact.area, some.contact.volume]).toEqual([all.contact.area, all.contact.volume]);
      if (n < 4) return;
      const far = (list: typeof places, from: (typeof places)[0]): number =>
        Math.max(...list.map((u) => Math.hypot(u[0] - from[0], u[1] - from[1])));
      // One of the deepest, of which there may be several, spans the contact as told.
      const spans = chosen.some((from, k) => {
        if (some.contact.gaps[k] - Math.min(...gaps) > 4 * all.eps) return false;
        if (far(places, from) - far(chosen, from) > 8 * all.eps) return false;
        return chosen.some((to) => {
          const across = (u: (typeof places)[0]): number => (to[0] - from[0]) * (u[1] - from[1]) - (to[1] - from[1]) * (u[0] - from[0]);
          const slack = 16 * all.eps * Math.hypot(to[0] - from[0], to[1] - from[1]);
          return (
            Math.max(...places.map(across)) - Math.max(...chosen.map(across)) <= slack &&
            Math.min(...chosen.map(across)) - Math.min(...places.map(across)) <= slack
          );
        });
      });
      expect(spans).toBe(true);
    }),
    runs(200, 50),
  );
});

it('the order of the points does not depend on the memory of the method', () => {
  let same = 0;
  fc.assert(
    fc.property(anyPair(), anyPair(), (pair, other) => {
      const { a, b, pose } = buildPair(pair);
      const before = buildPair(other);
      const state = createState(exactMethod);
      const contacts = [0, 1, 2].map((k) => {
        if (k === 2) byMethod(exactMethod, before.a, before.b, before.pose, {}, state);
        return byMethod(exactMethod, a, b, pose, { margin: 0.1 }, state)?.contact;
      });
      // Planes differ by rounding at most, or by a tie: then the points may be others.
      const names = contacts.map((contact) =>
        contact ? Array.from({ length: contact.count }, (_, k) => contact.features.subarray(2 * k, 2 * k + 2).join()) : [],
      );
      for (const k of [1, 2]) {
        expect(names[k].length > 0).toBe(names[0].length > 0);
        if ([...names[k]].sort().join(' ') !== [...names[0]].sort().join(' ')) continue;
        same++;
        expect(names[k]).toEqual(names[0]);
      }
    }),
    runs(150, 40),
  );
  expect(same).toBeGreaterThan(sweep(250, 66));
});

describe('along sweeps', () => {
  const about = (axis: Vec, angle: number): Quaternion => fromAxisAngle(axis, angle);
  const sweeps: Record<string, (s: number) => Pose> = {
    tilt: (s) => poseOf(about([0.6, 0.8, 0], 0.02 * s - 0.01), [0.2, 0.1, 0.99]),
    'tilt of a body that stands on an edge': (s) => poseOf(about([0, 1, 0], 0.5 + 0.5 * s), [0.2, 0.1, 0.5 + 0.66]),
    shift: (s) => poseOf(about([0.6, 0.8, 0], 0.003), [1.9 * s - 0.95, 0.3 * s, 0.99]),
    turn: (s) => poseOf(multiply(about([0.6, 0.8, 0], 0.003), about(UP, 3 * s)), [0.2, 0.1, 0.99]),
    depth: (s) => poseOf(about([0.6, 0.8, 0], 0.003), [0.2, 0.1, 1.01 - 0.02 * s]),
  };
  const shapes: [string, ConvexPolyhedron][] = [
    ['cube', cube],
    ['prism of 32 sides', prism(32, 0.6, 1)],
    ['octahedron', octahedron(1)],
  ];

  // In `npm test` every other pair of motion and shape, each motion and each shape among them.
  const scenes = Object.entries(sweeps)
    .flatMap(([name, pose]) => shapes.map(([kind, shape]) => [name, kind, shape, pose] as const))
    .filter((__, k) => k % sweep(1, 2) === 0);
  it.each(scenes)('volume, area and centre have no jump: %s, %s', (_, __, shape, pose) => {
    const values = (s: number): number[] => {
      const at = pose(s);
      const { contact, plane } = onPlane(cube, shape, at, planeWithNormal(cube, shape, at, UP));
      return plane.gap > 0 || !(contact.volume > 1e-9)
        ? [contact.volume, 0, 0, 0]
        : [contact.volume, contact.area, contact.volume * contact.centre[0], contact.volume * contact.centre[1]];
    };
    for (let i = 0; i < 4; i++) {
      // Into the steepest part of the sweep, ever finer: a jump stays, a slope goes.
      let [from, to] = [0, 1];
      for (let level = 0; level < 9; level++) {
        const parts = 16;
        const list = Array.from({ length: parts + 1 }, (__, k) => values(from + ((to - from) * k) / parts)[i]);
        let worst = 0;
        for (let k = 1; k < parts; k++) if (Math.abs(list[k + 1] - list[k]) > Math.abs(list[worst + 1] - list[worst])) worst = k;
        const step = (to - from) / parts;
        [from, to] = [from + worst * step, from + (worst + 1) * step];
      }
      expect(Math.abs(values(to)[i] - values(from)[i])).toBeLessThan(i === 1 ? 2e-5 : 1e-8);
    }
  });
});

describe('rounded bodies', () => {
  it('as sharp ones grown by the radii, where faces press: four points at every tilt', () => {
    const sharp = box(1.02, 1.02, 1.02);
    for (const tilt of [0, 1e-9, 1e-5]) {
      const norm = Math.sqrt(1 + (tilt * tilt) / 4 + (tilt * tilt) / 9);
      const pose = poseOf([tilt / 2 / norm, tilt / 3 / norm, 0, 1 / norm], [0.2, 0.1, 1.0199]);
      const rounded = byMethod(exactMethod, cube, cube, pose, { rounding: 0.02, margin: 0.02 })!.contact;
      const grown = byMethod(exactMethod, sharp, sharp, pose)!.contact;
      expect([rounded.count, grown.count]).toEqual([4, 4]);
      const depths = (contact: Contact, less: number): number[] =>
        [...contact.gaps.subarray(0, 4)].map((gap) => gap - less).sort((p, q) => p - q);
      // The same planes, over faces that are 0.02 wider.
      depths(rounded, 0.02).forEach((gap, k) => expect(Math.abs(gap - depths(grown, 0)[k])).toBeLessThan(0.03 * tilt + 1e-14));
      expect(Math.abs(rounded.area - 0.8 * 0.9)).toBeLessThan(2 * tilt + 1e-14);
      expect(Math.abs(rounded.volume - rounded.area * 1e-4)).toBeLessThan(2 * tilt + 1e-15);
    }
  });
});

describe('faces in one plane, off by noise', () => {
  const noises = [0, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9];

  /** A box whose top has points in it, each off its plane by up to the noise. */
  function jittered(noise: number, seed: number): ConvexPolyhedron {
    const random = (k: number): number => Math.sin(12.9898 * k + 78.233 * seed) * 0.999;
    const points: number[] = [];
    for (let k = 0; k < 8; k++) points.push(k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 + noise * random(k) : -0.5);
    for (let k = 8; k < 14; k++) points.push(0.4 * random(3 * k), 0.4 * random(3 * k + 1), 0.5 + noise * random(k));
    return polyhedronFromVertices(points);
  }

  it('change volume and area by no more than that', () => {
    for (const noise of noises) {
      for (let seed = 0; seed < sweep(12, 4); seed++) {
        const a = jittered(noise, seed);
        const b = seed % 2 === 0 ? cube : a;
        // B upside down where it is the jittered body, too.
        const pose = poseOf(b === cube ? [0, 0, 0, 1] : [1, 0, 0, 0], [0.2, 0.1, 0.999]);
        for (let k = 0; k < 3; k++) pose[9 + k] -= a.origin[k];
        const c = onPlane(a, b, pose, planeWithNormal(a, b, pose, UP));
        expect(allFaults(c)).toEqual([]);
        expect(Math.abs(c.contact.area - 0.8 * 0.9)).toBeLessThan(1e-13 + 8 * noise);
        expect(Math.abs(c.contact.volume - 0.8 * 0.9 * 1e-3)).toBeLessThan(1e-15 + 4 * noise);
      }
    }
  });

  it('leave every point inside both shadows: a prism whose corners are off their planes', () => {
    const rockPoints = Array.from({ length: 20 }, (_, k) => {
      const z = -1 + (2 * k + 1) / 20;
      const r = Math.sqrt(1 - z * z);
      return [r * Math.cos(2.4 * k), r * Math.sin(2.4 * k), z];
    }).flat();
    const b = polyhedronFromVertices(rockPoints);
    for (const noise of [...noises, 1e-8, 1e-6, 1e-4, 1e-3]) {
      for (let seed = 0; seed < sweep(6, 2); seed++) {
        const points: number[] = [];
        for (let k = 0; k < 12; k++) {
          const off = (i: number): number => noise * Math.sin(12.9898 * (3 * k + i) + 78.233 * seed);
          const angle = (Math.PI / 3) * (k >> 1);
          points.push(Math.cos(angle) + off(0), Math.sin(angle) + off(1), (k & 1) - 0.5 + off(2));
        }
        const a = polyhedronFromVertices(points);
        for (const height of [1.44, 1.3, 1.0]) {
          const pose = createPose();
          pose.set([-0.54 + 0.1 * seed, 0.09, height], 9);
          const c = byMethod(exactMethod, a, b, pose);
          if (c === null) continue;
          expect(allFaults(c)).toEqual([]);
          for (const u of placesOf(c)) {
            expect(outside(c.surfaces.a.shadow, u)).toBeLessThan(4 * c.eps);
            expect(outside(c.surfaces.b.shadow, u)).toBeLessThan(4 * c.eps);
          }
        }
      }
    }
  });
});
