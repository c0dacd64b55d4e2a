/**
 * Shadows of cores on a common plane. The shadow of a point is a point. The shadow of a segment is a line, or a point
 * when the segment stands along the normal. The shadow of a plate is its face, or a line when the plate stands upright
 * to {@link LEAST_COSINE}.
 *
 * A body whose shadow is a line meets the other body along a chain of edges: the edges that look at the other body.
 *
 * - Line over faces: each edge of the chain is clipped by the faces below it. Its ends, and where it crosses edges of
 *   the other body, are points.
 * - Line over line: lines that cross have one point, where they cross. Lines that are parallel have the ends of their
 *   common piece. Lines that are almost parallel have both: an end counts while its distance from the other line, along
 *   the normal and a little aside, is within the limit; the crossing counts unless two ends are level with it.
 *
 * Such a zone has no area and no volume. The pressure centre is the centroid along the line, with the weight of
 * zone.ts.
 */
import { YX, ZX } from '../body/pose';
import { GAP } from '../contact/layouts';
import { edgeFeature, featureDimension, vertexFeature } from '../contact/feature';
import type { Contact } from '../contact/contact';
import type { CommonPlane } from '../contact/common-plane';
import { NormalOwner } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, EPS, FLAT, LEVEL, LIMIT } from './bounds';
import { clipByFace } from './clip';
import { AXES, planeAxes } from './coordinates';
import { addPlace, found, foundCode, foundFace, placeCount, POINTS } from './places';
import {
  faceCode,
  faceCorner,
  faceCorners,
  FACE_NUMBERS,
  faceNumbers,
  LEAST_COSINE,
  LEAST_X,
  LEAST_Y,
  MOST_X,
  MOST_Y,
  projectVertex,
  surfaceFaces,
  vertexX,
  vertexY,
  vertexZ,
} from './surface';
import { loadLine, loadPoint } from './thin-faces';
import { cellX, cellY } from './cell';
import { cornerGap, gatherCell, heightA, heightB, setHeights } from './zone';

/** Dimension of the shadow of body `side`: 0, 1 or 2. */
export function shadowDimension(shape: ConvexPolyhedron, side: number): number {
  const { dimension, normals } = shape;
  const o = AXES * side + ZX;
  if (dimension === 2) {
    const cosine = planeAxes[o] * normals[0] + planeAxes[o + 1] * normals[1] + planeAxes[o + 2] * normals[2];
    return Math.abs(cosine) > LEAST_COSINE ? 2 : 1;
  }
  return dimension === 1 ? (hasShadow(shape, side, 0) ? 1 : 0) : dimension === 0 ? 0 : 2;
}

/** Whether the shadow of an edge is longer than rounding. Places its ends. */
function hasShadow(shape: ConvexPolyhedron, side: number, e: number): boolean {
  const v = shape.halfEdgeOrigin[2 * e];
  const w = shape.halfEdgeOrigin[2 * e + 1];
  projectVertex(shape, side, v);
  projectVertex(shape, side, w);
  const row = side * MAX_VERTICES;
  const dx = vertexX[row + w] - vertexX[row + v];
  const dy = vertexY[row + w] - vertexY[row + v];
  return dx * dx + dy * dy > 4 * contactBounds[EPS] * contactBounds[EPS];
}

/** Whether an edge of a body whose shadow is a line looks at the other body. */
function isOfChain(shape: ConvexPolyhedron, side: number, e: number): boolean {
  if (!hasShadow(shape, side, e)) return false;
  if (shape.dimension < 2) return true;
  const { vertices, normals, halfEdgeOrigin, halfEdgeFace } = shape;
  const p = 3 * halfEdgeOrigin[2 * e];
  const q = 3 * halfEdgeOrigin[2 * e + 1];
  const f = 3 * halfEdgeFace[2 * e];
  const dx = vertices[q] - vertices[p];
  const dy = vertices[q + 1] - vertices[p + 1];
  const dz = vertices[q + 2] - vertices[p + 2];
  // Out of the plate, in its plane: the edge, counter-clockwise about the face, times the normal of the face.
  const ox = dy * normals[f + 2] - dz * normals[f + 1];
  const oy = dz * normals[f] - dx * normals[f + 2];
  const oz = dx * normals[f + 1] - dy * normals[f];
  const m = AXES * side + ZX;
  const along = planeAxes[m] * ox + planeAxes[m + 1] * oy + planeAxes[m + 2] * oz;
  return side === 0 ? along > 0 : along < 0;
}

/** Sums along the line: integral of w x, w y, w z with the weight w = level - gap; and of w (WEIGHT). */
const lineSums = /* @__PURE__ */ new Float64Array(4);
const WEIGHT = 3;

/** Begins a contact along a line. */
export function clearLine(): void {
  lineSums.fill(0);
}

/** The two ends of a piece of the line: x, y, height midway, gap. */
const from = /* @__PURE__ */ new Float64Array(4);
const to = /* @__PURE__ */ new Float64Array(4);

