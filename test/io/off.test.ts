import { describe, expect, it } from 'vitest';
import { readOff } from '../../src/io';
import { caught } from './caught';

const cube = `OFF
# a cube
8 6 12

-1 -1 -1
1 -1 -1
1 1 -1
-1 1 -1
-1 -1 1
1 -1 1
1 1 1 # the last
-1 1 1
4 3 2 1 0
4 4 5 6 7
4 0 1 5 4
4 1 2 6 5
4 2 3 7 6
4 3 0 4 7
`;

const replace = (from: string, to: string): string => {
  if (!cube.includes(from)) throw new Error(from);
  return cube.replace(from, to);
};

describe('readOff', () => {
  const plain = readOff(cube);

  it('reads a cube', () => {
    expect(plain.map(({ name, line }) => [name, line])).toEqual([['', 1]]);
    expect(plain.notices).toEqual([]);
    const [{ polyhedron }] = plain;
    expect([polyhedron.vertexCount, polyhedron.edgeCount, polyhedron.faceCount]).toEqual([8, 12, 6]);
    expect(polyhedron.volume).toBeCloseTo(8, 14);
  });

  it('takes the counts on the first line, without edges or with 0', () => {
    expect(readOff(replace('OFF\n# a cube\n8 6 12', 'OFF 8 6 12'))).toEqual(plain);
    expect(readOff(replace('8 6 12', '8 6 0'))).toEqual(plain);
    expect(readOff(replace('8 6 12', '8 6'))).toEqual(plain);
    expect(readOff(cube.replace(/\n/g, '\r\n'))).toEqual(plain);
  });

  it('takes colours of faces and of vertices', () => {
    expect(
      readOff(
        replace('4 3 2 1 0', '4 3 2 1 0 255 0 0').replace('4 4 5 6 7', '4 4 5 6 7 0.5 0.5 0.5 1').replace('4 0 1 5 4', '4 0 1 5 4 3'),
      ),
    ).toEqual(plain);
    const coloured = cube
      .split('\n')
      .map((row) => (/^-?1 -?1 -?1/.test(row) ? row.replace(/(#.*)?$/, ' 255 0 0 255 $1') : row))
      .join('\n')
      .replace('OFF', 'COFF');
    expect(readOff(coloured)).toEqual(plain);
  });

  it('leaves out vertices that no face uses', () => {
    expect(readOff(replace('8 6 12', '9 6 12').replace('4 3 2 1 0', '5 5 5\n4 3 2 1 0'))).toEqual(plain);
  });

  it.each<[string, string, number, string]>([
    ['nothing', '', 1, `'OFF'`],
    ['no header', 'ON\n8 6 12\n', 1, `'ON'`],
    ['normals', replace('OFF', 'NOFF'), 1, `'NOFF'`],
    ['no counts', 'OFF\n', 1, 'the numbers of vertices'],
    ['one count', replace('8 6 12', '8'), 3, 'found 1 words'],
    ['a negative count', replace('8 6 12', '8 -6 12'), 3, `'-6'`],
    ['a count too large', replace('8 6 12', '8 2000000000 12'), 18, 'found only 14 lines'],
    ['a vertex fewer', replace('1 1 -1\n', ''), 17, 'found only 13 lines'],
    ['a vertex more', replace('8 6 12', '7 6 12'), 12, `'-1'`],
    ['a line more', cube + '3 0 1 2\n', 19, 'after 6 faces'],
    ['two coordinates', replace('1 1 -1', '1 1'), 7, 'found 2 words'],
    ['four coordinates', replace('1 1 -1', '1 1 -1 1'), 7, 'found 4 words'],
    ['a coordinate that is none', replace('1 1 -1', '1 1 inf'), 7, `'inf'`],
    ['an index too few', replace('4 3 2 1 0', '4 3 2 1'), 13, '4 vertex indices'],
    ['a colour of two', replace('4 3 2 1 0', '4 3 2 1 0 1 1'), 13, '4 vertex indices'],
    ['a colour that is none', replace('4 3 2 1 0', '4 3 2 1 0 red'), 13, `'red'`],
    ['an index beyond the end', replace('4 3 2 1 0', '4 3 2 1 8'), 13, 'from 0 to 7'],
    ['a face of two', replace('4 3 2 1 0', '2 3 2'), 13, 'from 3'],
  ])('%s', (_, text, line, words) => {
    const error = caught(() => readOff(text));
    expect(error.message).toContain(words);
    expect(error.code).toBe('bad-file');
    expect(error.index).toBe(line);
  });

  it('surfaces that are not those of a convex solid, with the line of the face', () => {
    expect(caught(() => readOff(replace('4 2 3 7 6\n', '').replace('8 6', '8 5'))).code).toBe('open-surface');
    expect(caught(() => readOff(replace('4 2 3 7 6', '4 6 7 3 2')))).toMatchObject({ code: 'wrong-winding', index: 17 });
    expect(caught(() => readOff(replace('4 2 3 7 6', '4 2 3 7 7')))).toMatchObject({ code: 'degenerate-face', index: 17 });
    expect(caught(() => readOff('OFF 0 0 0'))).toMatchObject({ code: 'bad-file', index: 1 });
  });
});
