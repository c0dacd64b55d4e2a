/**
 * Discs replaced by polygons, falling into a box: rows of discs of two sizes over an open box of three fixed slabs; in
 * each disc stands a polygon with corners on its circle, regular or random. Lengths in metres; no function is used
 * whose last bits differ between engines.
 */
import { BodyFlag, createRandom } from 'dem-contact';
import {
  addBody2d,
  createBodySet2d,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  type BodySet2d,
  type ConvexPolygon,
} from 'dem-contact/planar';

type Random = ReturnType<typeof createRandom>;

/** Discs of this and of two thirds of this radius. */
export const RADIUS = 0.06;

export interface FallingPolygons {
  readonly bodies: BodySet2d;
  /** Inner width of the box, which stands on y = 0 about x = 0, and its height. */
  readonly width: number;
  readonly height: number;
}

export function fallingPolygons(rows: number, columns: number, seed: number): FallingPolygons {
  const random = createRandom(seed);
  const bodies = createBodySet2d();
  const pitch = 2.2 * RADIUS;
  const width = columns * pitch;
  const height = 0.9 * rows * pitch;
  const thickness = 2 * RADIUS;
  const flags = BodyFlag.Static;
  addBody2d(bodies, { shape: rectangle(width + 2 * thickness, thickness), position: [0, -0.5 * thickness], flags });
  for (const side of [-1, 1]) {
    addBody2d(bodies, { shape: rectangle(thickness, height), position: [0.5 * side * (width + thickness), 0.5 * height], flags });
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const radius = random() < 0.5 ? RADIUS : (2 / 3) * RADIUS;
      const shape = random() < 0.5 ? regularPolygon(3 + Math.floor(6 * random()), radius) : randomPolygon(random, radius);
      const position: [number, number] = [(column + 0.5) * pitch - 0.5 * width, (row + 1) * pitch];
      addBody2d(bodies, { shape, position, rotation: direction(random) });
    }
  }
  return { bodies, width, height };
}

/** The hull of five to nine points on a circle; needles are thrown away. */
function randomPolygon(random: Random, radius: number): ConvexPolygon {
  const points: number[] = [];
  const corners = 5 + Math.floor(5 * random());
  for (let k = 0; k < corners; k++) {
    const [x, y] = direction(random);
    points.push(radius * x, radius * y);
  }
  const shape = polygonFromVertices(points);
  return shape.inradius > 0.3 * radius ? shape : randomPolygon(random, radius);
}

/** A unit vector, all directions alike. */
function direction(random: Random): [number, number] {
  const x = 2 * random() - 1;
  const y = 2 * random() - 1;
  const square = x * x + y * y;
  if (!(square > 0.01 && square <= 1)) return direction(random);
  const size = Math.sqrt(square);
  return [x / size, y / size];
}
