/**
 * Pairs for the twin of the contact in C++ (bench/native/detect.cpp) and for TypeScript beside it: of one shape, with
 * or without memory of the last call, and moved to and fro between calls.
 */
import { createState, shortestLinkMethod } from 'dem-contact';
import type { BodySet, Contact, ContactState, ConvexPolyhedron } from 'dem-contact';
import { shapeNumbers } from './native-twin';
import { nudge, type Rest } from './pairs';

/** The functions of src that the twin takes. */
export const KERNELS = [
  'shortest-link/shortest-link:certifiedShortestLink',
  'contact-points/plane-contact:planeContact',
  'math/rotation:rotationFromQuaternion',
];

export interface NativePairs {
  shape: ConvexPolyhedron;
  bodies: BodySet;
  rest: Rest;
  isCold: boolean;
  /** Radii and radians that every second body moves and turns between calls. */
  step: number;
  memory: ContactState[];
}

export function nativePairs(bodies: BodySet, isCold: boolean, step: number): NativePairs {
  const rest: Rest = { positions: bodies.positions.slice(), orientations: bodies.orientations.slice() };
  const memory = Array.from({ length: bodies.count / 2 }, () => createState(shortestLinkMethod));
  return { shape: bodies.shapes[0], bodies, rest, isCold, step, memory };
}

/** One call for each pair at both poses of the motion. */
export function sweepPairs({ bodies, rest, isCold, step, memory }: NativePairs, call: (p: number) => void): void {
  for (let phase = 0; phase < 2; phase++) {
    nudge(bodies, rest, phase === 0 ? step : 0);
    for (let p = 0; p < memory.length; p++) {
      if (isCold) forget(memory[p]);
      call(p);
    }
  }
}

/** Clears a slot. One by one: for so few numbers `fill` takes far longer. */
function forget({ ints, floats }: ContactState): void {
  for (let k = 0; k < ints.length; k++) ints[k] = 0;
  for (let k = 0; k < floats.length; k++) floats[k] = 0;
}

/** All numbers as doubles, one after the other, in the order in which the twin reads them. */
export function dumpPairs({ shape, rest, isCold, step, memory }: NativePairs, hasPoints: boolean): Float64Array {
  const count = memory.length;
  const places = [...rest.positions.subarray(0, 6 * count), ...rest.orientations.subarray(0, 8 * count)];
  return Float64Array.from([...shapeNumbers(shape), hasPoints ? 1 : 0, isCold ? 1 : 0, step, count, ...places]);
}

/** Every number of a contact with its name, in the order in which the twin prints them. */
export function contactNumbers(contact: Contact): [string, number][] {
  const { status, kind, owner, featureA, featureB, count, rimCount, dropped, iterations, gap, area, volume } = contact;
  const rows = count + rimCount;
  const single = { status, kind, owner, featureA, featureB, count, rimCount, dropped, iterations, gap, area, volume };
  const vectors = { normal: contact.normal, pointA: contact.pointA, pointB: contact.pointB, centre: contact.centre };
  const lists = {
    points: contact.points.subarray(0, 3 * rows),
    gaps: contact.gaps.subarray(0, rows),
    shares: contact.shares.subarray(0, rows),
    features: contact.features.subarray(0, 2 * rows),
  };
  const numbers: [string, number][] = Object.entries(single);
  for (const [name, list] of Object.entries({ ...vectors, ...lists })) list.forEach((value, k) => numbers.push([`${name}[${k}]`, value]));
  return numbers;
}
