/**
 * What the seam filter (seam-filter.ts) knows of the contacts of a step: which of them overlap, by body; their regions;
 * its verdicts. All arrays grow as needed and are used again.
 *
 * An end of a contact is one of its two bodies. Its code is 2 * row + end: end 0 is body A, end 1 is body B.
 */
import type { ContactRows } from '../contact/contact-rows';
import { Status } from '../contact/status';
import { longer } from '../math/longer';

/** What becomes of a contact. */
export const Verdict = {
  Kept: 0,
  /** It gets the normal of another contact. */
  Turned: 1,
  Dropped: 2,
  /** Not decided yet. */
  Open: 3,
} as const;
export type Verdict = (typeof Verdict)[keyof typeof Verdict];

/** In place of a volume: not measured yet. */
export const UNKNOWN = -1;

export interface SeamRows {
  /** {@link Verdict} of each contact. */
  verdict: Uint8Array;
  /** 1: another contact at end 0 (bit 0) or at end 1 (bit 1) may explain or align it. */
  suspectEnds: Uint8Array;
  /** Volume of the region, in the plane its area; Infinity for a wall, {@link UNKNOWN} before it is measured. */
  volume: Float64Array;
  /**
   * Corners of the region: first one and number. They are places relative to body A of the contact, along the axes of
   * the world.
   */
  cornerStart: Int32Array;
  cornerCount: Int32Array;
  /** Where the corners seen from end 1 begin: another set where the sharp bodies are apart (seam-regions.ts). */
  otherStart: Int32Array;
  /** Of a turned contact: the end that is explained or aligned, and the end of the contact that does it. */
  turnedEnd: Uint8Array;
  explainer: Int32Array;
  /** Codes of the ends of overlapping contacts at body b: ends[start[b]] up to, not including, ends[start[b + 1]]. */
  start: Int32Array;
  ends: Int32Array;
  /** Contacts to decide about. */
  open: Int32Array;
  openCount: number;
  corners: Float64Array;
  /** Numbers of `corners` in use. */
  cornersUsed: number;
}

export function createSeamRows(): SeamRows {
  return {
    verdict: new Uint8Array(0),
    suspectEnds: new Uint8Array(0),
    volume: new Float64Array(0),
    cornerStart: new Int32Array(0),
    cornerCount: new Int32Array(0),
    otherStart: new Int32Array(0),
    turnedEnd: new Uint8Array(0),
    explainer: new Int32Array(0),
    start: new Int32Array(1),
    ends: new Int32Array(0),
    open: new Int32Array(0),
    openCount: 0,
    corners: new Float64Array(0),
    cornersUsed: 0,
  };
}

/** Begins a step: all contacts are kept, and the ends of those that overlap are listed by body. */
export function listEnds(rows: SeamRows, list: ContactRows, bodyCount: number): void {
  reserve(rows, list.count, bodyCount);
  const { verdict, suspectEnds, volume, start, ends } = rows;
  const { count, status, bodyA, bodyB } = list;
  rows.openCount = 0;
  rows.cornersUsed = 0;
  for (let b = 0; b <= bodyCount; b++) start[b] = 0;
  for (let c = 0; c < count; c++) {
    verdict[c] = Verdict.Kept;
    suspectEnds[c] = 0;
    volume[c] = bodyB[c] < 0 ? Infinity : UNKNOWN;
    if (status[c] !== Status.Overlapping) continue;
    start[bodyA[c]]++;
    if (bodyB[c] >= 0) start[bodyB[c]]++;
  }
  // Counting sort: each start is that of the next body, and moves back to its own as the ends are put in place.
  for (let b = 1; b <= bodyCount; b++) start[b] += start[b - 1];
  for (let c = count - 1; c >= 0; c--) {
    if (status[c] !== Status.Overlapping) continue;
    ends[--start[bodyA[c]]] = 2 * c;
    if (bodyB[c] >= 0) ends[--start[bodyB[c]]] = 2 * c + 1;
  }
}

/** Makes room for this many numbers in `corners`, and keeps what is there. */
export function reserveCorners(rows: SeamRows, numbers: number): void {
  if (numbers > rows.corners.length) rows.corners = longer(rows.corners, 2 * numbers);
}

/** Puts the open contacts in order of falling volume: a heap sort, since they can be many. */
export function sortOpen({ open, openCount, volume }: SeamRows): void {
  for (let root = (openCount >> 1) - 1; root >= 0; root--) sink(open, volume, root, openCount);
  for (let last = openCount - 1; last > 0; last--) {
    const least = open[0];
    open[0] = open[last];
    open[last] = least;
    sink(open, volume, 0, last);
  }
}

/** Restores the heap below `root`: a parent has at most the volume of its children; of equal ones the later row. */
function sink(open: Int32Array, volume: Float64Array, root: number, count: number): void {
  const row = open[root];
  let at = root;
  for (let child = 2 * at + 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && isSmaller(volume, open[child + 1], open[child])) child++;
    if (!isSmaller(volume, open[child], row)) break;
    open[at] = open[child];
    at = child;
  }
  open[at] = row;
}

function isSmaller(volume: Float64Array, c: number, d: number): boolean {
  return volume[c] < volume[d] || (volume[c] === volume[d] && c > d);
}

function reserve(rows: SeamRows, contacts: number, bodies: number): void {
  if (rows.start.length < bodies + 1) rows.start = new Int32Array(Math.ceil(1.5 * bodies) + 1);
  if (contacts <= rows.verdict.length) return;
  const room = 2 * contacts;
  rows.verdict = new Uint8Array(room);
  rows.suspectEnds = new Uint8Array(room);
  rows.volume = new Float64Array(room);
  rows.cornerStart = new Int32Array(room);
  rows.cornerCount = new Int32Array(room);
  rows.otherStart = new Int32Array(room);
  rows.turnedEnd = new Uint8Array(room);
  rows.explainer = new Int32Array(room);
  rows.ends = new Int32Array(2 * room);
  rows.open = new Int32Array(room);
}
