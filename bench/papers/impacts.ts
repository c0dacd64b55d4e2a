/**
 * Energy of single impacts of the shrunken edge paper (Wang, Li and Feng 2014, section 5): the corner of 5.1 that falls
 * on a corner, by step, dTol and `rims`; and two fragments of the wedge of 5.5, which collide. There is no damping and
 * no friction, so energy that changes is an error of the contact: a normal or a point that jumps while it presses, or
 * an overlap that the method does not see.
 *
 *     npm run bench:papers -- impacts
 *
 * No times are measured.
 */
import { ContactKind, publishedShrunkenEdgeMethod } from 'dem-contact';
import { openBench } from '../lib/measure';
import { fallOnRidge } from './verification/falling';
import { createRivals, shrunkenEdgeWith, type Rival } from './verification/scene';
import { collideFragments } from './verification/two-fragments';

const bench = openBench('papers-impacts');
const percent = (part: number): string => `${(100 * part).toPrecision(2)} %`;
const plain = (name: string, level: number, method: Rival['method']): Rival => ({ name, method, level, isRegion: false });

// 5.1, first case.
const names: Record<ContactKind, string> = {
  [ContactKind.None]: 'none',
  [ContactKind.VertexVertex]: 'v-v',
  [ContactKind.VertexEdge]: 'v-e',
  [ContactKind.VertexFace]: 'v-f',
  [ContactKind.EdgeEdge]: 'e-e',
  [ContactKind.ParallelEdges]: 'parallel e-e',
  [ContactKind.EdgeFace]: 'e-f',
  [ContactKind.FaceFace]: 'f-f',
};
const falling: Record<string, string>[] = [];
for (const [level, rims, step] of [
  [1e-7, false, 1e-6],
  [1e-7, false, 2e-7],
  [1e-7, true, 1e-6],
  [1e-5, true, 1e-6],
  [1e-4, true, 1e-6],
] as const) {
  const rival = plain('shrunken edge', level, shrunkenEdgeWith(level, rims));
  const dt = bench.quick ? 10 * step : step;
  const { blows, energyError } = fallOnRidge(rival, bench.quick ? 0.453 : 0.47, dt);
  const row = {
    'dTol, m': String(level),
    rims: rims ? 'yes' : 'no',
    'step, s': String(dt),
    'contacts at, s': blows
      .map(({ kind, time }) => `${names[kind]} ${time.toFixed(4)}`)
      .slice(0, 2)
      .join(', '),
    'largest change of the energy': percent(energyError),
  };
  falling.push(row);
  console.log(Object.values(row).join(' | '));
}
bench.note('falling', falling);

// 5.5: one fragment and another.
const count = bench.quick ? 3 : 300;
const rivals: Rival[] = [
  ...createRivals(),
  plain('shrunken edge with rims', 1e-5, shrunkenEdgeWith(1e-5, true)),
  plain('shrunken edge, as printed, dTol 1 mm', 1e-3, shrunkenEdgeWith(1e-3, false, publishedShrunkenEdgeMethod)),
];
const fragments = rivals.map((rival) => {
  const ratios = collideFragments(rival, count, 1).sort((x, y) => x - y);
  const at = (part: number): string => ratios[Math.min(ratios.length - 1, Math.floor(part * ratios.length))].toFixed(4);
  const off = ratios.filter((ratio) => Math.abs(ratio - 1) > 0.01).length;
  const row = {
    method: rival.name,
    collisions: String(count),
    'energy after over before: least': at(0),
    median: at(0.5),
    most: at(1),
    'off by more than 1 %': String(off),
  };
  console.log(Object.values(row).join(' | '));
  return row;
});
bench.note('fragments', fragments);
bench.save();
