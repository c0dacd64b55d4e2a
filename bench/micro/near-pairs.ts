/**
 * nearPairs on scenes of many sizes, in boxes that repeat, and with masks: time for each body, against NBS with cells
 * of the largest size, against sort and sweep, and against a hierarchical grid in which a body looks into 27 cells of
 * its own and of every coarser level. Operations are bodies.
 *
 * Scenes, all in a cube and numbered at random:
 * - 1:1, spheres of diameter 0.8 to 1 on a jittered lattice, half of the volume (dense) or a two-thousandth (loose).
 *   Also with a filter that lets all pair, and in a box that repeats, against the same search without it; and in cells
 *   of the same volume, one of them sheared by half an edge.
 * - 1:4, radii uniform, centres anywhere, three tenths of the volume: one size level.
 * - 1:10, radii by a power law n(r) ~ r^-3, centres anywhere, a third of the volume.
 * - 1:1e4, grains on the lattice, one in a thousand five times as large, and six walls of 1e4 grains' radius, tangent
 *   to the cube.
 */
import {
  createNbsWorkspace,
  createNearPairsWorkspace,
  createPairList,
  nbsPairs3d,
  nearPairs,
  type NearPairsOptions,
  type PairFilter,
  type PairList,
  type PeriodicCell,
} from 'dem-contact';
import { createHierarchicalGrid } from '../lib/hierarchical-grid';
import { openBench, type Variant } from '../lib/measure';
import { createSortAndSweep, type Search } from '../lib/sphere-searches';

const bench = openBench('near-pairs');

interface Scene {
  count: number;
  centres: Float64Array;
  radii: Float64Array;
  size: number;
}

/** A linear congruential generator: the scenes are the same everywhere. */
function createRandom(): () => number {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffled(count: number, random: () => number): Int32Array {
  const number = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [number[i], number[j]] = [number[j], number[i]];
  }
  return number;
}

function lattice(count: number, fraction: number): Scene {
  const random = createRandom();
  const number = shuffled(count, random);
  const centres = new Float64Array(3 * count);
  const radii = new Float64Array(count);
  const spacing = Math.cbrt(Math.PI / 6 / fraction);
  const edge = Math.ceil(Math.cbrt(count));
  for (let k = 0; k < count; k++) {
    const at = [k % edge, Math.floor(k / edge) % edge, Math.floor(k / edge / edge)];
    centres.set(
      at.map((x) => spacing * (x + 0.5 + 0.4 * random() - 0.2)),
      3 * number[k],
    );
    radii[number[k]] = 0.4 + 0.1 * random();
  }
  return { count, centres, radii, size: spacing * edge };
}

function powerLaw(count: number): Scene {
  const random = createRandom();
  const radii = new Float64Array(count);
  let volume = 0;
  for (let b = 0; b < count; b++) {
    // n(r) ~ r^-3 between 0.05 and 0.5.
    radii[b] = 0.05 / Math.sqrt(1 - 0.99 * random());
    volume += (4 / 3) * Math.PI * radii[b] * radii[b] * radii[b];
  }
  const size = Math.cbrt(3 * volume);
  return { count, centres: Float64Array.from({ length: 3 * count }, () => size * random()), radii, size };
}

function uniform(count: number): Scene {
  const random = createRandom();
  const radii = Float64Array.from({ length: count }, () => 0.125 + 0.375 * random());
  const volume = radii.reduce((sum, r) => sum + (4 / 3) * Math.PI * r * r * r, 0);
  const size = Math.cbrt(volume / 0.3);
  return { count, centres: Float64Array.from({ length: 3 * count }, () => size * random()), radii, size };
}

function walled(count: number): Scene {
  const grains = lattice(count, 0.5);
  const wall = 5000;
  const middle = 0.5 * grains.size;
  const centres = new Float64Array(3 * (count + 6)).fill(middle);
  const radii = new Float64Array(count + 6).fill(wall);
  centres.set(grains.centres);
  radii.set(grains.radii.map((r, b) => (b % 1000 === 0 ? 5 * r : r)));
  for (let w = 0; w < 6; w++) centres[3 * (count + w) + (w >> 1)] = (w & 1) === 0 ? -wall : grains.size + wall;
  return { count: count + 6, centres, radii, size: grains.size };
}

