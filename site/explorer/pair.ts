/** The pair of the explorer: two named solids and the position of B. A link holds it behind the #. */
import { box, dodecahedron, icosahedron, octahedron, prism, squarePyramid, tetrahedron, type ConvexPolyhedron } from 'dem-contact';

/** The solids by the name that the page shows; lengths about 1. */
export const solids: Readonly<Record<string, () => ConvexPolyhedron>> = {
  box: () => box(1, 1, 1),
  plate: () => box(2, 2, 0.1),
  tetrahedron: () => tetrahedron(1),
  pyramid: () => squarePyramid(1),
  octahedron: () => octahedron(1),
  dodecahedron: () => dodecahedron(0.5),
  icosahedron: () => icosahedron(0.7),
  prism: () => prism(6, 0.6, 1),
};

export interface Pair {
  a: string;
  b: string;
  /** Position of B in the frame of A, length 3. */
  position: number[];
  /** Angles of B about x, y, z in degrees, applied in this order, length 3. */
  angles: number[];
}

export const firstPair: Pair = { a: 'box', b: 'octahedron', position: [0, 0, 1], angles: [0, 0, 0] };

/** The text of a link without its #. */
export function pairToText(pair: Pair): string {
  return [pair.a, pair.b, ...pair.position, ...pair.angles].join(',');
}

/** The pair of a link's text; undefined when the text does not describe one. */
export function pairFromText(text: string): Pair | undefined {
  const [a, b, ...rest] = text.split(',');
  const numbers = rest.map(Number);
  if (!Object.hasOwn(solids, a) || !Object.hasOwn(solids, b ?? '')) return undefined;
  if (numbers.length !== 6 || rest.includes('') || !numbers.every(Number.isFinite)) return undefined;
  return { a, b, position: numbers.slice(0, 3), angles: numbers.slice(3) };
}
