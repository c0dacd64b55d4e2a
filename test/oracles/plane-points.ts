import { heightOf, type Surface, type SurfaceEdge, type Surfaces } from './plane-surfaces';
import { between, outside, toPolygon, toStretch, turnOf, type Place } from './polygon';

/**
 * Corners of the subdivision that the edges of two surfaces make over a plane: every corner of B over A, every corner
 * of A under B, every edge of A across every edge of B; all pairs, in no order.
 *
 * Places are known to `eps`. A corner is listed when it would still be there, of the same sort, if everything moved by
 * a few eps; a program in doubles must have it too. Where features lie on each other within a few eps there may be one
 * point, or several, or none, under one name or another.
 */
export interface PlaneCorner {
  /** Features of A and B; -1 for what a vertex lies over or under. */
  features: readonly [number, number];
  u: Place;
  /** How far from there it may be. */
  reach: number;
  /**
   * Another corner within this and its reach may be the same point: neither is then alone, and the point twice as far
   * off at most.
   */
  room: number;
  /** The least and greatest gap that it may have. */
  gaps: readonly [number, number];
  /** No other corner, and for a vertex no edge of the other body, is so near that one point could stand for both. */
  alone: boolean;
}

/** So many eps make a clear case. */
const CLEAR = 8;
/** A corner whose sides turn by no less than CLEAR over this is plainly one. */
const PLAIN = 1000;

export function planeCorners(surfaces: Surfaces, eps: number): PlaneCorner[] {
  const { a, b } = surfaces;
  const found: Omit<PlaneCorner, 'alone'>[] = [];
  for (const { feature, u, w } of a.corners) {
    const range = heightsOver(b, u, eps);
    if (range) found.push({ features: [feature, -1], u, ...spread(a, u, eps), gaps: [range[0] - w - eps, range[1] - w + eps] });
  }
  for (const { feature, u, w } of b.corners) {
    const range = heightsOver(a, u, eps);
    if (range) found.push({ features: [-1, feature], u, ...spread(b, u, eps), gaps: [w - range[1] - eps, w - range[0] + eps] });
  }
  for (const edgeA of a.edges) {
    for (const edgeB of b.edges) {
      const crossing = crossingOf(edgeA, edgeB, eps);
      if (crossing) found.push(crossing);
    }
  }
  // All corners, those of one body that the other does not reach included: a program may see them on its way.
  const places = [...found, ...[...a.corners, ...b.corners].map(({ u, feature }) => ({ u, reach: eps, feature }))];
  const isBeside = ({ features, u }: Omit<PlaneCorner, 'alone'>): boolean =>
    features.some((f, i) => f < 0 && [a, b][i].edges.some(({ ends: [p, q] }) => toStretch(u, p.u, q.u) <= CLEAR * eps));
  return found.map((corner) => ({
    ...corner,
    alone:
      !isBeside(corner) &&
      places.every(
        (other) =>
          other === corner ||
          ('feature' in other && corner.features.includes(other.feature)) ||
          between(corner.u, other.u) > corner.room + other.reach,
      ),
  }));
}

/**
 * How far a corner of a surface may be from its place, and from a point that stands for it: where two sides of a face
 * are almost in line, what they turn by shows only at some distance from the corner.
 */
function spread(surface: Surface, u: Place, eps: number): { reach: number; room: number } {
  let sine = 1;
  for (const { polygon } of surface.faces) {
    const k = polygon.indexOf(u);
    if (k < 0) continue;
    const [p, q] = [polygon[(k + polygon.length - 1) % polygon.length], polygon[(k + 1) % polygon.length]];
    const sides = between(p, u) * between(u, q);
    sine = Math.min(sine, sides > 0 ? Math.abs(turnOf(p, u, q)) / sides : 0);
  }
  return { reach: eps, room: (CLEAR * eps) / sine };
}

/**
 * The least and greatest height of a surface within eps of a corner of the other body; null when the corner is not
 * clearly over it.
 */
