/**
 * OFF (object file format) in: one closed surface of polygons as a convex polyhedron.
 *
 * Source: the OFF format of Geomview. `OFF` and the numbers of vertices, faces and edges begin the file, on one line or two; a line of x y z
 * for each vertex follows, then a line for each face: its number of vertices, their indices from 0, and perhaps a colour. `#` starts a comment.
 * `COFF` with a colour after each vertex is read too; colours are checked to be numbers and passed over. The variants with normals, texture coordinates,
 * a fourth dimension or binary data are refused.
 */
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { solidOfSurface } from './faces';
import { expectWords, fileError, integerAt, linesOf, numberAt, quoted, type Line } from './text';

/**
 * The solid of an OFF file. Throws InputError with the line as `index`: 'bad-file' for the text, or a code of {@link polyhedronFromFaces}
 * ('open-surface', 'wrong-winding', 'non-convex', ...) for a surface that is not that of a convex solid.
 *
 * @example
 * ```ts
 * const rock = readOff(await readFile('rock.off', 'utf8'));
 * ```
 */
export function readOff(text: string): ConvexPolyhedron {
  const lines = linesOf(text, /^#/);
  const first = lines[0] as Line | undefined;
  const header = first?.words[0];
  if (!first || (header !== 'OFF' && header !== 'COFF')) {
    throw fileError(first?.number ?? 1, `expected 'OFF' or 'COFF', found ${quoted(header ?? 'nothing')}`);
  }
  let at = 1;
  let counts = first.words.slice(1);
  let countLine: Line = { number: first.number, words: counts };
  if (counts.length === 0) {
    if (lines.length < 2) throw fileError(first.number, `expected the numbers of vertices, faces and edges, found the end of the file`);
    countLine = lines[at++];
    counts = countLine.words;
  }
  // Programs that know no edges write 0 or leave the number out; it is not used.
  if (counts.length !== 2) expectWords(countLine, 3, 'the numbers of vertices, faces and edges');
  const vertexCount = integerAt(countLine, 0, 'the number of vertices', 0, 0x7fffffff);
  const faceCount = integerAt(countLine, 1, 'the number of faces', 0, 0x7fffffff);
  if (counts.length === 3) integerAt(countLine, 2, 'the number of edges', 0, 0x7fffffff);
  const last = lines[lines.length - 1].number;
  if (lines.length - at < vertexCount + faceCount) {
    throw fileError(
      last,
      `expected ${vertexCount} vertices and ${faceCount} faces, found only ${lines.length - at} lines`,
      lines.length - at,
    );
  }

  const points = new Float64Array(3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const line = lines[at++];
    if (header === 'OFF') expectWords(line, 3, `vertex ${v}, x y z`);
    else if (line.words.length !== 7) expectWords(line, 6, `vertex ${v}, x y z and a colour of three or four numbers`);
    for (let k = 0; k < 3; k++) points[3 * v + k] = numberAt(line, k, 'a coordinate');
    for (let k = 3; k < line.words.length; k++) numberAt(line, k, 'a colour');
  }
  const faces: number[][] = [];
  const faceLines: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    const line = lines[at++];
    const size = integerAt(line, 0, `the number of vertices of face ${f}`, 3, vertexCount);
    const extra = line.words.length - 1 - size;
    if (![0, 1, 3, 4].includes(extra)) {
      throw fileError(
        line.number,
        `expected ${size} vertex indices and perhaps a colour of 1, 3 or 4 numbers, found ${line.words.length - 1} words`,
        extra,
      );
    }
    const face: number[] = [];
    for (let k = 1; k <= size; k++) face.push(integerAt(line, k, 'a vertex index', 0, vertexCount - 1));
    for (let k = size + 1; k < line.words.length; k++) numberAt(line, k, 'a colour');
    faces.push(face);
    faceLines.push(line.number);
  }
  if (at < lines.length)
    throw fileError(lines[at].number, `expected the end of the file after ${faceCount} faces, found ${quoted(lines[at].words[0])}`);
  return solidOfSurface({ points, faces, lines: faceLines }, 'surface', first.number);
}
