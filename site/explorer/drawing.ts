/** What the explorer draws beside the two bodies, in the frame of A. Plain data: it comes from a worker. */
export interface Drawing {
  /** Planes, drawn as discs: unit normal and a point, 6 numbers each. */
  planes?: number[];
  /** Links, drawn as rods with round ends: two points, 6 numbers each. */
  links?: number[];
  /** Points, 3 numbers each. */
  points?: number[];
  /** Thin lines: two points, 6 numbers each. */
  lines?: number[];
  /** A solid inside the bodies: corners, and triangles of its surface as rows of corners. */
  region?: { vertices: number[]; triangles: number[] };
  /** An arrow: its start and its vector, 6 numbers. */
  arrow?: number[];
}

/** A step of a search: the cells of its row in the table, and its drawing. */
export interface Step {
  cells: string[];
  drawing: Drawing;
}

/** What the inside of a method looks like for the pair. */
export interface Search {
  /** Its name in the list. */
  name: string;
  /** What the rows are, in a sentence or two. */
  about: string;
  head: string[];
  steps: Step[];
}

/** A number for a table: 5 digits. */
export function short(x: number): string {
  if (x === 0 || !Number.isFinite(x)) return String(x);
  const size = Math.abs(x);
  return (size < 1e-3 || size >= 1e5 ? x.toExponential(2) : String(Number(x.toPrecision(5)))).replace('-', '−');
}

export function shortVector(v: ArrayLike<number>): string {
  return Array.from({ length: v.length }, (_, k) => short(Math.abs(v[k]) < 1e-15 ? 0 : v[k])).join(', ');
}
