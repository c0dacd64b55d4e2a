/**
 * Checks that a list of faces is the surface of a convex solid: closed, in one piece, counter-clockwise from outside,
 * faces planar and convex, no edge bent inwards.
 *
 * Order of the checks: first each face by itself (corners, plane); then the connections of faces (two at each edge, one
 * piece, one winding, one ring of faces at each vertex, no handle); then the shape (normals point outwards, polygons
 * convex, edges convex). So the error names the cause and not a consequence. Lengths are compared with the tolerance of
 * the points. In every error `index` is the wrong face.
 *
 * An edge is convex when the corners of one of its two faces are not above the plane of the other. The smaller of the
 * two heights counts, because the plane of a sliver is inaccurate far from it. A surface that winds around twice, or is
 * folded flat, can have only convex edges. The last check finds it: it compares volume and area with those of the hull.
 *
 * Cost: linear in the number of corners; quadratic in the corners of a face that is not strictly convex.
 */
import { InputError } from '../math/input-error';
import { triangleVector, areaVector, directionOf, loopVector, setAreaVector } from './area-vector';
import type { ConvexPolyhedron } from './convex-polyhedron';
import { norm } from './hull-facets';
import { massProperties } from './mass';
import type { PointSet } from './points';

export interface Surface extends PointSet {
  readonly faces: readonly (readonly number[])[];
  /** The points that the caller's list uses. */
  readonly referenced: readonly number[];
  /** Number of each face in the caller's list, for errors. */
  readonly numbers: readonly number[];
  /** Whether faces without area are allowed. A triangulation has them where a corner lies on an edge. */
  readonly slivers: boolean;
}

/** x y z. */
type Normal = ArrayLike<number>;

/** Throws InputError 'bad-index' unless all corners are among `count` points. */
export function checkIndices(faces: readonly (readonly number[])[], count: number): void {
  faces.forEach((face, f) => {
    for (const v of face) {
      if (!(Number.isInteger(v) && v >= 0 && v < count)) {
        throw new InputError('bad-index', `face ${f} refers to point ${v}, the points are 0 to ${count - 1}`, f, v);
      }
    }
  });
}

/** Throws InputError 'degenerate-face' unless every face has three or more different corners. */
export function checkCorners(faces: readonly (readonly number[])[]): void {
  faces.forEach((face, f) => {
    const different = new Set(face).size;
    if (different < face.length)
      throw new InputError('degenerate-face', `face ${f} (points ${list(face)}) has a point twice`, f, different);
    if (different < 3) throw new InputError('degenerate-face', `face ${f} has ${different} corners, expected three or more`, f, different);
  });
}

/** The checks that need no hull. Throws InputError; see the constructors for the codes. */
export function checkConvexSurface(surface: Surface): void {
  const normals = surface.faces.map((_, f) => checkPlane(surface, f));
  const edges = facesAtEdges(surface);
  checkWinding(surface, edges);
  checkRings(surface, edges.length);
  const { volume } = massProperties(surface.coordinates, surface.faces);
  if (!(volume > 0)) {
    const text =
      'every face is clockwise seen from outside (the enclosed volume is negative): reverse the order of the corners of all faces';
    throw new InputError('wrong-winding', text, -1, volume);
  }
  surface.faces.forEach((_, f) => checkPolygon(surface, f, normals[f]));
  for (const edge of edges) checkEdge(surface, edge, normals);
}

/** The check against the hull of the same points. */
export function checkAgainstHull({ coordinates, tolerance, faces }: Surface, hull: ConvexPolyhedron): void {
  const { volume, area } = massProperties(coordinates, faces);
  let length = 0;
  for (const face of faces) face.forEach((v, i) => (length += distance(coordinates, v, face[(i + 1) % face.length]) / 2));
  // Corners may have moved by two tolerances. This changes the volume by at most that length times the area, and the
  // area by at most that length times the edges on both sides.
  const volumeError = Math.abs(volume - hull.volume);
  if (volumeError > 4 * tolerance * hull.area) {
    const text = `the surface encloses a volume of ${volume}, its convex hull ${hull.volume}: it is not convex, or winds around more than once`;
    throw new InputError('non-convex', text, -1, volume - hull.volume);
  }
  if (Math.abs(area - hull.area) > 8 * tolerance * length) {
    const text = `the surface has an area of ${area}, its convex hull ${hull.area}: it is not convex, or faces cover each other`;
    throw new InputError('non-convex', text, -1, area - hull.area);
  }
}

