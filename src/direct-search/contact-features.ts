/**
 * The features of two blocks that meet, and the basic contacts that are the points (Zheng et al. 2017, section 2.2).
 *
 * One basic contact is a contact of its own kind. Several are parallel e-e, e-f or f-f: the smallest features of A and
 * of B that contain all of them decide. The paper uses their number (2: parallel e-e or e-f, 3 or more: f-f) and then
 * the same test. If no face contains all (dTol is not small compared with the block), the basic contacts on the faces
 * best aligned with the normal count; otherwise only the nearest one.
 */
import { featureDimension, featureIndex } from '../contact/feature';
import { ContactKind } from '../contact/status';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { ends, placeBasic } from './basic-points';
import { corner } from './block-pair';
import { commonFeature, facing } from './common-feature';
import { normal } from './contact-normal';
import { CONTACTS, setA, setB, setCount } from './contact-set';
import { PARALLEL, ROUNDING, settings } from './settings';
import { holds, KINDS } from '../contact/incidence';
import { P, Q } from '../contact/layouts';

/** The features of A and of B that meet. */
export const meeting = /* @__PURE__ */ new Int32Array(2);

/**
 * Finds the features that meet, keeps only the basic contacts that are points in the set, and returns the kind. The
 * normal is known.
 */
export function chooseFeatures(a: ConvexPolyhedron, b: ConvexPolyhedron): ContactKind {
  if (setCount[CONTACTS] === 1) {
    meeting[0] = setA[0];
    meeting[1] = setB[0];
    return KINDS[3 * featureDimension(setA[0]) + featureDimension(setB[0])] as ContactKind;
  }
  let featureA = commonFeature(a, setA, setCount[CONTACTS]);
  let featureB = commonFeature(b, setB, setCount[CONTACTS]);
  if (featureA < 0 || featureB < 0) {
    if (featureA < 0) featureA = facing(a, 0, normal);
    if (featureB < 0) featureB = facing(b, 1, normal);
    if (!keepOn(a, b, featureA, featureB)) keepNearest(a, b);
    featureA = commonFeature(a, setA, setCount[CONTACTS]);
    featureB = commonFeature(b, setB, setCount[CONTACTS]);
  }
  const dimA = featureDimension(featureA);
  const dimB = featureDimension(featureB);
  // A vertex near several parts of one feature is one contact; the paper has no kind for two points of two faces, or
  // for edges that are not parallel.
  const isPoint = dimA === 0 || dimB === 0 || (dimA === 2 && dimB === 2 && setCount[CONTACTS] < 3);
  if (isPoint || (dimA === 1 && dimB === 1 && !areParallel(a, b, featureA, featureB))) {
    keepNearest(a, b);
    if (dimA + dimB > 2 || dimA === dimB) {
      featureA = setA[0];
      featureB = setB[0];
    }
  } else if (setCount[CONTACTS] > 2 && dimA + dimB < 4) keepFarthest(a, b);
  meeting[0] = featureA;
  meeting[1] = featureB;
  const kind = KINDS[3 * featureDimension(featureA) + featureDimension(featureB)] as ContactKind;
  return kind === ContactKind.EdgeEdge && setCount[CONTACTS] > 1 ? ContactKind.ParallelEdges : kind;
}

/** Keeps the basic contacts on two features. False when there are none. */
function keepOn(a: ConvexPolyhedron, b: ConvexPolyhedron, featureA: number, featureB: number): boolean {
  let kept = 0;
  const n = setCount[CONTACTS];
  for (let k = 0; k < n; k++) {
    if (!holds(a, featureA, setA[k]) || !holds(b, featureB, setB[k])) continue;
    // Kept contacts move to the front, the others behind them.
    const c = setA[k];
    const d = setB[k];
    setA[k] = setA[kept];
    setB[k] = setB[kept];
    setA[kept] = c;
    setB[kept] = d;
    kept++;
  }
  if (kept > 0) setCount[CONTACTS] = kept;
  return kept > 0;
}

/** Keeps the basic contact that is deepest along the normal. */
function keepNearest(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  let best = 0;
  let least = Infinity;
  for (let k = 0; k < setCount[CONTACTS]; k++) {
    placeBasic(a, b, setA[k], setB[k]);
    const d = normal[0] * (ends[Q] - ends[P]) + normal[1] * (ends[Q + 1] - ends[P + 1]) + normal[2] * (ends[Q + 2] - ends[P + 2]);
    if (d < least - settings[ROUNDING]) {
      least = d;
      best = k;
    }
  }
  setA[0] = setA[best];
  setB[0] = setB[best];
  setCount[CONTACTS] = 1;
}

/** Keeps the two basic contacts that are farthest apart: the ends of a line of contact. */
function keepFarthest(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  let first = 0;
  let second = 1;
  let most = -1;
  for (let k = 1; k < setCount[CONTACTS]; k++) {
    for (let l = 0; l < k; l++) {
      placeBasic(a, b, setA[k], setB[k]);
      const x = ends[P] + ends[Q];
      const y = ends[P + 1] + ends[Q + 1];
      const z = ends[P + 2] + ends[Q + 2];
      placeBasic(a, b, setA[l], setB[l]);
      const dx = ends[P] + ends[Q] - x;
      const dy = ends[P + 1] + ends[Q + 1] - y;
      const dz = ends[P + 2] + ends[Q + 2] - z;
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
  setCount[CONTACTS] = 2;
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
  return cx * cx + cy * cy + cz * cz <= settings[PARALLEL] * (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz);
}
