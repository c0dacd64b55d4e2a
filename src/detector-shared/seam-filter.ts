/**
 * Seams: contacts of a body with flush neighbours.
 *
 * A block slides over blocks laid flush. It is sunk in by a depth, and its front has entered the next block by less
 * than that depth. The shortest way out of the next block is then sideways. That is right for the pair, and wrong for
 * the floor that the blocks are together. The filter looks at the contacts of each body together, once all are found.
 *
 * Definition. Only overlapping contacts take part. The region of a contact is what its two bodies share, V is its
 * volume; of a wall V is infinite. Let contacts i = (A, C) and j = (A, B) have body A in common, n be the normal of i
 * from A to C, and n_j that of j from A to B. Contact i covers j at A when
 *   1. V_i > V_j, and i itself is kept;
 *   2. the region of j lies behind the plane of i, the one with normal n through the witness point of C. It may stick
 *      out by eps, the largest of the rounding band, a tenth of the depth of i, and options.seam;
 *   3. n.n_j >= -0.2;
 *   4. the region of j is no farther from C than the largest of eps, the depth of i, and options.joint. A wall is
 *      always near.
 * If i covers j, the normals say what i does to j. If they are the same, i confirms j. If they are more than 1 degree
 * apart, i explains j. In between i confirms j too, unless j is a link: then i aligns j. The sharp bodies of a link lie
 * apart, and its normal belongs to no face. Links have the same normal within 1.4e-6 rad. At end B it is the same with
 * the other contacts of B. Contacts are decided in order of falling V; "backed" means confirmed or aligned:
 *
 *   | one end                              | other end           | contact j |
 *   | explained                            | explained or backed | dropped   |
 *   | explained and backed                 | neither             | kept      |
 *   | explained and not backed             | neither             | turned    |
 *   | aligned, not explained nor confirmed | not explained       | turned    |
 *   | not explained nor aligned            | the same            | kept      |
 *
 * A turned contact takes the normal of the contact that explains or aligns it: of several the one whose plane is
 * nearest to the front of the region, then the larger one. If its volume or a depth is then more than twice that of the
 * region, one body lies behind the other along that normal. Then its own points and depth stay, with the new normal.
 *
 * Guarantee.
 *   - No body loses its support. A body whose contact j is dropped has an end that is explained or confirmed, by a
 *     contact that is larger and is kept as it is. The largest contact of a body is never dropped. A turned contact
 *     continues to push both bodies.
 *   - No circles: a contact is covered only by larger ones. Contacts of equal V do not cover each other, so their order
 *     does not matter, nor does the order of the bodies.
 *   - No memory: the result depends on the contacts and the poses of this step alone.
 *   - A real step stays: what sticks out of the plane by more than eps is not covered.
 *
 * Limits. A contact with a wall is never changed. Pieces that are thinner than the depth may all have sideways normals;
 * then none of them explains the others.
 */
import { BEHIND, bodyAt, Covers, covers, measured, seeCorners, type Cover } from './seam-cover';
import { listEnds, sortOpen, Verdict, type SeamRows } from './seam-rows';
import { openSuspects } from './seam-suspects';

/** Numbers of contacts that were turned and dropped, of the last call of {@link decideSeams}. */
export const seamCount = /* @__PURE__ */ new Int32Array(2);
export const TURNED = 0;
export const DROPPED = 1;

/** Decides about all contacts of cover.list. */
export function decideSeams(cover: Cover): void {
  const { rows } = cover;
  seamCount[TURNED] = 0;
  seamCount[DROPPED] = 0;
  listEnds(rows, cover.list, cover.bodies.count);
  openSuspects(cover);
  for (let k = 0; k < rows.openCount; k++) cover.measure(rows.open[k], true);
  sortOpen(rows);
  for (let k = 0; k < rows.openCount; k++) decide(cover, rows.open[k]);
}

/**
 * Codes of the ends of the best contact that explains an end, and of the best one that aligns it, or -1; 1 if a contact
 * confirms that end.
 */
const found = /* @__PURE__ */ new Int32Array(3);
const EXPLAINER = Covers.Explains;
const ALIGNER = Covers.Aligns;
const CONFIRMED = Covers.Confirms;
/** Of the explainer and of the aligner: distance of its plane from the front of the region, and its volume. */
const nearest = /* @__PURE__ */ new Float64Array(2);
const largest = /* @__PURE__ */ new Float64Array(2);

function decide(cover: Cover, row: number): void {
  const { rows } = cover;
  rows.verdict[row] = Verdict.Kept;
  let explained = -1;
  let aligned = -1;
  let aligner = -1;
  let height = Infinity;
  for (let end = 0; end < 2 && explained < 0; end++) {
    if ((rows.suspectEnds[row] & (1 << end)) === 0) continue;
    lookAtEnd(cover, 2 * row + end);
    if (found[EXPLAINER] >= 0) explained = end;
    else if (found[ALIGNER] >= 0 && found[CONFIRMED] === 0 && nearest[ALIGNER] < height) {
      // Of both ends the one with the nearer plane, whichever body is A.
      height = nearest[ALIGNER];
      aligned = end;
      aligner = found[ALIGNER];
    }
  }
  if (explained < 0) {
    if (aligned >= 0) turn(rows, row, aligned, aligner);
    return;
  }
  const explainer = found[EXPLAINER];
  const isBacked = isBackedUp();
  lookAtEnd(cover, 2 * row + 1 - explained);
  if (found[EXPLAINER] >= 0 || isBackedUp()) {
    rows.verdict[row] = Verdict.Dropped;
    seamCount[DROPPED]++;
    return;
  }
  // In a corner of two floors both normals are right, and its own is one of them.
  if (!isBacked) turn(rows, row, explained, explainer);
}

/** Whether a contact with a normal like its own covers the end. */
function isBackedUp(): boolean {
  return found[CONFIRMED] === 1 || found[ALIGNER] >= 0;
}

function turn(rows: SeamRows, row: number, end: number, explainer: number): void {
  rows.verdict[row] = Verdict.Turned;
  rows.turnedEnd[row] = end;
  rows.explainer[row] = explainer;
  seamCount[TURNED]++;
}

/** Writes `found` for an end of an open contact. */
function lookAtEnd(cover: Cover, end: number): void {
  const { rows, list } = cover;
  const { start, ends, volume } = rows;
  found[EXPLAINER] = -1;
  found[ALIGNER] = -1;
  found[CONFIRMED] = 0;
  const body = bodyAt(list, end);
  if (body < 0) return;
  const corners = seeCorners(cover, end);
  nearest.fill(Infinity);
  largest.fill(0);
  for (let k = start[body]; k < start[body + 1]; k++) {
    const other = ends[k];
    if (other === end) continue;
    const answer = covers(cover, other, end, corners);
    if (answer === Covers.Not) continue;
    if (answer === Covers.Confirms) {
      found[CONFIRMED] = 1;
      continue;
    }
    const behind = Math.abs(measured[BEHIND]);
    const size = volume[other >> 1];
    if (behind < nearest[answer] || (behind === nearest[answer] && size > largest[answer])) {
      nearest[answer] = behind;
      largest[answer] = size;
      found[answer] = other;
    }
  }
}
