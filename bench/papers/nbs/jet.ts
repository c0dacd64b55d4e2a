/**
 * The jet of the paper's appendix: discs that fly side by side at constant velocity against a rigid boundary; contact
 * by a normal force alone, no friction. Figure 23 is all that the paper says of the shape, the stiffness and the time
 * step, so these are ours.
 *
 * Discs of diameter 1 and mass 1 on a square lattice of spacing 1.05, each moved by up to 0.02, fall with velocity 1 on
 * the line y = 0. The force is stiffness times overlap, without damping: a disc alone enters the boundary by 1 /
 * sqrt(STIFFNESS) = 0.1 of its diameter and keeps its energy. Time is stepped explicitly, velocities before positions.
 * The fastest oscillation, of a disc among six others, has the frequency sqrt(6 STIFFNESS) = 24.5; the step is 0.37 of
 * that, below the limit 2 of stability.
 */
import { createNbsWorkspace2d, createPairList, nbsMemory2d, nbsPairs2d } from 'dem-contact';

const STIFFNESS = 100;
const STEP = 0.015;
const SPACING = 1.05;

export interface JetRun {
  count: number;
  steps: number;
  /** Part of the processor time that detection takes. */
  share: number;
  /** Milliseconds of detection a step. */
  detection: number;
  /** Couples a step, mean, and most of all steps. */
  pairs: number;
  mostPairs: number;
  /** Integers by eq. 13 at the end. */
  integers: number;
  /** Bytes of these, and of positions, velocities and radii in double precision and of the couples listed. */
  bytes: number;
  /** (energy at the end - energy at the start) / energy at the start; by explicit steps, not exactly 0. */
  energyError: number;
  /** |sum of the velocities along the boundary - that at the start| / discs: rounding alone. */
  momentumError: number;
  /** x y of all discs at the start, half way and at the end. */
  pictures: Float64Array[];
}

export function runJet(wide: number, long: number, steps: number): JetRun {
  const count = wide * long;
  const x = new Float64Array(2 * count);
  const v = new Float64Array(2 * count);
  const radii = new Float64Array(count).fill(0.5);
  let state = 12345;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (let b = 0; b < count; b++) {
    x[2 * b] = SPACING * ((b % wide) - (wide - 1) / 2) + 0.04 * random() - 0.02;
    x[2 * b + 1] = 0.55 + SPACING * Math.floor(b / wide) + 0.04 * random() - 0.02;
    v[2 * b + 1] = -1;
  }
  const list = createPairList();
  const workspace = createNbsWorkspace2d();
  const startEnergy = energy(x, v, list.pairs, 0);
  const pictures = [x.slice()];
  let detection = 0;
  let pairs = 0;
  let mostPairs = 0;
  const start = process.cpuUsage();
  for (let step = 0; step < steps; step++) {
    const before = process.cpuUsage();
    nbsPairs2d(list, count, x, radii, 0, workspace);
    const { user, system } = process.cpuUsage(before);
    detection += user + system;
    pairs += list.count;
    if (list.count > mostPairs) mostPairs = list.count;
    push(x, v, list.pairs, list.count);
    move(x, v);
    if (step === Math.floor(steps / 2)) pictures.push(x.slice());
  }
  const { user, system } = process.cpuUsage(start);
  pictures.push(x.slice());
  nbsPairs2d(list, count, x, radii, 0, workspace);
  let momentum = 0;
  const integers = nbsMemory2d(count, workspace.grid.cells[0], workspace.grid.cells[1]);
  for (let b = 0; b < count; b++) momentum += v[2 * b];
  return {
    count,
    steps,
    share: detection / (user + system),
    detection: (1e-3 * detection) / steps,
    pairs: pairs / steps,
    mostPairs,
    integers,
    bytes: 4 * integers + x.byteLength + v.byteLength + radii.byteLength + 8 * mostPairs,
    energyError: energy(x, v, list.pairs, list.count) / startEnergy - 1,
    momentumError: Math.abs(momentum) / count,
    pictures,
  };
}

