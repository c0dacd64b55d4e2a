/**
 * Writes the tables of docs/*.md from bench/results/*.json, between markers: "results of NAME", ratios of all variants
 * of all tasks; "values of NAME", what a paper prints beside what its experiment gives here; "rows KEY of NAME", the
 * list of rows that the bench has noted under that key; "costs SHAPE of NAME", microseconds of each method on one
 * shape.
 *
 *     npx tsx bench/docs.ts
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { TaskResult } from './lib/measure';

interface Results {
  date: string;
  commit: string;
  node: string;
  machine: string;
  notes: { values?: { what: string; paper: string; here: string }[]; [key: string]: unknown };
  tasks: TaskResult[];
}

const folder = new URL('../docs/', import.meta.url);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
  const page = new URL(file, folder);
  const text = readFileSync(page, 'utf8');
  const filled = text.replace(
    /(<!-- (results|values|rows \w+|costs \w+) of ([\w-]+) -->\n)[^]*?(<!-- end -->)/g,
    (_, begin: string, kind: string, name: string, end: string) => {
      const results = new URL(`results/${name}.json`, import.meta.url);
      if (!existsSync(results)) return `${begin}\nNot measured yet.\n\n${end}`;
      const read = JSON.parse(readFileSync(results, 'utf8')) as Results;
      if (kind.startsWith('rows ')) return begin + rowTable(read, kind.slice(5)) + `\n${end}`;
      if (kind.startsWith('costs ')) return begin + costTable(read, kind.slice(6)) + `\n${end}`;
      return begin + (kind === 'values' ? valueTable(read) : table(read)) + `\n${end}`;
    },
  );
  if (filled !== text) writeFileSync(page, filled);
}

function valueTable(results: Results): string {
  const rows = (results.notes.values ?? []).map(({ what, paper, here }) => `| ${what} | ${paper} | ${here} |`);
  return [
    '',
    `Node ${results.node.slice(1)}, ${results.machine}, ${results.date}.`,
    '',
    '| | paper | here |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function rowTable(results: Results, key: string): string {
  const rows = results.notes[key] as Record<string, string>[];
  const head = Object.keys(rows[0]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    '',
    `Node ${results.node.slice(1)}, ${results.machine}, ${results.date}.`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map((row) => line(head.map((name) => row[name] || 'none'))),
    '',
  ].join('\n');
}

/** Microseconds a call of each variant: tasks of one shape are the columns ("rand14, apart 1 %, cold"). */
function costTable(results: Results, shape: string): string {
  const tasks = results.tasks.filter((task) => task.name.startsWith(`${shape}, `));
  const rows = tasks[0].variants.map(({ name }) => {
    const times = tasks.map((task) => ((task.variants.find((one) => one.name === name)?.ns.median ?? NaN) / 1000).toPrecision(2));
    return `| ${name} | ${times.join(' | ')} |`;
  });
  const head = `| µs a call | ${tasks.map((task) => task.name.slice(shape.length + 2)).join(' | ')} |`;
  const rule = `|---|${tasks.map(() => '---:|').join('')}`;
  return ['', `Node ${results.node.slice(1)}, ${results.machine}, ${results.date}.`, '', head, rule, ...rows, ''].join('\n');
}

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
