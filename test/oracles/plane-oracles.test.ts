import fc from 'fast-check';
import { expect, it } from 'vitest';
import { box, octahedron } from '../../src/polyhedron';
import { anyPair, buildPair, tumbled } from '../arbitraries/pairs';
import { fromAxisAngle, poseOf } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { rock } from '../arbitraries/shapes';
import { faceClipOverlap } from './face-clip-overlap';
import { planeCorners } from './plane-points';
import { gapAt, lower, placeOf, surfacesOver, upper, type Surfaces } from './plane-surfaces';
import { bedEnergy, cellsOf, sharesOf, zoneIntegrals, zoneOf } from './plane-zone';
import { integrate, polygonArea, type Place } from './polygon';
import { excess, solidOf, type Solid } from './solid';
import { solveExact } from './solve';
import { add, scale, vec, type Vec } from './vector';
import { sweep } from '../sweep';

const UP: Vec = [0, 0, 1];
const cube = box(1, 1, 1);

it('cubes on each other, shifted by a quarter and a half', () => {
  const surfaces = surfacesOver(cube, cube, poseOf([0, 0, 0, 1], [0.25, 0.5, 0.99]), UP);
  expect(surfaces.apart).toBeCloseTo(-0.01, 15);
  const zone = zoneIntegrals(surfaces, 0);
  expect(zone.area).toBeCloseTo(0.375, 14);
  expect(zone.weight).toBeCloseTo(0.00375, 15);
  placeOf(surfaces, [0.125, 0.25, 0]).forEach((x, k) => expect(zone.centre[k]).toBeCloseTo(x, 13));
  expect(bedEnergy(surfaces, 0)).toBeCloseTo((0.375 * 0.01 ** 2) / 2, 15);
  const corners = planeCorners(surfaces, 1e-14);
  expect(corners.length).toBe(4);
  for (const { gaps, alone } of corners) {
    expect(alone).toBe(true);
    expect(gaps[0]).toBeLessThan(-0.01);
    expect(gaps[1]).toBeGreaterThan(-0.01);
    expect(gaps[1] - gaps[0]).toBeLessThan(1e-13);
  }
  // A quarter of the area each, and the parts of a cell without a level.
  for (const { share } of sharesOf(surfaces, 0)) expect(share).toBeCloseTo(0.375 / 4, 14);
});

it('a cube tilted by 0.0051 on a plate: a wedge', () => {
  const t = 0.0051;
  const plate = box(4, 4, 1);
  const height = 0.5 - 0.01 + 0.5 * Math.cos(t) + 0.5 * Math.sin(t);
  const surfaces = surfacesOver(plate, cube, poseOf(fromAxisAngle([0, 1, 0], t), [0, 0, height]), UP);
  const gaps = planeCorners(surfaces, 1e-14).map((corner) => (corner.gaps[0] + corner.gaps[1]) / 2);
  // The side that hangs over is seen from below as well: two corners a cube higher.
  expect(gaps.map((gap) => Math.round(gap)).sort()).toEqual([-0, -0, -0, -0, 1, 1]);
  expect(gaps.reduce((sum, gap) => sum + Math.max(0, -gap), 0)).toBeCloseTo(0.0298, 4);
  // All of the lower face presses, a trapezium cos t long, and a strip of the side, a triangle.
  const zone = zoneIntegrals(surfaces, 0);
  expect(zone.area).toBeCloseTo(Math.cos(t) + 0.01 * Math.tan(t), 13);
  expect(zone.weight).toBeCloseTo(Math.cos(t) * (0.01 - Math.sin(t) / 2) + (0.01 ** 2 * Math.tan(t)) / 2, 14);
});

it('an octahedron, corner down: cells meet in the corner, the zone is a square', () => {
  const down = octahedron(Math.SQRT2);
  const surfaces = surfacesOver(box(4, 4, 1), down, poseOf([0, 0, 0, 1], [0, 0, 0.5 + 1 - 0.1]), UP);
  const zone = zoneIntegrals(surfaces, 0);
  expect(zone.area).toBeCloseTo(2 * 0.1 ** 2, 15);
  expect(zone.weight).toBeCloseTo((2 * 0.1 ** 3) / 3, 16);
  expect(cellsOf(surfaces, 0).length).toBe(4);
  const [x, y] = placeOf(surfaces, [0.03, -0.02, 7]);
  expect(gapAt(surfaces, [x, y])).toBeCloseTo(-0.05, 15);
});

