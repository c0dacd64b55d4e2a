/**
 * The direct search (DS), the fast direct search (FDS) with initial and with updated detection, the shortest link, the
 * exact plane and the fast common plane on each contact type of two hexahedra and of two tetrahedra, and on f-f
 * contacts of blocks cut from a hexahedron (Zheng et al. 2017, section 3.1, figures 10 to 15). The paper gives averages
 * in its text: DS takes 3.7 times as long as FDS on hexahedra and 2.2 times on tetrahedra. Its blocks stand only in
 * figures: these are ours.
 *
 * Every call sees B moved by 1e-4 of the block to and fro. DS and both forms of FDS agree on kind, number of points and
 * gap before any is timed; the other methods define their contacts otherwise and are timed beside them.
 */
import {
  directSearchMethod,
  exactMethod,
  fastCommonPlaneMethod,
  fastDirectSearchMethod,
  shortestLinkMethod,
  type ContactMethod,
} from 'dem-contact';
import { contactTypes } from '../lib/contact-types';
import { openBench, type Variant } from '../lib/measure';
import { searchCalls } from '../lib/search-calls';

const bench = openBench('direct-search');
const ratios: Record<string, number[]> = {};

for (const pair of contactTypes()) {
  const { shape, type } = pair;
  const calls = bench.quick ? 8 : 256;
  const variant = (name: string, method: ContactMethod, warm: boolean): Variant => searchCalls(pair, calls, name, method, warm);
  const result = bench.measure({
    name: `${shape}, ${type}`,
    operations: calls,
    variants: [
      variant('direct search', directSearchMethod, false),
      variant('FDS, initial', fastDirectSearchMethod, false),
      variant('FDS, updated', fastDirectSearchMethod, true),
      variant('shortest link, warm', shortestLinkMethod, true),
      variant('exact plane, warm', exactMethod, true),
      variant('fast common plane, warm', fastCommonPlaneMethod, true),
    ],
  });
  for (const { name, ratio } of result.variants.slice(1)) (ratios[`${shape}: ${name}`] ??= []).push(1 / ratio.median);
}

const PAPER: Record<string, string> = { hexahedra: '3.7', tetrahedra: '2.2' };
console.log('\nSpeed-up over the direct search, mean over contact types (the paper, FDS):');
for (const [key, list] of Object.entries(ratios)) {
  const mean = list.reduce((s, x) => s + x, 0) / list.length;
  const paper = key.includes('FDS') ? PAPER[key.split(':')[0]] : undefined;
  console.log(`${key}: ${mean.toFixed(2)}${paper ? ` (${paper})` : ''}`);
  bench.note(key, { speedUp: mean, paper: paper ? Number(paper) : null });
}
bench.save();
