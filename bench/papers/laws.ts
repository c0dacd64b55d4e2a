/**
 * What the force laws of contactForce keep: continuity, energy, and whether the facets of a flat surface matter. The
 * table of docs/laws.md.
 *
 *     npm run bench:papers -- laws
 *
 * No paper compares the three; the questions are those that a law has to answer before a simulation can stand on it.
 * All laws have the same stiffness of a flat square metre. No times are measured.
 */
import {
  addBody,
  appendContact,
  beginSprings,
  box,
  contactForce,
  createBodySet,
  createContactFor,
  createContactList,
  createMeanDepthLaw,
  createPairForce,
  createPointLaw,
  createPressureLaw,
  createSprings,
  detect,
  exactMethod,
  polyhedronFromVertices,
  type ContactLaw,
  type ConvexPolyhedron,
} from 'dem-contact';
import { openBench } from '../lib/measure';
import { dropCube, type Drop } from '../../sim/scenes/dropped-cube';

const bench = openBench('papers-laws');
const { quick } = bench;

/** Stiffness of the cube flat on the ground, N/m: it sinks by a quarter of a millimetre. */
const K = 4e6;
/** Damping of it, N s/m: a fifth of the critical one. */
const C = 0.4 * Math.sqrt(100 * K);

interface Rival {
  name: string;
  make: (friction: number, damping: number) => ContactLaw;
}
const rivals: Rival[] = [
  { name: 'pressure', make: (f, c) => createPressureLaw(K, 0.8 * K, f, { normalDamping: c, shearDamping: c }) },
  { name: 'mean depth', make: (f, c) => createMeanDepthLaw(K, 0.8 * K, f, { normalDamping: c, shearDamping: c }) },
  { name: 'one spring a point', make: (f, c) => createPointLaw(K / 4, 0.2 * K, f, { normalDamping: c / 4, shearDamping: c / 4 }) },
];

const plate = box(4, 4, 1);
const cube = box(1, 1, 1);
/** A plate whose top is two faces that meet in a ridge of a nanometre: flat to every eye. */
const seamed = polyhedronFromVertices([-2, 2].flatMap((y) => [-2, y, -0.5, 2, y, -0.5, -2, y, 0.5, 2, y, 0.5, 0, y, 0.5 + 1e-9]));

const table: Record<string, string>[] = [];
function row(what: string, of: (rival: Rival) => string): void {
  const cells: Record<string, string> = { '': what };
  for (const rival of rivals) cells[rival.name] = of(rival);
  table.push(cells);
  console.log(Object.values(cells).join(' | '));
}

/**
 * The elastic force along the normal and the torques on the cube, on the ground at such a place and with its lowest
 * corner so deep.
 */
function forceOn(law: ContactLaw, ground: ConvexPolyhedron, [x, y]: readonly number[], turn: readonly number[], depth: number): number[] {
  const bodies = createBodySet();
  addBody(bodies, { shape: ground, position: [0, 0, -0.5] });
  const size = Math.sqrt(turn.reduce((sum, q) => sum + q * q, 0));
  const [a, b, c, w] = turn.map((q) => q / size);
  const drop = Math.abs(a * c - w * b) + Math.abs(b * c + w * a) + 0.5 * Math.abs(1 - 2 * (a * a + b * b));
  addBody(bodies, { shape: cube, position: [x, y, drop - depth], orientation: [a, b, c, w] });
  const contact = createContactFor(ground, cube);
  detect(contact, exactMethod, bodies, 0, 1);
  const list = createContactList();
  appendContact(list, 0, 1, contact);
  const motion = { positions: bodies.positions, velocities: new Float64Array(6), spins: new Float64Array(6) };
  const { force, torqueB } = contactForce(createPairForce(), law, beginSprings(createSprings(), list), list, 0, motion, 0);
  return [force[2], ...torqueB];
}

/**
 * The jump on a way of the cube, s from 0 to 1, over the largest force: the largest change in a step of the way as the
 * step goes to zero, from two steps.
 */
function jump(at: (s: number) => number[]): string {
  const steps = quick ? 100 : 2000;
  const [coarse, fine] = [steps, 2 * steps].map((n) => {
    let most = 0;
    let force = 0;
    let last: number[] = [];
    for (let k = 0; k <= n; k++) {
      const now = at(k / n);
      now.forEach((f, c) => (most = Math.max(most, Math.abs(f - (last[c] ?? f)))));
      force = Math.max(force, now[0]);
      last = now;
    }
    return most / force;
  });
  const part = 2 * fine - coarse;
  return part < 1e-3 ? 'none' : `${(100 * part).toFixed(0)} %`;
}

row('jump of force or torque: tilts from flat to one corner', ({ make }) =>
  jump((s) => forceOn(make(0, 0), plate, [0.1, 0.2], [0.004 * s, 0.01 * s * s, 0.3, 1], 0.005)),
);
row('turns through flush on an equal cube', ({ make }) =>
  jump((s) => forceOn(make(0, 0), cube, [0, 0], [0, 0, 0.2 * (s - 0.5), 1], 0.005)),
);
row('slides over a seam', ({ make }) => jump((s) => forceOn(make(0, 0), seamed, [2 * s - 1.1, 0], [0, 0, 0.3, 1], 0.005)));
row('force on the seam over that beside it', ({ make }) => {
  const [on, beside] = [0, 1.2].map((x) => forceOn(make(0, 0), seamed, [x, 0], [0, 0, 0, 1], 0.005)[0]);
  return (on / beside).toFixed(3);
});

const percent = (part: number): string => `${(100 * part).toFixed(Math.abs(part) < 0.01 ? 2 : 0)} %`;
const LEANING = [0.015, 0.05, 0, 1] as const;
const free: Omit<Drop, 'law' | 'ground'> = { turn: LEANING, timeStep: quick ? 2e-4 : 5e-5, seconds: quick ? 0.4 : 3 };
for (const [what, drop] of [
  ['bounces and rocks on a plate', { ...free, ground: plate }],
  ['on a plate with a seam', { ...free, ground: seamed }],
  ['on an equal cube', { ...free, ground: cube }],
  ['lands on an edge, on a plate', { ...free, ground: plate, turn: [0, 0.3, 0, 1] as const }],
  [
    'the same with steps of a quarter',
    { ...free, ground: plate, turn: [0, 0.3, 0, 1] as const, timeStep: free.timeStep / 4, seconds: free.seconds / 3 },
  ],
] as const)
  row(`energy, undamped: ${what}`, ({ make }) => {
    const { lost, gained } = dropCube({ ...drop, law: make(0, 0) });
    return `${percent(lost)} to +${percent(gained)}`;
  });

const resting = { timeStep: free.timeStep, seconds: quick ? 0.2 : 3, ground: plate };
row('damped, with friction: energy of motion 3 s after the drop', ({ make }) =>
  dropCube({ ...resting, turn: LEANING, law: make(0.5, C) }).kinetic.toExponential(0),
);
row('the same on a slope of 0.4, set down flat', ({ make }) =>
  dropCube({ ...resting, turn: [0, 0, 0, 1], clearance: 0, slope: 0.4, law: make(0.5, C) }).kinetic.toExponential(0),
);
row('deepest in the first row of these, mm', ({ make }) =>
  (1000 * dropCube({ ...free, ground: plate, law: make(0, 0) }).deepest).toFixed(1),
);

bench.note('laws', table);
bench.save();
