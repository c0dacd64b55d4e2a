/* Frames of a pouring: from the numbers in the page to the poses of the model. */
/* global atob */
import { moveBodies } from './model.js';

/** The frames, or null where the page has none. The end keeps the poses of the scene as they are. */
export function createPlayback(data) {
  const { playback, bodies } = data;
  if (!playback) return null;
  const text = atob(playback.poses);
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  return {
    numbers: new DataView(bytes.buffer),
    count: playback.bodies,
    last: playback.times.length - 1,
    end: { position: [...bodies.position], orientation: [...bodies.orientation] },
  };
}

/** Moves the bodies of the model to frame f. */
export function showFrame(model, playback, f) {
  const { position, orientation } = model.data.bodies;
  const { low, step } = model.data.playback;
  const { numbers, count, end, last } = playback;
  for (let b = 0; b < count; b++) {
    const at = 14 * (f * count + b);
    for (let k = 0; k < 3; k++)
      position[3 * b + k] = f === last ? end.position[3 * b + k] : low[k] + step[k] * numbers.getUint16(at + 2 * k, true);
    for (let k = 0; k < 4; k++)
      orientation[4 * b + k] = f === last ? end.orientation[4 * b + k] : numbers.getInt16(at + 6 + 2 * k, true) / 32767;
  }
  moveBodies(model, count);
}
