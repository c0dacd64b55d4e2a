/**
 * The pair of the explorer: two solids, each with a place and angles in the world. The part of the page's address
 * behind the # holds it: solid/position/angles of A, then of B, then the margin.
 */
import {
  addBody,
  box,
  createBodySet,
  createPose,
  createRandom,
  dodecahedron,
  icosahedron,
  octahedron,
  polyhedronFromVertices,
  prism,
  randomHull,
  readObj,
  relativePose,
  rhombicDodecahedron,
  squarePyramid,
  tetrahedron,
  tetrakisHexahedron,
  truncatedIcosahedron,
  type ConvexPolyhedron,
  type Pose,
} from 'dem-contact';

/** The solids by the name that the page shows; lengths are about 1. */
export const solids: Readonly<Record<string, () => ConvexPolyhedron>> = {
  box: () => box(1, 1, 1),
  plate: () => box(2, 2, 0.1),
  post: () => box(0.2, 0.2, 2),
  tetrahedron: () => tetrahedron(1),
  pyramid: () => squarePyramid(1),
  octahedron: () => octahedron(1),
  'tetrakis-hexahedron': () => tetrakisHexahedron(0.8),
  'rhombic-dodecahedron': () => rhombicDodecahedron(0.5),
  dodecahedron: () => dodecahedron(0.5),
  icosahedron: () => icosahedron(0.7),
  'truncated-icosahedron': () => truncatedIcosahedron(0.25),
  prism: () => prism(6, 0.6, 1),
  needle: () => prism(3, 0.08, 2),
};

export interface Body {
  /** A name of {@link solids}, `random-SEED-CORNERS`, or `hull-` and the coordinates of points, with commas. */
  solid: string;
  /** Position of the centroid in the world, length 3. */
  position: number[];
  /** Angles about x, y and z in degrees, applied in this order about the axes of the world, length 3. */
  angles: number[];
}

export interface Pair {
  a: Body;
  b: Body;
  /** Bodies apart by at most this still get contact points. */
  margin: number;
}

export const firstPair: Pair = {
  a: { solid: 'box', position: [0, 0, 0], angles: [0, 0, 0] },
  b: { solid: 'octahedron', position: [0.2, 0.1, 1.1], angles: [20, 10, 0] },
  margin: 0,
};

/** Most corners of a random hull and most points of a pasted solid. */
export const MOST_CORNERS = 400;

/** The solid of a name. Throws an error with a message for the user. */
export function solidOf(name: string): ConvexPolyhedron {
  if (Object.hasOwn(solids, name)) return solids[name]();
  const random = /^random-(\d+)-(\d+)$/.exec(name);
  if (random !== null) {
    const corners = Number(random[2]);
    if (!(corners >= 4 && corners <= MOST_CORNERS)) throw new Error(`A random solid has 4 to ${MOST_CORNERS} corners, not ${corners}.`);
    return randomHull(createRandom(Number(random[1])), corners);
  }
  if (!name.startsWith('hull-')) throw new Error(`There is no solid with the name ${name.slice(0, 40)}.`);
  const numbers = name.slice(5).split(',').map(Number);
  if (numbers.length > 3 * MOST_CORNERS) throw new Error(`A solid has at most ${MOST_CORNERS} points here.`);
  return polyhedronFromVertices(numbers);
}

/** The name of the first solid of an OBJ file, and how many solids the file has. Throws what is wrong with the file. */
export function solidFromObj(text: string): { name: string; found: number } {
  const read = readObj(text);
  const { vertices, origin } = read[0].polyhedron;
  // The coordinates of the file, so that the link shows them.
  const name = `hull-${[...vertices].map((x, k) => shorter(x + origin[k % 3])).join(',')}`;
  solidOf(name);
  return { name, found: read.length };
}

/** The number with at most 12 digits. */
function shorter(x: number): number {
  return Number(x.toPrecision(12));
}

/** Bodies from points of the world: the hulls stand where the points are. */
export function pairFromPoints(pointsA: readonly number[], pointsB: readonly number[], margin = 0): Pair {
  const bodyOf = (points: readonly number[]): Body => {
    const solid = `hull-${points.join(',')}`;
    return { solid, position: [...solidOf(solid).origin], angles: [0, 0, 0] };
  };
  return { a: bodyOf(pointsA), b: bodyOf(pointsB), margin };
}

/** The text of a link without its #. */
export function pairToText({ a, b, margin }: Pair): string {
  const parts = [a, b].flatMap(({ solid, position, angles }) => [solid, position.join(','), angles.join(',')]);
  return [...parts, ...(margin > 0 ? [margin] : [])].join('/');
}

/** The pair of a link's text; undefined when the text does not describe one. */
export function pairFromText(text: string): Pair | undefined {
  const parts = text.split('/');
  if (parts.length !== 6 && parts.length !== 7) return undefined;
  const bodyOf = (at: number): Body | undefined => {
    const position = vectorOf(parts[at + 1]);
    const angles = vectorOf(parts[at + 2]);
    return position && angles && { solid: parts[at], position, angles };
  };
  const a = bodyOf(0);
  const b = bodyOf(3);
  const margin = parts.length === 7 ? Number(parts[6]) : 0;
  if (a === undefined || b === undefined || !(margin >= 0 && margin < Infinity) || parts[6] === '') return undefined;
  try {
    solidOf(a.solid);
    solidOf(b.solid);
  } catch {
    return undefined;
  }
  return { a, b, margin };
}

function vectorOf(text: string): number[] | undefined {
  const words = text.split(',');
  const numbers = words.map(Number);
  return words.length === 3 && !words.includes('') && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Both solids, and the pose of B in the frame of A (length 12). */
export function placePair({ a, b }: Pair): { a: ConvexPolyhedron; b: ConvexPolyhedron; pose: Pose } {
  const bodies = createBodySet();
  for (const { solid, position, angles } of [a, b]) addBody(bodies, { shape: solidOf(solid), position, orientation: quaternionOf(angles) });
  return { a: bodies.shapes[0], b: bodies.shapes[1], pose: relativePose(createPose(), bodies, 0, 1) };
}

/** The quaternion (x, y, z, w) of angles in degrees about the fixed axes x, y and z, in this order. */
export function quaternionOf(angles: readonly number[]): [number, number, number, number] {
  // Double turns go first: they change nothing, and the product with a huge angle would be infinite.
  const [x, y, z] = angles.map((degrees) => ((degrees % 720) * Math.PI) / 360);
  const [cx, sx, cy, sy, cz, sz] = [Math.cos(x), Math.sin(x), Math.cos(y), Math.sin(y), Math.cos(z), Math.sin(z)];
  return [sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz, cx * cy * sz - sx * sy * cz, cx * cy * cz + sx * sy * sz];
}

/** The angles of a quaternion: the inverse of {@link quaternionOf}, in degrees, with `digits` decimals. */
export function anglesOf([x, y, z, w]: readonly number[], digits = 2): number[] {
  const down = Math.max(-1, Math.min(1, 2 * (x * z - w * y)));
  const angles =
    Math.abs(down) > 1 - 1e-12
      ? [0, -Math.sign(down) * 90, (Math.atan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z)) * 180) / Math.PI]
      : [
          (Math.atan2(2 * (y * z + w * x), 1 - 2 * (x * x + y * y)) * 180) / Math.PI,
          (-Math.asin(down) * 180) / Math.PI,
          (Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)) * 180) / Math.PI,
        ];
  return angles.map((angle) => Number(angle.toFixed(digits)) + 0);
}
