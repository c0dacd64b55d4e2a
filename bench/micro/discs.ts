/**
 * Discs alone: a step of the detector in the plane on discs of one size beside a loop that is written for discs and
 * nothing else. Operations are bodies and steps.
 *
 * Scene: discs of radius 1 with centres on a square lattice, its spacing 1.99, each moved aside by up to 0.05: more
 * than one contact a disc. Each disc goes to and fro along a direction of its own, by 0.004 a step and 0.1 in all, so
 * that the detector builds its near list again and again.
 *
 * Two plain codes stand beside the detector. Both write bodies, gap, normal and point of each contact to flat arrays,
 * and know no margin, no periodic box and no other shape.
 *
 * - "gaps only" sorts the discs into cells of 2 in every step and tests each against those of its cell and of 4
 *   neighbours. It keeps no order of contacts and no history.
 * - "list and history" does what a code of discs for friction does: a list of neighbours with a skin, contacts in the
 *   order of A and B, and for each contact its age and 2 numbers that outlive the list and are zero when a contact
 *   begins. It must give the rows of the detector, with the same ages, at each step.
 *
 * The detector does what it always does.
 */
import {
  createBodySet2d,
  createDetector2d,
  exactLineMethod,
  pointCore2d,
  shortestLinkMethod2d,
  type ContactMethod2d,
} from 'dem-contact/planar';
import { openBench } from '../lib/measure';
import { createNeighbourList } from '../lib/neighbour-list';
import { checkHistory, detectorVariant, plainVariant, type HistoryCode, type PlainCode } from '../lib/round-codes';
import { roundLattice, STEPS } from '../lib/round-lattice';

/** Skin of the plain code with a list, in radii: the list serves about ten steps. */
const SKIN = 0.1;

const bench = openBench('discs');

for (const side of bench.quick ? [30] : [30, 100, 316]) {
  const count = side * side;
  const stepped = (name: string, method: ContactMethod2d) => {
    const scene = sceneOf(side);
    return detectorVariant(name, scene, createDetector2d({ bodies: scene.bodies, method }));
  };
  const checked = sceneOf(side);
  checkHistory(checked, createDetector2d({ bodies: checked.bodies, method: exactLineMethod }), createDiscCode(side));
  bench.measure({
    name: `${count} discs`,
    operations: count * STEPS,
    variants: [
      plainVariant('plain, gaps only', sceneOf(side), createDiscLoop(count, 3 * count, [side + 2, side + 2], -2, 2)),
      plainVariant('plain, list and history', sceneOf(side), createDiscCode(side)),
      stepped('detector, exact', exactLineMethod),
      stepped('detector, slm', shortestLinkMethod2d),
    ],
    rounds: bench.quick ? 2 : side > 100 ? 5 : 9,
  });
}
bench.save();

function sceneOf(side: number) {
  const { positions, move } = roundLattice(side, 2);
  return { bodies: createBodySet2d({ shapes: [pointCore2d()], positions, rounding: new Float64Array(side * side).fill(1) }), move };
}

