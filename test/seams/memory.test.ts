import { describe, expect, it } from 'vitest';
import {
  addBody,
  box,
  createDetector,
  createState,
  exactMethod,
  memoryFromJson,
  memoryToJson,
  shortestLinkMethod,
  Status,
  trackedShortestLinkMethod,
  type BodySet,
  type ContactMethod,
  type Detector,
} from '../../src/index';
import { createRandom } from '../../src/polyhedron';
import { bits, move, slots } from '../detector/scene';
import { sweep } from '../sweep';
import { brickFloor, crowd } from './scenes';
import { layFloor } from './slide';

/** A slider that goes to and fro over a floor, by half a depth a step. */
function sliding(depth: number): { bodies: BodySet; step: (k: number) => void } {
  const bodies = layFloor(box(0.6, 0.6, 0.3), brickFloor('running'));
  const step = (k: number): void => {
    const way = 0.25 * depth * (k % 80 < 40 ? k % 80 : 80 - (k % 80));
    bodies.positions.set([0.2 - 3 * depth + way, 0.04 + 0.3 * way, 0.15 - depth]);
  };
  step(0);
  return { bodies, step };
}

describe('history with the seam filter', () => {
  it('has a slot for each contact of the list, and none for a dropped one', () => {
    const random = createRandom(3);
    const bodies = crowd(random, 30, 2.6, true);
    const detector = createDetector({ bodies, method: exactMethod, seams: { seam: 0.1 } });
    let held = new Map<string, number>();
    let dropped = 0;
    for (let step = 0; step < sweep(30, 15); step++) {
      const list = detector.update();
      dropped += detector.statistics.droppedContacts;
      const now = new Map(Array.from({ length: list.count }, (_, c) => [`${list.bodyA[c]} ${list.bodyB[c]}`, list.userSlot[c]]));
      expect(new Set(now.values()).size).toBe(list.count);
      for (let c = 0; c < list.count; c++) {
        const key = `${list.bodyA[c]} ${list.bodyB[c]}`;
        expect(list.began[c]).toBe(held.has(key) ? 0 : 1);
        if (held.has(key)) expect(list.userSlot[c]).toBe(held.get(key));
      }
      const gone = [...held].filter(([key]) => !now.has(key)).map(([, slot]) => slot);
      expect([...list.endedUserSlot.subarray(0, list.endedCount)].sort()).toEqual(gone.sort());
      held = now;
      move(bodies, random, 0.02);
    }
    expect(dropped).toBeGreaterThan(sweep(100, 50));
  });

  it('keeps the slots of a slider on its floor while its contacts are turned and found upright', () => {
    const depth = 1e-3;
    const { bodies, step } = sliding(depth);
    const detector = createDetector({ bodies, method: shortestLinkMethod, seams: {} });
    const slots = new Map<number, number>();
    let turned = 0;
    for (let k = 0; k < 40; k++) {
      step(k);
      const list = detector.update();
      turned += detector.statistics.turnedContacts;
      for (let c = 0; c < list.count; c++) {
        if (list.status[c] !== Status.Overlapping) continue;
        if (slots.has(list.bodyB[c])) expect(list.userSlot[c]).toBe(slots.get(list.bodyB[c]));
        slots.set(list.bodyB[c], list.userSlot[c]);
      }
    }
    expect(turned).toBeGreaterThan(2);
  });
});

