/*
 * A small software rasteriser: convex polygons, balls and needles into a depth buffer and an id buffer. No WebGL is needed, so the
 * picture is the same in every browser; the id buffer serves outlines and picking at no cost.
 *
 * Depth is w = 1 / Z, larger is nearer, 0 is empty. Under perspective w is linear in screen coordinates over any plane, so a face needs
 * only three numbers.
 */

/** Buffers of one layer. */
export function createLayer(pixels) {
  return { depth: new Float32Array(pixels), ids: new Int32Array(pixels) };
}

export function clearLayer(layer) {
  layer.depth.fill(0);
  layer.ids.fill(-1);
}

export const MAX_CORNERS = 1024;
export const screenX = new Float64Array(MAX_CORNERS);
export const screenY = new Float64Array(MAX_CORNERS);
let spanLeft = new Float64Array(0);
let spanRight = new Float64Array(0);

/** What counts as nearer: faces in one plane would else be mixed pixel by pixel. A few rounding steps of single precision. */
const NEARER = 1 + 1e-6;

/**
 * Fills the convex polygon of the first `n` entries of screenX, screenY where w = a x + b y + c is nearer than what is there.
 * Pixel centres are at half-integers. The spans of all rows are found edge by edge, so the winding does not matter.
 */
export function fillPolygon(layer, width, height, n, a, b, c, id) {
  if (spanLeft.length < height) {
    spanLeft = new Float64Array(height);
    spanRight = new Float64Array(height);
  }
  let top = Infinity;
  let bottom = -Infinity;
  for (let k = 0; k < n; k++) {
    if (screenY[k] < top) top = screenY[k];
    if (screenY[k] > bottom) bottom = screenY[k];
  }
  const firstRow = Math.max(0, Math.ceil(top - 0.5));
  const lastRow = Math.min(height - 1, Math.ceil(bottom - 0.5) - 1);
  if (!(firstRow <= lastRow)) return;
  for (let row = firstRow; row <= lastRow; row++) {
    spanLeft[row] = Infinity;
    spanRight[row] = -Infinity;
  }
  for (let k = 0, j = n - 1; k < n; j = k++) {
    let x0 = screenX[j];
    let y0 = screenY[j];
    let x1 = screenX[k];
    let y1 = screenY[k];
    if (y0 > y1) {
      [x0, x1] = [x1, x0];
      [y0, y1] = [y1, y0];
    }
    const from = Math.max(firstRow, Math.ceil(y0 - 0.5));
    const to = Math.min(lastRow, Math.ceil(y1 - 0.5) - 1);
    const slope = (x1 - x0) / (y1 - y0);
    for (let row = from; row <= to; row++) {
      const x = x0 + (row + 0.5 - y0) * slope;
      if (x < spanLeft[row]) spanLeft[row] = x;
      if (x > spanRight[row]) spanRight[row] = x;
    }
  }
  const { depth, ids } = layer;
  for (let row = firstRow; row <= lastRow; row++) {
    const left = Math.max(0, Math.ceil(spanLeft[row] - 0.5));
    const right = Math.min(width - 1, Math.ceil(spanRight[row] - 0.5) - 1);
    let w = a * (left + 0.5) + b * (row + 0.5) + c;
    for (let i = row * width + left, end = row * width + right; i <= end; i++) {
      if (w > depth[i] * NEARER) {
        depth[i] = w;
        ids[i] = id;
      }
      w += a;
    }
  }
}

/** Shades of a ball or needle: an id is item * SHADES + shade, from 0 (dark rim) up. */
export const SHADES = 16;

/** A ball of `radius` pixels about (x, y) at depth w; `bulge` is its radius over its distance, so that balls cut each other rightly. */
export function fillBall(layer, width, height, x, y, radius, w, bulge, item) {
  const { depth, ids } = layer;
  const fromRow = Math.max(0, Math.ceil(y - radius - 0.5));
  const toRow = Math.min(height - 1, Math.floor(y + radius - 0.5));
  const fromColumn = Math.max(0, Math.ceil(x - radius - 0.5));
  const toColumn = Math.min(width - 1, Math.floor(x + radius - 0.5));
  for (let row = fromRow; row <= toRow; row++) {
    const v = (row + 0.5 - y) / radius;
    for (let column = fromColumn; column <= toColumn; column++) {
      const u = (column + 0.5 - x) / radius;
      const d = u * u + v * v;
      if (d > 1) continue;
      const height01 = Math.sqrt(1 - d);
      const z = w * (1 + bulge * height01);
      const i = row * width + column;
      if (z <= depth[i]) continue;
      depth[i] = z;
      // Light from the upper left front.
      const light = 0.25 + 0.75 * Math.max(0, -0.4 * u - 0.5 * v + 0.77 * height01);
      ids[i] = item * SHADES + Math.min(SHADES - 1, Math.floor(SHADES * light));
    }
  }
}

/** A straight needle `thickness` pixels wide between two screen points with depths. */
export function fillNeedle(layer, width, height, x0, y0, w0, x1, y1, w1, thickness, item, shade) {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const length2 = dx * dx + dy * dy;
  if (!(length2 > 1e-6)) return;
  const scale = (0.5 * thickness) / Math.sqrt(length2);
  const px = -dy * scale;
  const py = dx * scale;
  screenX[0] = x0 + px;
  screenY[0] = y0 + py;
  screenX[1] = x1 + px;
  screenY[1] = y1 + py;
  screenX[2] = x1 - px;
  screenY[2] = y1 - py;
  screenX[3] = x0 - px;
  screenY[3] = y0 - py;
  const a = ((w1 - w0) * dx) / length2;
  const b = ((w1 - w0) * dy) / length2;
  fillPolygon(layer, width, height, 4, a, b, w0 - a * x0 - b * y0, item * SHADES + shade);
}
