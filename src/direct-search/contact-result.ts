/**
 * From the contact set of two blocks to a full contact: kind, normal, points (paper 001, sections 2.1.3 and 2.2).
 *
 * Kind. One basic contact is a contact of its own kind. More are parallel e-e, e-f or f-f: the smallest features of A and of B that hold all of them tell which.
 * The paper goes by their number (2: parallel e-e or e-f, 3 or more: f-f) and then by the same question. Where no face holds all (dTol is not small beside the
 * block), those on the faces best aligned with the normal count, or else the nearest one.
 *
 * Normal. v-f, crossing e-e, e-f and f-f have that of the first entrance; v-v, v-e and parallel e-e the normalised mean of their potential normals. A
 * mean that vanishes, or along which the pair would have another status than it has (blocks apart are not made to overlap), gives way to the
 * first entrance. The gap is g along the normal, so for v-v and v-e apart it is a lower bound of the distance.
 *
 * Points. One a basic contact: vertex, its foot, the nearest points of two edges, midway and on the plane of the contact, which lies halfway between the two virtual
 * contact planes. The gap of a point is that of its two features along the normal. f-f points run counter-clockwise about the normal; the area is that of the
 * common part of the two faces.
 */
import { clearContact, type Contact } from '../contact/contact';
import { featureDimension, featureIndex } from '../contact/feature';
import { statusOfGap } from '../contact/rounding';
import { ContactKind, Status } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { entrance, entranceFeatures } from './best-entrance';
import { corner, faceNormal, faceOffset, foot, gapAlong, isNearEdge, probe, reach } from './block-pair';
import { commonFeature, facing, holds } from './common-feature';
import { SET_CAPACITY, setA, setB, setCount, sortSet } from './contact-set';
import { collectParallelEdges, collectVertexEdge, collectVertexVertex, potential } from './entrance';
import { faceArea, measureFaceArea } from './face-area';
import { settings, type DirectSearchOptions } from './settings';

/** Kinds by the dimensions of A's and B's feature, 3 * dimA + dimB, of one basic contact and of several. */
const KINDS = /* @__PURE__ */ new Uint8Array([
  ContactKind.VertexVertex,
  ContactKind.VertexEdge,
  ContactKind.VertexFace,
  ContactKind.VertexEdge,
  ContactKind.EdgeEdge,
  ContactKind.EdgeFace,
  ContactKind.VertexFace,
  ContactKind.EdgeFace,
  ContactKind.FaceFace,
]);

/** The normal chosen. */
const normal = /* @__PURE__ */ new Float64Array(3);
/** Points of the last basic contact: on A (0..2), on B (3..5). */
const ends = /* @__PURE__ */ new Float64Array(6);

/** A hair more than dTol, so that rounding radii taken from a gap of dTol and the rounding band do not make bodies touch that are apart. */
const BEYOND = 1 + 2 ** -49;

/** A pair without contacts that is apart: nothing is within dTol, so the gap is more than that, or what the excluding entrance proved. */
export function writeSeparated(out: Contact): Status {
  clearContact(out, Status.Separated);
  out.gap = Math.max(entrance[3], settings[0] * BEYOND + settings[4]);
  for (let k = 0; k < 3; k++) out.normal[k] = entrance[k] + 0;
  return Status.Separated;
}

/** Overlap deeper than dTol: the first entrance is the contact. */
export function writeDeepContact(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: DirectSearchOptions): Status {
  setA[0] = entranceFeatures[0];
  setB[0] = entranceFeatures[1];
  setCount[0] = 1;
  return writeContactSet(out, a, b, options);
}

