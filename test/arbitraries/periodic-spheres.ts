import fc from 'fast-check';
import type { PeriodicBox } from '../../src/broad-phase';
import type { Spheres } from './spheres';

/** Bodies in a box that repeats. */
export interface PeriodicSpheres extends Spheres {
  box: Required<PeriodicBox>;
}

/** max - min along the axes that repeat, 0 along the others. */
export const edgesOf = ({ min, max, axes }: Required<PeriodicBox>): number[] => [0, 1, 2].map((k) => (axes[k] ? max[k] - min[k] : 0));

const axes = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
// Not below 1e-30, or 0: of smaller parts the square may be lost (sphere-test.ts).
const real = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true }).map((x) => (Math.abs(x) < 1e-30 ? 0 : x));
const point = <T>(x: fc.Arbitrary<T>) => fc.tuple(x, x, x);
/** Whole edges outside the box, mostly none. */
const away = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) });

interface Plan {
  min: [number, number, number];
  edge: [number, number, number];
  axes: [boolean, boolean, boolean];
  margin: number;
  /** Places as fractions of the edge, radii as lengths. */
  bodies: { at: [number, number, number]; away: [number, number, number]; r: number }[];
}

function make({ min, edge, axes: repeat, margin, bodies }: Plan): PeriodicSpheres {
  const max = min.map((x, k) => x + edge[k]) as [number, number, number];
  const centres = bodies.flatMap((b) => min.map((x, k) => x + (b.at[k] + (repeat[k] ? b.away[k] : 0)) * edge[k]));
  return { centres: Float64Array.from(centres), radii: Float64Array.from(bodies, (b) => b.r), margin, box: { min, max, axes: repeat } };
}

const plan = (
  length: number,
  parts: {
    min: fc.Arbitrary<number>;
    edge: fc.Arbitrary<number>;
    margin: fc.Arbitrary<number>;
    at: fc.Arbitrary<number>;
    r: fc.Arbitrary<number>;
    away?: fc.Arbitrary<number>;
  },
) =>
  fc
    .record({
      min: point(parts.min),
      edge: point(parts.edge),
      axes,
      margin: parts.margin,
      bodies: fc.array(fc.record({ at: point(parts.at), away: point(parts.away ?? away), r: parts.r }), { maxLength: length, size: 'max' }),
    })
    .map(make);

/** Boxes and bodies by name. Cells of the largest bodies are about 1. */
export const periodicLayouts: Record<string, fc.Arbitrary<PeriodicSpheres>> = {
  cloud: plan(45, { min: real(-2, 2), edge: real(1, 6), margin: real(0, 0.2), at: real(0, 1), r: real(0.2, 0.5) }),
  // Edges of 1, 2, 3 and 5 cells; eighths of them are places on the border of box and cells, and many pairs touch
  // exactly.
  'lattice of 1, 2, 3, 5 cells': plan(45, {
    min: fc.constantFrom(0, -1, 16),
    edge: fc.constantFrom(1, 2, 3, 4, 5, 8),
    margin: fc.constant(0),
    at: fc.integer({ min: 0, max: 8 }).map((k) => k / 8),
    r: fc.constantFrom(0.5, 0.25, 0.125),
  }),
  // 1/10 is no double: images differ by rounding steps.
  tenths: plan(45, {
    min: fc.constantFrom(0, 0.1, -0.7),
    edge: fc.constantFrom(0.2, 0.3, 0.6, 0.7, 1.1),
    margin: fc.constantFrom(0, 0.1),
    at: fc.integer({ min: 0, max: 10 }).map((k) => k / 10),
    r: fc.constantFrom(0.1, 0.05),
  }),
  'smaller than the bodies': plan(12, { min: real(-1, 1), edge: real(0.1, 0.9), margin: real(0, 1), at: real(0, 1), r: real(0.3, 1) }),
  'mixed sizes': plan(55, {
    min: real(-1, 1),
    edge: real(0.5, 3),
    margin: fc.constantFrom(0, 1e-3),
    at: real(0, 1),
    r: fc.oneof(
      { weight: 6, arbitrary: real(1e-4, 3e-2) },
      { weight: 2, arbitrary: real(0.05, 0.3) },
      { weight: 1, arbitrary: fc.constantFrom(0, 1) },
    ),
  }),
  'many edges away': plan(30, {
    min: fc.constantFrom(0, 1e6, -0.3),
    edge: fc.constantFrom(1, 3.7, 0.1),
    margin: fc.constant(0),
    at: fc.integer({ min: 0, max: 16 }).map((k) => k / 16),
    r: fc.constantFrom(0.05, 0.3),
    away: fc.constantFrom(0, 1, -1, 1000, -(2 ** 28), 2 ** 28 + 1, 12345678),
  }),
  'long box': plan(30, {
    min: fc.constant(0),
    edge: fc.constantFrom(1, 1e3, 1e6, 1e9, 1e12),
    margin: fc.constant(0),
    at: fc.oneof(
      real(0, 1),
      fc.integer({ min: 0, max: 100 }).map((k) => k / 101),
      fc.constantFrom(0, 1, 1e-12, 1 - 1e-12, 1e-9),
    ),
    r: fc.constantFrom(0.5, 0.3),
  }),
  'any scale': fc.integer({ min: -400, max: 400 }).chain((e) => {
    const scale = 2 ** e;
    return plan(30, {
      min: real(-2, 2).map((x) => x * scale),
      edge: fc.constantFrom(1, 2, 3.5).map((x) => x * scale),
      margin: fc.constantFrom(0, 0.125 * scale),
      at: fc.integer({ min: 0, max: 16 }).map((k) => k / 16),
      r: fc.constantFrom(0.125, 0.25, 0.2).map((x) => x * scale),
    });
  }),
};
