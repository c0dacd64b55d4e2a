import { clipPolygon, integrate, perimeter, polygonArea, sidesOf, type Line, type Place } from './polygon';
import { heightOf, type SurfaceFace, type Surfaces } from './plane-surfaces';

/**
 * The zone Z(t) = { u : gap(u) <= t } of two surfaces, and what is in it. The gap is the greatest of (plane of B -
 * plane of A) over all pairs of planes, so Z(t) is what all these half-planes and the two shadows have in common: a
 * convex polygon, cut out of a large square. No cells.
 *
 * `grow` moves all planes and shadows out: the zone grows with it. What an area or a volume can be, when the bodies are
 * known to `grow`, lies between the values for -grow and grow.
 */
export function zoneOf(surfaces: Surfaces, t: number, grow = 0): readonly Place[] {
  const { a, b } = surfaces;
  const lines: Line[] = [...a.shadow, ...b.shadow].map(({ m, c }) => ({ m, c: c + grow }));
  for (const f of a.faces) {
    for (const g of b.faces) {
      // lower - upper <= t, times the cosines c of A > 0 and -c of B > 0, so that steep faces give numbers of the size
      // of the bodies.
      const [p, q] = [f.c, -g.c];
      const m: Place = [p * g.m[0] + q * f.m[0], p * g.m[1] + q * f.m[1]];
      lines.push({ m, c: t * p * q + p * (g.offset + grow) + q * (f.offset + grow) });
    }
  }
  return clipPolygon(squareAround(surfaces), lines);
}

/** More than all corners of A, and so more than its shadow. */
function squareAround({ a }: Surfaces): Place[] {
  const r = 2 * Math.max(...a.corners.flatMap(({ u }) => u.map(Math.abs)));
  return [
    [-r, -r],
    [r, -r],
    [r, r],
    [-r, r],
  ];
}

/** Integrals over Z(t). */
export interface ZoneIntegrals {
  polygon: readonly Place[];
  area: number;
  /** Of t - gap: the volume between the surfaces when B has moved against A by t. */
  weight: number;
  /** Of u (t - gap), over the weight; the mean of the zone's corners where there is no weight. */
  centre: Place;
  /** Of (a + b) / 2 (t - gap), over the weight: how high the middle of what is between the surfaces lies. */
  height: number;
  /** What the weight changes by at most, for each length by which the planes and shadows of both bodies move. */
  sensitivity: number;
}

/**
 * a(u) is integrated over the part of the zone in each face of A, b(u) in each face of B: the faces of one body alone
 * fill the zone.
 */
export function zoneIntegrals(surfaces: Surfaces, t: number): ZoneIntegrals {
  const polygon = zoneOf(surfaces, t);
  const area = polygonArea(polygon);
  let weight = t * area;
  const moment = [0, 1].map((k) => t * integrate(polygon, (u) => u[k]));
  let lean = 0;
  let lift = 0;
  for (const [sign, { faces }] of [
    [1, surfaces.a],
    [-1, surfaces.b],
  ] as const) {
    for (const face of faces) {
      const part = clipPolygon(polygon, sidesOf(face.polygon));
      weight += sign * integrate(part, (u) => heightOf(face, u));
      for (const k of [0, 1]) moment[k] += sign * integrate(part, (u) => u[k] * heightOf(face, u));
      // (a + b) (t + a - b) = a^2 + t a - (b^2 - t b)
      lift += integrate(part, (u) => (sign * heightOf(face, u) ** 2 + t * heightOf(face, u)) / 2);
      lean += polygonArea(part) / Math.abs(face.c);
    }
  }
  const middle = [0, 1].map((k) => polygon.reduce((sum, u) => sum + u[k], 0) / polygon.length);
  const centre = (weight > 0 ? moment.map((x) => x / weight) : middle) as unknown as Place;
  return { polygon, area, weight, centre, height: lift / weight, sensitivity: lean + perimeter(polygon) * Math.max(0, t - surfaces.apart) };
}

/** Cells of the zone: where one face of A lies under one face of B, gap <= t. */
export interface Cell {
  polygon: readonly Place[];
  faceA: SurfaceFace;
  faceB: SurfaceFace;
}

export function cellsOf({ a, b }: Surfaces, t: number): Cell[] {
  const cells: Cell[] = [];
  for (const faceA of a.faces) {
    for (const faceB of b.faces) {
      const [p, q] = [faceA.c, -faceB.c];
      const m: Place = [p * faceB.m[0] + q * faceA.m[0], p * faceB.m[1] + q * faceA.m[1]];
      const below: Line = { m, c: t * p * q + p * faceB.offset + q * faceA.offset };
      const polygon = clipPolygon(faceB.polygon, [...sidesOf(faceA.polygon), below]);
      if (polygon.length > 2) cells.push({ polygon, faceA, faceB });
    }
  }
  return cells;
}

/**
 * The integral of (t - gap)^2 / 2 over the zone, cell by cell: the energy of a bed of springs of stiffness 1 when B has
 * moved against A by t.
 */
export function bedEnergy(surfaces: Surfaces, t: number): number {
  let sum = 0;
  for (const { polygon, faceA, faceB } of cellsOf(surfaces, t)) {
    sum += integrate(polygon, (u) => (t - heightOf(faceB, u) + heightOf(faceA, u)) ** 2 / 2);
  }
  return sum;
}

/**
 * Part of the zone's area that each corner of each cell has: half of the two triangles that it makes with its
 * neighbours and the cell's centroid.
 */
export function sharesOf(surfaces: Surfaces, t: number): { u: Place; share: number }[] {
  const list: { u: Place; share: number }[] = [];
  for (const { polygon } of cellsOf(surfaces, t)) {
    const area = polygonArea(polygon);
    if (!(area > 0)) continue;
    const c = [0, 1].map((k) => integrate(polygon, (u) => u[k]) / area) as unknown as Place;
    const triangles = polygon.map((p, k) => polygonArea([c, p, polygon[(k + 1) % polygon.length]]));
    polygon.forEach((u, k) => list.push({ u, share: (triangles[k] + triangles[(k + polygon.length - 1) % polygon.length]) / 2 }));
  }
  return list;
}
