import { Status, type BodySet, type ContactList } from 'dem-contact';

/** One step of the job and how long it took. */
export interface Phase {
  name: string;
  seconds: number;
}

/** What was found in a scene of space or of the plane. */
export interface FoundContacts {
  bodies: { readonly count: number };
  /** 1 for walls: bodies that the scene drives, not the particles. */
  isWall: Uint8Array;
  /** Largest gap that is still listed. */
  margin: number;
  /** Pairs that the broad phase proposed. */
  candidates: number;
  /** Contacts with a gap of at most the margin. */
  contacts: Pick<ContactList, 'count' | 'bodyA' | 'bodyB' | 'status' | 'kind' | 'gaps'>;
  /** Candidate pairs without an answer (a pose that is no pose). */
  invalid: number;
  /** Name of the method in words. */
  method: string;
  /** Candidate pairs by the number of steps that the method took, [steps]. */
  steps: number[];
  /** Whether the method had a memory of each pair from earlier time steps; `steps` then counts pairs of all of them. */
  warm: boolean;
  phases: Phase[];
}

/** A scene of polyhedra and what was found in it. */
export interface SceneContacts extends FoundContacts {
  bodies: BodySet;
  /** Shape name of each body. */
  names: string[];
  /** In world coordinates. */
  contacts: ContactList;
}

/** Numbers of a scene's contacts, for the table and the plots. */
export interface Summary {
  bodies: number;
  walls: number;
  particles: number;
  /** Pairs among all bodies, less those of two walls. */
  allPairs: number;
  candidates: number;
  listed: number;
  closed: number;
  /** Contacts by kind and gap class, [kind][class]. */
  byKind: number[][];
  /** Contacts by gap class. */
  byClass: number[];
  /** Closed contacts of each body. */
  closedOf: Int32Array;
  /** Mean number of closed contacts of a particle, contacts with walls included. */
  meanClosed: number;
  /** Deepest overlap, >= 0. */
  deepest: number;
}

/** Index into the report's gap classes: 0 overlapping, 1 touching, 2 apart but within the margin, 3 unresolved. */
export function gapClassOf(status: number): number {
  if (status === Status.Overlapping) return 0;
  if (status === Status.Touching) return 1;
  return status === Status.Separated ? 2 : 3;
}

export const GAP_CLASS_COUNT = 4;
const KIND_COUNT = 8;

export function summarise(found: FoundContacts): Summary {
  const { bodies, contacts, isWall } = found;
  const byKind = Array.from({ length: KIND_COUNT }, () => new Array<number>(GAP_CLASS_COUNT).fill(0));
  const byClass = new Array<number>(GAP_CLASS_COUNT).fill(0);
  const closedOf = new Int32Array(bodies.count);
  let deepest = 0;
  for (let c = 0; c < contacts.count; c++) {
    const gapClass = gapClassOf(contacts.status[c]);
    byKind[contacts.kind[c]][gapClass]++;
    byClass[gapClass]++;
    deepest = Math.max(deepest, -contacts.gaps[c]);
    if (gapClass > 1) continue;
    closedOf[contacts.bodyA[c]]++;
    closedOf[contacts.bodyB[c]]++;
  }
  let walls = 0;
  let sum = 0;
  for (let b = 0; b < bodies.count; b++) {
    if (isWall[b]) walls++;
    else sum += closedOf[b];
  }
  const particles = bodies.count - walls;
  return {
    bodies: bodies.count,
    walls,
    particles,
    allPairs: (bodies.count * (bodies.count - 1)) / 2 - (walls * (walls - 1)) / 2,
    candidates: found.candidates,
    listed: contacts.count,
    closed: byClass[0] + byClass[1],
    byKind,
    byClass,
    closedOf,
    meanClosed: particles > 0 ? sum / particles : 0,
    deepest,
  };
}
