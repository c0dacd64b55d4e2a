/**
 * Volume, area, centroid and inertia of a closed surface of triangles, convex or not, by the divergence theorem: signed
 * tetrahedra from one corner to all triangles (polyhedron/mass.ts).
 */
import { InputError } from '../math/input-error';
import { massProperties, type MassProperties } from '../polyhedron/mass';

/**
 * Mass properties of a closed triangle mesh for unit density. The mesh may be concave, of several solids, and with
 * corners given once or once a triangle (as in STL). Each edge must have as many triangles on one side as on the other.
 * The mass of a clump of the mesh's convex parts can be this one (`createClump(parts, meshMass(...))`).
 *
 * Throws InputError 'bad-option' (no corners), 'bad-length' (not three numbers a corner, not three corners a triangle),
 * 'not-finite' (index: the corner, or -1 for a mass that is too large), 'bad-index' (index: the corner of the list
 * `triangles`), 'open-surface' (index: a triangle at a border), 'wrong-winding' (a
 * volume that is not above 0: triangles are counter-clockwise from outside).
 *
 * @param positions Corners, x y z packed.
 * @param triangles Three indices of corners a triangle, counter-clockwise from outside; default: each three corners.
 *
 * @example
 * ```ts
 * const { volume } = meshMass([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
 * console.log(6 * volume); // 1
 * ```
 */
export function meshMass(positions: ArrayLike<number>, triangles?: ArrayLike<number>): MassProperties {
  // The type says so, but plain JavaScript does not.
  if (!Number.isInteger((positions as ArrayLike<number> | null | undefined)?.length))
    throw new InputError('bad-option', 'a mesh needs corners: an array of three numbers each');
  const count = positions.length / 3;
  if (!Number.isInteger(count)) {
    throw new InputError('bad-length', `${positions.length} numbers are not a whole number of corners x y z`, -1, positions.length);
  }
  const corners = triangles ?? Array.from({ length: count }, (_, k) => k);
  if (corners.length % 3 !== 0 || corners.length < 12) {
    throw new InputError('bad-length', `${corners.length} indices are not four triangles or more, of three each`, -1, corners.length);
  }
  const points = Float64Array.from(positions);
  points.forEach((x, k) => {
    if (!Number.isFinite(x))
      throw new InputError('not-finite', `corner ${Math.floor(k / 3)} has the coordinate ${x}`, Math.floor(k / 3), x);
  });
  const faces: number[][] = [];
  for (let k = 0; k < corners.length; k++) {
    const v = corners[k];
    if (!Number.isInteger(v) || v < 0 || v >= count) {
      throw new InputError('bad-index', `corner ${k} of the triangles is ${v}, but there are ${count} corners`, k, v);
    }
    if (k % 3 === 0) faces.push([]);
    faces[faces.length - 1].push(v);
  }
  checkClosed(points, faces);
  const mass = massProperties(points, faces);
  const wrong = [mass.volume, ...mass.inertia].find((x) => !Number.isFinite(x));
  if (wrong !== undefined) {
    throw new InputError('not-finite', `volume or inertia of the mesh is ${wrong}: choose a larger unit of length`, -1, wrong);
  }
  if (!(mass.volume > 0)) {
    throw new InputError(
      'wrong-winding',
      `the mesh has the volume ${mass.volume}: its triangles must be counter-clockwise seen from outside`,
      -1,
      mass.volume,
    );
  }
  return mass;
}

/** Every edge runs as often one way as the other; corners at one place are one. */
function checkClosed(points: Float64Array, faces: readonly number[][]): void {
  const numbers = new Map<string, number>();
  const numberOf = (v: number): number => {
    // Adding 0 makes -0 and 0 one.
    const key = [0, 1, 2].map((k) => points[3 * v + k] + 0).join(' ');
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  const welded = Array.from({ length: points.length / 3 }, (_, v) => numberOf(v));
  const balance = new Map<string, { sum: number; face: number }>();
  faces.forEach((face, f) => {
    for (let k = 0; k < 3; k++) {
      const [from, to] = [welded[face[k]], welded[face[(k + 1) % 3]]];
      if (from === to) continue;
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      const edge = balance.get(key) ?? { sum: 0, face: f };
      edge.sum += from < to ? 1 : -1;
      balance.set(key, edge);
    }
  });
  for (const { sum, face } of balance.values()) {
    if (sum !== 0) throw new InputError('open-surface', `triangle ${face} has an edge that no other triangle closes`, face, Math.abs(sum));
  }
}
