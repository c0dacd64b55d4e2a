/** Frames of a run: from the numbers in the page to the poses and contacts of the scene. */
import { CODES, earlierRows, normalOf, PAIR_STREAMS, POSE_NUMBERS, sizeOf, UNIT } from '../frame-codes';
import type { PlaybackData } from '../playback-data';
import type { ContactData, SceneData } from '../report-data';

export interface Playback {
  data: PlaybackData;
  isFlat: boolean;
  /** Numbers of all poses: frame, body, three of the place and four of the quaternion. */
  poses: Uint16Array;
  /** Rows of the contacts of frame f: start[f] .. start[f + 1] - 1. */
  start: number[];
  a: Uint16Array;
  b: Uint16Array;
  /** Kind + 8 * gap class + 16 * number of points. */
  kind: Uint8Array;
  codes: Uint8Array;
  /** The last frame. */
  last: number;
  times: readonly number[];
  /** Poses and contacts of the scene, which the last frame keeps as they are. */
  end: { position: number[]; orientation: number[]; contacts: ContactData };
}

/** The frames, or null where the page has none. */
export async function createPlayback({ playback: data, bodies, contacts, isFlat = false }: SceneData): Promise<Playback | null> {
  if (!data) return null;
  const bytes = await inflated(Uint8Array.from(atob(data.streams), (c) => c.charCodeAt(0)));
  const frames = data.times.length;
  const total = data.contacts.reduce((sum, n) => sum + n, 0);
  const poseBytes = 2 * POSE_NUMBERS * data.bodies * frames;
  const start = [0];
  for (const n of data.contacts) start.push(start[start.length - 1] + n);
  const pairs = bytes.subarray(poseBytes);
  const made: Playback = {
    data,
    isFlat,
    poses: posesOf(bytes, data.bodies, frames),
    start,
    a: new Uint16Array(total),
    b: Uint16Array.from({ length: total }, (_, row) => pairs[2 * total + row] + 256 * pairs[3 * total + row]),
    kind: pairs.slice(4 * total, 5 * total),
    codes: new Uint8Array(CODES * total),
    last: frames - 1,
    times: data.times,
    end: { position: [...bodies.position], orientation: [...bodies.orientation], contacts },
  };
  readContacts(made, pairs, total);
  return made;
}

export async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Response(bytes).body!.pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function posesOf(bytes: Uint8Array, bodies: number, frames: number): Uint16Array {
  const poses = new Uint16Array(POSE_NUMBERS * bodies * frames);
  const rows = bodies * frames;
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < POSE_NUMBERS; c++) {
      const code = bytes[2 * c * rows + row] + 256 * bytes[(2 * c + 1) * rows + row];
      const k = POSE_NUMBERS * row + c;
      poses[k] = (row < bodies ? 0 : poses[k - POSE_NUMBERS * bodies]) + ((code >> 1) ^ -(code & 1));
    }
  }
  return poses;
}

function readContacts({ start, a, b, codes, last }: Playback, pairs: Uint8Array, total: number): void {
  for (let f = 0; f <= last; f++) {
    const [from, to] = [start[f], start[f + 1]];
    for (let row = from; row < to; row++) a[row] = (row > from ? a[row - 1] : 0) + pairs[row] + 256 * pairs[total + row];
    const first = f > 0 ? start[f - 1] : 0;
    const rows = earlierRows(a.subarray(from, to), b.subarray(from, to), a.subarray(first, from), b.subarray(first, from));
    for (let row = from; row < to; row++) {
      const before = rows[row - from];
      for (let c = 0; c < CODES; c++)
        codes[CODES * row + c] = pairs[(PAIR_STREAMS + c) * total + row] + (before < 0 ? 0 : codes[CODES * (first + before) + c]);
    }
  }
}