function heightsOver(surface: Surface, u: Place, eps: number): readonly [number, number] | null {
  if (!(outside(surface.shadow, u) < -CLEAR * eps)) return null;
  const heights: number[] = [];
  for (const face of surface.faces) {
    // Also faces nearby: over the edge between two faces either may be taken.
    if (!(toPolygon(u, face.polygon) <= eps)) continue;
    const slope = Math.sqrt(face.m[0] ** 2 + face.m[1] ** 2) / Math.abs(face.c);
    const h = heightOf(face, u);
    heights.push(h - slope * eps, h + slope * eps);
  }
  return heights.length > 0 ? [Math.min(...heights), Math.max(...heights)] : null;
}

/** The crossing of two edges whose four ends are clear of the line of the other; null where they do not cross so. */
function crossingOf(edgeA: SurfaceEdge, edgeB: SurfaceEdge, eps: number): Omit<PlaneCorner, 'alone'> | null {
  const [p, q] = edgeA.ends;
  const [r, s] = edgeB.ends;
  const [sizeA, sizeB] = [between(p.u, q.u), between(r.u, s.u)];
  if (!(sizeA > CLEAR * eps && sizeB > CLEAR * eps)) return null;
  const [hp, hq] = [turnOf(r.u, s.u, p.u) / sizeB, turnOf(r.u, s.u, q.u) / sizeB];
  const [hr, hs] = [turnOf(p.u, q.u, r.u) / sizeA, turnOf(p.u, q.u, s.u) / sizeA];
  if (hp * hq >= 0 || hr * hs >= 0 || Math.min(...[hp, hq, hr, hs].map(Math.abs)) <= CLEAR * eps) return null;
  const [t, f] = [hp / (hp - hq), hr / (hr - hs)];
  const u: Place = [p.u[0] + t * (q.u[0] - p.u[0]), p.u[1] + t * (q.u[1] - p.u[1])];
  const sine = Math.abs(hp - hq) / sizeA;
  const reach = (2 * eps) / sine;
  const gap = r.w + f * (s.w - r.w) - p.w - t * (q.w - p.w);
  const slack = 2 * eps + reach * (Math.abs(q.w - p.w) / sizeA + Math.abs(s.w - r.w) / sizeB);
  return { features: [edgeA.feature, edgeB.feature], u, reach, room: (CLEAR * eps) / sine, gaps: [gap - slack, gap + slack] };
}

/** A feature of a surface as seen along the normal. */
export interface SeenFeature {
  dimension: 0 | 1 | 2;
  polygon: readonly Place[];
  /** Height over a place, and how much it can change a length. */
  height: (u: Place) => number;
  slope: number;
}

/** The feature with this code; null when it is not part of the surface. */
export function seenFeature(surface: Surface, feature: number): SeenFeature | null {
  const corner = surface.corners.find((c) => c.feature === feature);
  if (corner) return { dimension: 0, polygon: [corner.u], height: () => corner.w, slope: 0 };
  const edge = surface.edges.find((e) => e.feature === feature);
  if (edge) {
    const [p, q] = edge.ends;
    const size = between(p.u, q.u);
    const along = (u: Place): number => ((u[0] - p.u[0]) * (q.u[0] - p.u[0]) + (u[1] - p.u[1]) * (q.u[1] - p.u[1])) / (size * size);
    return {
      dimension: 1,
      polygon: [p.u, q.u],
      height: (u) => p.w + Math.min(1, Math.max(0, along(u))) * (q.w - p.w),
      slope: Math.abs(q.w - p.w) / size,
    };
  }
  const face = surface.faces.find((f) => f.feature === feature);
  if (!face) return null;
  const slope = Math.sqrt(face.m[0] ** 2 + face.m[1] ** 2) / Math.abs(face.c);
  return { dimension: 2, polygon: face.polygon, height: (u) => heightOf(face, u), slope };
}

/** Whether a corner of the surface is within `far` of a place, and plainly one. */
export const hasCorner = (surface: Surface, u: Place, far: number): boolean =>
  surface.corners.some((c) => between(c.u, u) <= far && spread(surface, c.u, far).room <= PLAIN * far);

/** Corners and edges of a surface within `far` of a place. */
export const lowerFeatures = (surface: Surface, u: Place, far: number): SeenFeature[] =>
  [
    ...surface.corners.filter((c) => between(c.u, u) <= far),
    ...surface.edges.filter(({ ends: [p, q] }) => toStretch(u, p.u, q.u) <= far),
  ].map(({ feature }) => seenFeature(surface, feature)!);
