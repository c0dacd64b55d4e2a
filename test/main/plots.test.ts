import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figures } from '../../app/report/figures';
import { bars, curve, histogram, niceTicks, type Bar } from '../../app/report/plots';
import { summarise, type SceneContacts } from '../../app/summary';
import { heap } from './helpers';

/** Checks that the text is well-formed XML of one svg element and returns its elements by name. */
function elementsOf(svg: string): Map<string, Record<string, string>[]> {
  const found = new Map<string, Record<string, string>[]>();
  const open: string[] = [];
  let at = 0;
  const pattern = /<(\/?)([a-z]+)((?:\s[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  for (let m = pattern.exec(svg); m; m = pattern.exec(svg)) {
    at = pattern.lastIndex;
    const [, closing, name, attributes, empty, text] = m;
    if (text !== undefined) {
      expect(text).not.toMatch(/&(?!#\d+;)/);
      continue;
    }
    if (closing) {
      expect(open.pop()).toBe(name);
      continue;
    }
    const values: Record<string, string> = {};
    for (const [, key, value] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) values[key] = value;
    found.set(name, [...(found.get(name) ?? []), values]);
    if (!empty) open.push(name);
  }
  expect(at).toBe(svg.length);
  expect(open).toEqual([]);
  expect(found.get('svg')).toHaveLength(1);
  return found;
}

const frame = { title: 'A <title>', description: 'What & why', xLabel: 'x (mm)' };
const bar = (n: number, count: number): Bar => ({ from: n - 0.5, to: n + 0.5, count, label: `${n}`, colour: 'red' });

describe('histogram', () => {
  it('draws one bar for each bin that holds something, as high as its count', () => {
    const svg = histogram({ ...frame, yLabel: 'number', bars: [bar(0, 10), bar(1, 0), bar(2, 40), bar(3, 20)] });
    const rects = elementsOf(svg).get('rect')!;
    expect(rects).toHaveLength(3);
    const heights = rects.map((r) => Number(r.height));
    expect(heights[1] / heights[0]).toBeCloseTo(4, 1);
    expect(heights[1] / heights[2]).toBeCloseTo(2, 1);
    // All stand on the same line, within the view box.
    const feet = rects.map((r) => Number(r.y) + Number(r.height));
    for (const foot of feet) expect(foot).toBeCloseTo(feet[0], 0);
    for (const text of ['x (mm)', 'number', '10', '40']) expect(svg).toContain(`>${text}<`);
    expect(svg).toContain('A &#60;title&#62;');
  });
});

describe('bars', () => {
  it('stack their parts end to end', () => {
    const rows = [
      {
        label: 'a',
        parts: [
          { name: 'p', value: 30, colour: 'red' },
          { name: 'q', value: 10, colour: 'blue' },
        ],
      },
      {
        label: 'b',
        parts: [
          { name: 'p', value: 0, colour: 'red' },
          { name: 'q', value: 0, colour: 'blue' },
        ],
      },
    ];
    const svg = bars({ ...frame, rows });
    const rects = elementsOf(svg).get('rect')!;
    expect(rects).toHaveLength(2);
    expect(Number(rects[0].width) / Number(rects[1].width)).toBeCloseTo(3, 1);
    expect(Number(rects[0].x) + Number(rects[0].width)).toBeCloseTo(Number(rects[1].x), 0);
    expect(svg).toContain('>40<');
    expect(svg).toContain('>0<');
  });
});

describe('curve', () => {
  it('goes through its points from left to right', () => {
    const points: [number, number][] = [
      [-1, 0],
      [0, 5],
      [3, 6],
    ];
    const paths = elementsOf(curve({ ...frame, yLabel: 'y', points })).get('path')!;
    const line = paths.find((p) => p.class === 'curve')!;
    const xs = [...line.d.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])]);
    expect(xs).toHaveLength(3);
    expect((xs[1][0] - xs[0][0]) / (xs[2][0] - xs[0][0])).toBeCloseTo(0.25, 2);
    expect(xs[0][1]).toBeGreaterThan(xs[1][1]);
  });
});

describe('ticks', () => {
  it('are round, ascending, few, and inside (covering: up to one step beyond)', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.boolean(),
        (low, span, cover) => {
          const high = low + span;
          fc.pre(high - low > 1e-9 * Math.abs(low));
          const ticks = niceTicks(low, high, 5, cover);
          expect(ticks.length).toBeLessThanOrEqual(13);
          for (let k = 1; k < ticks.length; k++) expect(ticks[k]).toBeGreaterThan(ticks[k - 1]);
          const step = ticks.length > 1 ? ticks[1] - ticks[0] : span;
          for (const tick of ticks) {
            expect(tick).toBeGreaterThanOrEqual(low - 1e-6 * step);
            expect(tick).toBeLessThanOrEqual(high + (cover ? 1.000001 : 1e-6) * step);
          }
          if (cover && ticks.length > 0) expect(ticks[ticks.length - 1]).toBeGreaterThanOrEqual(high - 1e-6 * step);
        },
      ),
      { seed: 7 },
    );
  });

  it('do without a range', () => {
    expect(niceTicks(3, 3, 5, false)).toEqual([3]);
  });
});

