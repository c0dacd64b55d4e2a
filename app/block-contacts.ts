/** Contact points of deformable blocks as contacts of a frame: one row a point. */
import { ContactKind, SlackGap, type DeformableContacts, type DeformableSet, type SpringLaw } from 'dem-contact';
import { IN_CONTACT } from '../src/deformable/deformable-contacts';
import { LAST_NORMAL, SLACK_GAP, SPRING_FLOATS } from '../src/force/spring-history';
import { emptyContacts, type FrameContacts } from './frame-contacts';

interface Point {
  a: number;
  b: number;
  kind: number;
  gap: number;
  area: number;
  load: number;
  place: number[];
  normal: number[];
}

/**
 * The points of the last step, by ascending pairs; plane w is body `blockCount + w`. A force is that of the normal and
 * the shear spring, without dashpots. `centres`: of the blocks, 3 numbers each; offsets count from them.
 */
export function blockContacts(set: DeformableSet, contacts: DeformableContacts, centres: ArrayLike<number>): FrameContacts {
  const points = [...pointsBetween(set, contacts), ...pointsOnPlanes(set, contacts)].sort((p, q) => p.a - q.a || p.b - q.b);
  const out = emptyContacts(points.length);
  points.forEach(({ a, b, kind, gap, area, load, place, normal }, row) => {
    out.a[row] = a;
    out.b[row] = b;
    out.kind[row] = kind;
    out.gapClass[row] = gap < 0 ? 0 : 1;
    out.points[row] = 1;
    out.gap[row] = gap;
    out.area[row] = area;
    out.load[row] = load;
    out.offset.set(
      place.map((x, k) => x - centres[3 * a + k]),
      3 * row,
    );
    out.normal.set(normal, 3 * row);
  });
  return out;
}

function pointsBetween({ positions }: DeformableSet, contacts: DeformableContacts): Point[] {
  const { points, places, surface, law, tolerance } = contacts;
  const out: Point[] = [];
  for (let p = 0; p < points.rowCount; p++) {
    if (points.state[p] !== IN_CONTACT || !(points.gaps[p] <= tolerance)) continue;
    const [first, second] = points.nodes.subarray(2 * p, 2 * p + 2);
    const [share, rest] = points.shares.subarray(2 * p, 2 * p + 2);
    const place = [0, 1, 2].map((k) => share * positions[3 * first + k] + rest * positions[3 * second + k]);
    const [a, b] = [surface.nodeBlock[first], surface.triangleBlock[points.triangle[p]]];
    const normal = Array.from(points.normals.subarray(3 * p, 3 * p + 3), (x) => (a < b ? x : -x));
    // The part of the overlap that counts where a block can get out in several directions.
    const counted = points.parts[p] * points.gaps[p];
    // Rows after those of the places have no spring along the plane.
    const isSide = p >= places.count;
    out.push({
      a: Math.min(a, b),
      b: Math.max(a, b),
      kind: points.place[p] < places.nodeCount ? ContactKind.VertexFace : ContactKind.EdgeEdge,
      gap: points.gaps[p],
      area: points.areas[p],
      load: isSide ? law.normalStiffness * Math.abs(counted) : springLoad(law, places.history, SPRING_FLOATS * p, counted),
      place,
      normal,
    });
  }
  return out;
}

function pointsOnPlanes({ positions, blockCount }: DeformableSet, contacts: DeformableContacts): Point[] {
  const { planes, planeLaw, planeHistory, surface, tolerance } = contacts;
  const out: Point[] = [];
  for (let w = 0; 4 * w < planes.length; w++) {
    const plane = planes.subarray(4 * w, 4 * w + 4);
    surface.nodes.forEach((node, n) => {
      const place = Array.from(positions.subarray(3 * node, 3 * node + 3));
      const gap = plane[0] * place[0] + plane[1] * place[1] + plane[2] * place[2] - plane[3];
      if (!(gap <= tolerance)) return;
      const load = springLoad(planeLaw, planeHistory, SPRING_FLOATS * (w * surface.nodes.length + n), gap);
      const normal = [-plane[0], -plane[1], -plane[2]];
      out.push({ a: surface.nodeBlock[node], b: blockCount + w, kind: ContactKind.VertexFace, gap, area: 0, load, place, normal });
    });
  }
  return out;
}

/** Size of the force of the spring at h; 0 where it has none. */
function springLoad(law: SpringLaw, history: Float64Array, h: number, gap: number): number {
  const [nx, ny, nz] = history.subarray(h + LAST_NORMAL, h + LAST_NORMAL + 3);
  if (nx === 0 && ny === 0 && nz === 0) return 0;
  const normal = law.normalStiffness * ((law.slackGap === SlackGap.FirstSeen ? history[h + SLACK_GAP] : 0) - gap);
  const [x, y, z] = history.subarray(h, h + 3);
  return Math.sqrt(normal * normal + x * x + y * y + z * z);
}
