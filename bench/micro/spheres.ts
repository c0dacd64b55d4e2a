/**
 * Spheres alone: a step of the detector on spheres of one size beside a loop that is written for spheres and nothing
 * else. Operations are bodies and steps.
 *
 * Scene: spheres of radius 1 with centres on a cubic lattice, its spacing 1.99, each moved aside by up to 0.05: about
 * two contacts a sphere, numbered along the lattice. Each sphere goes to and fro along a direction of its own, by 0.004
 * a step and 0.1 in all, so that the detector builds its near list again and again.
 *
 * Two plain codes stand beside the detector. Both write bodies, gap, normal and point of each contact to flat arrays,
 * and know no margin, no periodic box and no other shape.
 *
 * - "gaps only" sorts the spheres into cells of 2 in every step and tests each against those of its cell and of 13
 *   neighbours. It keeps no order of contacts and no history.
 * - "list and history" does what a code of spheres for friction does: a list of neighbours with a skin, contacts in the
 *   order of A and B, and for each contact its age and 3 numbers that outlive the list and are zero when a contact
 *   begins. It must give the rows of the detector, with the same ages, at each step.
 *
 * The detector does what it always does.
 */
import { createBodySet, createDetector, exactMethod, pointCore, shortestLinkMethod, type ContactMethod } from 'dem-contact';
import { openBench } from '../lib/measure';
import { createNeighbourList } from '../lib/neighbour-list';
import { checkHistory, detectorVariant, plainVariant, type HistoryCode, type PlainCode } from '../lib/round-codes';
import { roundLattice, STEPS } from '../lib/round-lattice';

/** Skin of the plain code with a list, in radii: the list serves about ten steps. */
const SKIN = 0.1;

const bench = openBench('spheres');

for (const side of bench.quick ? [10] : [46]) {
  const count = side ** 3;
  const stepped = (name: string, method: ContactMethod) => {
    const scene = sceneOf(side);
    return detectorVariant(name, scene, createDetector({ bodies: scene.bodies, method }));
  };
  const checked = sceneOf(side);
  checkHistory(checked, createDetector({ bodies: checked.bodies, method: exactMethod }), createSphereCode(side));
  bench.measure({
    name: `${count} spheres`,
    operations: count * STEPS,
    variants: [
      plainVariant('plain, gaps only', sceneOf(side), createSphereLoop(count, 4 * count, [side + 2, side + 2, side + 2], -2, 2)),
      plainVariant('plain, list and history', sceneOf(side), createSphereCode(side)),
      stepped('detector, exact', exactMethod),
      stepped('detector, slm', shortestLinkMethod),
    ],
    rounds: bench.quick ? 2 : 5,
  });
}
bench.save();

function sceneOf(side: number) {
  const { positions, move } = roundLattice(side, 3);
  return { bodies: createBodySet({ shapes: [pointCore()], positions, rounding: new Float64Array(side ** 3).fill(1) }), move };
}

