import { describe, expect, test } from 'vitest';
import { createPressureLaw } from '../../src/force';
import { createDynamics2d, stepDynamics2d, timeStepFor2d } from '../../sim/dynamics/dynamics-2d';
import { BodyFlag } from '../../src/body';
import {
  addBody2d,
  contactMethods2d,
  createBodySet2d,
  createDetector2d,
  exactLineMethod,
  lineWall,
  memoryFromJson2d,
  memoryToJson2d,
  rectangle,
  shortestLinkMethod2d,
  type BodySet2d,
} from '../../src/planar';
import { createRandom } from '../../src/polyhedron';
import { createHistoryWatch } from '../detector-shared/expect-history';
import { bits2d, move2d, randomScene2d, slots2d } from './scene-2d';
import { sweep } from '../sweep';

const square = rectangle(1, 1);

function historyWatch2d(bodies: BodySet2d) {
  const toBody = (i: number, place: readonly number[]): number[] => {
    const [c, s] = bodies.rotations.subarray(2 * i, 2 * i + 2);
    const length = Math.sqrt(c * c + s * s);
    const [x, y] = place.map((value, k) => (value - bodies.positions[2 * i + k]) / length);
    return [c * x + s * y, c * y - s * x];
  };
  return createHistoryWatch(2, toBody, (i) => bodies.shapes[bodies.shapeIndex[i]].inradius + bodies.rounding[i]);
}

// Cundall's line is tilted by up to its last step, so that corners which lie on each other are one point or two.
test.each(contactMethods2d.filter(({ name }) => name !== 'cundall').map((method) => [method.name, method] as const))(
  '%s: equal squares lie flush and one creeps by less than a rounding step: no point begins or ends',
  (_, method) => {
    for (const upper of [0, 1]) {
      const positions = new Float64Array(4);
      positions[2 * upper + 1] = 0.9999;
      const bodies = createBodySet2d({ shapes: [square], positions });
      const detector = createDetector2d({ bodies, method });
      for (let step = 0; step < 12; step++) {
        bodies.positions[2 * upper] = -1e-9 + 2e-10 * step;
        const list = detector.update();
        expect(list.pointCount).toBeGreaterThan(0);
        if (step === 0) continue;
        expect([...list.pointBegan.subarray(0, list.pointCount)]).toEqual(new Array(list.pointCount).fill(0));
        expect(list.endedPointCount).toBe(0);
      }
    }
  },
);

test('a moving, turning pair far from the origin keeps its points when their names change, also from memory', () => {
  const make = () => {
    const bodies = createBodySet2d({ shapes: [square], positions: new Float64Array(4) });
    return { bodies, detector: createDetector2d({ bodies, method: exactLineMethod, margin: 1e-6 }) };
  };
  const { bodies, detector } = make();
  const watch = historyWatch2d(bodies);
  let renamed = 0;
  for (let step = 0; step < 40; step++) {
    const [c, s] = [Math.cos(0.6 * step), Math.sin(0.6 * step)];
    const [x, y] = [1e6 + 0.4 * step, -3e5 - 0.7 * step];
    const [dx, dy] = [(step - 20) * 1e-10, 0.9999];
    const copy = make();
    if (step > 0) copy.detector.restore(memoryFromJson2d(JSON.parse(JSON.stringify(memoryToJson2d(detector.save())))));
    for (const set of [bodies, copy.bodies]) {
      set.positions.set([x, y, x + c * dx - s * dy, y + s * dx + c * dy]);
      set.rotations.set([c, s, c, s]);
    }
    const counts = watch(detector.update());
    copy.detector.update();
    expect(bits2d(copy.detector.contacts)).toEqual(bits2d(detector.contacts));
    expect(slots2d(copy.detector.contacts)).toEqual(slots2d(detector.contacts));
    if (step > 0) expect([counts.began, detector.contacts.endedPointCount]).toEqual([0, 0]);
    renamed += counts.renamed;
  }
  expect(renamed).toBeGreaterThan(1);
});

