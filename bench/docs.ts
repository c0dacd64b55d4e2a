/**
 * Writes the tables of docs/benches.md from bench/results/*.json: between the markers of each bench, ratios of all variants of all tasks.
 *
 *     npx tsx bench/docs.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TaskResult } from './lib/measure';

interface Results {
  date: string;
  commit: string;
  node: string;
  machine: string;
  tasks: TaskResult[];
}

const page = new URL('../docs/benches.md', import.meta.url);
const text = readFileSync(page, 'utf8').replace(
  /(<!-- results of ([\w-]+) -->\n)[^]*?(<!-- end -->)/g,
  (_, begin: string, name: string, end: string) => {
    const file = new URL(`results/${name}.json`, import.meta.url);
    return begin + (existsSync(file) ? table(JSON.parse(readFileSync(file, 'utf8')) as Results) : '\nNot measured yet.\n') + `\n${end}`;
  },
);
writeFileSync(page, text);

function table(results: Results): string {
  const rows = results.tasks.flatMap((task) =>
    task.variants.map((variant) => {
      const counts = Object.entries(variant.counts).map(([key, count]) => `${count.toPrecision(3)} ${key}`);
      const { median, low, high } = variant.ratio;
      const spread = variant.name === task.baseline ? '' : ` (${low.toPrecision(2)} to ${high.toPrecision(2)})`;
      return `| ${task.name} | ${variant.name} | ${median.toPrecision(2)}${spread} | ${variant.ns.median.toPrecision(2)} | ${counts.join(', ')} |`;
    }),
  );
  const head = ['| task | variant | time / baseline (quartiles) | ns | counts an operation |', '|---|---|---|---|---|'];
  return ['', `Node ${results.node.slice(1)}, ${results.machine}, ${results.date}.`, '', ...head, ...rows, ''].join('\n');
}
