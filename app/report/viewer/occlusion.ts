/**
 * Bodies that others hide, for pictures in motion: software draws each triangle, seen or not, and most bodies of a heap
 * lie inside it. A body counts as a disc (`Solid.disc`). Discs are written into a coarse grid of depths, the
 * nearest first. A body whose ball is covered by nearer discs is left out. The disc is not the body: a sliver of a body
 * between others may be missing while the picture moves. A picture at rest leaves out nothing.
 */
import type { View } from './camera';
import type { Model } from './model';

export interface Occlusion {
  /** Of each body: it is left out. */
  hidden: Uint8Array;
  /** Depth of what covers each cell, row by row; Infinity where nothing does. */
  grid: Float32Array;
  /** Cells of a row, rows, and CSS pixels of a cell each way. */
  columns: number;
  rows: number;
  cell: number;
}

/** Cells that the mean ball of a body is wide at the middle of the scene, and cells at most. */
const CELLS_OF_BODY = 9;
const MOST_CELLS = 1 << 18;
/** In mean radii: what covers a contact point is nearer by more than this. */
const POINT_BEHIND = 0.3;

export function createOcclusion({ count }: Model): Occlusion {
  return { hidden: new Uint8Array(count), grid: new Float32Array(0), columns: 0, rows: 0, cell: 1 };
}

/** Empties the grid for a picture; `distance` is that of the middle of the scene. */
export function clearGrid(occlusion: Occlusion, model: Model, view: View, distance: number): void {
  const wide = (2 * view.focal * model.meanRadius) / distance / CELLS_OF_BODY;
  occlusion.cell = Math.max(wide, Math.sqrt((view.width * view.height) / MOST_CELLS), 0.5);
  occlusion.columns = Math.ceil(view.width / occlusion.cell);
  occlusion.rows = Math.ceil(view.height / occlusion.cell);
  const cells = occlusion.columns * occlusion.rows;
  if (occlusion.grid.length < cells) occlusion.grid = new Float32Array(cells);
  occlusion.grid.fill(Infinity, 0, cells);
  occlusion.hidden.fill(0);
}

/** Place of a point in the grid, in cells, and its depth. */
const at = new Float64Array(3);

function project({ cell }: Occlusion, { eye, right, up, forward, focal, width, height }: View, p: ArrayLike<number>, k: number): void {
  const x = p[k] - eye[0];
  const y = p[k + 1] - eye[1];
  const z = p[k + 2] - eye[2];
  const depth = forward[0] * x + forward[1] * y + forward[2] * z;
  const scale = focal / (cell * depth);
  at[0] = width / (2 * cell) + scale * (right[0] * x + right[1] * y + right[2] * z);
  at[1] = height / (2 * cell) - scale * (up[0] * x + up[1] * y + up[2] * z);
  at[2] = depth;
}

/**
 * Radius of body b in CSS pixels; 0 if it is out of sight, behind the bodies before it or beside the picture. A body in
 * sight hides what is behind it from then on.
 */
export function seenRadius(occlusion: Occlusion, model: Model, view: View, b: number): number {
  const { position, shape, scale } = model.data.bodies;
  const radius = model.radius[b];
  project(occlusion, view, position, 3 * b);
  const depth = at[2];
  // A wall hides nothing; a body at the eye fills the picture.
  if (model.isWall[b] || depth < 2 * radius) return Infinity;
  const pixels = view.focal / (occlusion.cell * depth);
  if (isCovered(occlusion, pixels * radius, depth)) {
    occlusion.hidden[b] = 1;
    return 0;
  }
  cover(occlusion, pixels * scale[b] * model.solids[shape[b]].disc, depth);
  return pixels * radius * occlusion.cell;
}

/** Whether a contact point is out of sight: all about it is covered by bodies that lie before it. */
export function isPointHidden(occlusion: Occlusion, model: Model, view: View, points: ArrayLike<number>, c: number): boolean {
  project(occlusion, view, points, 3 * c);
  return at[2] > 0 && isCovered(occlusion, 1, at[2] - POINT_BEHIND * model.meanRadius);
}

/** Whether each cell that the disc of radius r about the place `at` meets holds something nearer than `depth`. */
function isCovered({ grid, columns, rows }: Occlusion, r: number, depth: number): boolean {
  const [x, y] = [at[0], at[1]];
  const last = Math.min(rows - 1, Math.floor(y + r));
  for (let j = Math.max(0, Math.floor(y - r)); j <= last; j++) {
    const away = y < j ? j - y : y > j + 1 ? y - j - 1 : 0;
    const half = Math.sqrt(Math.max(0, r * r - away * away));
    const to = columns * j + Math.min(columns - 1, Math.floor(x + half));
    for (let k = columns * j + Math.max(0, Math.floor(x - half)); k <= to; k++) if (grid[k] >= depth) return false;
  }
  return true;
}

/** Writes the depth into the cells whose middle lies in the disc of radius r about the place `at`. */
function cover({ grid, columns, rows }: Occlusion, r: number, depth: number): void {
  const [x, y] = [at[0], at[1]];
  const last = Math.min(rows - 1, Math.floor(y + r - 0.5));
  for (let j = Math.max(0, Math.ceil(y - r - 0.5)); j <= last; j++) {
    const half = Math.sqrt(Math.max(0, r * r - (j + 0.5 - y) * (j + 0.5 - y)));
    const to = columns * j + Math.min(columns - 1, Math.floor(x + half - 0.5));
    for (let k = columns * j + Math.max(0, Math.ceil(x - half - 0.5)); k <= to; k++) if (grid[k] > depth) grid[k] = depth;
  }
}