/** Contacts of discs of a radius up to half of `size`, in a grid of cells of that size from `least` on. */
function createDiscLoop(count: number, room: number, cells: readonly [number, number], least: number, size: number): PlainCode {
  const [nx, ny] = cells;
  const bodyA = new Int32Array(room);
  const bodyB = new Int32Array(room);
  const gaps = new Float64Array(room);
  const normals = new Float64Array(2 * room);
  const points = new Float64Array(2 * room);
  const cellOf = new Int32Array(count);
  const start = new Int32Array(nx * ny + 1);
  const order = new Int32Array(count);
  /** x y and radius, in the order of the cells. */
  const sorted = new Float64Array(3 * count);
  let found = 0;

  function put(k: number, l: number): void {
    const dx = sorted[3 * l] - sorted[3 * k];
    const dy = sorted[3 * l + 1] - sorted[3 * k + 1];
    const sum = sorted[3 * k + 2] + sorted[3 * l + 2];
    const square = dx * dx + dy * dy;
    if (square > sum * sum) return;
    const distance = Math.sqrt(square);
    const scale = distance > 0 ? 1 / distance : 0;
    const c = found++;
    // A is the body with the smaller number.
    const isTurned = order[l] < order[k];
    const sign = isTurned ? -scale : scale;
    bodyA[c] = isTurned ? order[l] : order[k];
    bodyB[c] = isTurned ? order[k] : order[l];
    gaps[c] = distance - sum;
    normals[2 * c] = sign * dx;
    normals[2 * c + 1] = sign * dy;
    const part = scale * (sorted[3 * k + 2] + 0.5 * gaps[c]);
    points[2 * c] = sorted[3 * k] + part * dx;
    points[2 * c + 1] = sorted[3 * k + 1] + part * dy;
  }

  return {
    find: (positions, radii) => {
      start.fill(0);
      for (let b = 0; b < count; b++) {
        const x = Math.floor((positions[2 * b] - least) / size);
        const y = Math.floor((positions[2 * b + 1] - least) / size);
        cellOf[b] = y * nx + x;
        start[cellOf[b] + 1]++;
      }
      for (let c = 0; c < nx * ny; c++) start[c + 1] += start[c];
      for (let b = count - 1; b >= 0; b--) {
        const at = --start[cellOf[b] + 1];
        order[at] = b;
        sorted[3 * at] = positions[2 * b];
        sorted[3 * at + 1] = positions[2 * b + 1];
        sorted[3 * at + 2] = radii[b];
      }
      // start[c + 1] is where cell c begins.
      found = 0;
      for (let c = 0; c < nx * ny; c++) {
        const end = c + 2 <= nx * ny ? start[c + 2] : count;
        for (let k = start[c + 1]; k < end; k++) {
          for (let l = k + 1; l < end; l++) put(k, l);
          // The next cell of the row and, as one run, three of the row above.
          for (let way = 0; way < 2; way++) {
            const first = way === 0 ? c + 1 : c + nx - 1;
            const last = way === 0 ? c + 1 : c + nx + 1;
            if (first >= nx * ny) continue;
            const until = last + 2 <= nx * ny ? start[last + 2] : count;
            for (let l = start[first + 1]; l < until; l++) put(k, l);
          }
        }
      }
    },
    contacts: () => found,
    bodyA,
    bodyB,
    gaps,
    normals,
    points,
  };
}

/** Discs as a code for friction finds them: with a list of neighbours, in order, with history. */
function createDiscCode(side: number): HistoryCode {
  const count = side ** 2;
  const room = 3 * count;
  const list = createNeighbourList(2, count, 5 * count, { side: side + 2, size: 2 + SKIN, least: -(2 + SKIN), skin: SKIN });
  const { start, other, age, history } = list;
  const bodyA = new Int32Array(room);
  const bodyB = new Int32Array(room);
  const slot = new Int32Array(room);
  const gaps = new Float64Array(room);
  const normals = new Float64Array(2 * room);
  const points = new Float64Array(2 * room);
  let found = 0;

  function find(positions: Float64Array, radii: Float64Array): void {
    list.prepare(positions, radii);
    found = 0;
    for (let a = 0; a < count; a++) {
      const x = positions[2 * a];
      const y = positions[2 * a + 1];
      const radius = radii[a];
      const end = start[a + 1];
      for (let e = start[a]; e < end; e++) {
        const b = other[e];
        const dx = positions[2 * b] - x;
        const dy = positions[2 * b + 1] - y;
        const sum = radius + radii[b];
        const square = dx * dx + dy * dy;
        if (square > sum * sum) {
          if (age[e] > 0) {
            age[e] = 0;
            history[2 * e] = 0;
            history[2 * e + 1] = 0;
          }
          continue;
        }
        age[e]++;
        const distance = Math.sqrt(square);
        const scale = distance > 0 ? 1 / distance : 0;
        const c = found++;
        bodyA[c] = a;
        bodyB[c] = b;
        slot[c] = e;
        gaps[c] = distance - sum;
        normals[2 * c] = scale * dx;
        normals[2 * c + 1] = scale * dy;
        const along = 0.5 * (distance + radius - radii[b]) * scale;
        points[2 * c] = x + along * dx;
        points[2 * c + 1] = y + along * dy;
      }
    }
  }

  return {
    find,
    contacts: () => found,
    bodyA,
    bodyB,
    slot,
    gaps,
    normals,
    points,
    pairs: () => start[count],
    ages: () => slot.subarray(0, found).map((e) => age[e]),
  };
}
