import {
  appendContact,
  BodyFlag,
  boundingRadii,
  ContactKind,
  createContactFor,
  createContactList,
  createDetectOptions,
  createPairList,
  createPose,
  detect,
  exactMethod,
  fastCommonPlaneMethod,
  nbsPairs3d,
  relativePose,
  shortestLinkMethod,
  Status,
  trackedShortestLinkMethod,
  type BodySet,
  type ContactList,
  type ContactMethod,
} from 'dem-contact';
import type { MethodName } from './arguments';
import type { Phase, SceneContacts } from './summary';

/** Bodies of a scene and what they are called: what the search works on. */
export interface SceneBodies {
  bodies: BodySet;
  names: string[];
}

/** Methods that the job offers, by the name on the command line. */
export const METHODS = {
  slm: { method: shortestLinkMethod, label: 'Shortest link' },
  tracked: { method: trackedShortestLinkMethod, label: 'Tracked shortest link' },
  fcp: { method: fastCommonPlaneMethod, label: 'Fast common plane' },
  exact: { method: exactMethod, label: 'Exact plane' },
} satisfies Record<MethodName, { method: ContactMethod; label: string }>;

/** Whether the method finds contacts of all bodies of a set: spheres, rods and plates need one that takes cores. */
export function takesBodies(name: MethodName, bodies: BodySet): boolean {
  const method: ContactMethod = METHODS[name].method;
  return method.takesCores === true || bodies.shapes.every(({ dimension }) => dimension === 3);
}

/** Called now and then with the share done. */
export type Report = (done: number, total: number) => void;

/** Walls are the bodies that the scene drives or holds; they never pair with each other. */
export function wallsOf(bodies: BodySet): Uint8Array {
  return Uint8Array.from({ length: bodies.count }, (_, b) => (bodies.flags[b] === BodyFlag.None ? 0 : 1));
}

/** Mean bounding radius of the particles (of all bodies where all are walls), 0 without bodies. */
export function meanRadius(bodies: BodySet, isWall: Uint8Array): number {
  const radii = boundingRadii(new Float64Array(bodies.count), bodies);
  const rows = Array.from(radii.keys());
  const particles = rows.filter((b) => !isWall[b]);
  const used = particles.length > 0 ? particles : rows;
  return used.length > 0 ? used.reduce((sum, b) => sum + radii[b], 0) / used.length : 0;
}

/** Broad phase and contacts, each timed. `phases` holds what was done before, such as reading. */
export function findContacts(
  scene: SceneBodies,
  margin: number,
  phases: readonly Phase[],
  report: Report = () => undefined,
  name: MethodName = 'slm',
): SceneContacts {
  const { method, label } = METHODS[name];
  const { bodies, names } = scene;
  const isWall = wallsOf(bodies);
  const start = performance.now();
  const pairs = candidatePairs(bodies, isWall, margin);
  const middle = performance.now();
  const { contacts, invalid, steps } = contactsOfPairs(bodies, method, pairs, margin, report);
  const end = performance.now();
  return {
    bodies,
    names,
    isWall,
    margin,
    candidates: pairs.length / 2,
    contacts,
    invalid,
    method: label,
    steps,
    warm: false,
    phases: [...phases, { name: 'Broad phase', seconds: (middle - start) / 1000 }, { name: label, seconds: (end - middle) / 1000 }],
  };
}

/**
 * Pairs whose bounding spheres come within the margin, two numbers each, lower first. NBS serves the particles. Walls
 * are as large as the scene, so spheres about them say nothing: a particle is a candidate of a wall when its sphere
 * reaches into all the wall's half-spaces.
 */
export function candidatePairs(bodies: BodySet, isWall: Uint8Array, margin: number): number[] {
  const radii = boundingRadii(new Float64Array(bodies.count), bodies);
  const rows = Array.from(radii.keys());
  const particles = rows.filter((b) => !isWall[b]);
  const result: number[] = [];
  const pose = createPose();
  for (const wall of rows.filter((b) => isWall[b])) {
    const { faceCount, normals, offsets } = bodies.shapes[bodies.shapeIndex[wall]];
    for (const b of particles) {
      relativePose(pose, bodies, wall, b);
      const reach = radii[b] + bodies.rounding[wall] + margin;
      let f = 0;
      while (
        f < faceCount &&
        normals[3 * f] * pose[9] + normals[3 * f + 1] * pose[10] + normals[3 * f + 2] * pose[11] - offsets[f] <= reach
      )
        f++;
      if (f === faceCount) result.push(Math.min(wall, b), Math.max(wall, b));
    }
  }
  const centres = Float64Array.from(particles.flatMap((b) => Array.from(bodies.positions.subarray(3 * b, 3 * b + 3))));
  const near = nbsPairs3d(
    createPairList(),
    particles.length,
    centres,
    Float64Array.from(particles, (b) => radii[b]),
    margin,
  );
  // Particles are in the order of their rows, so the lower one stays the lower.
  for (let k = 0; k < 2 * near.count; k++) result.push(particles[near.pairs[k]]);
  return result;
}

function contactsOfPairs(
  bodies: BodySet,
  method: ContactMethod,
  pairs: readonly number[],
  margin: number,
  report: Report,
): { contacts: ContactList; invalid: number; steps: number[] } {
  const contacts = createContactList();
  const options = { ...createDetectOptions(), margin };
  // Two polygons of the largest face of all: room for the contact polygon of any pair.
  const rooms = bodies.shapes.map((shape) => createContactFor(shape, shape));
  const contact = rooms.reduce((most, room) => (room.gaps.length > most.gaps.length ? room : most), rooms[0]);
  const steps: number[] = [];
  let invalid = 0;
  for (let p = 0; p < pairs.length; p += 2) {
    if (p % 512 === 0) report(p, pairs.length);
    const status = detect(contact, method, bodies, pairs[p], pairs[p + 1], undefined, options);
    if (status === Status.Invalid) {
      invalid++;
      continue;
    }
    steps[contact.iterations] = (steps[contact.iterations] ?? 0) + 1;
    if (status !== Status.Separated || contact.kind !== ContactKind.None) appendContact(contacts, pairs[p], pairs[p + 1], contact);
  }
  return { contacts, invalid, steps: Array.from(steps, (count) => count ?? 0) };
}
