/// <reference lib="dom" />
/** Playback: the bar below the picture, and the keys space, comma and full stop. */
import { byId, inputById } from './controls';
import type { Picture } from './picture';
import { showFrame } from './playback';

/** Frames a second at speed 1. */
const FRAME_RATE = 15;

export function wirePlayback(picture: Picture): void {
  const { playback, state, model } = picture;
  if (!playback) return;
  const { times, last } = playback;
  let request = 0;
  let due = 0;

  const goTo = (f: number): void => {
    state.frame = f;
    showFrame(model.data, playback, f);
    inputById('frame').value = String(f);
    byId('frame-time').textContent = `${times[f].toFixed(3)} s of ${times[last].toFixed(3)} s`;
    picture.redraw({ colours: true, contacts: true });
  };
  const stop = (): void => {
    cancelAnimationFrame(request);
    request = 0;
    byId('play').textContent = 'Play';
  };
  const playOn = (now: number): void => {
    request = requestAnimationFrame(playOn);
    if (now < due) return;
    // A slow machine shows each frame later; it does not skip any.
    due = Math.max(due + 1000 / (FRAME_RATE * Number(inputById('play-speed').value)), now - 100);
    if (state.frame < last) goTo(state.frame + 1);
    else if (inputById('play-loop').checked) goTo(0);
    else stop();
  };
  const toggle = (): void => {
    if (request !== 0) {
      stop();
      return;
    }
    if (state.frame === last) goTo(0);
    byId('play').textContent = 'Pause';
    due = performance.now();
    request = requestAnimationFrame(playOn);
  };
  const step = (by: number): void => {
    stop();
    goTo(Math.max(0, Math.min(last, state.frame + by)));
  };

  byId('play').addEventListener('click', toggle);
  inputById('frame').addEventListener('input', () => {
    stop();
    goTo(Number(inputById('frame').value));
  });
  picture.canvas.addEventListener('keydown', (event) => {
    const keys: Record<string, () => void> = { ' ': toggle, ',': () => step(-1), '.': () => step(1) };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  goTo(last);
}