/** The contact of a set that is not empty. */
export function writeContactSet(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: DirectSearchOptions): Status {
  sortSet();
  let featureA = commonFeature(a, setA, setCount[0]);
  let featureB = commonFeature(b, setB, setCount[0]);
  if (featureA < 0 || featureB < 0) {
    if (featureA < 0) featureA = facing(a, 0, entrance);
    if (featureB < 0) featureB = facing(b, 1, entrance);
    if (!keepOn(a, b, featureA, featureB)) keepNearest(a, b);
    featureA = commonFeature(a, setA, setCount[0]);
    featureB = commonFeature(b, setB, setCount[0]);
  }
  const dimA = featureDimension(featureA);
  const dimB = featureDimension(featureB);
  // A vertex near several parts of one feature is one contact; two points of two faces are none of the paper's kinds; nor are edges that are not parallel.
  const isPoint = dimA === 0 || dimB === 0 || (dimA === 2 && dimB === 2 && setCount[0] < 3);
  if (setCount[0] > 1 && (isPoint || (dimA === 1 && dimB === 1 && !areParallel(a, b, featureA, featureB)))) {
    keepNearest(a, b);
    if (dimA + dimB > 2 || dimA === dimB) {
      featureA = setA[0];
      featureB = setB[0];
    }
  } else if (setCount[0] > 2 && dimA + dimB < 4) keepFarthest(a, b);

  chooseNormal(a, b, featureA, featureB);
  for (let k = 0; k < 3; k++) probe[k] = normal[k];
  gapAlong();
  const gap = reach[2];
  out.status = statusOfGap(gap, settings[4]);
  const kind = KINDS[3 * featureDimension(featureA) + featureDimension(featureB)] as ContactKind;
  out.kind = kind === ContactKind.EdgeEdge && setCount[0] > 1 ? ContactKind.ParallelEdges : kind;
  out.gap = gap;
  out.featureA = featureA;
  out.featureB = featureB;
  out.iterations = 1;
  // Adding 0 makes -0 a plain 0.
  out.normal[0] = normal[0] + 0;
  out.normal[1] = normal[1] + 0;
  out.normal[2] = normal[2] + 0;
  if (kind === ContactKind.FaceFace) {
    orderAround(a, b);
    measureFaceArea(a, b, featureIndex(featureA), featureIndex(featureB), normal);
    out.area = faceArea[0];
  } else out.area = options.minArea > 0 ? options.minArea : 0;
  writePoints(out, a, b);
  return out.status;
}

/** Points and gaps; `reach` holds both planes. */
function writePoints(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const gap = reach[2];
  const middle = 0.5 * (reach[0] + reach[1]);
  const { points, gaps, features, pointA, pointB } = out;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const count = setCount[0];
  out.count = count;
  let least = Infinity;
  for (let k = 0; k < count; k++) {
    locate(a, b, setA[k], setB[k]);
    const d = nx * (ends[3] - ends[0]) + ny * (ends[4] - ends[1]) + nz * (ends[5] - ends[2]);
    const x = 0.5 * (ends[0] + ends[3]);
    const y = 0.5 * (ends[1] + ends[4]);
    const z = 0.5 * (ends[2] + ends[5]);
    const up = middle - (nx * x + ny * y + nz * z);
    if (k < gaps.length) {
      points[3 * k] = x + up * nx;
      points[3 * k + 1] = y + up * ny;
      points[3 * k + 2] = z + up * nz;
      gaps[k] = d;
      features[2 * k] = setA[k];
      features[2 * k + 1] = setB[k];
    }
    if (d < least || k === 0) {
      least = d;
      const half = 0.5 * gap;
      pointA[0] = x + (up - half) * nx;
      pointA[1] = y + (up - half) * ny;
      pointA[2] = z + (up - half) * nz;
      pointB[0] = x + (up + half) * nx;
      pointB[1] = y + (up + half) * ny;
      pointB[2] = z + (up + half) * nz;
    }
  }
}

/** The normal of the contact: the mean of potential normals for corners and parallel edges, the first entrance otherwise. */
function chooseNormal(a: ConvexPolyhedron, b: ConvexPolyhedron, featureA: number, featureB: number): void {
  const dimA = featureDimension(featureA);
  const dimB = featureDimension(featureB);
  const i = featureIndex(featureA);
  const j = featureIndex(featureB);
  const nx = entrance[0];
  const ny = entrance[1];
  const nz = entrance[2];
  const g = entrance[3];
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  let listed = false;
  // The first entrance is known: none of those collected is offered.
  entrance[3] = Infinity;
  if (dimA === 0 && dimB === 0) listed = collectVertexVertex(a, b, i, j);
  else if (dimA === 0 && dimB === 1) listed = collectVertexEdge(a, b, 0, i, 2 * j);
  else if (dimA === 1 && dimB === 0) listed = collectVertexEdge(b, a, 1, j, 2 * i);
  else if (dimA === 1 && dimB === 1 && setCount[0] > 1) listed = collectParallelEdges(a, b, 2 * i, 2 * j);
  entrance[3] = g;
  if (!listed) return;
  const x = potential[0];
  const y = potential[1];
  const z = potential[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > LEAST_MEAN)) return;
  probe[0] = x / length;
  probe[1] = y / length;
  probe[2] = z / length;
  gapAlong();
  if (statusOfGap(reach[2], settings[4]) !== statusOfGap(g, settings[4])) return;
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
}

/** A sum of unit normals shorter than this has lost half its digits. */
const LEAST_MEAN = 1e-8;

