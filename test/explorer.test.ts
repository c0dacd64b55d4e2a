/** The explorer of the site: links, answers, the inside of the methods, and the counterexamples of the papers. */
import { expect, test } from 'vitest';
import {
  contactMethods,
  createCommonPlane,
  createState,
  publishedShortestLinkMethod,
  shortestLink,
  shortestLinkMethod,
  Status,
} from '../src';
import { createRandom, randomHull } from '../src/polyhedron';
import { answersOf } from '../site/explorer/answers';
import { counterexamples } from '../site/explorer/counterexamples';
import {
  anglesOf,
  firstPair,
  pairFromText,
  pairToText,
  placePair,
  quaternionOf,
  solidFromObj,
  solids,
  type Pair,
} from '../site/explorer/pair';
import { searchesOf } from '../site/explorer/searches/all';
import { certifiedLinks, publishedLinks } from '../site/explorer/searches/links';
import { cundallTilts, planeCandidates } from '../site/explorer/searches/planes';

test('whole turns change no orientation, however many they are', () => {
  for (const angles of [
    [30, -70, 200],
    [-359, 0, 45],
  ]) {
    const q = quaternionOf(angles);
    const turned = quaternionOf(angles.map((degrees) => degrees + 720 * 1024));
    for (let k = 0; k < 4; k++) expect(turned[k]).toBeCloseTo(q[k], 12);
  }
  for (const huge of [1e308, -1e308]) expect(Math.hypot(...quaternionOf([huge, huge, huge]))).toBeCloseTo(1, 12);
});

test('a link gives the same pair back; a bad link gives none', () => {
  const pair: Pair = {
    a: { solid: 'plate', position: [0.1, -2, 1e-17], angles: [10, -20, 30.5] },
    b: { solid: 'random-7-20', position: [0, 0, 0], angles: [0, 0, 0] },
    margin: 0.25,
  };
  const hull: Pair = { ...pair, b: { ...pair.b, solid: 'hull-0,0,0,1e-3,0,0,0,1,0,0,0,1' }, margin: 0 };
  for (const each of [pair, hull, firstPair]) expect(pairFromText(pairToText(each))).toEqual(each);
  const at = '/0,0,0/0,0,0/';
  for (const bad of [
    '',
    'box',
    `box${at}cone/0,0,0/0,0,0`,
    `toString${at}box/0,0,0/0,0,0`,
    `box${at}box/0,0,0/0,0`,
    `box${at}box/0,0,0/0,,0`,
    `box${at}box/0,0,0/0,x,0`,
    `box${at}box/0,0,0/0,0,0/-1`,
    `box${at}box/0,0,0/0,0,0/`,
    `random-1-3${at}box/0,0,0/0,0,0`,
    `hull-0,0,0,1,0,0${at}box/0,0,0/0,0,0`,
  ])
    expect([bad, pairFromText(bad)]).toEqual([bad, undefined]);
});

test('angles and quaternions are inverse', () => {
  for (const angles of [
    [0, 0, 0],
    [10, -20, 30],
    [170, 80, -170],
    [0, 90, 25],
    [0, -90, 25],
  ])
    expect(anglesOf(quaternionOf(angles), 9)).toEqual(angles.map((angle) => expect.closeTo(angle, 6) as number));
});

test('a turn about x, then y, then z, about fixed axes', () => {
  const body = { solid: 'box', position: [0, 0, 0], angles: [0, 0, 0] };
  const { pose } = placePair({ a: body, b: { ...body, angles: [90, 0, 90] }, margin: 0 });
  // x goes to y; y goes to z; z goes to -y and then to x.
  expect([...pose.subarray(0, 9)].map((x) => Math.round(1e12 * x) / 1e12 + 0)).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0]);
});

test('an OBJ file becomes the hull of its corners; a bad one says what is wrong', () => {
  const text = 'v 1 0 0\nv 2 0 0\nv 1 1 0\nv 1 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
  expect(solidFromObj(text)).toEqual({ name: 'hull-1,0,0,2,0,0,1,1,0,1,0,1', found: 1 });
  expect(() => solidFromObj('v 1 0 0\n')).toThrow(/faces/);
});

test('every solid and every method has a row; two boxes that overlap by 0.1 have that gap', () => {
  const body = { solid: 'box', position: [0, 0, 0], angles: [0, 0, 0] };
  for (const solid of Object.keys(solids)) {
    const rows = answersOf({ a: body, b: { solid, position: [0.3, 0.2, 0.6], angles: [20, 10, 5] }, margin: 0 });
    expect(rows.map(({ method }) => method).filter((name) => name !== 'fds, published normal')).toEqual(
      contactMethods.map(({ name }) => name),
    );
    expect(rows.every(({ gap, area }) => Number.isFinite(gap) && Number.isFinite(area))).toBe(true);
  }
  const row = answersOf({ a: body, b: { ...body, position: [0, 0, 0.9], angles: [0, 0, 90] }, margin: 0 }).find(
    ({ method }) => method === 'slm',
  );
  expect([row?.status, row?.kind, row?.points.length]).toEqual(['Overlapping', 'FaceFace', 4]);
  expect(row?.gap).toBeCloseTo(-0.1, 12);
  expect(row?.area).toBeCloseTo(1, 12);
});