/** The normal of a face; NaN for a sliver whose area is exactly zero. */
function checkPlane({ coordinates, tolerance, faces, numbers, slivers }: Surface, f: number): Normal {
  const face = faces[f];
  const a = face[0];
  let b = a;
  for (const v of face) if (distance(coordinates, a, v) > distance(coordinates, a, b)) b = v;
  const length = distance(coordinates, a, b);
  let width = 0;
  if (length > 0) for (const v of face) width = Math.max(width, norm(...areaVector(coordinates, a, b, v)) / length);
  if (!(width > tolerance) && !slivers) {
    const text = `face ${numbers[f]} (points ${list(face)}) has no area: its corners are within ${width} of a line`;
    throw new InputError('degenerate-face', text, numbers[f], width);
  }
  const normal = directionOf(loopVector(coordinates, face));
  let low = 0;
  let high = 0;
  for (const v of face) {
    const h = height(coordinates, normal, a, v);
    low = Math.min(low, h);
    high = Math.max(high, h);
  }
  if (high - low > tolerance) {
    const text = `the corners of face ${numbers[f]} (points ${list(face)}) are ${high - low} out of one plane, allowed is ${tolerance}`;
    throw new InputError('non-planar', `${text}: split the face into triangles, or take the hull of the points`, numbers[f], high - low);
  }
  return normal;
}

interface Edge {
  readonly a: number;
  readonly b: number;
  readonly faces: number[];
  /** Whether the second face runs from b to a. */
  agrees: boolean;
}

/** All edges, each with its two faces. The first face passes the edge from a to b. */
function facesAtEdges({ coordinates, faces, numbers }: Surface): Edge[] {
  const count = coordinates.length / 3;
  const edges = new Map<number, Edge>();
  faces.forEach((face, f) => {
    face.forEach((a, i) => {
      const b = face[(i + 1) % face.length];
      const key = Math.min(a, b) * count + Math.max(a, b);
      const edge = edges.get(key);
      if (edge) {
        edge.faces.push(f);
        edge.agrees = edge.b === a;
      } else {
        edges.set(key, { a, b, faces: [f], agrees: false });
      }
    });
  });
  for (const { a, b, faces: sharing } of edges.values()) {
    if (sharing.length > 2) {
      const text = `the edge between points ${a} and ${b} has ${sharing.length} faces (${list(sharing.map((f) => numbers[f]))}), expected two`;
      throw new InputError('non-manifold', text, numbers[sharing[2]], sharing.length);
    }
    if (sharing.length < 2) {
      const text = `the edge between points ${a} and ${b} has one face only (${numbers[sharing[0]]}): the surface is open there`;
      throw new InputError('open-surface', `${text}, or a corner has several numbers`, numbers[sharing[0]], 1);
    }
  }
  return [...edges.values()];
}

/** Checks that the surface is one piece, and that neighbours pass their common edge in opposite directions. */
function checkWinding({ coordinates, faces, numbers }: Surface, edges: readonly Edge[]): void {
  const across = faces.map((): { other: number; agrees: boolean }[] => []);
  for (const {
    faces: [f, g],
    agrees,
  } of edges) {
    across[f].push({ other: g, agrees });
    across[g].push({ other: f, agrees });
  }
  const turned: (boolean | undefined)[] = faces.map(() => undefined);
  turned[0] = false;
  const reached = [0];
  for (const f of reached) {
    for (const { other, agrees } of across[f]) {
      const turn = agrees ? turned[f] : !turned[f];
      if (turned[other] === undefined) {
        turned[other] = turn;
        reached.push(other);
      } else if (turned[other] !== turn) {
        const text = `faces ${numbers[f]} and ${numbers[other]} cannot both be wound right: the surface has only one side`;
        throw new InputError('non-manifold', text, numbers[other]);
      }
    }
  }
  if (reached.length < faces.length) {
    const f = turned.indexOf(undefined);
    const text = `face ${numbers[f]} is not connected with face ${numbers[0]}: the surface is in several pieces`;
    throw new InputError('non-manifold', text, numbers[f], faces.length - reached.length);
  }
  if (!turned.includes(true)) return;
  const right = faces.map((face, f) => (turned[f] ? [...face].reverse() : face));
  const outwards = massProperties(coordinates, right).volume > 0;
  const wrong = numbers.filter((_, f) => turned[f] === outwards);
  const text = `of ${faces.length} faces ${wrong.length} are clockwise seen from outside (${list(wrong.slice(0, 10))}${wrong.length > 10 ? ' ...' : ''})`;
  throw new InputError('wrong-winding', `${text}: reverse the order of their corners`, wrong[0], wrong.length);
}

/** The faces at a vertex form one ring, and vertices - edges + faces is 2. */
function checkRings({ coordinates, faces, numbers }: Surface, edgeCount: number): void {
  const count = coordinates.length / 3;
  /** For each directed edge the face to its left, and the corner of that face before the edge. */
  const left = new Map<number, number>();
  const before = new Map<number, number>();
  const degree = new Map<number, number>();
  faces.forEach((face, f) => {
    face.forEach((v, i) => {
      const key = v * count + face[(i + 1) % face.length];
      left.set(key, f);
      before.set(key, face[(i + face.length - 1) % face.length]);
      degree.set(v, (degree.get(v) ?? 0) + 1);
    });
  });
  const started = new Set<number>();
  faces.forEach((first) => {
    first.forEach((v, i) => {
      if (started.has(v)) return;
      started.add(v);
      const start = first[(i + 1) % first.length];
      let steps = 0;
      let to = start;
      do {
        to = before.get(v * count + to) as number;
        steps++;
      } while (to !== start);
      if (steps === degree.get(v)) return;
      const f = numbers[left.get(v * count + start) as number];
      throw new InputError('non-manifold', `the ${degree.get(v)} faces at point ${v} do not form one ring`, f, degree.get(v));
    });
  });
  const euler = degree.size - edgeCount + faces.length;
  if (euler !== 2) {
    throw new InputError('non-manifold', `vertices - edges + faces is ${euler}, expected 2: the surface has a hole through it`, -1, euler);
  }
}