/** Contacts of spheres of a radius up to half of `size`, in a grid of cells of that size from `least` on. */
function createSphereLoop(count: number, room: number, cells: readonly [number, number, number], least: number, size: number): PlainCode {
  const [nx, ny, nz] = cells;
  const bodyA = new Int32Array(room);
  const bodyB = new Int32Array(room);
  const gaps = new Float64Array(room);
  const normals = new Float64Array(3 * room);
  const points = new Float64Array(3 * room);
  const cellOf = new Int32Array(count);
  const start = new Int32Array(nx * ny * nz + 1);
  const order = new Int32Array(count);
  /** x y z and radius, in the order of the cells. */
  const sorted = new Float64Array(4 * count);
  const half = [1, nx - 1, nx, nx + 1];
  for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) half.push(nx * ny + nx * dy + dx);
  const stencil = Int32Array.from(half);
  let found = 0;

  function put(k: number, l: number): void {
    const dx = sorted[4 * l] - sorted[4 * k];
    const dy = sorted[4 * l + 1] - sorted[4 * k + 1];
    const dz = sorted[4 * l + 2] - sorted[4 * k + 2];
    const sum = sorted[4 * k + 3] + sorted[4 * l + 3];
    const square = dx * dx + dy * dy + dz * dz;
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
    normals[3 * c] = sign * dx;
    normals[3 * c + 1] = sign * dy;
    normals[3 * c + 2] = sign * dz;
    const along = 0.5 * (distance + sorted[4 * k + 3] - sorted[4 * l + 3]) * scale;
    points[3 * c] = sorted[4 * k] + along * dx;
    points[3 * c + 1] = sorted[4 * k + 1] + along * dy;
    points[3 * c + 2] = sorted[4 * k + 2] + along * dz;
  }

  function find(positions: Float64Array, radii: Float64Array): void {
    found = 0;
    start.fill(0);
    const scale = 1 / size;
    for (let b = 0; b < count; b++) {
      const x = Math.floor((positions[3 * b] - least) * scale);
      const y = Math.floor((positions[3 * b + 1] - least) * scale);
      const z = Math.floor((positions[3 * b + 2] - least) * scale);
      const cell = x + nx * (y + ny * z);
      cellOf[b] = cell;
      start[cell + 1]++;
    }
    for (let c = 0; c < nx * ny * nz; c++) start[c + 1] += start[c];
    for (let b = count - 1; b >= 0; b--) {
      // From the end of the cell down; afterwards start[c + 1] is where cell c starts.
      const k = --start[cellOf[b] + 1];
      order[k] = b;
      sorted[4 * k] = positions[3 * b];
      sorted[4 * k + 1] = positions[3 * b + 1];
      sorted[4 * k + 2] = positions[3 * b + 2];
      sorted[4 * k + 3] = radii[b];
    }
    const last = nx * ny * nz;
    for (let c = 0; c < last; c++) {
      const from = start[c + 1];
      const to = c + 2 <= last ? start[c + 2] : count;
      for (let k = from; k < to; k++) {
        for (let l = k + 1; l < to; l++) put(k, l);
        for (let s = 0; s < stencil.length; s++) {
          const other = c + stencil[s];
          if (other >= last) break;
          const end = other + 2 <= last ? start[other + 2] : count;
          for (let l = start[other + 1]; l < end; l++) put(k, l);
        }
      }
    }
  }

  return { find, contacts: () => found, bodyA, bodyB, gaps, normals, points };
}

/** Spheres as a code for friction finds them: with a list of neighbours, in order, with history. */
function createSphereCode(side: number): HistoryCode {
  const count = side ** 3;
  const room = 4 * count;
  const list = createNeighbourList(3, count, 8 * count, { side: side + 2, size: 2 + SKIN, least: -(2 + SKIN), skin: SKIN });
  const { start, other, age, history } = list;
  const bodyA = new Int32Array(room);
  const bodyB = new Int32Array(room);
  const slot = new Int32Array(room);
  const gaps = new Float64Array(room);
  const normals = new Float64Array(3 * room);
  const points = new Float64Array(3 * room);
  let found = 0;

  function find(positions: Float64Array, radii: Float64Array): void {
    list.prepare(positions, radii);
    found = 0;
    for (let a = 0; a < count; a++) {
      const x = positions[3 * a];
      const y = positions[3 * a + 1];
      const z = positions[3 * a + 2];
      const radius = radii[a];
      const end = start[a + 1];
      for (let e = start[a]; e < end; e++) {
        const b = other[e];
        const dx = positions[3 * b] - x;
        const dy = positions[3 * b + 1] - y;
        const dz = positions[3 * b + 2] - z;
        const sum = radius + radii[b];
        const square = dx * dx + dy * dy + dz * dz;
        if (square > sum * sum) {
          if (age[e] > 0) {
            age[e] = 0;
            history[3 * e] = 0;
            history[3 * e + 1] = 0;
            history[3 * e + 2] = 0;
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
        normals[3 * c] = scale * dx;
        normals[3 * c + 1] = scale * dy;
        normals[3 * c + 2] = scale * dz;
        const along = 0.5 * (distance + radius - radii[b]) * scale;
        points[3 * c] = x + along * dx;
        points[3 * c + 1] = y + along * dy;
        points[3 * c + 2] = z + along * dz;
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
