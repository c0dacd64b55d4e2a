import type { Frames } from '../pour-record';

/** Frames of the pouring as the page embeds them: poses as 16-bit integers, in base64. */
export interface PlaybackData {
  /** s, one a frame. The last frame is the scene itself. */
  times: number[];
  /** Bodies that move: the first rows. */
  bodies: number;
  /** A coordinate is low + step * number, for each axis. */
  low: number[];
  step: number[];
  /**
   * All frames: for each body three unsigned numbers (place) and four signed ones (quaternion times 32767), little
   * endian.
   */
  poses: string;
}

const LEVELS = 65535;
const UNIT = 32767;

export function playbackData({ times, poses }: Frames): PlaybackData {
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
  const step = low.map((from, axis) => (high[axis] - from) / LEVELS || 1);
  const bodies = poses[0].length / 7;
  const bytes = Buffer.alloc(14 * bodies * poses.length);
  let at = 0;
  for (const frame of poses) {
    for (let k = 0; k < frame.length; k += 7) {
      for (let axis = 0; axis < 3; axis++) at = bytes.writeUInt16LE(Math.round((frame[k + axis] - low[axis]) / step[axis]), at);
      for (let c = 3; c < 7; c++) at = bytes.writeInt16LE(Math.round(UNIT * frame[k + c]), at);
    }
  }
  return { times: times.map((t) => Number(t.toPrecision(6))), bodies, low, step, poses: bytes.toString('base64') };
}