/** Keeps the basic contacts on two features; false when there are none. */
function keepOn(a: ConvexPolyhedron, b: ConvexPolyhedron, featureA: number, featureB: number): boolean {
  let kept = 0;
  const n = setCount[0];
  for (let k = 0; k < n; k++) {
    if (!holds(a, featureA, setA[k]) || !holds(b, featureB, setB[k])) continue;
    // Kept ones move to the front, the others behind them.
    const c = setA[k];
    const d = setB[k];
    setA[k] = setA[kept];
    setB[k] = setB[kept];
    setA[kept] = c;
    setB[kept] = d;
    kept++;
  }
  if (kept > 0) setCount[0] = kept;
  return kept > 0;
}

/** Keeps the basic contact that is deepest along the first entrance. */
function keepNearest(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  let best = 0;
  let least = Infinity;
  for (let k = 0; k < setCount[0]; k++) {
    locate(a, b, setA[k], setB[k]);
    const d = entrance[0] * (ends[3] - ends[0]) + entrance[1] * (ends[4] - ends[1]) + entrance[2] * (ends[5] - ends[2]);
    if (d < least - settings[3]) {
      least = d;
      best = k;
    }
  }
  setA[0] = setA[best];
  setB[0] = setB[best];
  setCount[0] = 1;
}

/** Keeps the two basic contacts that are farthest apart: the ends of a line of contact. */
function keepFarthest(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  let first = 0;
  let second = 1;
  let most = -1;
  for (let k = 1; k < setCount[0]; k++) {
    for (let l = 0; l < k; l++) {
      locate(a, b, setA[k], setB[k]);
      const x = ends[0] + ends[3];
      const y = ends[1] + ends[4];
      const z = ends[2] + ends[5];
      locate(a, b, setA[l], setB[l]);
      const dx = ends[0] + ends[3] - x;
      const dy = ends[1] + ends[4] - y;
      const dz = ends[2] + ends[5] - z;
      const d = dx * dx + dy * dy + dz * dz;
      if (d > most) {
        most = d;
        first = l;
        second = k;
      }
    }
  }
  setA[0] = setA[first];
  setB[0] = setB[first];
  setA[1] = setA[second];
  setB[1] = setB[second];
  setCount[0] = 2;
}

/** Whether two edges are parallel to within the tolerance. */
function areParallel(a: ConvexPolyhedron, b: ConvexPolyhedron, edgeA: number, edgeB: number): boolean {
  const h = 2 * featureIndex(edgeA);
  const g = 2 * featureIndex(edgeB);
  const p = 3 * a.halfEdgeOrigin[h];
  const q = 3 * a.halfEdgeOrigin[h + 1];
  const r = 3 * (MAX_VERTICES + b.halfEdgeOrigin[g]);
  const s = 3 * (MAX_VERTICES + b.halfEdgeOrigin[g + 1]);
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  const fx = corner[s] - corner[r];
  const fy = corner[s + 1] - corner[r + 1];
  const fz = corner[s + 2] - corner[r + 2];
  const cx = ey * fz - ez * fy;
  const cy = ez * fx - ex * fz;
  const cz = ex * fy - ey * fx;
  return cx * cx + cy * cy + cz * cz <= settings[2] * (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz);
}

const angleX = /* @__PURE__ */ new Float64Array(SET_CAPACITY);
const angleY = /* @__PURE__ */ new Float64Array(SET_CAPACITY);

/** Sorts the basic contacts counter-clockwise about the normal, around their middle. */
function orderAround(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const ax = Math.abs(nx);
  const ay = Math.abs(ny);
  const az = Math.abs(nz);
  // x axis across the normal and the coordinate axis farthest from it.
  const axis = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  let ux = axis === 0 ? 0 : axis === 1 ? nz : -ny;
  let uy = axis === 0 ? -nz : axis === 1 ? 0 : nx;
  let uz = axis === 0 ? ny : axis === 1 ? -nx : 0;
  const r = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= r;
  uy *= r;
  uz *= r;
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;
  const n = setCount[0];
  let sx = 0;
  let sy = 0;
  for (let k = 0; k < n; k++) {
    locate(a, b, setA[k], setB[k]);
    const x = ends[0] + ends[3];
    const y = ends[1] + ends[4];
    const z = ends[2] + ends[5];
    angleX[k] = ux * x + uy * y + uz * z;
    angleY[k] = vx * x + vy * y + vz * z;
    sx += angleX[k] / n;
    sy += angleY[k] / n;
  }
  for (let k = 0; k < n; k++) {
    const x = angleX[k] - sx;
    const y = angleY[k] - sy;
    // Grows with the angle, from -1 to 3, without trigonometry.
    const size = Math.abs(x) + Math.abs(y);
    const t = size > 0 ? y / size : 0;
    const angle = x < 0 ? 2 - t : t;
    const c = setA[k];
    const d = setB[k];
    let l = k;
    for (; l > 0 && angleX[l - 1] > angle; l--) {
      angleX[l] = angleX[l - 1];
      setA[l] = setA[l - 1];
      setB[l] = setB[l - 1];
    }
    angleX[l] = angle;
    setA[l] = c;
    setB[l] = d;
  }
}

