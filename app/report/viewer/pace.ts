/**
 * How sharp the picture is while it moves: a quarter of the pixels at least, and as many as keep the pictures coming.
 * When nothing moves the picture is drawn once more with all its pixels.
 */
export interface Pace {
  /** Share of the full pixel ratio while the picture moves: one of LEVELS. */
  level: number;
  /** Mean time of the last pictures, ms; their number since the level has changed. */
  mean: number;
  count: number;
}

const LEVELS = [1, 0.8, 0.65, 0.5];
/** Pictures that take longer than SLOW ms get fewer pixels; below FAST ms they get more. */
const SLOW = 30;
const FAST = 14;
/** Pictures between two changes: each one makes the canvas anew. */
const PATIENCE = 6;

export function createPace(): Pace {
  return { level: 0, mean: 16, count: 0 };
}

export function shareOf({ level }: Pace): number {
  return LEVELS[level];
}

/** Notes the time of a picture that was drawn in motion. */
export function notePicture(pace: Pace, milliseconds: number): void {
  pace.mean += (milliseconds - pace.mean) / 3;
  pace.count++;
  if (pace.count < PATIENCE) return;
  const step = pace.mean > SLOW ? 1 : pace.mean < FAST ? -1 : 0;
  const level = Math.max(0, Math.min(LEVELS.length - 1, pace.level + step));
  if (level === pace.level) return;
  pace.level = level;
  pace.count = 0;
}
