/** Frames of a pouring: from the numbers in the page to the poses of the scene. */
import type { SceneData } from '../report-data';

export interface Playback {
  numbers: DataView;
  /** Bodies that move: the first rows. */
  count: number;
  /** The last frame. */
  last: number;
  times: readonly number[];
  low: readonly number[];
  step: readonly number[];
  /** Poses of the scene, which the last frame keeps as they are. */
  end: { position: number[]; orientation: number[] };
}

/** The frames, or null where the page has none. */
export function createPlayback({ playback, bodies }: SceneData): Playback | null {
  if (!playback) return null;
  const bytes = Uint8Array.from(atob(playback.poses), (c) => c.charCodeAt(0));
  const { times, low, step } = playback;
  return {
    numbers: new DataView(bytes.buffer),
    count: playback.bodies,
    last: times.length - 1,
    times,
    low,
    step,
    end: { position: [...bodies.position], orientation: [...bodies.orientation] },
  };
}

/** Moves the bodies of the scene to frame f. */
export function showFrame({ bodies }: SceneData, playback: Playback, f: number): void {
  const { numbers, count, end, last } = playback;
  for (let b = 0; b < count; b++) {
    const at = 14 * (f * count + b);
    for (let k = 0; k < 3; k++) bodies.position[3 * b + k] = place(playback, f, b, k);
    for (let k = 0; k < 4; k++)
      bodies.orientation[4 * b + k] = f === last ? end.orientation[4 * b + k] : numbers.getInt16(at + 6 + 2 * k, true) / 32767;
  }
}

function place({ numbers, count, end, last, low, step }: Playback, f: number, b: number, k: number): number {
  return f === last ? end.position[3 * b + k] : low[k] + step[k] * numbers.getUint16(14 * (f * count + b) + 2 * k, true);
}

/** Speed of each moving body at frame f: its way between two frames over their time. */
export function speedsAt(out: Float64Array, playback: Playback, f: number): Float64Array {
  const to = Math.max(1, f);
  const time = playback.times[to] - playback.times[to - 1];
  for (let b = 0; b < playback.count; b++) {
    const way = [0, 1, 2].map((k) => place(playback, to, b, k) - place(playback, to - 1, b, k));
    out[b] = time > 0 ? Math.hypot(...way) / time : 0;
  }
  return out;
}
