/**
 * NBS: time for each body from 1e3 to 1e6 bodies, dense (half of the volume is spheres) and loose (a two-thousandth), against the same lists with
 * the loops of the paper, sort and sweep, and all pairs. Operations are bodies, so that time in proportion to their number shows as a constant.
 *
 * Spheres of diameter 0.8 to 1 sit on a cubic lattice, moved by up to a fifth of its spacing and numbered at random: the worst numbering for memory. The
 * last scene has the numbers in lattice order. Sort and sweep is left out at 1e6 and all pairs above 1e4, where one search takes many seconds.
 */
import { createNbsWorkspace, createPairList, nbsPairs3d, type PairList } from 'dem-contact';
import { openBench, type Variant } from '../lib/measure';
import { createAllPairs, createPaperLoops, createSortAndSweep, type Search } from '../lib/sphere-searches';

const bench = openBench('nbs');

/** A linear congruential generator: the scenes are the same everywhere. */
function createRandom(): () => number {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function scene(count: number, fraction: number, shuffled: boolean) {
  const random = createRandom();
  const number = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; shuffled && i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [number[i], number[j]] = [number[j], number[i]];
  }
  const centres = new Float64Array(3 * count);
  const radii = new Float64Array(count);
  // The volume fraction counts all spheres as of diameter 1.
  const spacing = Math.cbrt(Math.PI / 6 / fraction);
  const edge = Math.ceil(Math.cbrt(count));
  for (let k = 0; k < count; k++) {
    const b = number[k];
    centres[3 * b] = spacing * ((k % edge) + 0.4 * random() - 0.2);
    centres[3 * b + 1] = spacing * ((Math.floor(k / edge) % edge) + 0.4 * random() - 0.2);
    centres[3 * b + 2] = spacing * (Math.floor(k / edge / edge) + 0.4 * random() - 0.2);
    radii[b] = 0.4 + 0.1 * random();
  }
  return { centres, radii };
}

function variant(name: string, count: number, centres: Float64Array, radii: Float64Array, search: Search): Variant {
  const list = createPairList();
  return {
    name,
    run: () => search(list, count, centres, radii),
    results: () => sortedKeys(list, count),
    counts: () => ({ pairs: list.count }),
  };
}

/** The pairs as numbers, ascending: each search has its own order. */
function sortedKeys(list: PairList, count: number): Float64Array {
  const keys = new Float64Array(list.count);
  for (let p = 0; p < list.count; p++) keys[p] = list.pairs[2 * p] * count + list.pairs[2 * p + 1];
  return keys.sort();
}

const sizes = bench.quick ? [1e3] : [1e3, 1e4, 1e5, 1e6];
for (const [kind, fraction, shuffled] of [
  ['dense', 0.5, true],
  ['loose', 0.0005, true],
  ['dense, numbered along the lattice', 0.5, false],
] as const) {
  for (const count of sizes) {
    if (!shuffled && count < 1e5) continue;
    const { centres, radii } = scene(count, fraction, shuffled);
    const workspace = createNbsWorkspace();
    const variants = [
      variant('nbs', count, centres, radii, (out, n, c, r) => nbsPairs3d(out, n, c, r, 0, workspace)),
      variant("the paper's loops", count, centres, radii, createPaperLoops(count)),
    ];
    if (shuffled && count <= 1e5) variants.push(variant('sort and sweep', count, centres, radii, createSortAndSweep(count)));
    if (shuffled && count <= 1e4) variants.push(variant('all pairs', count, centres, radii, createAllPairs()));
    bench.measure({ name: `${kind}, ${count} bodies`, operations: count, variants });
  }
}
bench.save();