describe('the plots of the report', () => {
  const found = heap(80, 21, 0.05);
  const summary = summarise(found);
  const all = figures(found, summary);
  const titled = (title: string): string => all.find((f) => f.title === title)!.svg;
  /** Sum of the numbers at the end of the bars' own titles. */
  const total = (svg: string): number =>
    [...svg.matchAll(/<rect[^>]*><title>[^<]*?([\d,]+)<\/title>/g)].reduce((sum, m) => sum + Number(m[1].replaceAll(',', '')), 0);

  it('are well-formed, titled and described', () => {
    expect(all).toHaveLength(7);
    for (const { title, svg } of all) {
      const elements = elementsOf(svg);
      expect(elements.get('svg')![0].role).toBe('img');
      expect(elements.get('svg')![0]['aria-label'].length).toBeGreaterThan(title.length + 5);
      expect(svg).toContain(`<title>${title}</title>`);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it('count every contact and every particle', () => {
    expect(total(titled('Gaps'))).toBe(found.contacts.count);
    expect(total(titled('Contacts by kind'))).toBe(found.contacts.count);
    expect(total(titled('Contacts per particle'))).toBe(80);
    expect(total(titled('Candidate pairs and contacts'))).toBe(summary.candidates + summary.listed + summary.closed);
  });

  it('leave out what has nothing to show', () => {
    const titles = (changed: Partial<SceneContacts>): string[] => {
      const scene = { ...found, ...changed };
      return figures(scene, summarise(scene)).map((f) => f.title);
    };
    expect(titles({})).toContain('Iterations per pair');
    // Nearly all in one bar, and no pair at all.
    expect(titles({ steps: [0, 990, 10] })).not.toContain('Iterations per pair');
    expect(titles({ steps: [] })).not.toContain('Iterations per pair');
    const nothing = titles({ contacts: { ...found.contacts, count: 0 }, candidates: 0, steps: [] });
    expect(nothing).toEqual(['Contacts per particle', 'Time by phase']);
  });

  it('do not speak of a margin of 0, nor of gaps where bodies only overlap', () => {
    const { contacts } = found;
    const closed = heap(80, 21, 0);
    const figure = figures(closed, summarise(closed)).find((f) => f.title === 'Gaps')!;
    expect(figure.text).not.toContain('margin');
    expect(figure.legend.map(([name]) => name)).not.toContain('Apart');
    expect(figure.svg).not.toMatch(/gap of [^<]* to /);
    expect(total(figure.svg)).toBe(closed.contacts.count);
    expect(contacts.count).toBeGreaterThan(closed.contacts.count);
  });

  it('have one unit for all times', () => {
    const phases = [
      { name: 'Broad phase', seconds: 0.02 },
      { name: 'A phase with a long name', seconds: 3 },
    ];
    const { svg } = figures({ ...found, phases }, summary).find((f) => f.title === 'Time by phase')!;
    expect([...svg.matchAll(/class="value"[^>]*>([^<]*)</g)].map((m) => m[1])).toEqual(['0.02 s', '3 s']);
    // The long label begins inside the picture.
    const [, x] = /class="tick" x="([\d.]+)"[^>]*>A phase with a long name</.exec(svg)!;
    expect(Number(x)).toBeGreaterThan(6 * 'A phase with a long name'.length);
  });
});