/** Moves the bodies of the scene to frame f and gives it the contacts of that frame. */
export function showFrame(scene: SceneData, playback: Playback, f: number): void {
  const { bodies } = scene;
  const { data, end, last } = playback;
  for (let b = 0; b < data.bodies; b++) {
    for (let k = 0; k < 3; k++) bodies.position[3 * b + k] = place(playback, f, b, k);
    for (let k = 0; k < 4; k++)
      bodies.orientation[4 * b + k] =
        f === last ? end.orientation[4 * b + k] : signed(playback.poses[poseAt(playback, f, b) + 3 + k]) / UNIT;
  }
  scene.contacts = f === last ? end.contacts : contactsAt(playback, f, bodies.position);
}

const signed = (number: number): number => (number << 16) >> 16;

function poseAt({ data }: Playback, f: number, b: number): number {
  return POSE_NUMBERS * (f * data.bodies + b);
}

function place(playback: Playback, f: number, b: number, k: number): number {
  return f === playback.last ? playback.end.position[3 * b + k] : storedPlace(playback, f, b, k);
}

function contactsAt(playback: Playback, f: number, position: ArrayLike<number>): ContactData {
  const { data, start, a, b, kind, codes } = playback;
  const [from, to] = [start[f], start[f + 1]];
  const rows = Array.from({ length: to - from }, (_, row) => from + row);
  const byte = (c: number) => (row: number) => codes[CODES * row + c];
  const point: number[] = [];
  const normal: number[] = [];
  for (const row of rows) {
    for (let k = 0; k < 3; k++) point.push(position[3 * a[row] + k] + data.reach * (byte(3 + k)(row) - 127));
    normal.push(...normalOf(byte(6)(row), byte(7)(row)));
  }
  return {
    a: a.subarray(from, to),
    b: b.subarray(from, to),
    kind: rows.map((row) => kind[row] & 7),
    gapClass: rows.map((row) => (kind[row] >> 3) & 1),
    points: rows.map((row) => kind[row] >> 4),
    // Closed contacts overlap or touch.
    gap: rows.map((row) => -sizeOf(byte(0)(row), data.gap)),
    area: rows.map((row) => sizeOf(byte(1)(row), data.area)),
    load: rows.map((row) => sizeOf(byte(2)(row), data.load)),
    point,
    normal,
  };
}

/** Speed of each moving body at frame f: its way between two frames over their time. */
export function speedsAt(out: Float64Array, playback: Playback, f: number): Float64Array {
  for (let b = 0; b < playback.data.bodies; b++) out[b] = speedOf(playback, f, b);
  return out;
}

export function speedOf(playback: Playback, f: number, b: number): number {
  const to = Math.max(1, f);
  const time = playback.times[to] - playback.times[to - 1];
  let square = 0;
  for (let k = 0; k < 3; k++) square += (storedPlace(playback, to, b, k) - storedPlace(playback, to - 1, b, k)) ** 2;
  return time > 0 ? Math.sqrt(square) / time : 0;
}

/** Height of the centre of body b at frame f: z, in the plane y. */
export function heightOf(playback: Playback, f: number, b: number): number {
  return storedPlace(playback, f, b, playback.isFlat ? 1 : 2);
}

/** The rounded place of every frame, the last one too: a body that rests has no speed there, and no jump. */
function storedPlace({ data, poses }: Playback, f: number, b: number, k: number): number {
  return data.low[k] + data.step[k] * poses[POSE_NUMBERS * (f * data.bodies + b) + k];
}

/** Forces of the contacts of all frames. */
export function loadsOf({ codes, data, a }: Playback): number[] {
  return Array.from(a, (_, row) => sizeOf(codes[CODES * row + 2], data.load));
}

/** Overlap and force of a pair at frame f; null where it has no closed contact. */
export function pairAt(playback: Playback, f: number, first: number, second: number): { depth: number; load: number } | null {
  const { start, a, b, codes, data } = playback;
  for (let row = start[f]; row < start[f + 1]; row++) {
    if (a[row] === first && b[row] === second)
      return { depth: sizeOf(codes[CODES * row], data.gap), load: sizeOf(codes[CODES * row + 2], data.load) };
  }
  return null;
}
