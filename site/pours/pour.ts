/** A pour: bodies that fall into a box, and how they are drawn. Lengths in metres, time in seconds. */
import type { Frame, Scene } from './messages';

export interface Pour {
  readonly scene: Scene;
  /** Length of a time step. */
  readonly dt: number;
  /** A time step: contacts, forces, motion. */
  readonly step: () => void;
  /** The bodies as they are now. */
  readonly look: () => Pick<Frame, 'positions' | 'rotations' | 'speeds' | 'points' | 'contacts' | 'energy'>;
}

/** Length of the velocity of each of `count` bodies; `size` numbers a body. */
export function speedsOf(velocities: Float64Array, size: 2 | 3, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, b) => Math.hypot(...velocities.subarray(size * b, size * b + size)));
}
