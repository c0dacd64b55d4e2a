/// <reference lib="dom" />
/** The worker of the pours: it moves the bodies and sends a frame whenever the page has drawn the last one. */
import type { Command, Reply } from './messages';
import type { Pour } from './pour';
import { createPour2d } from './pour-2d';
import { createPour3d } from './pour-3d';

/** Milliseconds of stepping between two looks at the messages. */
const SLICE = 12;
/** A pour ends when its bodies have been slow for this many simulated seconds, or at this time. */
const REST = 0.3;
const END = 10;
/**
 * Energy of motion a body that counts as rest, J, in space; in the plane a body has the mass of a metre of thickness.
 */
const SLOW = { 2: 1e-2, 3: 1e-5 };

let pour: Pour | undefined;
let isRunning = false;
let isDrawn = true;
let isWaiting = false;
let time = 0;
let steps = 0;
let slowSince = 0;
let spent = 0;
let stepsSent = 0;

const reply = (message: Reply): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<Command>): void => {
  try {
    if ('start' in data) {
      pour = data.start.dimension === 2 ? createPour2d(data.start) : createPour3d(data.start);
      [time, steps, slowSince, spent, stepsSent] = [0, 0, 0, 0, 0];
      [isRunning, isDrawn] = [false, false];
      reply({ scene: pour.scene });
      send(pour);
    } else if ('drawn' in data) isDrawn = true;
    else {
      isRunning = data.isRunning;
      slowSince = time;
      schedule();
    }
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
};

/** Goes on after the messages that have come in. */
function schedule(): void {
  if (!isRunning || isWaiting) return;
  isWaiting = true;
  setTimeout(run, 0);
}

function run(): void {
  isWaiting = false;
  if (!isRunning || pour === undefined) return;
  try {
    const start = performance.now();
    do {
      pour.step();
      time += pour.dt;
      steps++;
    } while (performance.now() - start < SLICE);
    spent += performance.now() - start;
    if (isDrawn) {
      isDrawn = false;
      send(pour);
    }
  } catch (error) {
    isRunning = false;
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
  schedule();
}

function send(from: Pour): void {
  const now = from.look();
  if (!(now.energy < SLOW[from.scene.dimension] * from.scene.shapeIndex.length)) slowSince = time;
  const isAtRest = steps > 0 && (time - slowSince > REST || time > END);
  if (isAtRest) isRunning = false;
  const stepTime = steps > stepsSent ? spent / (steps - stepsSent) : 0;
  [spent, stepsSent] = [0, steps];
  reply({ frame: { ...now, time, steps, stepTime, isAtRest } });
}