/**
 * The integral over the zone of t - gap, and of u times it, from areas alone: weight(t) is the integral of area(s) over
 * s up to t, and areas are quadratic between corners (Simpson).
 */
function layers(surfaces: Surfaces, t: number): { weight: number; moment: number[] } {
  const eps = 1e-15;
  const inside = planeCorners(surfaces, eps).map(({ gaps }) => (gaps[0] + gaps[1]) / 2);
  const corners = cellsOf(surfaces, Infinity).flatMap(({ polygon }) => polygon.map((u) => gapAt(surfaces, u)));
  const levels = [surfaces.apart, ...inside, ...corners, t].filter((s) => s >= surfaces.apart && s <= t).sort((p, q) => p - q);
  let weight = 0;
  const moment = [0, 0];
  for (let k = 1; k < levels.length; k++) {
    const [s, next] = [levels[k - 1], levels[k]];
    if (!(next - s > 1e-12)) continue;
    [s, (s + next) / 2, next].forEach((level, i) => {
      const polygon = zoneOf(surfaces, level);
      const part = ((next - s) / 6) * (i === 1 ? 4 : 1);
      weight += part * polygonArea(polygon);
      for (const axis of [0, 1]) moment[axis] += part * integrate(polygon, (u) => u[axis]);
    });
  }
  return { weight, moment };
}

it('volume and moments are those of layers', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyPair(() => rock(12)),
        tumbled(),
      ),
      (pair) => {
        const { a, b, pose } = buildPair(pair);
        const plane = solveExact({ a, b, pose });
        fc.pre(plane.gap < 0.5 && a.faceCount * b.faceCount < 1500);
        const surfaces = surfacesOver(a, b, pose, vec(plane.normal));
        for (const t of [0, 0.1]) {
          const { weight, centre, area } = zoneIntegrals(surfaces, t);
          const other = layers(surfaces, t);
          expect(Math.abs(weight - other.weight)).toBeLessThan(1e-11);
          for (const k of [0, 1]) if (weight > 0) expect(Math.abs(weight * centre[k] - other.moment[k])).toBeLessThan(1e-11);
          // Cells fill the zone, shares the cells, and the gaps at their corners the volume.
          const cells = cellsOf(surfaces, t);
          expect(Math.abs(cells.reduce((sum, { polygon }) => sum + polygonArea(polygon), 0) - area)).toBeLessThan(1e-8);
          const shares = sharesOf(surfaces, t);
          expect(Math.abs(shares.reduce((sum, { share }) => sum + share, 0) - area)).toBeLessThan(1e-8);
          expect(Math.abs(shares.reduce((sum, { u, share }) => sum + share * (t - gapAt(surfaces, u)), 0) - weight)).toBeLessThan(1e-8);
        }
      },
    ),
    runs(60, 30),
  );
});

/** Whether the region between the surfaces leaves a body: its corners are those of cells, on either surface. */
function isUndercut(surfaces: Surfaces, a: Solid, b: Solid): boolean {
  const at = (u: Place, w: number): Vec =>
    add(add(scale(surfaces.axes[0], u[0]), scale(surfaces.axes[1], u[1])), scale(surfaces.normal, surfaces.middle + w));
  return cellsOf(surfaces, 0).some(({ polygon }) =>
    polygon.some((u) => excess(a, at(u, lower(surfaces, u))) > 1e-12 || excess(b, at(u, upper(surfaces, u))) > 1e-12),
  );
}

it('volume and centre are those of the region shared, where nothing is undercut', () => {
  let same = 0;
  let more = 0;
  fc.assert(
    fc.property(tumbled(rock), (pair) => {
      const { a, b, pose } = buildPair(pair);
      const plane = solveExact({ a, b, pose });
      fc.pre(plane.gap < -1e-6);
      const surfaces = surfacesOver(a, b, pose, vec(plane.normal));
      const { weight, centre } = zoneIntegrals(surfaces, 0);
      const region = faceClipOverlap(a, b, pose);
      if (isUndercut(surfaces, solidOf(a), solidOf(b, pose))) {
        more++;
        expect(weight).toBeGreaterThan(region.volume - 1e-12);
        return;
      }
      same++;
      expect(Math.abs(weight - region.volume)).toBeLessThan(1e-12);
      const there = placeOf(surfaces, region.centroid);
      for (const k of [0, 1]) expect(Math.abs(centre[k] - there[k]) * region.volume).toBeLessThan(1e-12);
    }),
    runs(300, 100),
  );
  expect(same).toBeGreaterThan(sweep(20, 6));
  expect(more).toBeGreaterThan(sweep(20, 6));
});