/** The points of a basic contact on A and on B, into ends. */
function locate(a: ConvexPolyhedron, b: ConvexPolyhedron, codeA: number, codeB: number): void {
  const dimA = featureDimension(codeA);
  const dimB = featureDimension(codeB);
  if (dimA === 0 && dimB === 0) {
    putCorner(0, featureIndex(codeA));
    putCorner(3, MAX_VERTICES + featureIndex(codeB));
  } else if (dimA === 0) locateVertex(b, 0, featureIndex(codeA), codeB);
  else if (dimB === 0) locateVertex(a, 1, featureIndex(codeB), codeA);
  else locateEdges(a, b, 2 * featureIndex(codeA), 2 * featureIndex(codeB));
}

function putCorner(o: number, p: number): void {
  ends[o] = corner[3 * p];
  ends[o + 1] = corner[3 * p + 1];
  ends[o + 2] = corner[3 * p + 2];
}

/** A vertex of block `side` and its nearest point on an edge, or its foot on a face, of the other one. */
function locateVertex(other: ConvexPolyhedron, side: number, v: number, code: number): void {
  const p = side * MAX_VERTICES + v;
  const row = (1 - side) * MAX_VERTICES;
  putCorner(3 * side, p);
  const o = 3 * (1 - side);
  if (featureDimension(code) === 1) {
    const h = 2 * featureIndex(code);
    isNearEdge(p, row + other.halfEdgeOrigin[h], row + other.halfEdgeOrigin[h + 1]);
    ends[o] = foot[0];
    ends[o + 1] = foot[1];
    ends[o + 2] = foot[2];
    return;
  }
  const f = 3 * ((1 - side) * MAX_FACES + featureIndex(code));
  const mx = faceNormal[f];
  const my = faceNormal[f + 1];
  const mz = faceNormal[f + 2];
  const d = mx * corner[3 * p] + my * corner[3 * p + 1] + mz * corner[3 * p + 2] - faceOffset[f / 3];
  ends[o] = corner[3 * p] - d * mx;
  ends[o + 1] = corner[3 * p + 1] - d * my;
  ends[o + 2] = corner[3 * p + 2] - d * mz;
}

/** The nearest points of the lines of two edges, kept between their ends. */
function locateEdges(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): void {
  const p = 3 * a.halfEdgeOrigin[i];
  const q = 3 * a.halfEdgeOrigin[i + 1];
  const r = 3 * (MAX_VERTICES + b.halfEdgeOrigin[j]);
  const s = 3 * (MAX_VERTICES + b.halfEdgeOrigin[j + 1]);
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  const fx = corner[s] - corner[r];
  const fy = corner[s + 1] - corner[r + 1];
  const fz = corner[s + 2] - corner[r + 2];
  const x = corner[r] - corner[p];
  const y = corner[r + 1] - corner[p + 1];
  const z = corner[r + 2] - corner[p + 2];
  const cx = ey * fz - ez * fy;
  const cy = ez * fx - ex * fz;
  const cz = ex * fy - ey * fx;
  const cc = cx * cx + cy * cy + cz * cz;
  // Cross products: their error grows with 1 / sine of the angle, that of the usual 2 x 2 system with its square.
  const t = cc > 0 ? ((y * fz - z * fy) * cx + (z * fx - x * fz) * cy + (x * fy - y * fx) * cz) / cc : 0;
  const u = cc > 0 ? ((y * ez - z * ey) * cx + (z * ex - x * ez) * cy + (x * ey - y * ex) * cz) / cc : 0;
  const tIn = t > 0 ? (t < 1 ? t : 1) : 0;
  const uIn = u > 0 ? (u < 1 ? u : 1) : 0;
  ends[0] = corner[p] + tIn * ex;
  ends[1] = corner[p + 1] + tIn * ey;
  ends[2] = corner[p + 2] + tIn * ez;
  ends[3] = corner[r] + uIn * fx;
  ends[4] = corner[r + 1] + uIn * fy;
  ends[5] = corner[r + 2] + uIn * fz;
}