test('far apart, near, in one place and inside: proved methods do not differ, and every number is finite', () => {
  const random = createRandom(11);
  const names = [...Object.keys(solids), 'random-9-30', 'random-5-4'];
  const isFinite = (x: unknown): boolean =>
    typeof x === 'number' ? Number.isFinite(x) : typeof x === 'object' && x !== null ? Object.values(x).every(isFinite) : true;
  const solidAt = (position: number[]): Pair['a'] => ({
    solid: names[Math.floor(names.length * random())],
    position,
    angles: random() < 0.5 ? [0, 0, 90 * Math.floor(4 * random())] : [360 * random(), 180 * random(), 360 * random()],
  });
  for (let k = 0; k < 24; k++) {
    const near = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const position = [[0, 0, 0], [0, 0, 1], [1e6, 2, 3], near.map((x) => 0.2 * x), near, near][k % 6];
    const pair = { a: solidAt([0, 0, 0]), b: solidAt(position), margin: k % 3 === 0 ? 0.3 : 0 };
    const rows = answersOf(pair);
    expect(rows.filter(({ method, differs }) => differs && ['slm', 'slm-tracked'].includes(method))).toEqual([]);
    expect(isFinite(rows)).toBe(true);
    for (const { head, steps } of searchesOf(pair)) {
      expect(steps.every(({ cells, drawing }) => cells.length === head.length && isFinite(drawing))).toBe(true);
      expect(steps.some(({ cells }) => cells.join().includes('NaN'))).toBe(false);
    }
  }
});

test.each(counterexamples)('$name: the numbers of the page', ({ pair, answers, search }) => {
  const rows = answersOf(pair);
  const searches = searchesOf(pair);
  expect(searches.filter(({ name }) => name.startsWith(search)).length).toBe(1);
  for (const { method, value, kind } of answers) {
    if (kind !== undefined) expect([method, rows.find((row) => row.method === method)?.kind]).toEqual([method, kind]);
    const [name, form] = method.split(': ');
    const cells = searches.find((each) => each.name === name)?.steps.find((step) => step.cells[0] === form)?.cells;
    const found =
      form === undefined
        ? rows.find((row) => row.method === method)?.gap
        : Number(cells?.[name === 'Shrunken edges' ? 3 : 2].replace('−', '-'));
    expect([method, found]).toEqual([method, expect.closeTo(value, 3) as number]);
  }
});

test('the last iteration of each search is the answer of the library, for random pairs', () => {
  const random = createRandom(5);
  let apart = 0;
  for (let k = 0; k < 300; k++) {
    const [a, b] = [randomHull(random, 4 + (k % 20)), randomHull(random, 4 + (k % 7))];
    const q = quaternionOf([360 * random(), 180 * random(), 360 * random()]);
    const [x, y, z, w] = q;
    const pose = Float64Array.from([
      1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
      random(), random(), 1.2 + 1.5 * random(),
    ]); // prettier-ignore
    const plane = createCommonPlane();
    if (shortestLink(plane, a, b, pose, createState(shortestLinkMethod)) !== Status.Separated) continue;
    apart++;
    const rounding = 1e-12;
    const lastOf = (drawing: { links?: number[] } | undefined): number => {
      const l = drawing?.links ?? [];
      return Math.hypot(l[3] - l[0], l[4] - l[1], l[5] - l[2]);
    };
    const certified = certifiedLinks(a, b, pose);
    expect(Math.abs(lastOf(certified.steps.at(-1)?.drawing) - plane.gap)).toBeLessThan(rounding);
    const best = Math.max(...planeCandidates(a, b, pose).steps.map(({ cells }) => Number(cells[3].replace('−', '-'))));
    expect(best).toBeLessThanOrEqual(plane.gap * 1.0001 + rounding);
    expect(Number(cundallTilts(a, b, pose).steps.at(-1)?.cells[1].replace('−', '-'))).toBeLessThanOrEqual(plane.gap * 1.0001);
    for (const specialCase of ['replaces', 'if-shorter'] as const) {
      shortestLink(plane, a, b, pose, createState(publishedShortestLinkMethod), { variant: 'published', specialCase });
      const trace = publishedLinks(a, b, pose, specialCase);
      expect(Math.abs(lastOf(trace.steps.at(-1)?.drawing) - plane.gap)).toBeLessThan(rounding);
      expect(trace.steps.length - 1).toBe(plane.iterations);
    }
  }
  expect(apart).toBeGreaterThan(100);
});

test('entrances, the region and the shrunken edges of flush boxes', () => {
  const body = { solid: 'box', position: [0, 0, 0], angles: [0, 0, 0] };
  const searches = searchesOf({ a: body, b: { ...body, position: [0.25, 0, 1] }, margin: 0 });
  const rowsOf = (start: string): string[][] => searches.find(({ name }) => name.startsWith(start))?.steps.map(({ cells }) => cells) ?? [];
  expect(rowsOf('DS and FDS').filter(([row]) => row === 'basic contact').length).toBe(4);
  expect(rowsOf('DS and FDS').filter(([row]) => row.startsWith('entrance')).length).toBeGreaterThan(1);
  expect(rowsOf('Shrunken edges')[0]).toEqual(['corrected', 'Touching', 'FaceFace', '0', '4', '0.75']);
  const deep = searchesOf({ a: body, b: { ...body, position: [0, 0, 0.75] }, margin: 0 }).find(({ name }) =>
    name.startsWith('Common region'),
  );
  expect(deep?.steps[0].cells.slice(0, 6)).toEqual(['by cuts', 'Overlapping', '0.25', '3', '0, 0, 1', '0, 0, 0.25']);
  expect(deep?.steps[0].drawing.region?.vertices.length).toBe(24);
});
