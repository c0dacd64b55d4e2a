/**
 * One fragment of the wedge of section 5.5 meets another: two of its rigid tetrahedra in random orientations, without
 * friction, damping, gravity and bonds. Springs store energy and give it back, so after the collision both have the
 * kinetic energy that they had before. A method whose points or normal jump while they press changes it.
 */
import {
  createBodySet,
  createContactFor,
  createDetectOptions,
  createRandom,
  detect,
  exactMethod,
  polyhedronFromVertices,
  type BodySet,
  type ConvexPolyhedron,
  type Random,
} from 'dem-contact';
import { balanceOf } from '../../../sim/dynamics/energy';
import { randomRotation } from '../../../sim/scenes/mixed-particles';
import { cutTetrahedron } from './tetrahedra';
import { createScene, type Rival } from './scene';

/** As in bonded-wedge.ts. */
const DENSITY = 2600;
const STIFFNESS = 2e9;

/** Speed of one fragment before the collision, m/s; the other is at rest. */
const SPEED = 3;
/** 200 steps of the shortest swing of a contact point. */
const TIME_STEP = 1e-6;
/** Where a collision begins, m. */
const NEAR = 2e-4;
/** Steps of a collision. Most take 300; fragments that touch again after a turn take longer. */
const MOST_STEPS = 6000;

/** For each of `count` collisions the kinetic energy after it over that before. */
export function collideFragments(rival: Rival, count: number, seed: number): number[] {
  const random = createRandom(seed);
  const parts = cutTetrahedron(
    [
      [0, 0, 0],
      [2, 0, 0],
      [1, 0.8, 0.8],
      [1, -0.8, 0.8],
    ],
    2,
  ).map((part) => polyhedronFromVertices(part.flat()));
  const ratios: number[] = [];
  while (ratios.length < count) {
    const shapes = [0, 1].map(() => parts[Math.floor(parts.length * random())]);
    const ratio = collide(rival, shapes, random);
    if (ratio !== null) ratios.push(ratio);
  }
  return ratios;
}

/** Null when they miss each other. */
function collide(rival: Rival, shapes: readonly ConvexPolyhedron[], random: Random): number | null {
  const reach = shapes[0].radius + shapes[1].radius;
  const bodies = createBodySet({
    shapes: [...shapes],
    // Aside by up to half the reach, and apart.
    positions: Float64Array.from([0, 0, 0, reach, 0.5 * reach * (random() - 0.5), 0.5 * reach * (random() - 0.5)]),
  });
  for (let body = 0; body < 2; body++) bodies.orientations.set(randomRotation(random), 4 * body);
  const contact = createContactFor(shapes[0], shapes[1]);
  const options = { ...createDetectOptions(), margin: 3 * reach };
  const gap = (bodies: BodySet): number => {
    detect(contact, exactMethod, bodies, 0, 1, undefined, options);
    return contact.gap;
  };
  // The gap is never more than the way to the collision.
  let ahead = gap(bodies);
  while (ahead > NEAR) {
    bodies.positions[3] -= ahead;
    if (bodies.positions[3] < -reach) return null;
    ahead = gap(bodies);
  }
  const law = { normal: STIFFNESS, shear: 0.8 * STIFFNESS, friction: 0, area: 0.01 };
  const scene = createScene(bodies, rival, DENSITY, law, [0, 0, 0], []);
  const { dynamics } = scene;
  dynamics.velocities[3] = -SPEED;
  const before = balanceOf(dynamics).kinetic;
  let met = false;
  for (let k = 0; k < MOST_STEPS; k++) {
    scene.step(TIME_STEP);
    if (dynamics.elasticEnergy > 0) met = true;
    else if (k % 20 === 0 && gap(bodies) > 2 * NEAR) break;
  }
  return met ? balanceOf(dynamics).kinetic / before : null;
}
