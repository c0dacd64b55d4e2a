/**
 * What the seam filter costs: a step of a detector with it and without, by turns, on one scene each.
 *
 * Scenes: a packing that settled under gravity (copies of packing-500), whose bodies swing by a micrometre; the same in
 * motion, each body to and fro along a direction of its own, as when it is poured; the same pressed together by 2 %,
 * where each body has many deep contacts; a wall of bricks in running bond, where nearly every contact is flush with
 * others. Contacts found are the same, so the difference is the filter.
 */
import {
  addBody,
  box,
  BodyFlag,
  createBodySet,
  createDetector,
  createRandom,
  shortestLinkMethod,
  type BodySet,
  type Detector,
} from 'dem-contact';
import { openBench } from '../lib/measure';
import { copies } from '../lib/packing-copies';

const bench = openBench('seams');
const COUNT = bench.quick ? 500 : 2000;
const STEPS = bench.quick ? 2 : 5;
const MARGIN = 3e-4;

/** A scene, and how far its bodies are from their places in a step, along directions of their own. */
interface Scene {
  name: string;
  make: () => BodySet;
  offset: (step: number) => number;
}

const swing = (step: number): number => (step % 2 === 0 ? 0 : 1e-6);
const toAndFro = (step: number): number => 5e-5 * (step % 80 < 40 ? step % 80 : 80 - (step % 80));

const scenes: Scene[] = [
  { name: 'packing at rest', make: () => copies(COUNT), offset: swing },
  { name: 'packing in motion', make: () => copies(COUNT), offset: toAndFro },
  { name: 'packing pressed together by 2 %', make: () => pressed(copies(COUNT), 0.98), offset: swing },
  { name: 'wall of bricks', make: () => wall(bench.quick ? 10 : 40), offset: swing },
];

for (const { name, make, offset } of scenes) {
  const without = stepper(make(), offset, false);
  const filtered = stepper(make(), offset, true);
  bench.measure({
    name,
    operations: STEPS * without.bodies,
    rounds: 11,
    variants: [
      { name: 'without seams', run: without.run },
      // Its contacts are others: test/seams compares them with the definition.
      { name: 'with seams', run: filtered.run, counts: filtered.counts },
    ],
  });
}
bench.save();

function stepper(
  bodies: BodySet,
  offset: (step: number) => number,
  isFiltered: boolean,
): { run: () => void; bodies: number; counts: () => Record<string, number> } {
  const random = createRandom(1);
  const start = bodies.positions.slice();
  const directions = start.map(() => (random() - 0.5) * 1.15);
  const detector: Detector = createDetector({ bodies, method: shortestLinkMethod, margin: MARGIN, seams: isFiltered ? {} : undefined });
  let step = 0;
  return {
    bodies: bodies.count,
    run: () => {
      for (let k = 0; k < STEPS; k++, step++) {
        const moved = offset(step);
        for (let c = 0; c < start.length; c++) bodies.positions[c] = start[c] + moved * directions[c];
        detector.update();
      }
    },
    // Of one step, times the steps, since counts are reported an operation.
    counts: () => ({
      contacts: STEPS * detector.contacts.count,
      turned: STEPS * detector.statistics.turnedContacts,
      dropped: STEPS * detector.statistics.droppedContacts,
    }),
  };
}

function pressed(bodies: BodySet, by: number): BodySet {
  for (let k = 0; k < bodies.positions.length; k++) bodies.positions[k] *= by;
  return bodies;
}

/** Bricks of 20 x 10 x 8 cm, pressed together by a tenth of a millimetre, on a slab. */
function wall(side: number): BodySet {
  const bodies = createBodySet();
  const brick = box(0.2, 0.1, 0.08);
  addBody(bodies, { shape: box(0.4 * side, 1, 0.1), position: [0.1 * side, 0, -0.05], flags: BodyFlag.Static });
  for (let layer = 0; layer < side; layer++) {
    for (let k = 0; k < side; k++) {
      addBody(bodies, {
        shape: brick,
        position: [(0.2 - 1e-4) * (k + (layer % 2 === 0 ? 0.5 : 1)), 0, (0.08 - 1e-4) * (layer + 0.5)],
      });
    }
  }
  return bodies;
}
