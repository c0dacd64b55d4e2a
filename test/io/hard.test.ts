import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/math/input-error';
import { readObj, readOff, readScene, readSceneFile, readShapes, shapeRecord, writeScene, writeShapes } from '../../src/io';
import { createSceneFile } from '../../src/io';
import { box, dodecahedron } from '../../src/polyhedron/solids';
import { validatePolyhedron } from '../../src/polyhedron/validate';
import { caught } from './caught';

// Texts that are almost right, and shapes of hard sizes: a reader either answers or throws an InputError that names a
// line of the text.

const shapeText = writeShapes([shapeRecord('A', box(1, 2, 3), 0.1)]).replace('preCompDone n', 'preCompDone n # why');
const shapes = readShapes(shapeText);

function sceneText(): string {
  const file = createSceneFile(2, 1);
  file.names.fill('A');
  file.positions[3] = 2;
  file.shapeFile = 'a.shp';
  file.settings.push({ keyword: 'gravity', values: ['0', '0', '-9.81'] });
  file.interactions.bodyJ[0] = 1;
  return writeScene(file);
}

const objText = `o A
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1/1 2/2 4/3
f -4//1 -1//1 -2//1
f 2 3 4
`;

const offText = `OFF
4 4 6
0 0 0
1 0 0
0 1 0
0 0 1
3 0 2 1
3 0 1 3
3 0 3 2 1 0 0
3 1 2 3
`;

const readers: [string, string, (text: string) => unknown][] = [
  ['readShapes', shapeText, readShapes],
  ['readScene', sceneText(), (text) => readScene(text, shapes)],
  ['readSceneFile', sceneText(), readSceneFile],
  ['readObj', objText, readObj],
  ['readOff', offText, readOff],
];

const bits = [
  '0',
  '-1',
  '1e308',
  '1e-320',
  'nan',
  '99999999999',
  '-',
  '#',
  '<',
  '>',
  '\n',
  ' ',
  'x',
  'nv',
  'Particles',
  '\\',
  '/',
  '\0',
  'é',
];

describe.each(readers)('%s on damaged text', (_, text, read) => {
  const words = text.split(/(\s+)/);

  it('reads the text itself', () => {
    expect(() => read(text)).not.toThrow();
  });

  it('answers or names a line', () => {
    const change = fc.record({ at: fc.nat({ max: words.length - 1 }), how: fc.nat({ max: 2 }), bit: fc.constantFrom(...bits) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const damaged = [...words];
        for (const { at, how, bit } of changes) {
          if (how === 0) damaged[at] = bit;
          else if (how === 1) damaged[at] = '';
          else damaged[at] += ` ${bit} `;
        }
        const result = damaged.join('');
        try {
          read(result);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          expect(error.index).toBeGreaterThanOrEqual(1);
          expect(error.index).toBeLessThanOrEqual(result.split(/\r\n|\n|\r/).length);
          expect(error.message).toContain(`line ${error.index}`);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('says in print and in short what stands in a file of bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: words.length - 1 }), fc.uint8Array({ minLength: 1, maxLength: 300 })), { maxLength: 3 }),
        (places) => {
          const damaged = [...words];
          for (const [at, bytes] of places) damaged[at] = new TextDecoder().decode(bytes);
          try {
            read(damaged.join(''));
          } catch (error) {
            // Nothing that a terminal obeys, and no more than fits a few lines of it.
            expect((error as Error).message).toMatch(/^[^\p{C}\p{M}\uFFFD]{1,400}$/u);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('every line left out is noticed, except comments, names, settings and the first line', () => {
    const rows = text.split('\n');
    rows.forEach((row, k) => {
      if (row === '' || /^(#|o |gravity|shapeFile|preCompDone|nDriven|Interfaces|Rockable|OFF)/.test(row)) return;
      const without = rows.filter((_row, n) => n !== k).join('\n');
      expect(() => read(without), row).toThrow(InputError);
    });
  });
});

describe('shapes of hard sizes', () => {
  it('come through files at any size and place', () => {
    for (const scale of [1e-9, 1e-3, 1, 1e6, 1e9]) {
      for (const offset of [0, 1e6]) {
        for (const solid of [box(1, 1, 1), box(1, 1e-4, 1), box(1e4, 1e-2, 1e-2), dodecahedron(1)]) {
          const record = shapeRecord('A', solid, 0.1 * scale);
          const points = record.points.map((x) => scale * (x + offset));
          const [s] = readShapes(writeShapes([{ ...record, points }]));
          expect(s.polyhedron.dimension).toBe(3);
          expect(() => validatePolyhedron(s.polyhedron)).not.toThrow();
          expect(s.polyhedron.vertexCount).toBe(solid.vertexCount);
          expect(s.polyhedron.volume / (solid.volume * scale ** 3)).toBeCloseTo(1, 4);
          expect(s.polyhedron.origin[0]).toBeCloseTo(scale * offset, -6 + (scale < 1 ? 9 : 0));
        }
      }
    }
  });

  it('a homothety scales everything, to the limits of doubles', () => {
    const text = (h: string): string => sceneText().replace(/^A 0 0 1 /gm, `A 0 0 ${h} `);
    for (const h of [1e-9, 1 / 3, 7, 1e9]) {
      const { bodies } = readScene(text(String(h)), shapes);
      const p = bodies.shapes[0];
      expect(() => validatePolyhedron(p)).not.toThrow();
      expect(p.volume / (6 * h ** 3)).toBeCloseTo(1, 13);
      expect(p.area / (22 * h ** 2)).toBeCloseTo(1, 13);
      expect(p.inradius / (0.5 * h)).toBeCloseTo(1, 13);
      expect(p.inertia[0] / (((6 * 13) / 12) * h ** 5)).toBeCloseTo(1, 13);
      expect(bodies.rounding[0]).toBe(h * 0.1);
    }
    for (const h of ['1e-80', '1e80', '1e-320', '1e308']) {
      expect(caught(() => readScene(text(h), shapes))).toMatchObject({ code: 'bad-file', value: Number(h) });
    }
  });

  it('a shape with more corners than kernels have room for names its line', () => {
    let points = '';
    for (let k = 0; k < 5001; k++) {
      const z = 1 - (2 * k + 1) / 5001;
      const r = Math.sqrt(1 - z * z);
      points += `${r * Math.cos(2.399963 * k)} ${r * Math.sin(2.399963 * k)} ${z}\n`;
    }
    const error = caught(() => readShapes(`\n\n<\nname S\nradius 0\nnv 5001\n${points}>\n`));
    expect(error).toMatchObject({ code: 'too-many-vertices', index: 3, value: 5001 });
    expect(error.message).toContain(`'S'`);
  });
});
