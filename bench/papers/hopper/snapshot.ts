/**
 * The hopper at a few moments, side by side, as an SVG: seen from the front without its front wall, as in figure 6 of
 * the paper. Each particle is its outline in a colour of its own, from back to front. Those that others hide are left
 * out, as far as a grid of pixels tells, or the file would be large.
 */
import { rotationOf } from '../../../sim/dynamics/turn-orientation';
import type { Hopper } from '../../../sim/scenes/hopper';

type Point = readonly [x: number, z: number];

/** What is seen at one moment. */
interface Snapshot {
  time: number;
  /** From back to front. */
  outlines: { particle: number; outline: Point[] }[];
}

/** Pixels a metre: of the picture, and of the grid that finds what is hidden. */
const SCALE = 330;
const GRID = 250;
const GAP = 24;
const COLOURS = ['#2b6cb0', '#c05621', '#2f855a', '#6b46c1', '#97266d', '#b7791f', '#2c7a7b', '#718096'];

export function takeSnapshot({ bodies, particles, volume }: Hopper): Snapshot {
  const { positions, orientations, shapes, shapeIndex } = bodies;
  const rows = Array.from({ length: particles }, (_, p) => p).sort((p, q) => positions[3 * q + 1] - positions[3 * p + 1]);
  const outlines = rows.map((particle) => {
    const { vertices, vertexCount } = shapes[shapeIndex[particle]];
    rotationOf(rotation, orientations, 4 * particle);
    const seen = Array.from({ length: vertexCount }, (_, v): Point => {
      const [x, y, z] = vertices.subarray(3 * v, 3 * v + 3);
      return [
        positions[3 * particle] + rotation[0] * x + rotation[1] * y + rotation[2] * z,
        positions[3 * particle + 2] + rotation[6] * x + rotation[7] * y + rotation[8] * z,
      ];
    });
    return { particle, outline: hull(seen) };
  });
  return { time: volume.dynamics.time, outlines: visible(outlines) };
}

const rotation = new Float64Array(9);

/** The text of the file. `walls`: outlines of the walls in the plane of the cut. */
export function snapshotsSvg(title: string, snapshots: readonly Snapshot[], walls: readonly Point[][]): string {
  const all = walls.flat();
  const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const [low, high] = [Math.min(...all.map(([, z]) => z)), Math.max(...all.map(([, z]) => z))];
  const wide = SCALE * (right - left) + GAP;
  const width = Math.ceil(snapshots.length * wide + GAP);
  const height = Math.ceil(SCALE * (high - low) + 3 * GAP);
  const body = snapshots.map(({ time, outlines }, s) => {
    const path = (points: readonly Point[]): string =>
      points
        .map(
          ([x, z], k) =>
            `${k === 0 ? 'M' : 'L'}${(GAP + s * wide + SCALE * (x - left)).toFixed(1)} ${(GAP + SCALE * (high - z)).toFixed(1)}`,
        )
        .join('') + 'Z';
    const label = `<text x="${(GAP + s * wide + 0.5 * SCALE * (right - left)).toFixed(1)}" y="${height - GAP}" text-anchor="middle" fill="#1a202c" stroke="none">${time.toFixed(2)} s</text>`;
    return [
      ...walls.map((wall) => `<path d="${path(wall)}" fill="#cbd5e0"/>`),
      ...outlines.map(({ particle, outline }) => `<path d="${path(outline)}" fill="${COLOURS[particle % COLOURS.length]}"/>`),
      label,
    ].join('\n');
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}" font-family="sans-serif" font-size="14">\n` +
    `<title>${title}</title>\n<rect width="${width}" height="${height}" fill="#ffffff"/>\n<g stroke="#ffffff" stroke-width="0.6" stroke-linejoin="round">\n${body.join('\n')}\n</g>\n</svg>\n`
  );
}

/** Andrew's monotone chain. */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Those that own a pixel of the grid after all have been painted from back to front. */
function visible(outlines: Snapshot['outlines']): Snapshot['outlines'] {
  const owners = new Map<string, number>();
  for (const { particle, outline } of outlines) {
    const [x0, x1, z0, z1] = [0, 1].flatMap((axis) => {
      const values = outline.map((p) => p[axis]);
      return [Math.floor(GRID * Math.min(...values)), Math.ceil(GRID * Math.max(...values))];
    });
    for (let i = x0; i <= x1; i++) {
      for (let j = z0; j <= z1; j++) {
        const pixel: Point = [i / GRID, j / GRID];
        if (outline.every((p, k) => turn(p, outline[(k + 1) % outline.length], pixel) >= 0)) owners.set(`${i} ${j}`, particle);
      }
    }
  }
  const seen = new Set(owners.values());
  return outlines.filter(({ particle }) => seen.has(particle));
}
