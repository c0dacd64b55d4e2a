/**
 * Polyhedra that fall into a box with plane walls, in space: the detector of the library, and the loop and particles of
 * sim/. They are softer than stone, so that time steps can be long.
 */
import {
  addBody,
  contactMethods,
  createBodySet,
  createDetector,
  createPressureLaw,
  createRandom,
  planeWall,
  type ConvexPolyhedron,
} from 'dem-contact';
import { createDynamics, stepDynamics } from '../../sim/dynamics/dynamics';
import { balanceOf } from '../../sim/dynamics/energy';
import { createLawForces } from '../../sim/dynamics/law-forces';
import { mixedShapes, randomRotation } from '../../sim/scenes/mixed-particles';
import type { Choice } from './messages';
import { speedsOf, type Pour } from './pour';

const MATERIAL = { density: 2600, normalStiffness: 2.5e8, shearStiffness: 2e8, friction: 0.7, restitution: 0.2 };
const TIME_STEP = 1.5e-4;
/** Diameters of the spheres of equal volume. */
const SIZES = [0.03, 0.04, 0.05];
/** Speed at the start. */
const FALL = 1;
const GRAVITY = 9.81;

export function createPour3d(choice: Choice): Pour {
  const method = contactMethods.find(({ name }) => name === choice.method);
  if (method === undefined) throw new Error(`There is no method ${choice.method} in space.`);
  const random = createRandom(choice.seed);
  const shapes = SIZES.flatMap((size) => mixedShapes(size).map(([, shape]) => shape));
  const pitch = 2 * Math.max(...shapes.map(({ radius }) => radius));
  // A column of bodies on a square floor, half as high again as wide.
  const across = Math.max(2, Math.round(Math.cbrt(choice.bodies / 1.5)));
  const width = across * pitch * 1.15;
  const bodies = createBodySet();
  for (let b = 0; b < choice.bodies; b++) {
    const layer = Math.floor(b / (across * across));
    const at = (k: number): number => ((k + 0.5) / across - 0.5) * width;
    addBody(bodies, {
      shape: shapes[Math.floor(random() * shapes.length)],
      position: [at(b % across), at(Math.floor(b / across) % across), (layer + 0.6) * pitch],
      orientation: randomRotation(random),
    });
  }
  const half = width / 2;
  const walls = [
    planeWall([0, 0, 1], 0),
    planeWall([1, 0, 0], -half),
    planeWall([-1, 0, 0], -half),
    planeWall([0, 1, 0], -half),
    planeWall([0, -1, 0], -half),
  ];
  const detector = createDetector({ bodies, method, margin: 2e-4, walls });
  const dynamics = createDynamics(bodies, MATERIAL, { gravity: [0, 0, -GRAVITY], walls: walls.length });
  // A push to the side, so that the columns do not stay columns.
  for (let b = 0; b < bodies.count; b++) dynamics.velocities.set([random() - 0.5, random() - 0.5, -FALL], 3 * b);
  const law = createPressureLaw(MATERIAL.normalStiffness, MATERIAL.shearStiffness, MATERIAL.friction);
  const forces = createLawForces(law, MATERIAL.restitution);
  const find = (): ReturnType<typeof detector.update> => detector.update();
  return {
    dt: TIME_STEP,
    scene: {
      dimension: 3,
      shapes: bodies.shapes.map((shape) => ({ vertices: shape.vertices, triangles: trianglesOf(shape) })),
      shapeIndex: bodies.shapeIndex.slice(0, bodies.count),
      isFixed: new Array<boolean>(bodies.count).fill(false),
      width,
      height: (choice.bodies / (across * across)) * pitch,
    },
    step: () => stepDynamics(dynamics, TIME_STEP, find, forces.apply),
    look: () => ({
      positions: Float32Array.from(bodies.positions.subarray(0, 3 * bodies.count)),
      rotations: Float32Array.from(bodies.orientations.subarray(0, 4 * bodies.count)),
      speeds: speedsOf(dynamics.velocities, 3, bodies.count),
      points: Float32Array.from(detector.contacts.points.subarray(0, 3 * detector.contacts.pointCount)),
      contacts: detector.contacts.count,
      energy: balanceOf(dynamics).kinetic,
    }),
  };
}

/** Fans of the faces, corners counter-clockwise from outside. */
function trianglesOf({ faceCount, faceHalfEdge, halfEdgeNext, halfEdgeOrigin }: ConvexPolyhedron): number[] {
  const triangles: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    const first = faceHalfEdge[f];
    for (let h = halfEdgeNext[first]; halfEdgeNext[h] !== first; h = halfEdgeNext[h])
      triangles.push(halfEdgeOrigin[first], halfEdgeOrigin[h], halfEdgeOrigin[halfEdgeNext[h]]);
  }
  return triangles;
}
