/**
 * Frames of a run as the page embeds them. Numbers that hardly change from frame to frame are stored as differences,
 * each kind in a stream of its own, and all streams are deflated together (RFC 1951): a fifth of the plain numbers.
 */
import { deflateRawSync } from 'node:zlib';
import type { FrameContacts } from '../frame-contacts';
import type { Frames } from '../pour-record';
import { CODES, earlierRows, normalCode, PAIR_STREAMS, POSE_NUMBERS, sizeCode, sizeScale, UNIT, type SizeScale } from './frame-codes';

export interface PlaybackData {
  /** s, one a frame. The last frame is the scene itself. */
  times: number[];
  /** Bodies that move: the first rows. */
  bodies: number;
  /** A coordinate is low + step * number, for each axis. */
  low: number[];
  step: number[];
  /** Closed contacts of each frame. */
  contacts: number[];
  gap: SizeScale;
  area: SizeScale;
  load: SizeScale;
  /** A contact point lies at the centre of A + reach * (code - 127). */
  reach: number;
  /** The streams, in base64. */
  streams: string;
}

const LEVELS = 65535;

export function playbackData({ times, poses, contacts }: Frames): PlaybackData {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const frame of poses) {
    for (let k = 0; k < frame.length; k += 7) {
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis], frame[k + axis]);
        high[axis] = Math.max(high[axis], frame[k + axis]);
      }
    }
  }
  const step = low.map((from, axis) => (high[axis] - from) / LEVELS || Number.MIN_VALUE);
  const most = (of: (frame: FrameContacts) => Float64Array): number =>
    contacts.reduce((top, frame) => of(frame).reduce((sum, x) => Math.max(sum, Math.abs(x)), top), 0);
  const scales = { gap: sizeScale(most((f) => f.gap)), area: sizeScale(most((f) => f.area)), load: sizeScale(most((f) => f.load)) };
  const reach = most((f) => f.offset) / 127 || 1;
  const streams = [...poseStreams(poses, low, step), ...contactStreams(contacts, scales, reach)];
  return {
    times: times.map((t) => Number(t.toPrecision(6))),
    bodies: poses[0].length / 7,
    low,
    step,
    contacts: contacts.map(({ a }) => a.length),
    ...scales,
    reach,
    streams: deflateRawSync(Buffer.concat(streams)).toString('base64'),
  };
}

/** For each number of a pose the low and the high bytes of its differences from frame to frame. */
function poseStreams(poses: readonly Float32Array[], low: readonly number[], step: readonly number[]): Uint8Array[] {
  const bodies = poses[0].length / 7;
  const before = new Int32Array(7 * bodies);
  const streams = Array.from({ length: 2 * POSE_NUMBERS }, () => new Uint8Array(bodies * poses.length));
  poses.forEach((frame, f) => {
    for (let b = 0; b < bodies; b++) {
      const sign = sameTurn(frame, before, 7 * b);
      for (let c = 0; c < 7; c++) {
        const k = 7 * b + c;
        const number = Math.round(c < 3 ? (frame[k] - low[c]) / step[c] : UNIT * sign * frame[k]);
        // Zigzag, so that the high byte of a small difference is 0 whatever its sign.
        const change = ((number - before[k]) << 16) >> 16;
        const code = (change << 1) ^ (change >> 15);
        streams[2 * c][f * bodies + b] = code;
        streams[2 * c + 1][f * bodies + b] = code >> 8;
        before[k] = number;
      }
    }
  });
  return streams;
}

/** Of the quaternions q and -q, the same turn, the one near the last. */
function sameTurn(frame: Float32Array, before: Int32Array, k: number): number {
  let product = 0;
  for (let c = 3; c < 7; c++) product += frame[k + c] * before[k + c];
  return product < 0 ? -1 : 1;
}

type Scales = Record<'gap' | 'area' | 'load', SizeScale>;

/** Pairs (a as differences along the list, b; low and high bytes), kinds, and the codes as differences of a pair. */
function contactStreams(contacts: readonly FrameContacts[], scales: Scales, reach: number): Uint8Array[] {
  const total = contacts.reduce((sum, { a }) => sum + a.length, 0);
  const streams = Array.from({ length: PAIR_STREAMS + CODES }, () => new Uint8Array(total));
  let at = 0;
  let before: { a: Int32Array; b: Int32Array; codes: Uint8Array } = {
    a: new Int32Array(0),
    b: new Int32Array(0),
    codes: new Uint8Array(0),
  };
  for (const frame of contacts) {
    const { a, b } = frame;
    const rows = earlierRows(a, b, before.a, before.b);
    const codes = codesOf(frame, scales, reach);
    for (let row = 0; row < a.length; row++, at++) {
      const up = a[row] - (row > 0 ? a[row - 1] : 0);
      streams[0][at] = up;
      streams[1][at] = up >> 8;
      streams[2][at] = b[row];
      streams[3][at] = b[row] >> 8;
      streams[4][at] = frame.kind[row] + 8 * frame.gapClass[row] + 16 * Math.min(15, frame.points[row]);
      for (let c = 0; c < CODES; c++)
        streams[PAIR_STREAMS + c][at] = codes[CODES * row + c] - (rows[row] < 0 ? 0 : before.codes[CODES * rows[row] + c]);
    }
    before = { a, b, codes };
  }
  return streams;
}

function codesOf(frame: FrameContacts, { gap, area, load }: Scales, reach: number): Uint8Array {
  const count = frame.a.length;
  const codes = new Uint8Array(CODES * count);
  for (let row = 0; row < count; row++) {
    const [x, y, z] = frame.normal.subarray(3 * row, 3 * row + 3);
    codes.set(
      [
        sizeCode(Math.abs(frame.gap[row]), gap),
        sizeCode(frame.area[row], area),
        sizeCode(frame.load[row], load),
        ...Array.from(frame.offset.subarray(3 * row, 3 * row + 3), (d) => 127 + Math.round(d / reach)),
        ...normalCode(x, y, z),
      ],
      CODES * row,
    );
  }
  return codes;
}
