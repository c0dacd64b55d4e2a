/** Places of walls on shared memory: the program moves its walls, and each thread has copies of them. */
import type { Wall } from './kinds';

/** A mesh needs most: position and orientation. */
export const WALL_NUMBERS = 7;

export function writeWallPlaces(out: Float64Array, walls: readonly Wall[]): void {
  walls.forEach((wall, w) => {
    const at = WALL_NUMBERS * w;
    if (wall.kind === 'mesh') {
      out.set(wall.position, at);
      out.set(wall.orientation, at + 3);
    } else {
      out.set(wall.normal, at);
      out[at + wall.normal.length] = wall.offset;
    }
  });
}

export function readWallPlaces(from: Float64Array, walls: readonly Wall[]): void {
  walls.forEach((wall, w) => {
    const at = WALL_NUMBERS * w;
    if (wall.kind === 'mesh') {
      wall.position.set(from.subarray(at, at + 3));
      wall.orientation.set(from.subarray(at + 3, at + 7));
    } else {
      const { length } = wall.normal;
      wall.normal.set(from.subarray(at, at + length));
      wall.offset = from[at + length];
    }
  });
}
