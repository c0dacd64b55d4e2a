/**
 * Many pairs in little time: statuses and gaps of the methods that promise a proof, against the exhaustive search of
 * the exact plane, which tries every axis that can matter. Shapes come from a pool that is drawn anew from time to
 * time: the zoo, and thin lenses beside bodies up to 100 times smaller. Each pair is asked cold, and at the end of a
 * way on which B comes nearer, with the memory of that way.
 */
import fc from 'fast-check';
import { exactMethod, exactPlane, fastCommonPlane, fastCommonPlaneMethod, shortestLink, shortestLinkMethod } from '../../src/common-plane';
import { createCommonPlane, createState, Status, touchingBand, type CommonPlane } from '../../src/contact';
import { EXACT_STATE_FLOATS, EXACT_STATE_INTS } from '../../src/exact-plane/exact-plane';
import { exhaustivePlane } from '../../src/exact-plane/exhaustive-plane';
import { createRandom, type Random } from '../../src/math/random';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { lens } from '../arbitraries/shapes';
import { createPlacement, drawShapes, place } from './placing';

export interface StatusRow {
  method: string;
  memory: 'cold' | 'warm';
  pairs: number;
  separated: number;
  touching: number;
  overlapping: number;
  faulty: number;
}

export interface StatusFault {
  method: string;
  memory: string;
  status: Status;
  gap: number;
  right: number;
  a: number[];
  b: number[];
  pose: number[];
}

const POOL = 48;
/** Pairs for each pool of shapes. */
const PAIRS_A_POOL = 4000;
/** Of such faults that many are kept. */
const MOST_FAULTS = 20;
/** Gaps B comes from, in sizes of the pair. */
const WAY = [0.3, 0.1, 0.02, 0.001];

const kernels = [
  { name: 'exact', solve: exactPlane, state: () => createState(exactMethod) },
  { name: 'slm', solve: shortestLink, state: () => createState(shortestLinkMethod) },
  { name: 'fcp', solve: fastCommonPlane, state: () => createState(fastCommonPlaneMethod) },
] as const;

function drawPool(seed: number, random: Random): ConvexPolyhedron[] {
  const zoo = drawShapes(seed, POOL / 2, random).map(({ shape }) => shape);
  const size = zoo[0].radius;
  // Lenses at the scale of the zoo, every other one up to 100 times smaller.
  const lenses = fc.sample(lens(), { seed, numRuns: POOL / 2 }).map(({ points }, k) => {
    const scale = size * (k % 2 === 0 ? 1 : 10 ** (-2 * random()));
    return polyhedronFromVertices(points.map((x) => x * scale));
  });
  return [...zoo, ...lenses];
}

/** Right to rounding: FCP's plane of overlapping bodies need not be the best one, so only its sign counts there. */
function isFaulty(plane: CommonPlane, right: CommonPlane, band: number, isFcp: boolean): boolean {
  const { status, gap } = plane;
  if (status === Status.Unresolved || status === Status.Invalid || !Number.isFinite(gap)) return true;
  if (status !== right.status && Math.abs(right.gap) > 4 * band) return true;
  if (status === Status.Separated && right.status === Status.Overlapping) return true;
  if (status === Status.Overlapping && right.status === Status.Separated) return true;
  if (isFcp && right.gap < 0) return gap > 4 * band;
  return Math.abs(gap - right.gap) > 8 * band;
}

/** Judges that many pairs; the seed gives the same ones everywhere. */
export function fuzzStatuses(seed: number, pairs: number): { rows: StatusRow[]; faults: StatusFault[] } {
  const random = createRandom(seed);
  const rows: StatusRow[] = kernels.flatMap(({ name }) =>
    (['cold', 'warm'] as const).map((memory) => ({
      ...{ method: name, memory, pairs: 0 },
      ...{ separated: 0, touching: 0, overlapping: 0, faulty: 0 },
    })),
  );
  const faults: StatusFault[] = [];
  const right = createCommonPlane();
  const plane = createCommonPlane();
  const placement = createPlacement();
  const { pose } = placement;
  const judge = createState({ stateInts: EXACT_STATE_INTS, stateFloats: EXACT_STATE_FLOATS });
  const states = kernels.map(({ state }) => state());
  let pool: ConvexPolyhedron[] = [];
  for (let n = 0; n < pairs; n++) {
    if (n % PAIRS_A_POOL === 0) pool = drawPool(seed + n, random);
    const a = pool[Math.floor(random() * pool.length)];
    const b = pool[Math.floor(random() * pool.length)];
    place(placement, a, b, random);
    const at = pose.slice();
    judge.ints.fill(0);
    judge.floats.fill(0);
    exhaustivePlane(right, a, b, pose, judge);
    const band = touchingBand(a, b) + 4 * Number.EPSILON * Math.abs(right.gap);
    kernels.forEach(({ name, solve }, k) => {
      for (const memory of [0, 1]) {
        const state = states[k];
        state.ints.fill(0);
        state.floats.fill(0);
        if (memory === 1) {
          for (const part of WAY) {
            for (let i = 0; i < 3; i++) pose[9 + i] = at[9 + i] + part * (a.radius + b.radius) * placement.normal[i];
            solve(plane, a, b, pose, state);
          }
          pose.set(at);
        }
        solve(plane, a, b, pose, state);
        const row = rows[2 * k + memory];
        row.pairs++;
        if (plane.status === Status.Separated) row.separated++;
        if (plane.status === Status.Touching) row.touching++;
        if (plane.status === Status.Overlapping) row.overlapping++;
        if (!isFaulty(plane, right, band, name === 'fcp')) continue;
        row.faulty++;
        if (faults.length === MOST_FAULTS) continue;
        faults.push({
          ...{ method: name, memory: row.memory, status: plane.status, gap: plane.gap, right: right.gap },
          ...{ a: Array.from(a.vertices), b: Array.from(b.vertices), pose: Array.from(pose) },
        });
      }
    });
  }
  return { rows, faults };
}
