/**
 * Broad phase: time for each body from 1e3 to 1e6 bodies, dense (half of the volume is spheres) and loose (a
 * two-thousandth), of NBS, sorted rows and dense cells, against NBS with the loops of the paper, sort and sweep, and
 * all pairs. Operations are bodies, so that time in proportion to their number shows as a constant.
 *
 * Spheres of diameter 0.8 to 1 sit on a cubic lattice, moved by up to a fifth of its spacing and numbered at random:
 * the worst numbering for memory. The last scenes are the same bodies renumbered by spatialOrder. Sort and sweep is
 * left out at 1e6 and all pairs above 1e4, where one search takes many seconds.
 */
import {
  createCellWorkspace,
  createNbsWorkspace,
  createPairList,
  denseCellPairs,
  nbsPairs3d,
  sortedRowPairs,
  spatialOrder,
  type PairList,
} from 'dem-contact';
import { openBench, type Variant } from '../lib/measure';
import { latticeScene } from '../lib/sphere-scenes';
import { createAllPairs, createPaperLoops, createSortAndSweep, type Search } from '../lib/sphere-searches';

const bench = openBench('nbs');

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

/** The bodies in the order that a user gets from spatialOrder. */
function renumbered(count: number, fraction: number) {
  const { centres, radii } = latticeScene(count, fraction, true);
  const order = spatialOrder(new Int32Array(count), count, centres, 1);
  return {
    centres: Float64Array.from({ length: 3 * count }, (_, at) => centres[3 * order[Math.floor(at / 3)] + (at % 3)]),
    radii: Float64Array.from(order, (body) => radii[body]),
  };
}

const sizes = bench.quick ? [1e3] : [1e3, 1e4, 1e5, 1e6];
for (const [kind, fraction, shuffled] of [
  ['dense', 0.5, true],
  ['loose', 0.0005, true],
  ['dense, renumbered', 0.5, false],
  ['loose, renumbered', 0.0005, false],
] as const) {
  for (const count of sizes) {
    if (!shuffled && count < 1e5) continue;
    const { centres, radii } = shuffled ? latticeScene(count, fraction, true) : renumbered(count, fraction);
    const lists = createNbsWorkspace();
    const rows = createCellWorkspace();
    const cells = createCellWorkspace();
    const variants = [
      variant('nbs', count, centres, radii, (out, n, c, r) => nbsPairs3d(out, n, c, r, 0, lists)),
      variant('sorted rows', count, centres, radii, (out, n, c, r) => sortedRowPairs(out, n, c, r, 0, rows)),
      variant('dense cells', count, centres, radii, (out, n, c, r) => denseCellPairs(out, n, c, r, 0, cells)),
      variant("the paper's loops", count, centres, radii, createPaperLoops(count)),
    ];
    if (shuffled && count <= 1e5) variants.push(variant('sort and sweep', count, centres, radii, createSortAndSweep(count)));
    if (shuffled && count <= 1e4) variants.push(variant('all pairs', count, centres, radii, createAllPairs()));
    bench.measure({ name: `${kind}, ${count} bodies`, operations: count, variants });
  }
}
bench.save();
