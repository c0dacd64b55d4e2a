/**
 * What the language costs in the broad phase: `denseCellPairs` and `nearPairs` against a twin in C++
 * (bench/native/near-pairs.cpp, g++ -O3), 1e5 and 1e6 spheres, dense (half of the volume) and loose (a two-thousandth,
 * where both take sorted rows), in turns. Pairs and their order are the same, which a hash of the whole list proves
 * before any is timed. The twin times itself, so that starting it does not count. Where there is no g++ a notice says
 * so and nothing is saved.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createCellWorkspace, createNearPairsWorkspace, createPairList, denseCellPairs, nearPairs } from 'dem-contact';
import type { PairList } from 'dem-contact';
import { openBench, type Variant } from '../lib/measure';
import { buildTwin } from '../lib/native-twin';
import { latticeScene } from '../lib/sphere-scenes';

const bench = openBench('native-near-pairs');
const twin = buildTwin(bench, 'near-pairs');
if (twin !== null) {
  for (const [kind, fraction] of [
    ['dense', 0.5],
    ['loose', 0.0005],
  ] as const) {
    for (const count of bench.quick ? [1e3] : [1e5, 1e6]) {
      const { centres, radii } = latticeScene(count, fraction, true);
      const file = `${twin.folder}${kind}-${count}.bin`;
      writeFileSync(file, Float64Array.of(count, 0));
      writeFileSync(file, centres, { flag: 'a' });
      writeFileSync(file, radii, { flag: 'a' });
      bench.measure({
        name: `${kind}, ${count} bodies`,
        operations: count,
        rounds: count > 1e5 ? 11 : 25,
        variants: [
          native(twin.program, file),
          ours('dense cells', (out, workspace) => denseCellPairs(out, count, centres, radii, 0, workspace.cells)),
          ours('near pairs', (out, workspace) => nearPairs(out, count, centres, radii, {}, workspace.near)),
        ],
      });
    }
  }
  bench.save();
}

function native(program: string, file: string): Variant {
  let answer = [0, 0, 0];
  const runTwin = (sweeps: number) => {
    answer = execFileSync(program, [file, String(sweeps)], { encoding: 'utf8' })
      .split(' ')
      .map(Number);
    return answer[0];
  };
  return {
    name: 'C++',
    run: () => void runTwin(1),
    time: runTwin,
    results: () => answer.slice(1),
    counts: () => ({ pairs: answer[1] }),
  };
}

interface Workspaces {
  cells: ReturnType<typeof createCellWorkspace>;
  near: ReturnType<typeof createNearPairsWorkspace>;
}

function ours(name: string, search: (out: PairList, workspaces: Workspaces) => void): Variant {
  const out = createPairList();
  const workspaces = { cells: createCellWorkspace(), near: createNearPairsWorkspace() };
  return {
    name,
    run: () => {
      search(out, workspaces);
    },
    results: () => [out.count, hashOf(out)],
    counts: () => ({ pairs: out.count }),
  };
}

/** FNV-1a of the numbers of all bodies in the list, in its order. */
function hashOf({ count, pairs }: PairList): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < 2 * count; k++) hash = Math.imul(hash ^ pairs[k], 0x01000193);
  return hash >>> 0;
}