function variant(name: string, { count, centres, radii }: Scene, search: Search, compared = true): Variant {
  const list = createPairList();
  const out: Variant = { name, run: () => search(list, count, centres, radii), counts: () => ({ pairs: list.count }) };
  if (compared) out.results = () => sortedKeys(list, count);
  return out;
}

/** The pairs as numbers, ascending: each search has its own order. */
function sortedKeys(list: PairList, count: number): Float64Array {
  const keys = new Float64Array(list.count);
  for (let p = 0; p < list.count; p++) keys[p] = list.pairs[2 * p] * count + list.pairs[2 * p + 1];
  return keys.sort();
}

function near(options: NearPairsOptions): Search {
  const workspace = createNearPairsWorkspace();
  return (out, count, centres, radii) => nearPairs(out, count, centres, radii, options, workspace);
}

/** A cube, of which the second vector leans along the first. */
function cellOf(size: number, lean: number): PeriodicCell {
  return { vectors: [size, 0, 0, lean * size, size, 0, 0, 0, size] };
}

function nbs(): Search {
  const workspace = createNbsWorkspace();
  return (out, count, centres, radii) => nbsPairs3d(out, count, centres, radii, 0, workspace);
}

function open(count: number): PairFilter {
  const ones = new Uint32Array(count).fill(1);
  return { group: new Int32Array(count), flags: new Uint8Array(count), category: ones, mask: ones };
}

const sizes = bench.quick ? [1e3] : [1e4, 1e5];
for (const count of sizes) {
  for (const [kind, fraction] of [
    ['dense', 0.5],
    ['loose', 0.0005],
  ] as const) {
    const scene = lattice(count, fraction);
    const filter = open(count);
    bench.measure({
      name: `1:1, ${kind}, ${count} bodies`,
      operations: count,
      variants: [
        variant('nbs', scene, nbs()),
        variant('nearPairs', scene, near({})),
        variant('nearPairs with a filter', scene, near({ filter })),
        variant('hierarchical grid', scene, createHierarchicalGrid(count)),
      ],
    });
    const periodic = { min: [0, 0, 0], max: [scene.size, scene.size, scene.size] } as const;
    // Not compared: there are more pairs, across the border.
    bench.measure({
      name: `1:1, ${kind}, periodic, ${count} bodies`,
      operations: count,
      variants: [
        variant('plain', scene, near({ filter }), false),
        variant('periodic', scene, near({ periodic, filter }), false),
        variant('periodic cell, upright', scene, near({ periodic: cellOf(scene.size, 0), filter }), false),
        variant('periodic cell, sheared by half', scene, near({ periodic: cellOf(scene.size, 0.5), filter }), false),
      ],
    });
  }
  const narrow = uniform(count);
  bench.measure({
    name: `1:4, ${count} bodies`,
    operations: count,
    variants: [
      variant('nbs', narrow, nbs()),
      variant('nearPairs', narrow, near({})),
      variant('nearPairs with a filter', narrow, near({ filter: open(count) })),
      variant('hierarchical grid', narrow, createHierarchicalGrid(count)),
    ],
  });
  const mixed = powerLaw(count);
  bench.measure({
    name: `1:10, ${count} bodies`,
    operations: count,
    variants: [
      variant('nbs', mixed, nbs()),
      variant('nearPairs', mixed, near({})),
      variant('hierarchical grid', mixed, createHierarchicalGrid(count)),
      variant('sort and sweep', mixed, createSortAndSweep(count)),
    ],
  });
  // At 1e5 NBS would test 5e9 pairs.
  const walls = walled(count);
  const variants = [
    variant('nearPairs', walls, near({})),
    variant('hierarchical grid', walls, createHierarchicalGrid(walls.count)),
    variant('sort and sweep', walls, createSortAndSweep(walls.count)),
  ];
  if (count <= 1e4) variants.unshift(variant('nbs', walls, nbs()));
  bench.measure({ name: `1:1e4 with walls, ${count} bodies`, operations: count, variants });
}
bench.save();
