/** Twins in C++ of kernels, for the benches that tell what the language costs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench } from './measure';

/** No contraction: products and sums are rounded one by one, as in JavaScript. */
const FLAGS = ['-O3', '-std=c++17', '-ffp-contract=off'];

export interface Twin {
  program: string;
  /** Where dumps may be written; ends with a slash. */
  folder: string;
}

/** Compiles bench/native/NAME.cpp; where there is no compiler it says so and gives null. */
export function buildTwin(bench: Bench, name: string): Twin | null {
  const compiler = spawnSync('g++', ['--version'], { encoding: 'utf8' });
  if (compiler.status !== 0) {
    console.log('g++ was not found: the twin in C++ cannot be built, nothing is measured.');
    return null;
  }
  bench.note('compiler', compiler.stdout.split('\n')[0]);
  bench.note('flags', FLAGS.join(' '));
  const folder = fileURLToPath(new URL('../../out/bench/native/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const program = `${folder}${name}`;
  execFileSync('g++', [...FLAGS, '-o', program, fileURLToPath(new URL(`../native/${name}.cpp`, import.meta.url))], { stdio: 'inherit' });
  return { program, folder };
}
