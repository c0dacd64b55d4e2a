import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cellsOf, markdown, PAPERS } from '../../bench/papers/page/write-page';

// docs/papers.md has a row for every table and figure. The papers are not part of the project, so their numbering
// stands here: the figures from 1 to the last one, then the others.
const NUMBERING = {
  zheng: { figures: 18, others: ['Table 1'] },
  nezami: { figures: 18, others: ['Figure A1', 'Table I'] },
  munjiza: { figures: 23, others: [] },
  nassauer: { figures: 8, others: [] },
  wang: { figures: 34, others: ['Table 1'] },
} as const;

test('all five papers are on the page', () => {
  expect(PAPERS.map(({ key }) => key).sort()).toEqual(Object.keys(NUMBERING).sort());
});

describe.each(PAPERS)('$key', ({ key, rows }) => {
  test('every figure and table is a row, once and in order', () => {
    const { figures, others } = NUMBERING[key];
    const all = [...Array.from({ length: figures }, (_, k) => `Figure ${k + 1}`), ...others];
    expect(rows.map(({ item }) => item)).toEqual(all);
  });

  test('a row has numbers with variant and command, or says why not', () => {
    for (const { item, numbers, here, variant, command } of rows) {
      if (numbers === undefined) expect(here, item).toBeTruthy();
      else expect(variant && command, item).toBeTruthy();
    }
  });

  test('benches that rows read and name exist', () => {
    const exists = (bench: string): boolean => existsSync(new URL(`../../bench/papers/${bench}.ts`, import.meta.url));
    for (const { item, numbers = [], command } of rows) {
      for (const { bench } of numbers) expect(exists(bench.replace(/^papers-/, '')), `${item}: ${bench}`).toBe(true);
      if (command !== undefined) expect(exists(command.split(' ')[0]), `${item}: ${command}`).toBe(true);
    }
  });

  test('cells are filled', () => {
    for (const row of rows) {
      const { paper, here } = cellsOf(row);
      expect(
        [...paper, ...here].every((line) => line.trim() !== '' && !line.includes('undefined')),
        row.item,
      ).toBe(true);
    }
  });
});

test('the page is what the committed results give', () => {
  expect(readFileSync(new URL('../../docs/papers.md', import.meta.url), 'utf8')).toBe(markdown());
});