/** Adds the part of the piece between `from` and `to` below the level to the sums. */
function addPiece(): void {
  const w0 = contactBounds[LEVEL] - from[GAP];
  const w1 = contactBounds[LEVEL] - to[GAP];
  if (!(w0 > 0 || w1 > 0)) return;
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const dz = to[2] - from[2];
  // The part s0 to s1 where the weight is not negative.
  const s0 = w0 < 0 ? w0 / (w0 - w1) : 0;
  const s1 = w1 < 0 ? w0 / (w0 - w1) : 1;
  const a = w0 < 0 ? 0 : w0;
  const b = w1 < 0 ? 0 : w1;
  const length = (s1 - s0) * Math.sqrt(dx * dx + dy * dy);
  const weight = 0.5 * length * (a + b);
  if (!(weight > 0)) return;
  const s = s0 + ((s1 - s0) * (a + 2 * b)) / (3 * (a + b));
  lineSums[WEIGHT] += weight;
  lineSums[0] += weight * (from[0] + s * dx);
  lineSums[1] += weight * (from[1] + s * dy);
  lineSums[2] += weight * (from[2] + s * dz);
}

/** Sets the centre of a contact along a line, if anything of it is in the zone. */
export function writeLineCentre(out: Contact, plane: CommonPlane): void {
  const weight = lineSums[WEIGHT];
  if (!(weight > 0)) return;
  const x = lineSums[0] / weight;
  const y = lineSums[1] / weight;
  const z = lineSums[2] / weight;
  const m = planeAxes;
  for (let k = 0; k < 3; k++) out.centre[k] = plane.point[k] + m[k] * x + m[YX + k] * y + m[ZX + k] * z;
}

/**
 * Gathers the points of a body `side` whose shadow is a line over the loaded faces of the other body. The plane has the
 * axes of setPlaneAxes.
 */
export function meetLineAndFaces(line: ConvexPolyhedron, side: 0 | 1, other: ConvexPolyhedron): void {
  const own = side * MAX_FACES;
  const across = MAX_FACES - own;
  const eps = contactBounds[EPS];
  for (let e = 0; e < line.edgeCount; e++) {
    if (!isOfChain(line, side, e)) continue;
    const i = loadLine(line, side, e);
    const m = FACE_NUMBERS * i;
    for (let j = across; j < across + surfaceFaces[1 - side]; j++) {
      const n = FACE_NUMBERS * j;
      if (faceNumbers[n + LEAST_X] > faceNumbers[m + MOST_X] + eps || faceNumbers[n + MOST_X] < faceNumbers[m + LEAST_X] - eps) continue;
      if (faceNumbers[n + LEAST_Y] > faceNumbers[m + MOST_Y] + eps || faceNumbers[n + MOST_Y] < faceNumbers[m + LEAST_Y] - eps) continue;
      const count = clipByFace(side, faceCorner[i], 2, faceCode[i], faceCorner[j], faceCorners[j], faceCode[j]);
      if (count === 0) continue;
      setHeights(line, side, i, count);
      setHeights(other, 1 - side, j, count);
      addLineCell(side === 0 ? i : j, side === 0 ? j : i, count);
    }
  }
  // The rows of the chain are no faces.
  surfaceFaces[side] = 0;
}

/** The points of a cell whose heights are known, and its part of the line. */
function addLineCell(i: number, j: number, count: number): void {
  gatherCell(i, j, count);
  if (count !== 2) return;
  setEnd(from, 0);
  setEnd(to, 1);
  addPiece();
}

function setEnd(end: Float64Array, k: number): void {
  end[0] = cellX[k];
  end[1] = cellY[k];
  end[2] = 0.5 * (heightA[k] + heightB[k]);
  end[GAP] = cornerGap[k];
}

/**
 * Loads the shadow of a core, body `side`, where it has no area: each edge of the chain as a face of two corners, or a
 * point as a face of one corner. `outermost` is the vertex nearest the other body.
 */
export function loadThinShadow(core: ConvexPolyhedron, side: 0 | 1, shadow: number, outermost: number): void {
  if (shadow === 0) loadPoint(core, side, outermost);
  else for (let e = 0; e < core.edgeCount; e++) if (isOfChain(core, side, e)) loadLine(core, side, e);
}

/** A body `side` whose shadow is a line over a wall, the plane at height 0: the corners of its chain. */
export function meetLineAndWall(line: ConvexPolyhedron, wallCode: number): void {
  for (let e = 0; e < line.edgeCount; e++) {
    if (!isOfChain(line, 0, e)) continue;
    for (let k = 0; k < 2; k++) {
      const v = line.halfEdgeOrigin[2 * e + k];
      found[0] = vertexX[v];
      found[1] = vertexY[v];
      found[2] = 0.5 * vertexZ[v];
      found[GAP] = -vertexZ[v];
      (k === 0 ? from : to).set(found);
      foundCode[0] = vertexFeature(v);
      foundCode[1] = wallCode;
      addFound();
    }
    addPiece();
  }
}

