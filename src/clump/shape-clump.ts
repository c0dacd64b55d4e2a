/**
 * Concave shapes of Rockable's .shp files as clumps.
 *
 * Such a shape is the set of points within a radius of its vertices, edges and faces. It need not be convex. It is the
 * union of plates (faces), rods (edges) and spheres (vertices), which are the parts here. Edges at the border of a face
 * and vertices of an edge or a face are not parts: the plate or the rod has them already. The contacts of
 * the union are the same. As in Rockable, what the faces enclose is hollow for contacts: the radius must be larger than
 * a body sinks in.
 */
import { InputError } from '../math/input-error';
import { plateCore, pointCore, segmentCore } from '../polyhedron/cores';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { ShapeRecord } from '../io/shp';
import { createClump, type Clump, type ClumpMass, type ClumpPart } from './clump';

/**
 * The clump of a shape of a .shp file, in the frame of the file. Its mass is that of the file, about the origin of that
 * frame (`volume`, `I/m`: the origin is the centroid, the axes are principal ones), or `mass`.
 *
 * A face whose corners are in one plane only to the digits of the file is cut into triangles at its first corner.
 *
 * Throws InputError with the line of the shape as `index`: 'bad-radius' (a radius of 0; `value`: the radius),
 * 'bad-option' (no shape; no `volume` or `I/m` in the file, and no `mass`; `value`: NaN; a volume in the file that is
 * not above 0), 'non-convex' and others of {@link plateCore} for a face that is not a convex polygon, 'coincident' for
 * an edge without length.
 *
 * @example
 * ```ts
 * const shapes = readShapeRecords(shapeText);
 * const clumps = createClumpSet(createBodySet());
 * for (const shape of shapes) addClump(clumps, { clump: clumpOfShape(shape) });
 * ```
 */
export function clumpOfShape(shape: ShapeRecord, mass?: ClumpMass): Clump {
  // The type says so, but plain JavaScript does not.
  if (!((shape as ShapeRecord | null | undefined)?.points instanceof Float64Array)) {
    throw new InputError('bad-option', 'this is no shape of a .shp file, such as readShapeRecords gives');
  }
  const { radius, line, name } = shape;
  const stated = mass ?? massOf(shape);
  if (stated === undefined) {
    throw new InputError('bad-option', `shape ${name} of line ${line} states no volume or no I/m: give its mass`, line);
  }
  if (!(radius > 0)) throw new InputError('bad-radius', `shape ${name} of line ${line} has the radius ${radius}`, line, radius);
  const parts = coresOf(shape).map((core): ClumpPart => ({ shape: core, rounding: radius }));
  if (mass === undefined && !(stated.volume > 0 && stated.volume < Infinity)) {
    throw new InputError(
      'bad-option',
      `shape ${name} of line ${line} states the volume ${stated.volume}: give its mass`,
      line,
      stated.volume,
    );
  }
  return createClump(parts, stated);
}

/** The mass that the file states, if it does. */
function massOf({ volume, inertiaOverMass }: ShapeRecord): ClumpMass | undefined {
  const [x, y, z] = inertiaOverMass.map((moment) => volume * moment);
  return Number.isNaN(x + y + z) ? undefined : { volume, centroid: [0, 0, 0], inertia: [x, 0, 0, 0, y, 0, 0, 0, z] };
}

function coresOf({ points, edges, faces, line, name }: ShapeRecord): ConvexPolyhedron[] {
  const at = (v: number): number[] => Array.from(points.subarray(3 * v, 3 * v + 3));
  const cores: ConvexPolyhedron[] = [];
  const covered = new Set<number>();
  const borders = new Set<string>();
  const sideOf = (v: number, w: number): string => (v < w ? `${v} ${w}` : `${w} ${v}`);
  faces.forEach((face, f) => {
    face.forEach((v, k) => {
      covered.add(v);
      borders.add(sideOf(v, face[(k + 1) % face.length]));
    });
    cores.push(...named(`face ${f} of shape ${name}`, line, () => platesOf(face.map(at))));
  });
  for (let e = 0; e < edges.length; e += 2) {
    const [v, w] = [edges[e], edges[e + 1]];
    covered.add(v).add(w);
    if (!borders.has(sideOf(v, w))) cores.push(...named(`edge ${e / 2} of shape ${name}`, line, () => [segmentCore([at(v), at(w)])]));
  }
  for (let v = 0; v < points.length / 3; v++) {
    const [x, y, z] = at(v);
    if (!covered.has(v)) cores.push(pointCore([x, y, z]));
  }
  return cores;
}

/** The plate of a face; triangles where its corners are not in one plane. */
function platesOf(corners: number[][]): ConvexPolyhedron[] {
  try {
    return [plateCore(corners)];
  } catch (error) {
    if (!(error instanceof InputError && error.code === 'non-planar')) throw error;
    return corners.slice(2).map((corner, k) => plateCore([corners[0], corners[k + 1], corner]));
  }
}

/** Says which feature of which shape is wrong. */
function named(what: string, line: number, make: () => ConvexPolyhedron[]): ConvexPolyhedron[] {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.code, `line ${line}: ${what}: ${error.message}`, line, error.value);
  }
}
