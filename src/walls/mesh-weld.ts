/**
 * Joins equal vertices of a mesh (STL, texture seams). Cold: maps and lists, linear time.
 *
 * Each vertex goes to the first one within the distance that was not itself welded. So no vertex moves by more than the
 * distance, and a row of close vertices does not become one vertex. Cells find near vertices. They are much wider than
 * the distance, so one cell nearly always contains all of them.
 */
import type { PointSet } from '../polyhedron/points';

/** Width of a cell in distances: a whole power of two, so that the numbers of cells are exact. */
const CELL = 64;

export interface WeldedVertices {
  /** x y z packed. */
  readonly vertices: Float64Array;
  /** For each given vertex its number among those. */
  readonly place: Int32Array;
}

export function weldVertices({ coordinates }: PointSet, distance: number): WeldedVertices {
  const count = coordinates.length / 3;
  const place = new Int32Array(count);
  const kept: number[] = [];
  const cells = new Map<string, number[]>();
  const size = distance > 0 ? CELL * distance : 1;
  const cell = (x: number): number => Math.floor(x / size);
  const isNear = (i: number, v: number): boolean => {
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = coordinates[3 * i + k] - coordinates[3 * kept[v] + k];
      square += d * d;
    }
    return square <= distance * distance;
  };
  const find = (i: number): number => {
    const x = coordinates[3 * i];
    const y = coordinates[3 * i + 1];
    const z = coordinates[3 * i + 2];
    for (let cx = cell(x - distance); cx <= cell(x + distance); cx++) {
      for (let cy = cell(y - distance); cy <= cell(y + distance); cy++) {
        for (let cz = cell(z - distance); cz <= cell(z + distance); cz++) {
          for (const v of cells.get(`${cx} ${cy} ${cz}`) ?? []) if (isNear(i, v)) return v;
        }
      }
    }
    return -1;
  };
  for (let i = 0; i < count; i++) {
    let v = find(i);
    if (v < 0) {
      v = kept.push(i) - 1;
      const key = `${cell(coordinates[3 * i])} ${cell(coordinates[3 * i + 1])} ${cell(coordinates[3 * i + 2])}`;
      const list = cells.get(key);
      if (list) list.push(v);
      else cells.set(key, [v]);
    }
    place[i] = v;
  }
  const vertices = new Float64Array(3 * kept.length);
  kept.forEach((i, v) => vertices.set(coordinates.subarray(3 * i, 3 * i + 3), 3 * v));
  return { vertices, place };
}
