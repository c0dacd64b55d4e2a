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
  /** Fast pictures before a try with more pixels: twice as many after each change to fewer. */
  patience: number;
}

const LEVELS = [1, 0.8, 0.65, 0.5];
/** Pictures that take longer than SLOW ms get fewer pixels; below FAST ms, a beat of the screen, they get more. */
const SLOW = 21;
const FAST = 19;
/** Slow pictures before a change, which makes the canvas anew, and fast pictures before the first try with more pixels. */
const PATIENCE = 6;
const FIRST_TRY = 60;

export function createPace(): Pace {
  return { level: 0, mean: 16, count: 0, patience: FIRST_TRY };
}

export function shareOf({ level }: Pace): number {
  return LEVELS[level];
}

/** Notes the time of a picture that was drawn in motion. */
export function notePicture(pace: Pace, milliseconds: number): void {
  pace.mean += (milliseconds - pace.mean) / 3;
  pace.count++;
  const step = pace.mean > SLOW ? 1 : pace.mean < FAST ? -1 : 0;
  if (pace.count < (step < 0 ? pace.patience : PATIENCE)) return;
  const level = Math.max(0, Math.min(LEVELS.length - 1, pace.level + step));
  if (level === pace.level) return;
  if (step > 0) pace.patience *= 2;
  pace.level = level;
  pace.count = 0;
}
