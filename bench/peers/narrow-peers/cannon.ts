/**
 * cannon-es, double precision, plain JavaScript: `findSeparatingAxis`, then `clipAgainstHull` for the points, as its
 * own narrow phase calls them. It says nothing about bodies apart.
 */
import * as CANNON from 'cannon-es';
import { noContact, setNormal, type Peer } from './peer';

/** A call of more axes than this takes seconds. */
const MOST_CORNERS = 100;

export function openCannon(): Peer[] {
  return [
    {
      name: 'cannon-es',
      open(corners, faces) {
        if (corners.length / 3 > MOST_CORNERS) return 'one call takes seconds';
        const make = () =>
          new CANNON.ConvexPolyhedron({
            vertices: Array.from({ length: corners.length / 3 }, (_, v) => new CANNON.Vec3(...corners.subarray(3 * v, 3 * v + 3))),
            faces: faces.map((face) => [...face]),
          });
        const a = make();
        const b = make();
        const origin = new CANNON.Vec3();
        const unturned = new CANNON.Quaternion();
        const place = new CANNON.Vec3();
        const turn = new CANNON.Quaternion();
        const axis = new CANNON.Vec3();
        const found = [];
        return (answer, poses, p) => {
          const i = 7 * p;
          place.set(poses[i], poses[i + 1], poses[i + 2]);
          turn.set(poses[i + 3], poses[i + 4], poses[i + 5], poses[i + 6]);
          noContact(answer);
          if (!a.findSeparatingAxis(b, origin, unturned, place, turn, axis)) return;
          found.length = 0;
          a.clipAgainstHull(origin, unturned, b, place, turn, axis, -100, 100, found);
          setNormal(answer, -axis.x, -axis.y, -axis.z);
          for (const { depth } of found) {
            if (!(depth >= answer.gap)) answer.gap = depth;
            answer.points++;
          }
        };
      },
    },
  ];
}