test('a point half a body away is another one', () => {
  const bodies = createBodySet2d();
  addBody2d(bodies, { shape: rectangle(4, 1), position: [0, 0], flags: BodyFlag.Static });
  addBody2d(bodies, { shape: rectangle(2, 0.5), position: [0, 0.9] });
  const detector = createDetector2d({ bodies, method: exactLineMethod });
  for (let step = 0; step < 6; step++) {
    const tilt = step % 2 === 0 ? 0.2 : -0.2;
    bodies.rotations.set([Math.cos(tilt), Math.sin(tilt)], 2);
    const list = detector.update();
    expect([list.count, list.began[0]]).toEqual([1, step === 0 ? 1 : 0]);
    expect([...list.pointBegan.subarray(0, list.pointCount)]).toEqual(new Array(list.pointCount).fill(1));
  }
});

test('in random scenes with walls points go on by name, then by place', () => {
  const random = createRandom(17);
  const bodies = randomScene2d(random, 60, 6);
  const detector = createDetector2d({ bodies, method: exactLineMethod, margin: 0.02, walls: [lineWall([0, 1], 0.4)] });
  const watch = historyWatch2d(bodies);
  const sum = { began: 0, renamed: 0 };
  for (let step = 0; step < sweep(150, 60); step++) {
    const counts = watch(detector.update());
    sum.began += counts.began;
    sum.renamed += counts.renamed;
    move2d(bodies, random, 0.004);
  }
  expect(sum.began).toBeGreaterThan(sweep(50, 20));
  expect(sum.renamed).toBeGreaterThan(sweep(5, 2));
});

describe('blocks on springs: points stay', () => {
  // 0.3 of critical damping for a block of 0.1 m flat on another.
  const law = createPressureLaw(1e7, 8e6, 0.5, { normalDamping: 2.7e4, shearDamping: 2.7e4 });
  const scenes = {
    'a column of ten': (bodies: BodySet2d) => {
      for (let k = 0; k < 10; k++) addBody2d(bodies, { shape: rectangle(0.1, 0.1), position: [0, 0.05 + 0.1 * k] });
    },
    'a wall of three by three': (bodies: BodySet2d) => {
      for (let k = 0; k < 9; k++)
        addBody2d(bodies, { shape: rectangle(0.1, 0.1), position: [0.1 * (k % 3), 0.05 + 0.1 * Math.floor(k / 3)] });
    },
    'bricks on two bricks': (bodies: BodySet2d) => {
      for (let row = 0; row < 3; row++) {
        for (let k = 0; k < 3 - row; k++)
          addBody2d(bodies, { shape: rectangle(0.1, 0.05), position: [0.1 * k + 0.05 * row, 0.025 + 0.05 * row] });
      }
    },
    'a block dropped on an edge, which rocks and comes to rest': (bodies: BodySet2d) => {
      addBody2d(bodies, { shape: rectangle(0.1, 0.1), position: [0, 0.056], rotation: [Math.cos(0.1), Math.sin(0.1)] });
    },
  };
  const steps = sweep(3000, 1500);
  test.each(Object.entries(scenes).slice(0, sweep(9, 1)))('%s', (_, place) => {
    for (const method of [shortestLinkMethod2d, exactLineMethod].slice(0, sweep(2, 1))) {
      const bodies = createBodySet2d();
      addBody2d(bodies, { shape: rectangle(1, 0.1), position: [0, -0.05], flags: BodyFlag.Static });
      place(bodies);
      const dynamics = createDynamics2d(bodies, { density: 2000, law }, [0, -9.81]);
      const detector = createDetector2d({ bodies, method, margin: 1e-5 });
      const watch = historyWatch2d(bodies);
      const dt = timeStepFor2d(dynamics);
      let late = 0;
      for (let step = 0; step < steps; step++) {
        stepDynamics2d(dynamics, dt, () => {
          const { began } = watch(detector.update());
          if (step >= 0.8 * steps) late += began;
          return detector.contacts;
        });
      }
      expect(late).toBe(0);
    }
  });
});
