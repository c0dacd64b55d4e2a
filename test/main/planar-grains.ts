/** A small run of discs, rods and rounded polygons that fall into a box of the plane. */
import { recordPlanar, type PlanarRecord } from '../../app/planar-report';
import { createDynamics2d, timeStepFor2d } from '../../sim/dynamics/dynamics-2d';
import { BodyFlag, createPointLaw, createRandom } from '../../src';
import { addBody2d, createBodySet2d, pointCore2d, rectangle, regularPolygon, segmentCore2d, shortestLinkMethod2d } from '../../src/planar';

export function recordRoundGrains(steps: number): PlanarRecord {
  const random = createRandom(4);
  const bodies = createBodySet2d();
  const flags = BodyFlag.Static;
  addBody2d(bodies, { shape: rectangle(1, 0.1), position: [0, -0.05], flags });
  for (const side of [-1, 1]) addBody2d(bodies, { shape: rectangle(0.1, 0.8), position: [0.45 * side, 0.4], flags });
  const kinds = [
    { shape: pointCore2d(), rounding: 0.05 },
    { shape: segmentCore2d(0.06), rounding: 0.025 },
    { shape: regularPolygon(3, 0.04), rounding: 0.015 },
    { shape: regularPolygon(6, 0.055), rounding: 0 },
  ];
  for (let k = 0; k < 24; k++) {
    const [x, y] = [random() - 0.5, random() - 0.5];
    const size = Math.sqrt(x * x + y * y) || 1;
    const position: [number, number] = [-0.3 + 0.12 * (k % 6), 0.07 + 0.125 * Math.floor(k / 6)];
    addBody2d(bodies, { ...kinds[k % 4], position, rotation: [x / size, y / size] });
  }
  // A force at each point: discs and rods meet in points, whose zone has no length.
  const law = createPointLaw(4e5, 2e5, 0.4, { normalDamping: 200, shearDamping: 100 });
  const dynamics = createDynamics2d(bodies, { density: 2000, law }, [0, -9.81]);
  const run = { dynamics, method: shortestLinkMethod2d, label: 'Shortest link', timeStep: timeStepFor2d(dynamics) };
  return recordPlanar(run, steps);
}
