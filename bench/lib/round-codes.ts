/**
 * What the benches of spheres and of discs have in common: variants that step a scene, and the check of the plain code
 * that keeps history.
 */
import type { Variant } from './measure';
import { STEPS, sumsOf } from './round-lattice';
import { expectSameRows, type Rows } from './same-rows';

/** Bodies, and what moves all of them by one step. */
export interface RoundScene {
  readonly bodies: { readonly count: number; readonly positions: Float64Array; readonly rounding: Float64Array };
  readonly move: () => void;
}

/** A code that is written for spheres or discs alone. */
export interface PlainCode extends Rows {
  readonly find: (positions: Float64Array, radii: Float64Array) => void;
  readonly contacts: () => number;
  readonly normals: Float64Array;
  readonly points: Float64Array;
}

/** One with a list of neighbours and a history. */
export interface HistoryCode extends PlainCode {
  /** The entry of the neighbour list that keeps the history of a row. */
  readonly slot: Int32Array;
  readonly pairs: () => number;
  /** Steps for which the contact of each row has lasted. */
  readonly ages: () => Int32Array;
}

/** What is asked of a detector, in space or in the plane. */
interface RoundDetector {
  readonly update: () => Rows & { readonly count: number; readonly userSlot: Int32Array; readonly began: Uint8Array };
  readonly contacts: Rows & { readonly count: number };
  readonly statistics: { readonly nearPairs: number };
}

export function detectorVariant(name: string, { bodies, move }: RoundScene, detector: RoundDetector): Variant {
  const sums = new Float64Array(bodies.count);
  return {
    name,
    run: () => {
      for (let k = 0; k < STEPS; k++) {
        move();
        detector.update();
      }
    },
    results: () => sumsOf(sums, detector.contacts.count, detector.contacts),
    tolerance: 1e-12,
    counts: () => ({ contacts: detector.contacts.count * STEPS, 'near pairs': detector.statistics.nearPairs * STEPS }),
  };
}

export function plainVariant(name: string, { bodies, move }: RoundScene, code: PlainCode | HistoryCode): Variant {
  const sums = new Float64Array(bodies.count);
  return {
    name,
    run: () => {
      for (let k = 0; k < STEPS; k++) {
        move();
        code.find(bodies.positions, bodies.rounding);
      }
    },
    results: () => sumsOf(sums, code.contacts(), code),
    tolerance: 1e-12,
    counts: () => ({ contacts: code.contacts() * STEPS, ...('pairs' in code ? { 'near pairs': code.pairs() * STEPS } : {}) }),
  };
}

/** Two rounds of steps: the rows and ages of the plain code with history are those of the detector. */
export function checkHistory({ bodies, move }: RoundScene, detector: RoundDetector, plain: HistoryCode): void {
  const ages: number[] = [];
  for (let k = 0; k < 2 * STEPS; k++) {
    move();
    plain.find(bodies.positions, bodies.rounding);
    const contacts = detector.update();
    const ageOfRow = new Int32Array(contacts.count);
    for (let c = 0; c < contacts.count; c++) {
      const slot = contacts.userSlot[c];
      ages[slot] = contacts.began[c] === 1 ? 1 : ages[slot] + 1;
      ageOfRow[c] = ages[slot];
    }
    expectSameRows([contacts.count, plain.contacts()], contacts, plain, [ageOfRow, plain.ages()]);
  }
}
