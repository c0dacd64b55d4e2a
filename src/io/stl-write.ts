/** Writes STL, text and binary. stl.ts describes the format. */
import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { roundedMesh } from './rounded-mesh';
import { FACET, FACETS, HEADER, viewOf } from './stl';
import { formatNumber, formatNumbers, quoted } from './text';

/** The input of the writers: as {@link StlSolid}, with any arrays. */
export interface StlMesh {
  readonly name?: string;
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

/**
 * The surface of a body for the writers, relative to the centroid. A polyhedron: its vertices, and each face as a fan
 * of triangles; it is drawn sharp, whatever its radius. A point, a segment or a plate: the surface of the sphere, rod
 * or plate that `rounding` makes of it, with the resolution and error of {@link roundedMesh}.
 *
 * Throws InputError 'bad-radius' for a core without a radius above 0.
 *
 * @example
 * ```ts
 * await writeFile('cube.stl', writeStl([stlMesh(cube, 'cube')]));
 * await writeFile('ball.stl', writeStl([stlMesh(pointCore(), 'ball', 0.5)]));
 * ```
 */
export function stlMesh(polyhedron: ConvexPolyhedron, name = '', rounding = 0): Required<StlMesh> {
  if (polyhedron.dimension < 3) {
    const { positions, triangles } = roundedMesh(polyhedron, rounding);
    return { name, positions, triangles };
  }
  const { faceHalfEdge, halfEdgeNext, halfEdgeOrigin } = polyhedron;
  const triangles: number[] = [];
  for (const start of faceHalfEdge) {
    for (let h = halfEdgeNext[start]; halfEdgeNext[h] !== start; h = halfEdgeNext[h]) {
      triangles.push(halfEdgeOrigin[start], halfEdgeOrigin[h], halfEdgeOrigin[halfEdgeNext[h]]);
    }
  }
  return { name, positions: polyhedron.vertices.slice(), triangles: Int32Array.from(triangles) };
}

/**
 * The text of an STL file, of one mesh or of several. {@link readStl} reads back the corners of every triangle to the
 * bit, but numbers vertices by their first use. Throws InputError 'bad-index' for a corner that is not a vertex (index
 * of the triangle), 'not-finite', 'bad-length', 'bad-option' for a name of several lines and for a value that is not a
 * mesh.
 *
 * @example
 * ```ts
 * await writeFile('cube.stl', writeStl(stlMesh(cube, 'cube')));
 * ```
 */
export function writeStl(meshes: StlMesh | readonly StlMesh[]): string {
  const rows: string[] = [];
  const normal = new Float64Array(3);
  for (const { name = '', positions, triangles } of meshList(meshes)) {
    checkMesh(positions, triangles);
    if (/[\r\n]/.test(name)) throw new InputError('bad-option', `the name of a mesh must be one line, got ${quoted(name)}`);
    rows.push(`solid ${name}`.trim());
    for (let t = 0; t < triangles.length; t += 3) {
      normalOf(normal, positions, triangles, t);
      rows.push(`facet normal ${formatNumbers(normal, 0, 3)}`, '  outer loop');
      for (let k = 0; k < 3; k++) rows.push(`    vertex ${formatNumbers(positions, 3 * triangles[t + k], 3)}`);
      rows.push('  endloop', 'endfacet');
    }
    rows.push(`endsolid ${name}`.trim());
  }
  return rows.join('\n') + '\n';
}

/**
 * The bytes of a binary STL file. It holds one solid, so that several meshes become one, and names are lost.
 * Coordinates are rounded to single precision, the precision of the format. Throws InputError as {@link writeStl},
 * 'not-finite' also for a coordinate beyond single precision.
 */
export function writeStlBinary(meshes: StlMesh | readonly StlMesh[]): Uint8Array {
  const list = meshList(meshes);
  for (const { positions, triangles } of list) checkMesh(positions, triangles);
  const count = list.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
  const data = new Uint8Array(FACETS + FACET * count);
  // The header must not begin with 'solid', because some programs then read the file as text.
  const title = 'STL of dem-contact';
  for (let k = 0; k < HEADER; k++) data[k] = k < title.length ? title.charCodeAt(k) : 32;
  const view = viewOf(data);
  view.setUint32(HEADER, count, true);
  const normal = new Float64Array(3);
  let start = FACETS;
  for (const { positions, triangles } of list) {
    for (let t = 0; t < triangles.length / 3; t++, start += FACET) {
      normalOf(normal, positions, triangles, 3 * t);
      for (let k = 0; k < 3; k++) view.setFloat32(start + 4 * k, normal[k], true);
      for (let k = 0; k < 9; k++) {
        const value = positions[3 * triangles[3 * t + Math.floor(k / 3)] + (k % 3)];
        if (!Number.isFinite(Math.fround(value))) {
          throw new InputError(
            'not-finite',
            `${formatNumber(value)} of triangle ${t} is beyond single precision, write text instead`,
            t,
            value,
          );
        }
        view.setFloat32(start + 12 + 4 * k, value, true);
      }
    }
  }
  return data;
}

/** One mesh or several as a list. Throws InputError 'bad-option' for other values. */
function meshList(meshes: StlMesh | readonly StlMesh[]): readonly StlMesh[] {
  const list = Array.isArray(meshes) ? (meshes as readonly StlMesh[]) : [meshes as StlMesh];
  list.forEach((mesh, k) => {
    if (mesh?.positions === undefined || mesh.triangles === undefined) {
      throw new InputError('bad-option', `expected a mesh with positions and triangles, or an array of meshes`, k);
    }
  });
  return list;
}

function checkMesh(positions: ArrayLike<number>, triangles: ArrayLike<number>): void {
  for (const [what, { length }] of [
    ['positions', positions],
    ['triangles', triangles],
  ] as const) {
    if (length % 3 !== 0) throw new InputError('bad-length', `${length} ${what} are not a multiple of three`, -1, length);
  }
  for (let k = 0; k < triangles.length; k++) {
    const v = triangles[k];
    if (!(Number.isInteger(v) && v >= 0 && 3 * v < positions.length)) {
      const t = Math.floor(k / 3);
      throw new InputError('bad-index', `triangle ${t} has the corner ${v}, but there are ${positions.length / 3} vertices`, t, v);
    }
  }
}

/**
 * Unit normal of a triangle; 0 if it has no area. Sides are scaled to 1 first, so very small and very large triangles
 * are correct.
 */
function normalOf(out: Float64Array, positions: ArrayLike<number>, triangles: ArrayLike<number>, t: number): void {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
  const v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
  const size = Math.max(...u.map(Math.abs), ...v.map(Math.abs));
  out.fill(0);
  if (!(size > 0 && size < Infinity)) return;
  const [ux, uy, uz, vx, vy, vz] = [...u, ...v].map((x) => x / size);
  const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (length > 0) for (let k = 0; k < 3; k++) out[k] = n[k] / length;
}