/** Forces of couples and of the boundary, into the velocities. */
function push(x: Float64Array, v: Float64Array, pairs: Int32Array, count: number): void {
  for (let k = 0; k < count; k++) {
    const p = pairs[2 * k];
    const q = pairs[2 * k + 1];
    const dx = x[2 * q] - x[2 * p];
    const dy = x[2 * q + 1] - x[2 * p + 1];
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (distance === 0) continue;
    const push = (STEP * STIFFNESS * (1 - distance)) / distance;
    v[2 * p] -= push * dx;
    v[2 * p + 1] -= push * dy;
    v[2 * q] += push * dx;
    v[2 * q + 1] += push * dy;
  }
  for (let at = 1; at < x.length; at += 2) if (x[at] < 0.5) v[at] += STEP * STIFFNESS * (0.5 - x[at]);
}

function move(x: Float64Array, v: Float64Array): void {
  for (let k = 0; k < x.length; k++) x[k] += STEP * v[k];
}

/** Of motion and of springs. */
function energy(x: Float64Array, v: Float64Array, pairs: Int32Array, count: number): number {
  let sum = 0;
  for (const component of v) sum += 0.5 * component * component;
  for (let k = 0; k < count; k++) {
    const dx = x[2 * pairs[2 * k + 1]] - x[2 * pairs[2 * k]];
    const dy = x[2 * pairs[2 * k + 1] + 1] - x[2 * pairs[2 * k] + 1];
    const overlap = 1 - Math.sqrt(dx * dx + dy * dy);
    sum += 0.5 * STIFFNESS * overlap * overlap;
  }
  for (let at = 1; at < x.length; at += 2) if (x[at] < 0.5) sum += 0.5 * STIFFNESS * (0.5 - x[at]) * (0.5 - x[at]);
  return sum;
}

/** The pictures side by side as the text of an SVG file: a disc is a dot of a round pen. */
export function drawJet(run: JetRun): string {
  const width = 300;
  const height = 280;
  const most = 3000;
  const every = Math.ceil(run.count / most);
  // All pictures at one scale: the first is the highest, the last the widest.
  let high = 1;
  let wide = 1;
  for (const picture of run.pictures)
    for (let b = 0; b < run.count; b++) {
      high = Math.max(high, picture[2 * b + 1]);
      wide = Math.max(wide, Math.abs(picture[2 * b]));
    }
  const scale = Math.min((height - 50) / high, (width - 20) / (2 * Math.min(wide, high / 2 + 0.3 * wide)));
  const parts = run.pictures.map((picture, k) => {
    let path = '';
    for (let b = 0; b < run.count; b += every) {
      const px = width * (k + 0.5) + scale * picture[2 * b];
      const py = height - 20 - scale * picture[2 * b + 1];
      if (px > width * k && px < width * (k + 1) && py > 0)
        path += `M${(Math.round(10 * px) / 10).toString()} ${(Math.round(10 * py) / 10).toString()}h0`;
    }
    const pen = (scale * Math.sqrt(every)).toFixed(2);
    return (
      `<path d="${path}" stroke="#2b6cb0" stroke-width="${pen}" stroke-linecap="round" fill="none"/>` +
      `<path d="M${width * k + 4} ${height - 20}h${width - 8}" stroke="#1a202c" stroke-width="2"/>` +
      `<text x="${width * (k + 0.5)}" y="${height - 4}" text-anchor="middle" fill="#1a202c">${['start', 'half way', 'end'][k]}</text>`
    );
  });
  const title = 'The jet on its boundary at the start, half way and at the end';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${3 * width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${title}">\n` +
    `  <title>${title}</title>\n  <rect width="${3 * width}" height="${height}" fill="#ffffff"/>\n  ${parts.join('\n  ')}\n</svg>\n`
  );
}