/** Every corner of a face lies to the left of every side. */
function checkPolygon({ coordinates, tolerance, faces, numbers }: Surface, f: number, normal: Normal): void {
  const face = faces[f];
  if (face.length === 3 || isStrictlyConvex(coordinates, face, normal)) return;
  const p = coordinates;
  const [nx, ny, nz] = [normal[0], normal[1], normal[2]];
  for (let i = 0; i < face.length; i++) {
    const a = face[i];
    const b = face[(i + 1) % face.length];
    const length = distance(p, a, b);
    const [ax, ay, az] = [p[3 * a], p[3 * a + 1], p[3 * a + 2]];
    const [ux, uy, uz] = [(p[3 * b] - ax) / length, (p[3 * b + 1] - ay) / length, (p[3 * b + 2] - az) / length];
    // The direction to the left of the side. Corners farther there than rounding can tell need no closer look.
    const [lx, ly, lz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
    for (const v of face) {
      const [x, y, z] = [p[3 * v] - ax, p[3 * v + 1] - ay, p[3 * v + 2] - az];
      if (lx * x + ly * y + lz * z > 2 ** -48 * (Math.abs(x) + Math.abs(y) + Math.abs(z))) continue;
      setAreaVector(p, a, b, v);
      const left = (triangleVector[0] * nx + triangleVector[1] * ny + triangleVector[2] * nz) / length;
      if (left < -tolerance) {
        const text = `face ${numbers[f]} (points ${list(face)}) is not convex: point ${v} lies ${-left} outside of the side from ${a} to ${b}`;
        throw new InputError('non-convex', text, numbers[f], -left);
      }
    }
  }
}

/**
 * Whether it is certain that a polygon, seen along its normal, is convex without straight corners. It is where the
 * polygon turns left at every corner, all corners are to the left of the first side, and the first corner sees all
 * others turn to the left, one after the other: then no two sides cross, and a polygon of left turns whose sides do not
 * cross is convex. Every corner is then to the left of every side, or off it by the rounding of this distance, which is
 * a tenth of the tolerance. False decides nothing.
 */
function isStrictlyConvex(p: Float64Array, face: readonly number[], normal: Normal): boolean {
  const n = face.length;
  for (let i = 0; i < n; i++) {
    const [v, next, afterNext] = [face[i], face[(i + 1) % n], face[(i + 2) % n]];
    if (!turnsLeft(p, v, next, afterNext, normal)) return false;
    if (i >= 2 && !turnsLeft(p, face[0], face[1], v, normal)) return false;
    if (i >= 1 && i + 1 < n && !turnsLeft(p, face[0], v, next, normal)) return false;
  }
  return true;
}

/** Whether the corner b between a and c turns left by more than rounding: four steps of the area vector's size. */
function turnsLeft(p: Float64Array, a: number, b: number, c: number, normal: Normal): boolean {
  setAreaVector(p, a, b, c);
  const turn = triangleVector[0] * normal[0] + triangleVector[1] * normal[1] + triangleVector[2] * normal[2];
  return turn > 2 ** -50 * (Math.abs(triangleVector[0]) + Math.abs(triangleVector[1]) + Math.abs(triangleVector[2]));
}

function checkEdge({ coordinates, tolerance, faces, numbers }: Surface, edge: Edge, normals: readonly Normal[]): void {
  const [f, g] = edge.faces;
  const highest = (normal: Normal, face: readonly number[]): number => {
    let most = 0;
    for (const v of face) most = Math.max(most, height(coordinates, normal, edge.a, v));
    return most;
  };
  // The smaller face first: a face of many corners is not walked for each of its edges.
  const [small, large] = faces[f].length <= faces[g].length ? [f, g] : [g, f];
  const ofSmall = highest(normals[large], faces[small]);
  if (!(ofSmall > tolerance)) return;
  const bend = Math.min(ofSmall, highest(normals[small], faces[large]));
  if (bend > tolerance) {
    const between = `the edge between points ${edge.a} and ${edge.b}, of faces ${numbers[f]} and ${numbers[g]}`;
    throw new InputError('non-convex', `${between}, is bent inwards: the faces rise ${bend} above each other`, numbers[f], bend);
  }
}

/** Height of point v above the plane through point a. */
function height(p: Float64Array, n: Normal, a: number, v: number): number {
  return n[0] * (p[3 * v] - p[3 * a]) + n[1] * (p[3 * v + 1] - p[3 * a + 1]) + n[2] * (p[3 * v + 2] - p[3 * a + 2]);
}

function distance(p: Float64Array, a: number, b: number): number {
  return norm(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
}

function list(numbers: readonly number[]): string {
  return numbers.length > 12 ? `${numbers.slice(0, 12).join(' ')} ...` : numbers.join(' ');
}
