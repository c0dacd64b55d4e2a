/** The page of deformable blocks in motion. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BlockRecord, BlockSeries } from '../block-record';
import { blocksScene } from './blocks-scene';
import { formatCount, formatLength, formatNumber, formatSeconds } from './html';
import { htmlPage } from './page';
import { courseFigure } from './pour-figures';
import type { Figure } from './figures';
import { GAP_CLASSES, KINDS } from './report-data';

/** Writes the page that plays a recording. */
export function writeBlocksPage(path: string, title: string, record: BlockRecord, provenance: [string, string][] = []): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, blocksPage(title, record, provenance));
}

export function blocksPage(title: string, record: BlockRecord, provenance: [string, string][] = []): string {
  const { frames, blocks, series } = record;
  const scene = blocksScene(record);
  const last = frames.times.length - 1;
  const end = frames.contacts[last];
  const count = blocks.nodeStart.length - 1;
  const elements = blocks.elements.length / blocks.corners;
  const element = blocks.corners === 4 ? 'tetrahedra' : 'triangles';
  const deepest = frames.contacts.reduce((top, { gap }) => gap.reduce((most, x) => Math.max(most, -x), top), 0);
  const stress = stressOf(Math.max(...series.stress));
  return htmlPage({
    title,
    lead: `${count === 1 ? '1 block' : `${formatCount(count)} blocks`} of ${formatCount(elements)} ${element}. Largest von Mises stress ${stress.replace(' ', '&nbsp;')}${deepest > 0 ? `, deepest overlap ${formatLength(deepest).replace(' ', '&nbsp;')}` : ''}.`,
    entries: [
      ['Blocks', formatCount(count), `${formatCount(elements)} ${element}, ${formatCount(blocks.start.length / 3)} nodes`],
      ['Simulated', formatSeconds(frames.times[last] - frames.times[0]), `${formatCount(frames.times.length)} frames`],
      ['Largest stress', stress, `von Mises; at the end ${stressOf(series.stress[last])}`],
      [
        'Contact points',
        formatCount(end.a.length),
        `at the end: ${formatCount(series.between[last])} between blocks, ${formatCount(series.onPlanes[last])} on planes`,
      ],
    ],
    scene,
    byKind: KINDS.map((_, kind) => end.kind.filter((k) => k === kind).length),
    byClass: GAP_CLASSES.map((_, k) => end.gapClass.filter((c) => c === k).length),
    otherKinds: new Set(frames.contacts.flatMap(({ kind }) => Array.from(kind))),
    otherClasses: new Set(frames.contacts.flatMap(({ gapClass }) => Array.from(gapClass))),
    heading: 'Course',
    plots: courses(series),
    tables: [],
    provenance: [['Elements', `constant strain, ${element}`], ...provenance],
  });
}

function courses(series: BlockSeries): Figure[] {
  const { time, kinetic, elastic, springs, stress, between, onPlanes } = series;
  const { scale, unit } = stressUnit(Math.max(...stress));
  return [
    courseFigure('Energy', 'Of motion, of the stresses, and of the springs of the contacts.', 'J', time, [
      { name: 'Kinetic', colour: 'var(--class-overlapping)', values: kinetic },
      { name: 'Elastic', colour: 'var(--class-touching)', values: elastic },
      { name: 'Springs', colour: 'var(--class-margin)', values: springs },
    ]),
    courseFigure('Largest stress', 'Von Mises stress of the element that has most.', unit, time, [
      { name: 'Von Mises', colour: 'var(--class-overlapping)', values: stress.map((x) => x / scale) },
    ]),
    ...(Math.max(...between, ...onPlanes) > 0
      ? [
          courseFigure('Contact points', 'Between blocks, and of nodes on planes.', 'points', time, [
            { name: 'Between blocks', colour: 'var(--class-overlapping)', values: between },
            { name: 'On planes', colour: 'var(--class-margin)', values: onPlanes },
          ]),
        ]
      : []),
  ];
}

function stressUnit(size: number): { scale: number; unit: string } {
  const units: [number, string][] = [
    [1e9, 'GPa'],
    [1e6, 'MPa'],
    [1e3, 'kPa'],
  ];
  const [scale, unit] = units.find(([s]) => size >= s) ?? [1, 'Pa'];
  return { scale, unit };
}

function stressOf(value: number): string {
  const { scale, unit } = stressUnit(value);
  return `${formatNumber(value / scale, 3)} ${unit}`;
}
