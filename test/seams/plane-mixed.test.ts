import { describe, expect, it } from 'vitest';
import { createDynamics2d, stepDynamics2d } from '../../sim/dynamics/dynamics-2d';
import { createPointLaw, Status, type SeamOptions } from '../../src/index';
import { createDetector2d, exactLineMethod, shortestLinkMethod2d } from '../../src/planar/index';
import { createRandom } from '../../src/polyhedron';
import { sweep } from '../sweep';
import { FLOORS, mixedScene2d, placeSlider, slideMixed2d, SLIDERS, STRAY, type Floor, type Slider } from './plane-mixed';

const SEAMED = FLOORS.filter((floor) => floor !== 'one block');
/** Sliders on floors: all of them, or every fifth, in which each slider and each floor occurs. */
const KINDS = SLIDERS.flatMap((slider) => SEAMED.map((floor) => [slider, floor] as const)).filter((_, k) => k % sweep(1, 5) === 0);

/** Steepest normal of the slider's contacts, as the part of it along the floor, on the way over two blocks and more. */
function steepest(slider: Slider, floor: Floor, depth: number, seed: number, seams?: SeamOptions, rise = 0): number {
  const scene = mixedScene2d(slider, floor, createRandom(seed), rise);
  const { bodies, movers, height, options } = scene;
  const start = bodies.positions.slice(0, 2 * movers);
  let most = 0;
  for (const method of [exactLineMethod, shortestLinkMethod2d]) {
    const detector = createDetector2d({ bodies, method, ...options, ...(seams === undefined ? {} : { seams }) });
    const step = method === exactLineMethod ? 1e-3 : 4e-3;
    for (let x = -0.3 + 1e-7; x < 0.8; x += step) {
      placeSlider(scene, start, x, height - depth);
      const list = detector.update();
      for (let c = 0; c < list.count; c++) if (list.status[c] === Status.Overlapping) most = Math.max(most, Math.abs(list.normals[2 * c]));
    }
  }
  return most;
}

describe('sliders of all kinds on flush floors in the plane', () => {
  it.each(KINDS)('%s on %s: every normal is upright', (slider, floor) => {
    for (const [seed, depth] of [1e-2, 1e-4].entries()) expect(steepest(slider, floor, depth, seed + 1, {})).toBeLessThan(2e-6);
    // The angle at which a round end leaves the edge of a block.
    expect(steepest(slider, floor, 1e-2, 1)).toBeGreaterThan(0.2);
  });

  it.each(KINDS)('%s on %s: keeps its speed, fast and slow', (slider, floor) => {
    const random = createRandom(7);
    for (const speed of [0.5, 0.003]) {
      const depth = 10 ** (-2 - random());
      const scene = mixedScene2d(slider, floor, random);
      const reach =
        slider === 'disc' ? 0 : slider.startsWith('clump of') ? 0.25 : slider === 'rod' || slider === 'rounded polygon' ? 0.2 : 0.3;
      // Over the place where the front passes the seam: the slow ones only just.
      const cut = floor === 'random cuts' ? STRAY : 0;
      const path = Math.min(0.3 + cut, 30 * speed);
      const ratio = slideMixed2d(scene, { method: exactLineMethod, seams: {}, depth, speed, from: 0.5 - reach - 0.5 * path, path });
      expect(Math.abs(ratio - 1)).toBeLessThan(1e-4);
    }
  });

  it('are stopped by a step', () => {
    for (const [slider, floor] of KINDS) {
      expect(steepest(slider, floor, 1e-2, 3, { seam: 1e-3 }, 0.02), `${slider} on ${floor}`).toBeGreaterThan(0.3);
      const scene = mixedScene2d(slider, floor, createRandom(3), 0.05);
      // With 0.1 of speed a body can rise by 0.005.
      const ratio = slideMixed2d(scene, { method: exactLineMethod, seams: { seam: 1e-3 }, depth: 1e-2, speed: 0.1, from: -0.1, path: 0.8 });
      expect(ratio, `${slider} on ${floor}`).toBeLessThan(0.9);
    }
  });

  it('lose their speed without the filter', () => {
    const slow = { method: exactLineMethod, depth: 1e-2, speed: 0.02, from: 0.3, path: 0.18 } as const;
    for (const slider of ['disc', 'rod'] as const) {
      expect(slideMixed2d(mixedScene2d(slider, 'blocks', createRandom(1)), { ...slow, from: slider === 'disc' ? 0.35 : 0.2 })).toBeLessThan(
        0.9,
      );
    }
  });
});

describe('bodies that may turn in the plane', () => {
  const TURNED: readonly Floor[] = SEAMED.slice(0, sweep(SEAMED.length, 3));

  /** Begins at 0.3 along x, without spin, before the seam at 0.5; where it is and how it moves after a while. */
  function run(slider: 'disc' | 'rod' | 'polygon' | 'rounded polygon', floor: Floor, friction: number, time: number, seams?: SeamOptions) {
    const scene = mixedScene2d(slider, floor, createRandom(5));
    const { bodies, height, options } = scene;
    const density = 1000;
    const gravity = 10;
    const depth = 1e-3;
    bodies.positions.set([0.15, height - depth]);
    const area = { disc: 0.0314, rod: 0.1114, polygon: 0.18, 'rounded polygon': 0.1714 }[slider];
    const stiffness = (density * area * gravity) / depth / (slider === 'disc' ? 1 : 2);
    const damping = 0.2 * Math.sqrt(stiffness * density * area);
    const law = createPointLaw(stiffness, stiffness, friction, { normalDamping: damping, shearDamping: damping });
    const dynamics = createDynamics2d(bodies, { density, law }, [0, -gravity]);
    dynamics.velocities[0] = 0.3;
    const detector = createDetector2d({ bodies, method: exactLineMethod, ...options, ...(seams === undefined ? {} : { seams }) });
    for (let t = 0; t < time; t += 5e-4) stepDynamics2d(dynamics, 5e-4, () => detector.update());
    return { way: bodies.positions[0] - 0.15, speed: dynamics.velocities[0], spin: dynamics.spins[0] };
  }

  it('a disc rolls over seams as over one block', () => {
    const whole = run('disc', 'one block', 0.5, 3);
    // It slides at first, and rolls with 2/3 of the speed.
    expect(whole.speed).toBeCloseTo(0.2, 2);
    expect(whole.spin).toBeCloseTo(-0.2 / (0.1 - 1e-3), 1);
    for (const floor of TURNED) {
      const rolled = run('disc', floor, 0.5, 3, {});
      expect(Math.abs(rolled.way - whole.way), floor).toBeLessThan(0.01 * whole.way);
      expect(Math.abs(rolled.speed - whole.speed), floor).toBeLessThan(0.01 * whole.speed);
    }
  });

  it.each(['rod', 'polygon', 'rounded polygon'] as const)('a %s comes to rest with friction where it does on one block', (slider) => {
    const seam = { seam: 1e-3 };
    const whole = run(slider, 'one block', 0.02, 2);
    expect(whole.way).toBeGreaterThan(0.2);
    expect(Math.abs(whole.speed)).toBeLessThan(1e-3);
    for (const floor of TURNED) {
      expect(Math.abs(run(slider, floor, 0.02, 2, seam).way - whole.way), floor).toBeLessThan(0.02 * whole.way);
    }
  });
});
