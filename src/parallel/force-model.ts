/**
 * Laws whose forces threads compute: what a contact adds to its two bodies. The law of a program of its own is made
 * known to the workers by its name (registerForceModel of dem-contact/worker).
 */
import type { BodySet } from '../body/body-set';
import type { ContactList } from '../contact/contact-list';
import { contactForce } from '../force/contact-force';
import type { ContactLaw } from '../force/contact-law';
import { createPairForce, type PairForce } from '../force/pair-force';
import type { BodySet2d } from '../planar/body/body-set-2d';
import type { ContactList2d } from '../planar/contact/contact-list-2d';
import { contactForce2d } from '../planar/force/contact-force-2d';
import { createPairForce2d } from '../planar/force/pair-force-2d';
import { checkLawData } from './check-forces';

/** Writes the row of contact c to `out` from `at` on: see {@link ForceModel}. */
export type WriteRow = (c: number, out: Float64Array, at: number) => void;

/**
 * A law of forces. A row has what contact c adds to body A (`width` numbers), what it adds to body B (`width` numbers;
 * not used for walls), and `extras` numbers of its own, such as an energy. In space the first six of a width are
 * usually force and torque.
 */
export interface ForceModel<Data extends object = object, Bodies = BodySet, Contacts = ContactList> {
  readonly name: string;
  readonly width: number;
  readonly extras: number;
  /** With fewer contacts than this one thread is as fast as several. */
  readonly fewest: number;
  /**
   * Called in each thread when the data has changed. The function that it returns must not depend on the order in
   * which it is called for contacts, and may write to shared arrays of the data in places that belong to contact c
   * alone.
   */
  create(bodies: Bodies, contacts: Contacts, data: Data): WriteRow;
}

/** The same in the plane: force and torque are three numbers. */
export type ForceModel2d<Data extends object = object> = ForceModel<Data, BodySet2d, ContactList2d>;

/** What a contact law of the library needs. Arrays lie on shared memory. */
export interface ContactLawData {
  readonly law: ContactLaw;
  /** Springs by point slot, prepared by beginSprings (beginSprings2d) in each step. */
  readonly history: Float64Array;
  /** Velocities of the bodies, and angular velocities. */
  readonly velocities: Float64Array;
  readonly spins: Float64Array;
  /** Time since the last call. */
  readonly dt: number;
  /** See `BodyMotion`. Default 0. */
  readonly lag?: number;
  /** Motion of the walls; default: they do not move. Give all three or none. */
  readonly wallPositions?: Float64Array;
  readonly wallVelocities?: Float64Array;
  readonly wallSpins?: Float64Array;
}

/** A row of force and torques of space: width 6. */
export function writeForce(out: Float64Array, at: number, { force, torqueA, torqueB }: PairForce): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = -force[k];
    out[at + 3 + k] = torqueA[k];
    out[at + 6 + k] = force[k];
    out[at + 9 + k] = torqueB[k];
  }
}

/**
 * Forces and torques by a contact law ({@link contactForce}): the sums are force x y z, torque x y z of each body.
 *
 * `update` throws InputError: 'bad-option' without a law or an array, 'not-finite' for dt, 'bad-length' for velocities
 * or spins of fewer than three numbers a body.
 *
 * @example
 * ```ts
 * const detector = createParallelDetector({ bodies, method: shortestLinkMethod, threads: 2 });
 * const forces = detector.createForces(contactLawForces);
 * const shared = () => new Float64Array(new SharedArrayBuffer(8 * 3 * bodies.count));
 * const velocities = shared();
 * const spins = shared();
 * const springs = createSprings(true);
 * const law = createPressureLaw(1e9, 8e8, 0.5);
 * const contacts = detector.update();
 * forces.update({ law, history: beginSprings(springs, contacts).history, velocities, spins, dt: 1e-4 });
 * console.log(forces.sums.subarray(0, 3)); // force on body 0
 * detector.close();
 * ```
 */
export const contactLawForces: ForceModel<ContactLawData> = {
  name: 'contact-law',
  width: 6,
  extras: 0,
  fewest: 1000,
  create: (bodies, contacts, data) => {
    checkLawData(data, bodies.count, { velocities: 3, spins: 3 });
    const { law, velocities, spins, dt } = data;
    const motion = { positions: bodies.positions, velocities, spins, lag: data.lag ?? 0, ...wallsOf(data) };
    const pair = createPairForce();
    return (c, out, at) => {
      motion.positions = bodies.positions;
      writeForce(out, at, contactForce(pair, law, data, contacts, c, motion, dt));
    };
  },
};

/**
 * {@link contactLawForces} in the plane: the sums are force x y and torque of each body.
 *
 * @example
 * ```ts
 * const bodies = createBodySet2d(sharedBodyArrays2d(1000));
 * const detector = createParallelDetector2d({ bodies, method: exactLineMethod, threads: 2 });
 * const forces = detector.createForces(contactLawForces2d);
 * detector.close();
 * ```
 */
export const contactLawForces2d: ForceModel2d<ContactLawData> = {
  name: 'contact-law',
  width: 3,
  extras: 0,
  fewest: 1000,
  create: (bodies, contacts, data) => {
    checkLawData(data, bodies.count, { velocities: 2, spins: 1 });
    const { law, velocities, spins, dt } = data;
    const motion = { positions: bodies.positions, velocities, spins, lag: data.lag ?? 0, ...wallsOf(data) };
    const pair = createPairForce2d();
    const { force, torques } = pair;
    return (c, out, at) => {
      motion.positions = bodies.positions;
      contactForce2d(pair, law, data, contacts, c, motion, dt);
      out[at] = -force[0];
      out[at + 1] = -force[1];
      out[at + 2] = torques[0];
      out[at + 3] = force[0];
      out[at + 4] = force[1];
      out[at + 5] = torques[1];
    };
  },
};

function wallsOf({ wallPositions, wallVelocities, wallSpins }: ContactLawData) {
  if (wallPositions === undefined || wallVelocities === undefined || wallSpins === undefined) return {};
  return { walls: { positions: wallPositions, velocities: wallVelocities, spins: wallSpins } };
}
