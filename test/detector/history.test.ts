import { describe, expect, test } from 'vitest';
import { createDynamics, stepDynamics, timeStepFor } from '../../sim/dynamics/dynamics';
import { addBody, BodyFlag, createBodySet, type BodySet } from '../../src/body';
import { exactMethod, fastCommonPlaneMethod, shortestLinkMethod, trackedShortestLinkMethod } from '../../src/common-plane';
import { createDetector, memoryFromJson, memoryToJson } from '../../src/detector';
import { contactMethods } from '../../src/methods';
import { box, createRandom, prism } from '../../src/polyhedron';
import { planeWall } from '../../src/walls';
import { createHistoryWatch, type Counts } from '../detector-shared/expect-history';
import { bits, move, randomScene, slots } from './scene';
import { sweep } from '../sweep';

const cube = box(1, 1, 1);

/**
 * A place in the world in the frame of a body: turned back by its quaternion, p + 2 v x (v x p - w p) with v its
 * vector.
 */
function toBodyOf(bodies: BodySet) {
  return (i: number, place: readonly number[]): number[] => {
    const p = place.map((x, k) => x - bodies.positions[3 * i + k]);
    const [x, y, z, w] = bodies.orientations.subarray(4 * i, 4 * i + 4);
    const norm = x * x + y * y + z * z + w * w;
    const cross = (a: number[], b: number[]) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const v = [x, y, z];
    const c = cross(v, p);
    const d = cross(
      v,
      c.map((value, k) => value - w * p[k]),
    );
    return p.map((value, k) => value + (2 / norm) * d[k]);
  };
}

function historyWatch(bodies: BodySet) {
  return createHistoryWatch(3, toBodyOf(bodies), (i) => bodies.shapes[bodies.shapeIndex[i]].inradius + bodies.rounding[i]);
}

// Cundall's plane is tilted by up to its last step, so two pairs of corners that lie on each other are now one point,
// now two.
const steady = contactMethods.filter(({ name }) => name !== 'cundall');

describe.each(steady.map((method) => [method.name, method] as const))('%s', (_, method) => {
  test('equal cubes lie flush and one creeps by less than a rounding step: no point begins or ends', () => {
    for (const order of [0, 1]) {
      const bodies = createBodySet();
      const places: [number, number, number][] = [[0, 0, 0], [0, 0.1, 0.9999]]; // prettier-ignore
      for (const k of [order, 1 - order])
        addBody(bodies, { shape: cube, position: places[k], flags: k === 0 ? BodyFlag.Static : BodyFlag.None });
      const upper = 1 - order;
      const detector = createDetector({ bodies, method });
      for (let step = 0; step < 12; step++) {
        bodies.positions[3 * upper] = -1e-9 + 2e-10 * step;
        const list = detector.update();
        expect(list.pointCount).toBeGreaterThan(0);
        if (step === 0) continue;
        expect([...list.pointBegan.subarray(0, list.pointCount)]).toEqual(new Array(list.pointCount).fill(0));
        expect(list.endedPointCount).toBe(0);
      }
    }
  });
});

test('prisms of forty sides lie flush and one creeps: no point begins or ends', () => {
  const shape = prism(40, 0.5, 0.5);
  const bodies = createBodySet({ shapes: [shape], positions: new Float64Array([0, 0, 0, -1e-9, 0, 0.4999]) });
  const detector = createDetector({ bodies, method: exactMethod });
  const points = detector.update().pointCount;
  for (let step = 1; step < 12; step++) {
    bodies.positions[3] = -1e-9 + 2e-10 * step;
    const list = detector.update();
    const began = list.pointBegan.subarray(0, list.pointCount).reduce((sum, x) => sum + x, 0);
    expect([list.pointCount, began]).toEqual([points, 0]);
  }
});

test('a moving, turning pair far from the origin keeps its points when their names change', () => {
  // Both bodies fly and spin as one while the upper creeps; the origin is far enough to cost six digits.
  const bodies = createBodySet({ shapes: [cube], positions: new Float64Array(6) });
  const detector = createDetector({ bodies, method: exactMethod, margin: 1e-6 });
  const watch = historyWatch(bodies);
  let renamed = 0;
  for (let step = 0; step < 40; step++) {
    const half = 0.3 * step;
    const [s, c] = [Math.sin(half), Math.cos(half)];
    const away = [1e6 + 0.4 * step, -2e6, 3e5 - 0.7 * step];
    // About y by twice `half`: (x, 0, z) goes to (x cos + z sin, 0, z cos - x sin).
    const [x, z] = [(step - 20) * 1e-10, 0.9999];
    const turned = [x * (c * c - s * s) + z * 2 * s * c, 0.1, z * (c * c - s * s) - x * 2 * s * c];
    bodies.positions.set([...away, ...turned.map((value, k) => value + away[k])]);
    bodies.orientations.set([0, s, 0, c, 0, s, 0, c]);
    const counts = watch(detector.update());
    if (step > 0) expect([counts.began, detector.contacts.endedPointCount]).toEqual([0, 0]);
    renamed += counts.renamed;
  }
  expect(renamed).toBeGreaterThan(3);
});

