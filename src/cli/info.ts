/** `info`: what a file holds. */
import { BodyFlag, boundingRadii, type BodySet } from '../body/body-set';
import { boxAround, count, shortNumber } from './facts';
import { Exit, printable, reasonOf } from './faults';
import { createMessages } from './messages';
import { createFileReader, type Contents, type FileReader } from './read-file';
import type { Surroundings } from './surroundings';
import { streamTarget } from './target';

export async function infoCommand(files: readonly string[], { out, err, folder }: Surroundings): Promise<Exit> {
  const messages = createMessages(err);
  const target = streamTarget(out);
  const reader: FileReader = createFileReader(folder, true);
  for (const file of files) {
    let contents: Contents;
    try {
      contents = reader.read(file);
    } catch (error) {
      messages.fail(file, reasonOf(error));
      continue;
    }
    target.write(
      `${printable(file)}\n${factsOf(contents)
        .map(([name, value]) => `  ${name.padEnd(12)} ${printable(value)}\n`)
        .join('')}`,
    );
    await target.ready();
  }
  return messages.failed() > 0 ? Exit.FileFailed : Exit.Done;
}

/** Digits of lengths. */
const DIGITS = 6;

const FORMAT_NAMES = {
  scene: 'scene (Rockable, exaDEM)',
  shapes: 'shapes (Rockable, exaDEM)',
  obj: 'Wavefront OBJ',
  off: 'OFF',
  stl: 'STL',
};

function factsOf({ kind, bodies, names, time, notices, scene }: Contents): [name: string, value: string][] {
  const facts: [string, string][] = [
    ['format', FORMAT_NAMES[kind]],
    ['bodies', String(bodies.count)],
    ['shapes', shapesOf(bodies, names)],
  ];
  if (time !== undefined) facts.push(['time', String(time)]);
  if (scene !== undefined) {
    facts.push(['walls', `${scene.file.driven} driven bodies`], ['shape file', scene.file.shapeFile]);
    facts.push(['contacts', `${scene.file.interactions.count} in the file, by the code that wrote it`]);
  }
  const radii = boundingRadii(new Float64Array(bodies.count), bodies);
  const free = Array.from({ length: bodies.count }, (_, i) => i).filter((i) => bodies.flags[i] === BodyFlag.None);
  if (free.length > 0) {
    const box = boxAround(bodies, free, radii).map(({ least, most }) => `${shortNumber(least, DIGITS)} to ${shortNumber(most, DIGITS)}`);
    facts.push(['box', `${box.join(', ')} (bounding spheres of the free bodies)`]);
    const sizes = free.map((i) => radii[i]).sort((a, b) => a - b);
    facts.push(['radii', `${shortNumber(sizes[0], DIGITS)} to ${shortNumber(sizes[sizes.length - 1], DIGITS)}, of bounding spheres`]);
  }
  for (const { line, reason } of notices) facts.push(['notice', `line ${line}: ${reason}`]);
  return facts;
}

/** Shapes by name, with their numbers of corners and of bodies. */
function shapesOf({ shapes, shapeIndex, count: rows }: BodySet, names: readonly string[]): string {
  const lines = new Map<string, number>();
  for (let i = 0; i < rows; i++) {
    const words = `${names[i] === '' ? 'unnamed' : names[i]} (${count(shapes[shapeIndex[i]].vertexCount, 'corner')})`;
    lines.set(words, (lines.get(words) ?? 0) + 1);
  }
  return [...lines].map(([words, bodies]) => `${bodies} x ${words}`).join(', ');
}
