/// <reference lib="dom" />
/** Playback: the bar below the picture, and the keys space, comma and full stop. */
import { byId, inputById, setText } from './controls';
import type { Picture } from './picture';

/** Frames a second at speed 1. */
const FRAME_RATE = 15;
/**
 * ms between two changes of the bar while it plays, and after which a frame counts as one that stays. A browser that
 * draws in software takes longer to change a line of text than to draw 2,000 bodies.
 */
const BAR_TIME = 200;
const SETTLE = 120;

/** `stopped` is called when a frame stays: after a step, a move of the slider, and the end of playing. */
export function wirePlayback(picture: Picture, stopped: () => void): void {
  const { playback, state } = picture;
  if (!playback) return;
  const { times, last } = playback;
  let request = 0;
  let due = 0;
  let told = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const tell = (): void => {
    told = performance.now();
    const f = state.frame;
    inputById('frame').value = String(f);
    const text = `${times[f].toFixed(3)} s of ${times[last].toFixed(3)} s`;
    setText(byId('frame-time'), text);
    inputById('frame').setAttribute('aria-valuetext', text);
  };
  const goTo = (f: number): void => {
    picture.goTo(f);
    if (!state.playing || performance.now() - told > BAR_TIME) tell();
  };
  const stop = (): void => {
    cancelAnimationFrame(request);
    request = 0;
    state.playing = false;
    setText(byId('play'), 'Play');
    tell();
    picture.redraw();
    clearTimeout(rest);
    rest = setTimeout(stopped, SETTLE);
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
    state.playing = true;
    setText(byId('play'), 'Pause');
    due = performance.now();
    request = requestAnimationFrame(playOn);
  };
  const step = (by: number): void => {
    cancelAnimationFrame(request);
    goTo(Math.max(0, Math.min(last, state.frame + by)));
    stop();
  };

  byId('play').addEventListener('click', toggle);
  inputById('frame').addEventListener('input', () => {
    cancelAnimationFrame(request);
    goTo(Number(inputById('frame').value));
    stop();
  });
  picture.canvas.addEventListener('keydown', (event) => {
    const keys: Record<string, () => void> = { ' ': toggle, ',': () => step(-1), '.': () => step(1) };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  goTo(last);
}
