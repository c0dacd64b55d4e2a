/**
 * The contacts of all chunks as one list, in the order of the chunks. The rows of a chunk are copied in one piece an
 * array, by the thread that found them, to where the sums of the rows before them say. The same thread then finds the
 * contacts of the last step that they are. Threads write to different rows.
 */
import { growRows, type ContactRows } from '../contact/contact-rows';
import { matchRows } from '../detector-shared/match-rows';
import type { OldContacts, Places } from '../detector-shared/contact-history';
import { longer } from '../math/longer';
import { CHUNK_END, CHUNK_FIRST, CHUNK_POINT, CHUNK_RECORD, CHUNK_ROW, CHUNK_THREAD, CHUNKS, type Control } from './control';

type Numbers = Float64Array | Int32Array | Uint8Array;

/** Arrays with one number a contact, and with one for each coordinate; those of the sizes are named by the kind. */
const ROW_ARRAYS = ['bodyA', 'bodyB', 'status', 'kind', 'gaps', 'owner', 'featureA', 'featureB', 'began', 'userSlot'] as const;
const ROW_PLACES = ['normals', 'centres', 'pointsA', 'pointsB', 'shifts', 'shiftVelocities'] as const;
/** The same for points. */
const POINT_ARRAYS = ['pointGaps', 'pointShares', 'pointBegan', 'pointSlot'] as const;

/** What is known of the lists of a kind. */
export interface ListForm {
  readonly coordinates: number;
  /** Names of the arrays of sizes. */
  readonly sizes: readonly string[];
}

/** The arrays of a list that threads copy to, by name. */
export function arraysOf(list: ContactRows): Record<string, Numbers> {
  return Object.fromEntries(Object.entries(list).filter(([, value]) => ArrayBuffer.isView(value))) as Record<string, Numbers>;
}

/** Writes where the rows and points of each chunk come, and makes room for all of them. Returns whether arrays grew. */
export function placeChunks({ ints, chunks }: Control, list: ContactRows, lists: readonly ContactRows[], form: ListForm): boolean {
  let rows = 0;
  let points = 0;
  for (let c = 0; c < ints[CHUNKS]; c++) {
    const at = CHUNK_RECORD * c;
    const { pointStart } = lists[chunks[at + CHUNK_THREAD]];
    chunks[at + CHUNK_ROW] = rows;
    chunks[at + CHUNK_POINT] = points;
    rows += chunks[at + CHUNK_END] - chunks[at + CHUNK_FIRST];
    points += pointStart[chunks[at + CHUNK_END]] - pointStart[chunks[at + CHUNK_FIRST]];
  }
  list.count = rows;
  list.pointCount = points;
  if (rows <= list.bodyA.length && points <= list.pointGaps.length) return false;
  growRows(list, form.coordinates, rows, points);
  const arrays = list as unknown as Record<string, Float64Array>;
  for (const name of form.sizes) arrays[name] = longer(arrays[name], list.bodyA.length);
  return true;
}

/** Copies the chunks of one thread from its list and matches them; `thread` < 0: all chunks of all threads. */
export function mergeChunks(
  { ints, chunks }: Control,
  thread: number,
  listOf: (thread: number) => ContactRows,
  to: ContactRows,
  history: OldContacts & Places,
  form: ListForm,
): void {
  for (let c = 0; c < ints[CHUNKS]; c++) {
    const at = CHUNK_RECORD * c;
    const finder = chunks[at + CHUNK_THREAD];
    if (thread >= 0 && finder !== thread) continue;
    const first = chunks[at + CHUNK_FIRST];
    const end = chunks[at + CHUNK_END];
    const row = chunks[at + CHUNK_ROW];
    copyRows(to, listOf(finder), first, end, row, chunks[at + CHUNK_POINT], form);
    matchRows(history, to, row, row + end - first);
  }
}

/** Copies rows `first` to `end` of a list, with their points, to row `row` and point `point` of another one. */
function copyRows(
  to: ContactRows,
  from: ContactRows,
  first: number,
  end: number,
  row: number,
  point: number,
  { coordinates, sizes }: ListForm,
): void {
  if (first === end) return;
  const start = from.pointStart[first];
  const pointEnd = from.pointStart[end];
  for (const name of ROW_ARRAYS) to[name].set(from[name].subarray(first, end), row);
  for (const name of ROW_PLACES) to[name].set(from[name].subarray(coordinates * first, coordinates * end), coordinates * row);
  const source = from as unknown as Record<string, Float64Array>;
  const target = to as unknown as Record<string, Float64Array>;
  for (const name of sizes) target[name].set(source[name].subarray(first, end), row);
  for (const name of POINT_ARRAYS) to[name].set(from[name].subarray(start, pointEnd), point);
  to.points.set(from.points.subarray(coordinates * start, coordinates * pointEnd), coordinates * point);
  to.pointFeatures.set(from.pointFeatures.subarray(2 * start, 2 * pointEnd), 2 * point);
  // The first entry is also the last one of the chunk before: both threads write the same number there.
  for (let r = first; r <= end; r++) to.pointStart[row + r - first] = from.pointStart[r] - start + point;
}
