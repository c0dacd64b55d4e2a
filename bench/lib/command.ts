/** The command line in processes of its own, with the time and the memory that they take. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The folder of the packing of the repository. */
export const PACKING = join(root, 'sim/scenes/packing-500');

/** What processes have taken. */
export interface Measured {
  readonly seconds: number;
  /** Time of the processor, seconds. */
  readonly processor: number;
  /** Peak memory, bytes. */
  readonly peak: number;
}

/** Prints what a process has taken when it ends. */
const AT_EXIT = `data:text/javascript,process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(JSON.stringify([1024 * maxRSS, 1e-6 * (userCPUTime + systemCPUTime)]));
})`;

/** Runs the built command line in a folder; rejects unless it ends well and without a message. */
export function measure(folder: string, ...args: readonly string[]): Promise<Measured> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', AT_EXIT, join(root, 'dist/cli/bin.js'), ...args], { cwd: folder });
  let messages = '';
  child.stderr.on('data', (text: Buffer) => (messages += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code !== 0) {
        reject(new Error(`${args.join(' ')}: ${messages}`));
        return;
      }
      const [peak, processor] = JSON.parse(messages) as [number, number];
      resolve({ seconds: (performance.now() - begin) / 1000, peak, processor });
    });
  });
}

/** Runs so many at a time. */
export async function measureAll(folder: string, tasks: readonly (readonly string[])[], atOnce: number): Promise<Measured> {
  const begin = performance.now();
  const waiting = [...tasks];
  const done: Measured[] = [];
  const worker = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) done.push(await measure(folder, ...task));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return {
    seconds: (performance.now() - begin) / 1000,
    processor: done.reduce((sum, { processor }) => sum + processor, 0),
    peak: Math.max(...done.map(({ peak }) => peak)),
  };
}

/** Throws unless two files have the same bytes. */
export function compare(folder: string, one: string, other: string): void {
  const files = [one, other].map((name) => openSync(join(folder, name), 'r'));
  const [a, b] = files.map(() => Buffer.alloc(1 << 20));
  for (;;) {
    const [left, right] = [readSync(files[0], a), readSync(files[1], b)];
    if (left !== right || !a.subarray(0, left).equals(b.subarray(0, right))) throw new Error(`${one} and ${other} differ`);
    if (left === 0) break;
  }
  files.forEach((file) => {
    closeSync(file);
  });
}
