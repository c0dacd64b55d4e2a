/** Twins in C++ of kernels, for the benches that tell what the language costs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConvexPolyhedron } from 'dem-contact';
import type { Bench, Variant } from './measure';

/**
 * No contraction: products and sums are rounded one by one, as in JavaScript. The warning is of an index of -1 that the
 * compiler cannot see is never one.
 */
const FLAGS = ['-O3', '-std=c++17', '-ffp-contract=off', '-Wno-stringop-overflow'];

export interface Twin {
  program: string;
  /** Where dumps may be written; ends with a slash. */
  folder: string;
}

/**
 * Compiles bench/native/NAME.cpp; where there is no compiler it says so and gives null. `kernels` are the functions of
 * src ('path/of/module:name') that it takes from headers: these are written first.
 */
export function buildTwin(bench: Bench, name: string, kernels: readonly string[] = []): Twin | null {
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
  const headers = `${folder}kernels/`;
  const writer = fileURLToPath(new URL('write-kernels.ts', import.meta.url));
  if (kernels.length > 0) execFileSync(process.execPath, ['--import', 'tsx', writer, headers, ...kernels], { stdio: 'inherit' });
  const sources = fileURLToPath(new URL('../native/', import.meta.url));
  execFileSync('g++', [...FLAGS, '-I', sources, '-I', headers, '-o', program, `${sources}${name}.cpp`], { stdio: 'inherit' });
  return { program, folder };
}

/** A shape as doubles, in the order in which the twins read it (bench/native/pair.hpp). */
export function shapeNumbers(s: ConvexPolyhedron): number[] {
  const numbers: number[] = [s.dimension, s.vertexCount, s.edgeCount, s.faceCount, s.radius, s.inradius, s.tolerance];
  const topology = [s.halfEdgeNext, s.halfEdgeOrigin, s.halfEdgeFace, s.vertexHalfEdge, s.faceHalfEdge, s.neighbourStart, s.neighbours];
  for (const array of [s.vertices, s.normals, s.offsets, ...topology]) numbers.push(...array);
  return numbers;
}

/**
 * A twin that prints the milliseconds of a sweep, what it counted, the calls that it does not answer (none, or this
 * throws), and the answer to each pair.
 */
export function twinVariant(program: string, file: string, counted: string): Variant {
  let count = 0;
  let answers = new Float64Array(0);
  const time = (sweeps: number): number => {
    const lines = execFileSync(program, [file, String(sweeps)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    const [milliseconds, number, unanswered, ...rest] = lines.map(Number);
    if (unanswered > 0) throw new Error(`${file}: the twin has no answer to ${unanswered} calls`);
    count = number;
    answers = Float64Array.from(rest);
    return milliseconds;
  };
  return { name: 'C++', run: () => void time(1), time, results: () => answers, counts: () => ({ [counted]: count }) };
}
