/**
 * `contacts --check`: whether a file can be simulated. It names records that cannot be read, bodies that overlap
 * deeply, and bodies outside the walls.
 */
import { BodyFlag, boundingRadii, type BodySet } from '../body/body-set';
import { meshWall } from '../walls/mesh-wall';
import { InputError } from '../math/input-error';
import { readStl } from '../io/stl';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { boxAround, count, shortNumber } from './facts';
import { Exit, printable, reasonOf } from './faults';
import { findContacts, type Search } from './find-contacts';
import { createMessages } from './messages';
import { createFileReader, isHarmless, kindOf, type Contents } from './read-file';
import type { ContactRows } from './rows';
import type { Surroundings } from './surroundings';
import { streamTarget } from './target';

export interface CheckOptions extends Search {
  readonly files: readonly string[];
}

/** An overlap deeper than this share of the smaller bounding radius is a fault: laws of contacts assume small ones. */
const DEEP = 0.1;
/** Faults of one kind that are named; the others are counted. */
const MOST_NAMED = 5;
/** Digits of lengths and shares. */
const DIGITS = 4;

/** Prints a report on each file, and its faults. */
export async function checkCommand({ files, ...search }: CheckOptions, surroundings: Surroundings): Promise<Exit> {
  const messages = createMessages(surroundings.err);
  const target = streamTarget(surroundings.out);
  let isGood = true;
  for (const [k, file] of files.entries()) {
    messages.progress.update(k, files.length, 0);
    const { facts, faults } = await checkFile(file, search, surroundings);
    messages.progress.clear();
    const lines = [...facts.map((fact) => `  ${fact}`), ...faults.map((fault) => `  FAULT ${fault}`)];
    target.write(
      [`${file}: ${faults.length === 0 ? 'good' : count(faults.length, 'fault')}`, ...lines]
        .map((line) => `${printableLine(line)}\n`)
        .join(''),
    );
    isGood &&= faults.length === 0;
    await target.ready();
  }
  messages.progress.clear();
  return isGood ? Exit.Done : Exit.FileFailed;
}

/** Indentation stays. */
function printableLine(line: string): string {
  return line.startsWith('  ') ? `  ${printable(line.slice(2))}` : printable(line);
}

interface Report {
  readonly facts: string[];
  readonly faults: string[];
}

async function checkFile(file: string, search: Search, surroundings: Surroundings): Promise<Report> {
  const report: Report = { facts: [], faults: [] };
  const { facts, faults } = report;
  let contents: Contents;
  try {
    contents = createFileReader(surroundings.folder, true).read(file);
  } catch (error) {
    const wall = error instanceof InputError && kindOf(file) === 'stl' ? wallOf(resolve(surroundings.folder, file)) : undefined;
    if (wall !== undefined) facts.push(`${wall}; not one convex solid: ${reasonOf(error)}`);
    else faults.push(reasonOf(error));
    return report;
  }
  const { bodies, kind, notices } = contents;
  facts.push(`${count(bodies.shapes.length, 'shape')}, ${count(bodies.count, 'body', 'bodies')}`);
  for (const notice of notices) (isHarmless(notice) ? facts : faults).push(`line ${notice.line}: ${notice.reason}`);
  if (kind === 'shapes') return report;
  try {
    checkOverlaps(report, bodies, await findContacts(bodies, { ...search, margin: 0 }, surroundings));
  } catch (error) {
    faults.push(reasonOf(error));
  }
  checkWalls(report, bodies);
  return report;
}

/** What the file is as a wall of triangles; undefined when it is none. */
function wallOf(path: string): string | undefined {
  try {
    const walls = readStl(readFileSync(path)).map(({ positions, triangles }) => meshWall(positions, triangles));
    return `a wall of ${count(
      walls.reduce((sum, { triangleCount }) => sum + triangleCount, 0),
      'triangle',
    )}`;
  } catch {
    return undefined;
  }
}

function checkOverlaps({ facts, faults }: Report, bodies: BodySet, rows: ContactRows): void {
  const radii = boundingRadii(new Float64Array(bodies.count), bodies);
  const deep: { readonly words: string; readonly share: number }[] = [];
  let overlapping = 0;
  let deepest = 0;
  for (let c = 0; c < rows.count; c++) {
    const depth = -rows.gaps[c];
    if (!(depth > 0)) continue;
    overlapping++;
    deepest = Math.max(deepest, depth);
    const [a, b] = [rows.bodyA[c], rows.bodyB[c]];
    const share = depth / Math.min(radii[a], radii[b]);
    if (share <= DEEP) continue;
    const what = isDriven(bodies, a) || isDriven(bodies, b) ? 'a wall' : 'each other';
    deep.push({
      words: `bodies ${a} and ${b} overlap ${what === 'a wall' ? '(one is a wall) ' : ''}by ${shortNumber(depth, DIGITS)}, ${shortNumber(100 * share, DIGITS)} % of the smaller radius`,
      share,
    });
  }
  facts.push(`${count(rows.count, 'contact')}, ${overlapping} of them overlaps, the deepest ${shortNumber(deepest, DIGITS)}`);
  deep.sort((x, y) => y.share - x.share);
  nameSome(
    faults,
    deep.map(({ words }) => words),
  );
}

/** Bodies whose centre is outside the box around all walls, where there are two walls or more. */
function checkWalls({ facts, faults }: Report, bodies: BodySet): void {
  const rows = Array.from({ length: bodies.count }, (_, i) => i);
  const walls = rows.filter((i) => isDriven(bodies, i));
  facts.push(count(walls.length, 'wall'));
  if (walls.length < 2) return;
  const radii = boundingRadii(new Float64Array(bodies.count), bodies);
  const box = boxAround(bodies, walls, radii);
  const isOutside = (i: number): boolean =>
    box.some(({ least, most }, axis) => !(bodies.positions[3 * i + axis] >= least && bodies.positions[3 * i + axis] <= most));
  nameSome(
    faults,
    rows.filter((i) => !isDriven(bodies, i) && isOutside(i)).map((i) => `body ${i} is outside the walls`),
  );
}

function isDriven(bodies: BodySet, i: number): boolean {
  return bodies.flags[i] !== BodyFlag.None;
}

function nameSome(faults: string[], words: readonly string[]): void {
  faults.push(...words.slice(0, MOST_NAMED));
  if (words.length > MOST_NAMED) faults.push(`and ${words.length - MOST_NAMED} more of this kind`);
}