/** Adds the place in `found` if its gap is within the limit. */
function addFound(): void {
  if (!(found[GAP] <= contactBounds[LIMIT])) return;
  // Points of a line are never corners of one face.
  foundFace[0] = placeCount[POINTS];
  foundFace[1] = placeCount[POINTS];
  addPlace(POINTS, placeCount[POINTS]);
}

/**
 * How far an end may lie beside the other line, over its height: the link from it is then off the normal by less than 6
 * degrees, and longer than the height by half a percent.
 */
const MOST_ASIDE = 0.1;

/** How many ends are level with the plane's gap. */
const levelEnds = /* @__PURE__ */ new Int32Array(1);
/** Whether `from` holds an end of the common piece of the two edges. */
const pieceEnds = /* @__PURE__ */ new Int32Array(1);

/** Gathers the points of two bodies whose shadows are lines. */
export function meetLines(a: ConvexPolyhedron, b: ConvexPolyhedron, plane: CommonPlane): void {
  levelEnds[0] = 0;
  for (let e = 0; e < a.edgeCount; e++) {
    if (!isOfChain(a, 0, e)) continue;
    for (let f = 0; f < b.edgeCount; f++) {
      if (!isOfChain(b, 1, f)) continue;
      pieceEnds[0] = 0;
      for (let k = 0; k < 2; k++) {
        addEnd(0, a.halfEdgeOrigin[2 * e + k], b, f, plane);
        addEnd(1, b.halfEdgeOrigin[2 * f + k], a, e, plane);
      }
      if (pieceEnds[0] > 1) addPiece();
    }
  }
  const cross = featureDimension(plane.featureA) === 1 && featureDimension(plane.featureB) === 1;
  if (!cross || levelEnds[0] > 1) return;
  found[0] = found[1] = found[2] = 0;
  found[GAP] = plane.gap;
  foundCode[0] = plane.featureA;
  foundCode[1] = plane.featureB;
  addFound();
}

/** Adds vertex v of body `side` over an edge of the other body, if it is beside the edge and within the limit. */
function addEnd(side: 0 | 1, v: number, other: ConvexPolyhedron, edge: number, plane: CommonPlane): void {
  const eps = contactBounds[EPS];
  const r = side * MAX_VERTICES + v;
  const row = (1 - side) * MAX_VERTICES;
  const start = other.halfEdgeOrigin[2 * edge];
  const end = other.halfEdgeOrigin[2 * edge + 1];
  const p = row + start;
  const q = row + end;
  const ex = vertexX[q] - vertexX[p];
  const ey = vertexY[q] - vertexY[p];
  const ee = ex * ex + ey * ey;
  const length = Math.sqrt(ee);
  const along = ((vertexX[r] - vertexX[p]) * ex + (vertexY[r] - vertexY[p]) * ey) / length;
  if (along < -2 * eps || along > length + 2 * eps) return;
  const t = along < 0 ? 0 : along > length ? 1 : along / length;
  const x = vertexX[p] + t * ex;
  const y = vertexY[p] + t * ey;
  const z = vertexZ[p] + t * (vertexZ[q] - vertexZ[p]);
  const dx = x - vertexX[r];
  const dy = y - vertexY[r];
  const aside2 = dx * dx + dy * dy;
  const height = side === 0 ? z - vertexZ[r] : vertexZ[r] - z;
  const isOver = aside2 <= 4 * eps * eps;
  // Else the link from there would point elsewhere than the normal; so it is where the cores cross.
  if (!isOver && !(height > 0 && aside2 <= MOST_ASIDE * MOST_ASIDE * height * height)) return;
  const gap = isOver ? height : Math.sqrt(height * height + aside2);
  found[0] = 0.5 * (x + vertexX[r]);
  found[1] = 0.5 * (y + vertexY[r]);
  found[2] = 0.5 * (z + vertexZ[r]);
  found[GAP] = gap;
  foundCode[side] = vertexFeature(v);
  foundCode[1 - side] = along <= 2 * eps ? vertexFeature(start) : along >= length - 2 * eps ? vertexFeature(end) : edgeFeature(edge);
  keepEnd();
  if (!(gap <= contactBounds[LIMIT])) return;
  const known = placeCount[POINTS];
  addFound();
  if (placeCount[POINTS] > known && gap <= plane.gap + contactBounds[FLAT]) levelEnds[0]++;
}

/** Keeps the two ends that are farthest apart. */
function keepEnd(): void {
  if (pieceEnds[0] === 0) from.set(found);
  else if (pieceEnds[0] === 1 || squareFrom(found) > squareFrom(to)) to.set(found);
  if (pieceEnds[0] < 2) pieceEnds[0]++;
}

/** Square of the distance, in the plane, of a place from `from`. */
function squareFrom(place: Float64Array): number {
  const dx = place[0] - from[0];
  const dy = place[1] - from[1];
  return dx * dx + dy * dy;
}

/** What the normal of a pair with a core belongs to, by the features of its plane; None if these are no faces. */
export function ownerOfFeatures(featureA: number, featureB: number): NormalOwner {
  if (featureDimension(featureA) === 2) return NormalOwner.FaceA;
  return featureDimension(featureB) === 2 ? NormalOwner.FaceB : NormalOwner.None;
}
