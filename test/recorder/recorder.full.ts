import { addBody, box, createBodySet, createPose, relativePose } from 'dem-contact';
import { expect, test } from 'vitest';
import { record, replay, replayVariant, selectPairs, type ReplayMethod } from '../../sim/recorder';
import { comparePlanes, planeMethods, type PlaneStatistics } from '../../bench/papers/slm/planes';
import { particleFlow } from '../../sim/scenes/particle-flow';
import { soilTool } from '../../sim/scenes/soil-tool';

// Recordings that the paper benches measure on: they hold the poses of the scene, memory lives as long as a window, and
// the methods agree on them.

/** Three cubes in a row, 1.2 apart, of which the second turns and the third leaves; and one far away. */
function row() {
  const bodies = createBodySet();
  const shape = box(1, 1, 1);
  for (const x of [0, 1.2, 2.4, 9]) addBody(bodies, { shape, position: [x, 0, 0] });
  const step = () => {
    bodies.positions[6] += 0.01;
    bodies.orientations.set([0, 0, bodies.orientations[6] + 0.002, 1], 4);
  };
  return { bodies, step };
}

interface Call {
  pose: number[];
  motions: number[];
  remembered: number;
  step: number;
}

/** All that a method gets to see. */
function callsOf(recording: ReturnType<typeof record>): Call[] {
  const calls: Call[] = [];
  let last: Omit<Call, 'step'> = { pose: [], motions: [], remembered: 0 };
  const method: ReplayMethod = {
    name: 'counter',
    stateInts: 1,
    stateFloats: 2,
    ask: (_a, _b, pose, state, motionA, motionB) => {
      last = { pose: [...pose], motions: [motionA, motionB], remembered: state.ints[state.intOffset] };
      state.ints[state.intOffset]++;
      // Slots of other pairs are left alone.
      expect(state.floats[state.floatOffset + 1]).toBe(last.remembered);
      state.floats[state.floatOffset + 1]++;
    },
  };
  replay(recording, method, (_, step) => calls.push({ ...last, step }));
  return calls;
}

test('a recording holds the near pairs, their poses and motions, step by step', () => {
  const scene = row();
  const recording = record(scene, { span: 20, steps: 4, windows: 2, pairs: 9 });
  // Two windows of two near pairs: bounding spheres of unit cubes meet up to 1.73.
  expect(recording.coldCalls).toBe(4);
  expect(recording.warmCalls).toBe(12);
  const calls = callsOf(recording);
  expect(calls).toHaveLength(16);

  const again = row();
  calls.forEach((call, c) => {
    const pair = c % 2;
    expect(call.step).toBe(Math.floor(c / 2) % 4);
    expect(call.remembered).toBe(call.step);
    if (c === 8) for (let s = 3; s < 10; s++) again.step();
    else if (c > 0 && pair === 0 && call.step > 0) again.step();
    expect(call.pose).toEqual([...relativePose(createPose(), again.bodies, pair, pair + 1)]);
    // Body 0 stands still, body 1 turns, body 2 leaves.
    const [first, second] = call.motions;
    const [turning, other] = pair === 0 ? [second, first] : [first, second];
    expect(turning > 0).toBe(call.step > 0);
    expect(other).toBeCloseTo(pair === 1 && call.step > 0 ? 0.01 : 0, 12);
  });
});

test('of more pairs than asked for every second, third, ... is kept', () => {
  const bodies = createBodySet();
  for (let x = 0; x < 8; x++) addBody(bodies, { shape: box(1, 1, 1), position: [1.2 * x, 0, 0] });
  const scene = { bodies, step: () => undefined };
  const kept = [9, 7, 6, 3, 1].map((pairs) => record(scene, { span: 2, steps: 2, windows: 1, pairs }).coldCalls);
  expect(kept).toEqual([7, 7, 4, 3, 1]);
});

