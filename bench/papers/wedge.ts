/**
 * Section 5.5 of the shrunken edge paper (Wang, Li and Feng 2014), figure 34: the wedge meets the ground and breaks.
 *
 *     npm run bench:papers -- wedge
 *
 * 64 rigid tetrahedra with the bonds of bonded-wedge.ts, by the shrunken edge; the same with bonds that cannot break.
 * No times are measured. The picture goes to docs/figures, of a quick run to out/bench.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openBench } from '../lib/measure';
import { breakWedge } from './verification/bonded-wedge';
import { drawPieces } from './verification/draw-pieces';
import { createRivals } from './verification/scene';

const bench = openBench('papers-wedge');
const [shrunkenEdge] = createRivals();
const cuts = bench.quick ? 1 : 2;
const times = bench.quick ? [1.9, 1.901] : [1.9, 1.901, 1.902, 1.904, 1.92, 2];
const wedge = breakWedge(shrunkenEdge, times, cuts);
const whole = breakWedge(shrunkenEdge, [1.9, bench.quick ? 1.901 : 1.91], cuts, Infinity);

const percent = (part: number): string => `${(100 * part).toPrecision(3)} %`;
const values: { what: string; paper: string; here: string }[] = [];
const add = (what: string, here: string, paper = 'not printed'): void => {
  values.push({ what, paper, here });
  console.log(`${what}: ${here}`);
};
add('tetrahedra', String(wedge.tetrahedra));
wedge.times.forEach((time, k) => {
  add(
    `${time.toFixed(3)} s: springs without bond; pieces; mass of the largest; horizontal displacement`,
    `${percent(wedge.broken[k])}; ${wedge.pieces[k]}; ${percent(wedge.largest[k])}; ${wedge.displacements[k].toFixed(2)} m`,
    time > 1.95 ? 'a picture' : '',
  );
});
add('deepest overlap of a contact', `${wedge.penetration.toExponential(1)} m`, 'no excessive interpenetration');
add('centroids of pieces below the ground, deepest', `${wedge.lost.toExponential(1)} m`);
add('largest rise of the energy over that of the collision', percent(wedge.rise));
add(
  `bonds that cannot break, ${whole.times[1].toFixed(3)} s: springs without bond; rise of the energy`,
  `${percent(whole.broken[1])}; ${percent(whole.rise)}`,
);
bench.note('values', values);
bench.save();

const folder = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('verification-5-5-failure.svg', folder), drawPieces(wedge.times, wedge.pictures));
