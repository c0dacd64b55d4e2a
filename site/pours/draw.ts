/// <reference lib="dom" />
/** What draws a pour, and the colours of speeds. */
import type { Frame, Scene } from './messages';

export interface Stage {
  showScene: (scene: Scene) => void;
  showFrame: (frame: Frame) => void;
  setDark: (isDark: boolean) => void;
  /** Turns the view, in pixels; only in space. */
  orbit: (dx: number, dy: number) => void;
  zoom: (factor: number) => void;
  close: () => void;
}

/** Speed, m/s, of the last colour. */
export const FASTEST = 3;

/** From blue over green to yellow: parts of red, green and blue, 0 to 1. */
export function colourOf(speed: number): [number, number, number] {
  const t = Math.min(1, Math.sqrt(Math.max(0, speed) / FASTEST));
  const row = STOPS[Math.min(STOPS.length - 2, Math.floor(t * (STOPS.length - 1)))];
  const next = STOPS[Math.min(STOPS.length - 1, Math.floor(t * (STOPS.length - 1)) + 1)];
  const part = t * (STOPS.length - 1) - Math.min(STOPS.length - 2, Math.floor(t * (STOPS.length - 1)));
  return [0, 1, 2].map((k) => row[k] + part * (next[k] - row[k])) as [number, number, number];
}

const STOPS = [
  [0.24, 0.35, 0.72],
  [0.13, 0.57, 0.55],
  [0.37, 0.79, 0.38],
  [0.99, 0.91, 0.15],
];
