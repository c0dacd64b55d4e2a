/** Faces as loops of corners, one loop after the other in one array. */
export interface FaceLoops {
  readonly count: number;
  /** Start of each loop in `corners`, then the end of the last loop; length count + 1 or more. */
  readonly start: Int32Array;
  /** Indices of points, counter-clockwise from outside. */
  readonly corners: Int32Array;
}

/** The same faces in flat arrays. */
export function faceLoops(faces: readonly ArrayLike<number>[]): FaceLoops {
  const start = new Int32Array(faces.length + 1);
  for (let f = 0; f < faces.length; f++) start[f + 1] = start[f] + faces[f].length;
  const corners = new Int32Array(start[faces.length]);
  for (let f = 0; f < faces.length; f++) corners.set(faces[f], start[f]);
  return { count: faces.length, start, corners };
}
