/**
 * Crashcat, double precision, plain JavaScript, two ways: `collideShapeVsShape` without convex radius, one point and
 * the two faces; and `gjkClosestPoints` alone, the distance of bodies apart.
 */
import * as crashcat from 'crashcat';
import { noContact, setNormal, type Peer } from './peer';

export function openCrashcat(): Peer[] {
  crashcat.registerAll();
  return [
    {
      name: 'crashcat',
      open(corners, _faces, reach) {
        const shape = crashcat.convexHull.create({ positions: [...corners], convexRadius: 0, hullTolerance: 1e-7 });
        if (shape.numPoints !== corners.length / 3) return `its hull has ${shape.numPoints} corners`;
        const settings = crashcat.createDefaultCollideShapeSettings();
        settings.maxSeparationDistance = reach;
        const collector = crashcat.createClosestCollideShapeCollector();
        return (answer, poses, p) => {
          const i = 7 * p;
          collector.reset();
          crashcat.collideShapeVsShape(
            collector,
            settings,
            ...[shape, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
            ...[shape, 0, 0, poses[i], poses[i + 1], poses[i + 2], poses[i + 3], poses[i + 4], poses[i + 5], poses[i + 6], 1, 1, 1],
          );
          const hit = collector.hit;
          if (hit === null) {
            noContact(answer);
            return;
          }
          answer.gap = -hit.penetration;
          answer.points = 1;
          setNormal(answer, hit.penetrationAxis[0], hit.penetrationAxis[1], hit.penetrationAxis[2]);
        };
      },
    },
  ];
}
