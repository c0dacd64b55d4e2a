/** Polygons that fall into a box, in the plane: the detector of the library, and the loop and scene of sim/. */
import { BodyFlag, createPressureLaw } from 'dem-contact';
import { contactMethods2d, createDetector2d } from 'dem-contact/planar';
import { createDynamics2d, kineticEnergy2d, stepDynamics2d, timeStepFor2d } from '../../sim/dynamics/dynamics-2d';
import { fallingPolygons } from '../../sim/scenes/falling-polygons';
import type { Choice } from './messages';
import { speedsOf, type Pour } from './pour';

export function createPour2d(choice: Choice): Pour {
  const method = contactMethods2d.find(({ name }) => name === choice.method);
  if (method === undefined) throw new Error(`There is no method ${choice.method} in the plane.`);
  // Half as wide again as high.
  const columns = Math.max(2, Math.round(Math.sqrt(choice.bodies / 1.5)));
  const rows = Math.max(1, Math.round(choice.bodies / columns));
  const { bodies, width, height } = fallingPolygons(rows, columns, choice.seed);
  const detector = createDetector2d({ bodies, method });
  // For a thickness of one metre: pressure a depth, N/m³, and its dashpots, N s/m³.
  const law = createPressureLaw(4e6, 2e6, 0.4, { normalDamping: 2e4, shearDamping: 2e4 });
  const dynamics = createDynamics2d(bodies, { density: 2000, law }, [0, -9.81]);
  const dt = timeStepFor2d(dynamics);
  const find = (): ReturnType<typeof detector.update> => detector.update();
  return {
    dt,
    scene: {
      dimension: 2,
      shapes: bodies.shapes.map(({ vertices }) => ({ vertices, triangles: [] })),
      shapeIndex: bodies.shapeIndex.slice(0, bodies.count),
      isFixed: Array.from(bodies.flags.subarray(0, bodies.count), (flag) => flag !== BodyFlag.None),
      width,
      height: 1.35 * height,
    },
    step: () => stepDynamics2d(dynamics, dt, find),
    look: () => ({
      positions: Float32Array.from(bodies.positions.subarray(0, 2 * bodies.count)),
      rotations: Float32Array.from(bodies.rotations.subarray(0, 2 * bodies.count)),
      speeds: speedsOf(dynamics.velocities, 2, bodies.count),
      points: Float32Array.from(detector.contacts.points.subarray(0, 2 * detector.contacts.pointCount)),
      contacts: detector.contacts.count,
      energy: kineticEnergy2d(dynamics),
    }),
  };
}