test('a selection keeps the calls of its pairs', () => {
  const recording = record(row(), { span: 20, steps: 4, windows: 2, pairs: 9 });
  // Calls of a window: 4 steps of 2 pairs.
  const second = selectPairs(recording, (call) => call % 8 === 1);
  expect([second.coldCalls, second.warmCalls]).toEqual([2, 6]);
  expect(callsOf(second)).toEqual(callsOf(recording).filter((_, call) => call % 2 === 1));
});

test('motions bound the way of every vertex', () => {
  const scene = row();
  const { vertices, vertexCount } = scene.bodies.shapes[0];
  const recording = record(scene, { span: 10, steps: 5, windows: 1, pairs: 9 });
  const calls = callsOf(recording).filter((_, c) => c < 10 && c % 2 === 0);
  for (let k = 1; k < calls.length; k++) {
    for (let v = 0; v < vertexCount; v++) {
      let square = 0;
      for (let r = 0; r < 3; r++) {
        const at = (pose: number[]) =>
          pose[3 * r] * vertices[3 * v] + pose[3 * r + 1] * vertices[3 * v + 1] + pose[3 * r + 2] * vertices[3 * v + 2] + pose[9 + r];
        square += (at(calls[k].pose) - at(calls[k - 1].pose)) ** 2;
      }
      expect(Math.sqrt(square)).toBeLessThanOrEqual(calls[k].motions[1]);
    }
  }
});

test('a plate is near only to what is beside it', () => {
  const bodies = createBodySet();
  addBody(bodies, { shape: box(10, 10, 0.1), position: [0, 0, 0] });
  addBody(bodies, { shape: box(1, 1, 1), position: [3, 0, 0.5] });
  addBody(bodies, { shape: box(1, 1, 1), position: [-3, 0, 2] });
  expect(record({ bodies, step: () => undefined }, { span: 4, steps: 2, windows: 2, pairs: 9 }).coldCalls).toBe(2);
});

test('times are those of the first steps or of the others, in milliseconds', () => {
  const recording = record(row(), { span: 20, steps: 4, windows: 2, pairs: 9 });
  let asked = 0;
  const method: ReplayMethod = {
    name: 'counter',
    stateInts: 0,
    stateFloats: 0,
    ask: () => {
      asked++;
    },
  };
  for (const regime of ['cold', 'warm'] as const) {
    asked = 0;
    const variant = replayVariant(recording, method, regime);
    expect(variant.time?.(3)).toBeGreaterThanOrEqual(0);
    expect(asked).toBe(3 * (regime === 'cold' ? 4 : 16));
  }
});

function expectAgreement(statistics: Map<string, PlaneStatistics>): void {
  // comparePlanes throws where a method that promises the exact plane has another.
  expect([...statistics.keys()]).toEqual(planeMethods.map(({ name }) => name));
  for (const { offApart, offOverlapping, falseOverlaps, overlapping } of statistics.values()) {
    expect(overlapping).toBeGreaterThan(0.02);
    expect(overlapping).toBeLessThan(0.8);
    expect(Math.max(offApart, offOverlapping)).toBeLessThan(0.6);
    expect(falseOverlaps).toBeLessThan(0.2);
  }
}

test('the particle flow: all planes agree as they promise, and a seed gives the same recording', () => {
  const recorded = () => record(particleFlow(20, 0.12, 3), { span: 12, steps: 4, windows: 2, pairs: 99 });
  const recording = recorded();
  expectAgreement(comparePlanes(recording));
  expect(callsOf(recorded())).toEqual(callsOf(recording));
});

test('soil and tool: the bucket moves and meets the pile', () => {
  const scene = soilTool(3, 1);
  const { bodies } = scene;
  const floor = bodies.count - 5;
  const start = bodies.positions.slice(3 * floor, 3 * floor + 3);
  const recording = record(scene, { span: 40, steps: 4, windows: 2, pairs: 99 });
  expectAgreement(comparePlanes(recording));
  expect(bodies.positions[3 * floor]).toBeLessThan(start[0]);
  expect(bodies.positions[3 * floor + 2]).toBe(start[2]);
});
