/** What the page of the pours asks its worker, and what the worker answers. */

export interface Choice {
  /** In the plane, or in space. */
  dimension: 2 | 3;
  bodies: number;
  /** A name of the library's methods, of space or of the plane. */
  method: string;
  seed: number;
}

export type Command = { start: Choice } | { isRunning: boolean } | { drawn: true };

/** What does not change while the bodies move. */
export interface Scene {
  dimension: 2 | 3;
  /** Corners of each shape, x y (z) packed, and in space the corners of its triangles. */
  shapes: { vertices: Float64Array; triangles: number[] }[];
  /** Row of `shapes` for each body. */
  shapeIndex: Int32Array;
  /** Bodies that stand still. */
  isFixed: boolean[];
  /** Inner width of the box and height of what is drawn. */
  width: number;
  height: number;
}

export interface Frame {
  /** Length 2 or 3 a body. */
  positions: Float32Array;
  /** Length 2 (cosine, sine) or 4 (quaternion) a body. */
  rotations: Float32Array;
  /** Length 1 a body. */
  speeds: Float32Array;
  /** Contact points, length 2 or 3 each. */
  points: Float32Array;
  /** Simulated seconds. */
  time: number;
  steps: number;
  contacts: number;
  /** Energy of motion of all bodies, J. */
  energy: number;
  /** Milliseconds a step, the mean since the last frame. */
  stepTime: number;
  isAtRest: boolean;
}

export type Reply = { scene: Scene } | { frame: Frame } | { error: string };

/** Methods that the page offers, in the plane and in space. */
export const METHODS = {
  2: ['slm', 'exact', 'fcp', 'cundall', 'fds', 'half-space', 'slm-published'],
  3: ['slm', 'slm-tracked', 'exact', 'fcp', 'cundall', 'slm-published-if-shorter', 'slm-published'],
};
