/// <reference lib="dom" />
/** The tables of the explorer: answers of all methods, points of one, steps of a search. */
import { button, element, table } from '../dom';
import type { Point, Row, Time } from './answers';
import { short, shortVector, type Search } from './drawing';

const HEAD = [
  'method',
  'status',
  'gap',
  'gap − exact',
  'kind',
  'points',
  'area',
  'volume',
  'cold (µs)',
  'warm (µs)',
  'iterations',
  'evaluations',
  'normal',
  'off exact (°)',
  'normal of',
];

/** One row for each method; its button shows the drawing of its answer. */
export function answerTable(rows: readonly Row[], times: readonly Time[], shown: string, show: (method: string) => void): HTMLElement {
  const made = rows.map((row) => {
    const time = times.find(({ method }) => method === row.method);
    const cells = [
      row.status,
      short(row.gap),
      row.isBound ? 'lower bound' : short(row.differs ? row.error : 0),
      row.kind,
      String(row.points.length),
      short(row.area),
      short(row.volume),
      time ? String(Number(time.cold.toPrecision(2))) : '',
      time ? String(Number(time.warm.toPrecision(2))) : '',
      String(row.iterations),
      row.evaluations === undefined ? '' : String(row.evaluations),
      shortVector(row.normal),
      short(row.angle < 1e-6 ? 0 : row.angle),
      row.kind === 'None' ? '' : row.owner,
    ];
    const name = button(row.method, () => show(row.method), { 'aria-pressed': String(row.method === shown) });
    return element(
      'tr',
      { 'data-method': row.method, ...(row.differs && { class: 'live-differs' }) },
      element('th', { scope: 'row' }, name),
      ...cells.map((text) => element('td', {}, text)),
    );
  });
  return table('Answers of all methods', HEAD, made);
}

export function pointTable(points: readonly Point[]): HTMLElement {
  const rows = points.map(({ place, gap, share, features }, p) =>
    element('tr', {}, ...[String(p), shortVector(place), short(gap), short(share), features].map((text) => element('td', {}, text))),
  );
  return table('Contact points', ['point', 'place in the frame of A', 'gap', 'share of the area', 'features of A and B'], rows);
}

/** The steps of a search; the button of a row shows its drawing. */
export function stepTable(search: Search, shown: number, show: (step: number) => void): HTMLElement {
  const rows = search.steps.map(({ cells }, k) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        button(cells[0], () => show(k), { 'aria-pressed': String(k === shown), 'aria-label': `row ${k + 1}: ${cells[0]}` }),
      ),
      ...cells.slice(1).map((text) => element('td', {}, text)),
    ),
  );
  return table(search.name, search.head, rows);
}