describe('memory with the seam filter', () => {
  it('of a pair is cleared when its contact is turned or dropped', () => {
    const depth = 1e-3;
    const { bodies, step } = sliding(depth);
    const seen = new Map<number, boolean>();
    let pair = -1;
    // Tells of each call whether there was a memory.
    const method: ContactMethod = {
      ...trackedShortestLinkMethod,
      detect: (out, a, b, pose, state, options) => {
        const { stateInts, stateFloats } = trackedShortestLinkMethod;
        const memory = [
          ...state.ints.subarray(state.intOffset, state.intOffset + stateInts),
          ...state.floats.subarray(state.floatOffset, state.floatOffset + stateFloats),
        ];
        // The brick is known by its place; all have one shape.
        pair = Math.round(1e3 * pose[9]) + 1e5 * Math.round(1e3 * pose[10]);
        seen.set(
          pair,
          memory.some((x) => x !== 0),
        );
        return trackedShortestLinkMethod.detect(out, a, b, pose, state, options);
      },
    };
    expect(createState(method).floats.length).toBe(trackedShortestLinkMethod.stateFloats);
    const detector = createDetector({ bodies, method, seams: {} });
    let cleared = 0;
    let turned = 0;
    for (let k = 0; k < 40; k++) {
      const before = detector.statistics.turnedContacts + detector.statistics.droppedContacts;
      step(k);
      seen.clear();
      const asked = detector.statistics.askedPairs;
      detector.update();
      if (k > 0 && asked === detector.statistics.askedPairs) {
        const cold = [...seen.values()].filter((isWarm) => !isWarm).length;
        expect(cold).toBeGreaterThanOrEqual(before);
        cleared += cold;
      }
      turned += before;
    }
    expect(turned).toBeGreaterThan(2);
    expect(cleared).toBeGreaterThan(2);
    expect(cleared).toBeLessThan(20);
  });

  it.each([exactMethod, shortestLinkMethod, trackedShortestLinkMethod])(
    'of $name gives the same bits for every skin, and after save and restore',
    (method) => {
      const random = createRandom(8);
      const bodies = crowd(random, 25, 2.4, false);
      for (let k = 0; k < 5; k++) addBody(bodies, { shape: box(0.4, 0.4, 0.4), position: [random(), random(), random()], rounding: 0.05 });
      const make = (skin?: number): Detector => createDetector({ bodies, method, skin, seams: { seam: 0.05, joint: 0.1 } });
      const detectors = [make(), make(0), make(0.7)];
      let turned = 0;
      for (let step = 0; step < 12; step++) {
        const lists = detectors.map((detector) => [bits(detector.update()), slots(detector.contacts)]);
        expect(lists[1]).toEqual(lists[0]);
        expect(lists[2]).toEqual(lists[0]);
        turned += detectors[0].statistics.turnedContacts + detectors[0].statistics.droppedContacts;
        if (step % 4 === 2) {
          const memory = memoryFromJson(memoryToJson(detectors[0].save()));
          detectors[1] = make(0);
          detectors[1].restore(memory);
        }
        move(bodies, random, 0.01);
      }
      expect(turned).toBeGreaterThan(20);
    },
  );
});

describe('the seam filter in a periodic box', () => {
  it('sees a floor that goes on through the box as one', () => {
    const depth = 1e-3;
    const result = (shift: number, periodic: boolean): unknown => {
      const floor = brickFloor('stack');
      const bodies = layFloor(box(0.6, 0.6, 0.3), floor);
      bodies.positions.set([0.2 + 0.3 * depth, 0.04, 0.15 - depth]);
      const edge = 4;
      if (periodic) {
        for (let b = 0; b < bodies.count; b++) {
          const x = bodies.positions[3 * b] + shift;
          bodies.positions[3 * b] = x - edge * Math.floor(x / edge);
        }
      }
      const detector = createDetector({
        bodies,
        method: exactMethod,
        seams: {},
        periodic: periodic ? { min: [0, 0, 0], max: [edge, edge, edge], axes: [true, false, false] } : undefined,
      });
      const list = detector.update();
      const rows = [];
      for (let c = 0; c < list.count; c++) {
        if (list.status[c] !== Status.Overlapping) continue;
        rows.push(
          [list.bodyA[c], list.bodyB[c], ...list.normals.subarray(3 * c, 3 * c + 3), list.gaps[c], list.volumes[c]].map(
            (x) => +x.toFixed(9) + 0,
          ),
        );
      }
      return { rows, turned: detector.statistics.turnedContacts };
    };
    const open = result(0, false);
    expect((open as { turned: number }).turned).toBe(3);
    // The seam that the slider passes lies at every place of the box, also on its border.
    for (const shift of [0, 0.25, 1.5, 3.2, 3.5, 3.4999, 3.9]) expect(result(shift, true)).toEqual(open);
  });
});