test('a point half a body away is another one', () => {
  // A bar with its end on a cube: the end on which it stands is now this one, now that one.
  const bodies = createBodySet();
  addBody(bodies, { shape: box(4, 4, 1), position: [0, 0, 0], flags: BodyFlag.Static });
  addBody(bodies, { shape: box(2, 0.5, 0.5), position: [0, 0, 0.9] });
  const detector = createDetector({ bodies, method: exactMethod });
  for (let step = 0; step < 6; step++) {
    const tilt = step % 2 === 0 ? 0.2 : -0.2;
    bodies.orientations.set([0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)], 4);
    const list = detector.update();
    expect(list.count).toBe(1);
    expect(list.began[0]).toBe(step === 0 ? 1 : 0);
    expect([...list.pointBegan.subarray(0, list.pointCount)]).toEqual(new Array(list.pointCount).fill(1));
  }
});

test('in random scenes, with walls and bodies in free rows, points go on by name, then by place', () => {
  const random = createRandom(17);
  const bodies = randomScene(random, 60, 4.5);
  const detector = createDetector({ bodies, method: exactMethod, margin: 0.02, walls: [planeWall([0, 0, 1], 0.4)] });
  const watch = historyWatch(bodies);
  const sum = { began: 0, renamed: 0 };
  for (let step = 0; step < sweep(90, 24); step++) {
    const counts = watch(detector.update());
    sum.began += counts.began;
    sum.renamed += counts.renamed;
    move(bodies, random, 0.004);
  }
  expect(sum.began).toBeGreaterThan(sweep(100, 24));
  expect(sum.renamed).toBeGreaterThan(sweep(20, 5));
});

describe('blocks on springs', () => {
  const material = { density: 2500, normalStiffness: 1e6, shearStiffness: 8e5, friction: 0.5, restitution: 0.3 };
  const floor = (bodies: BodySet) => addBody(bodies, { shape: box(1, 0.2, 0.1), position: [0, 0, -0.05], flags: BodyFlag.Static });
  const brick = box(0.1, 0.1, 0.1);
  const scenes = {
    'a column of ten': (bodies: BodySet) => {
      for (let k = 0; k < 10; k++) addBody(bodies, { shape: brick, position: [0, 0, 0.05 + 0.1 * k] });
    },
    'a wall of three by three': (bodies: BodySet) => {
      for (let k = 0; k < 9; k++) addBody(bodies, { shape: brick, position: [0.1 * (k % 3), 0, 0.05 + 0.1 * Math.floor(k / 3)] });
    },
    'bricks on two bricks': (bodies: BodySet) => {
      for (let k = 0; k < 9; k++) {
        const row = Math.floor(k / 3);
        addBody(bodies, { shape: box(0.1, 0.05, 0.05), position: [0.1 * (k % 3) + 0.05 * (row % 2), 0, 0.025 + 0.05 * row] });
      }
    },
    'a block dropped on an edge, which rocks and comes to rest': (bodies: BodySet) => {
      addBody(bodies, { shape: brick, position: [0, 0, 0.056], orientation: [0, Math.sin(0.05), 0, Math.cos(0.05)] });
    },
  };

  function run(
    place: (bodies: BodySet) => unknown,
    method: typeof exactMethod,
    steps: number,
    each: (step: number, counts: Counts) => void,
  ) {
    const bodies = createBodySet();
    floor(bodies);
    place(bodies);
    const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -9.81] });
    const detector = createDetector({ bodies, method, margin: 1e-5 });
    const watch = historyWatch(bodies);
    const dt = timeStepFor(dynamics);
    for (let step = 0; step < steps; step++) {
      stepDynamics(dynamics, dt, () => {
        each(step, watch(detector.update()));
        return detector.contacts;
      });
    }
  }

  const steps = sweep(1600, 500);
  test.each(Object.entries(scenes).slice(0, sweep(9, 1)))('%s: all points stay', (_, place) => {
    for (const method of [shortestLinkMethod, exactMethod].slice(0, sweep(2, 1))) {
      let late = 0;
      run(place, method, steps, (step, { began }) => {
        if (step >= 0.75 * steps) late += began;
      });
      expect(late).toBe(0);
    }
  });

  test('planes that are not the best ones: only points that leave end', () => {
    // What the watch expects at each step.
    for (const method of [trackedShortestLinkMethod, fastCommonPlaneMethod])
      run(scenes['bricks on two bricks'], method, sweep(300, 50), () => undefined);
  });
});

test('saved between two steps in which names change, the points go on', () => {
  const make = () => {
    const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, -1e-9, 0.1, 0.9999]) });
    return { bodies, detector: createDetector({ bodies, method: exactMethod, walls: [planeWall([0, 0, 1], -0.499)] }) };
  };
  const one = make();
  let renamed = 0;
  const watch = historyWatch(one.bodies);
  for (let step = 0; step < 12; step++) {
    const two = make();
    one.bodies.positions[3] = -1e-9 + 2e-10 * step;
    renamed += watch(one.detector.update()).renamed;
    two.bodies.positions.set(one.bodies.positions);
    two.detector.restore(memoryFromJson(JSON.parse(JSON.stringify(memoryToJson(one.detector.save())))));
    one.bodies.positions[3] += 1e-10;
    two.bodies.positions[3] += 1e-10;
    renamed += watch(one.detector.update()).renamed;
    two.detector.update();
    expect(bits(two.detector.contacts)).toEqual(bits(one.detector.contacts));
    expect(slots(two.detector.contacts)).toEqual(slots(one.detector.contacts));
  }
  expect(renamed).toBeGreaterThan(3);
});
