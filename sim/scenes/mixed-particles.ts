/**
 * The particles of the shortest-link paper (Nezami et al. 2006, section 5.2.1): tetrahedra, pyramids, cubes and the
 * 14-vertex body of figure 14 in equal shares, sizes 2 to 5 cm with D50 = 3.8 cm. The paper gives no more; ours are:
 * the size is the diameter of the sphere of equal volume; half the particles are smaller than D50, with a density of
 * sizes that is linear.
 */
import { box, squarePyramid, tetrahedron, tetrakisHexahedron, type ConvexPolyhedron, type Random } from 'dem-contact';

const SMALLEST = 0.02;
const LARGEST = 0.05;
const MEDIAN = 0.038;

/** Shapes of figure 14, by name, each with a volume of the sphere whose diameter is `size`. */
export function mixedShapes(size: number): [name: string, shape: ConvexPolyhedron][] {
  return [
    ['Tetrahedron', ofSize(tetrahedron, size)],
    ['Pyramid', ofSize(squarePyramid, size)],
    ['Cube', ofSize((edge) => box(edge, edge, edge), size)],
    ['TetrakisHexahedron', ofSize(tetrakisHexahedron, size)],
  ];
}

/**
 * The solid of a size; its edge is rounded to six figures, because Math.cbrt differs between engines in the last bit.
 */
function ofSize(make: (edge: number) => ConvexPolyhedron, size: number): ConvexPolyhedron {
  const volume = (Math.PI / 6) * size ** 3;
  return make(Number(Math.cbrt(volume / make(1).volume).toPrecision(6)));
}

/**
 * A size (m) in whole millimetres, whose density is linear between the smallest and the largest and of which half lie
 * below the median.
 */
export function drawSize(draw: Random): number {
  const span = LARGEST - SMALLEST;
  const m = (MEDIAN - SMALLEST) / span;
  // Share below x in units of the span: F = x + s (x^2 - x), with F(m) = 1/2; x is its positive root.
  const s = (0.5 - m) / (m * m - m);
  const b = 1 - s;
  const size = SMALLEST + (span * (Math.sqrt(b * b + 4 * s * draw()) - b)) / (2 * s);
  return Math.round(1000 * size) / 1000;
}

/** Uniform over all rotations: a point of the ball in four dimensions, by rejection, taken out to its surface. */
export function randomRotation(draw: Random): [number, number, number, number] {
  for (;;) {
    const x = 2 * draw() - 1;
    const y = 2 * draw() - 1;
    const z = 2 * draw() - 1;
    const w = 2 * draw() - 1;
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    if (length > 0.1 && length <= 1) return [x / length, y / length, z / length, w / length];
  }
}
