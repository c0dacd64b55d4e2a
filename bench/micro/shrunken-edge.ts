/**
 * The shrunken edge algorithm, as it is here and as printed, against the direct search, the fast direct search and the
 * shortest link: on each contact type of two hexahedra and of two tetrahedra, and on the pairs of a standing wall of
 * blocks, flush everywhere.
 *
 * The blocks of a type touch; every call sees B moved by 1e-4 of the block to and fro. The methods define their
 * contacts otherwise, so they are timed beside each other and not compared. The printed form finds part of the contacts
 * only.
 */
import {
  createContactFor,
  createDetectOptions,
  createPose,
  createState,
  detect,
  directSearchMethod,
  exactMethod,
  fastDirectSearchMethod,
  publishedShrunkenEdgeMethod,
  shortestLinkMethod,
  shrunkenEdgeMethod,
  type ContactMethod,
} from 'dem-contact';
import { contactTypes, type TypedPair } from '../lib/contact-types';
import { openBench, type Variant } from '../lib/measure';
import { searchCalls } from '../lib/search-calls';
import { blockWall } from '../../sim/scenes/block-scenes';

const METHODS: [string, ContactMethod, boolean][] = [
  ['shrunken edge', shrunkenEdgeMethod, false],
  ['shrunken edge, as printed', publishedShrunkenEdgeMethod, false],
  ['direct search', directSearchMethod, false],
  ['FDS, initial', fastDirectSearchMethod, false],
  ['FDS, updated', fastDirectSearchMethod, true],
  ['shortest link, warm', shortestLinkMethod, true],
];

const bench = openBench('shrunken-edge');

for (const pair of contactTypes().filter(({ shape }) => shape !== 'cut hexahedron')) {
  const calls = bench.quick ? 8 : 256;
  const touching = moveTogether(pair);
  bench.measure({
    name: `${pair.shape}, ${pair.type}, touching`,
    operations: calls,
    // No results: only the direct searches agree with each other, and another bench checks that.
    variants: METHODS.map(([name, method, warm]) => ({ name, run: searchCalls(touching, calls, name, method, warm).run })),
  });
}

const courses = bench.quick ? 3 : 10;
const { bodies } = blockWall(courses);
const pairs: [number, number][] = [];
const { positions } = bodies;
for (let i = 1; i < bodies.count; i++) {
  for (let j = 0; j < i; j++) {
    const isNear =
      j === 0 ? positions[3 * i + 2] < 0.3 : [0, 1, 2].every((k) => Math.abs(positions[3 * i + k] - positions[3 * j + k]) < 1.1);
    if (isNear) pairs.push([j, i]);
  }
}
bench.measure({
  name: `wall of ${bodies.count - 1} blocks`,
  operations: pairs.length,
  variants: METHODS.map(([name, method, warm]) => wallCalls(name, method, warm)),
});
bench.save();

function wallCalls(name: string, method: ContactMethod, warm: boolean): Variant {
  const { shapes, shapeIndex } = bodies;
  const out = pairs.map(([i, j]) => createContactFor(shapes[shapeIndex[i]], shapes[shapeIndex[j]]));
  const states = pairs.map(() => createState(method));
  const run = (): void => {
    pairs.forEach(([i, j], p) => {
      const state = states[p];
      if (!warm) {
        state.ints.fill(0);
        state.floats.fill(0);
      }
      detect(out[p], method, bodies, i, j, state);
    });
  };
  return { name, run, counts: () => ({ contacts: out.filter(({ count }) => count > 0).length }) };
}

/** The pair at a gap of 0. */
function moveTogether(pair: TypedPair): TypedPair {
  const { a, b } = pair;
  const contact = createContactFor(a, b);
  exactMethod.detect(contact, a, b, pair.pose, createState(exactMethod), createDetectOptions());
  const pose = createPose();
  for (let i = 0; i < 12; i++) pose[i] = pair.pose[i] - (i < 9 ? 0 : contact.gap * contact.normal[i - 9]);
  return { ...pair, pose };
}
