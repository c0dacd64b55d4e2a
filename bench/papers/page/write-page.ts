/**
 * Writes docs/papers.md and out/papers.html: a row for every table and figure of the five papers, with the committed
 * numbers of bench/results.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { escapeHtml } from '../../../app/report/html';
import { munjiza } from './munjiza';
import { nassauer } from './nassauer';
import { nezami } from './nezami';
import { drawTypes } from './type-plots';
import { wang } from './wang';
import { zheng } from './zheng';
import type { Numbers, Paper, PaperRow } from './row';

export const PAPERS: readonly Paper[] = [zheng, nezami, munjiza, nassauer, wang];

const ROOT = new URL('../../../', import.meta.url);

type Line = Record<string, string>;
interface Results {
  date: string;
  node: string;
  machine: string;
  notes: Record<string, Line[] | undefined>;
}

function results(bench: string): Results | undefined {
  const file = new URL(`bench/results/${bench}.json`, ROOT);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined;
}

/** What a row shows: lines of text, not escaped. */
interface Cells {
  item: string;
  shows: string;
  paper: string[];
  here: string[];
  variant: string;
  command: string;
  picture: string;
}

/** The lines that a row picks from the results: their name, the number of the paper, ours. */
function pick({ bench, of, table, column, name, before = '' }: Numbers): Line[] {
  const lines = results(bench)?.notes[table ?? 'values'] ?? [];
  if (!Array.isArray(lines)) return [];
  return lines
    .map((line) => ({
      what:
        table === undefined
          ? line['what']
          : (name ?? [Object.keys(line)[0]])
              .map((key) => line[key] ?? '')
              .filter(Boolean)
              .join(' '),
      paper: table === undefined ? line['paper'] : '',
      here: table === undefined ? line['here'] : line[column as string],
    }))
    .filter(({ what }) => of.test(what))
    .map((line) => ({ ...line, what: before + line.what }));
}

export function cellsOf(row: PaperRow): Cells {
  const lines = (row.numbers ?? []).flatMap(pick);
  // Benches say so in words where the paper has no number.
  const printed = [...new Set(lines.map(({ paper }) => paper))].filter((paper) => paper && !/^(not |another form)/.test(paper));
  const measured = lines.map(({ what, paper, here }) =>
    printed.length > 1 && printed.includes(paper) ? `${what}: ${here} (paper: ${paper})` : `${what}: ${here}`,
  );
  const here = [...(row.here === undefined ? [] : [row.here]), ...measured];
  return {
    item: row.item,
    shows: row.shows,
    paper: row.paper === undefined ? (printed.length > 0 ? printed : ['not printed as a number']) : [row.paper],
    here: here.length > 0 ? here : ['The committed results do not have it.'],
    variant: row.variant ?? '',
    command: row.command === undefined ? '' : `npm run bench:papers -- ${row.command}`,
    picture: row.picture !== undefined && existsSync(new URL(`docs/figures/${row.picture}`, ROOT)) ? row.picture : '',
  };
}

/** On which machines, with which Node and when the numbers of the rows were measured. */
export function measuredOn(rows: readonly PaperRow[]): string {
  const benches = [...new Set(rows.flatMap(({ numbers = [] }) => numbers.map(({ bench }) => bench)))];
  const files = benches.map(results).filter((file) => file !== undefined);
  const places = [...new Set(files.map(({ machine, node }) => `${machine}, Node ${node.replace(/^v/, '')}`))];
  const dates = files.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates[dates.length - 1]];
  return `Measured on ${places.join('; ')}, ${first === last ? first : `${first} to ${last}`}.`;
}

const HEAD = ['', 'shows', 'paper', 'here', 'variant', 'command', 'picture'];

/** The text of docs/papers.md. */
export function markdown(): string {
  const text = (line: string): string => line.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const body = PAPERS.flatMap(({ title, remark, rows }) => [
    `## ${title}`,
    '',
    `${remark} ${measuredOn(rows)}`,
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows
      .map(cellsOf)
      .map(({ item, shows, paper, here, variant, command, picture }) =>
        line([
          item,
          text(shows),
          paper.map(text).join('<br>'),
          here.map((part) => text(part)).join('<br>'),
          text(variant),
          command && `\`${command}\``,
          picture && `![${item}: ${text(shows)}](figures/${picture})`,
        ]),
      ),
    '',
  ]);
  return [
    '# Every table and figure of the papers',
    '',
    'One row for every table and figure of the five papers: what it shows, the number of the paper, and ours. A number in',
    'parentheses after ours is its spread: the quartiles over rounds. `npm run bench:papers` writes this page from the',
    'committed results of the benches, and `out/papers.html` with the same rows. Times depend on the machine.',
    '',
    ...body,
  ].join('\n');
}

function html(): string {
  /** Links of Markdown become their text: the page stands alone. */
  const text = (line: string): string => escapeHtml(line.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', ''));
  const figure = (name: string): string => (name ? readFileSync(new URL(`docs/figures/${name}`, ROOT), 'utf8') : '');
  const cell = (content: string): string => `<td>${content}</td>`;
  const body = PAPERS.map(
    ({ title, remark, rows }) =>
      `<h2>${text(title)}</h2>\n<p>${text(remark)} ${text(measuredOn(rows))}</p>\n<table>\n<tr>${HEAD.map((name) => `<th scope="col">${name}</th>`).join('')}</tr>\n` +
      rows
        .map(cellsOf)
        .map(
          ({ item, shows, paper, here, variant, command, picture }) =>
            `<tr><th scope="row">${item}</th>${cell(text(shows))}${cell(paper.map(text).join('<br>'))}${cell(here.map(text).join('<br>'))}` +
            `${cell(text(variant))}${cell(command && `<code>${command}</code>`)}${cell(figure(picture))}</tr>`,
        )
        .join('\n') +
      '\n</table>',
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every table and figure of the papers</title>
<style>
body { font: 14px system-ui, sans-serif; margin: 1rem; color: #1a202c; background: #fff; }
table { border-collapse: collapse; }
th, td { border: 1px solid #cbd5e0; padding: 4px 8px; text-align: left; vertical-align: top; min-width: 6rem; }
td svg { width: 260px; height: auto; }
</style>
<h1>Every table and figure of the papers</h1>
<p>One row for every table and figure of the five papers. Numbers are the committed results of the benches.</p>
${body.join('\n')}
</html>
`;
}

/** Writes both pages, and the plots that are drawn from results alone. */
export function writePage(): void {
  drawTypes();
  mkdirSync(new URL('out/', ROOT), { recursive: true });
  writeFileSync(new URL('docs/papers.md', ROOT), markdown());
  writeFileSync(new URL('out/papers.html', ROOT), html());
  console.log('\nwritten: docs/papers.md, out/papers.html');
}
