import type { ContactList } from 'dem-contact';
import type { Polygons } from './report-data';

/** The points of each contact that has three or more, in order around it. */
export function contactPolygons({ count, pointStart, points, normals }: ContactList): Polygons {
  const polygons: Polygons = { contact: [], corners: [], points: [] };
  for (let c = 0; c < count; c++) {
    const rows = Array.from({ length: pointStart[c + 1] - pointStart[c] }, (_, p) => pointStart[c] + p);
    if (rows.length < 3) continue;
    const at = (p: number): number[] => [0, 1, 2].map((k) => points[3 * p + k]);
    const middle = [0, 1, 2].map((k) => rows.reduce((sum, p) => sum + points[3 * p + k] / rows.length, 0));
    const n = normals.subarray(3 * c, 3 * c + 3);
    const first = at(rows[0]).map((x, k) => x - middle[k]);
    const across = [n[1] * first[2] - n[2] * first[1], n[2] * first[0] - n[0] * first[2], n[0] * first[1] - n[1] * first[0]];
    const along = (p: number, axis: readonly number[]): number => at(p).reduce((sum, x, k) => sum + (x - middle[k]) * axis[k], 0);
    const angle = (p: number): number => Math.atan2(along(p, across), along(p, first));
    polygons.contact.push(c);
    polygons.corners.push(rows.length);
    polygons.points.push(...rows.sort((p, q) => angle(p) - angle(q)).flatMap((p) => at(p)));
  }
  return polygons;
}
