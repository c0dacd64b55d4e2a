import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWord, formatNumber, integerAt, linesOf, numberAt, quoted } from '../../src/io/text';
import { caught } from './caught';

const line = (text: string) => linesOf(text, /^#/)[0];

describe('lines', () => {
  it('keeps line numbers over blank lines, comments, carriage returns and a byte order mark', () => {
    const lines = linesOf('\uFEFFa b\r\n\r\n# c\r  d # e\n\t\n#\nf', /^#/);
    expect(lines).toEqual([
      { number: 1, words: ['a', 'b'] },
      { number: 4, words: ['d'] },
      { number: 7, words: ['f'] },
    ]);
  });
});

describe('numbers', () => {
  it('reads what C++ prints', () => {
    for (const [word, value] of [
      ['1', 1],
      ['+1.', 1],
      ['.5', 0.5],
      ['-0.0000000000000000e+00', -0],
      ['2.5718023908131621e-01', 0.2571802390813162],
      ['4.9e-324', 5e-324],
      ['1E3', 1000],
    ] as const) {
      expect(Object.is(numberAt(line(word), 0, 'x'), value), word).toBe(true);
    }
  });

  it('refuses everything else, with the line', () => {
    for (const word of ['nan', 'NaN', 'inf', '-Infinity', '1e999', '0x10', '1_0', '1,5', '.', 'e5', '1e', '1.2.3', '--1', '1f', '٣']) {
      const error = caught(() => numberAt(line(`\n\n${word}`), 0, 'a mass'));
      expect(error.code, word).toBe('bad-file');
      expect(error.index).toBe(3);
      expect(error.message).toContain(`'${word}'`);
      expect(error.message).toContain('a mass');
    }
    expect(caught(() => numberAt(line('1'), 1, 'a mass')).message).toContain('end of the line');
  });

  it('takes linear time for a long run of digits', () => {
    // Quadratic matching would need minutes for this.
    expect(caught(() => numberAt(line('1'.repeat(300_000) + 'x'), 0, 'x')).code).toBe('bad-file');
  });

  it('reads whole numbers in their range only', () => {
    expect(integerAt(line('-0'), 0, 'n', 0, 5)).toBe(0);
    expect(integerAt(line('+5'), 0, 'n', 0, 5)).toBe(5);
    for (const word of ['6', '-1', '1.0', '1e0', 'x', '99999999999999999999']) {
      const error = caught(() => integerAt(line(word), 0, 'n', 0, 5));
      expect(error.code).toBe('bad-file');
      expect(error.message).toContain('from 0 to 5');
    }
  });

  it('writes every finite double so that it reads back to the bit', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(Object.is(numberAt(line(formatNumber(x)), 0, 'x'), x)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(formatNumber(-0)).toBe('-0');
    for (const x of [NaN, Infinity, -Infinity]) expect(caught(() => formatNumber(x)).code).toBe('not-finite');
  });

  it('writes only names that read back as one word', () => {
    expect(checkWord('a-1.x<', 'a name')).toBe('a-1.x<');
    for (const name of ['', 'a b', 'a\n', '#a', '//a', '!a', '>', '<'])
      expect(caught(() => checkWord(name, 'a name')).code).toBe('bad-option');
  });
});

describe('excerpts in messages', () => {
  it('shows words as they are when they are short and print', () => {
    for (const word of ['nan', '1e999', 'Würfel', '٣', '岩', '🪨']) expect(quoted(word)).toBe(`'${word}'`);
  });

  it('shows no byte that a terminal obeys, and only the beginning of what is long', () => {
    expect(quoted('\u001b[2Ja')).toBe(`'\\u{1b}[2Ja'`);
    expect(quoted('\u202eabc\ud800\ufffd\u00a0')).toBe(`'\\u{202e}abc\\u{d800}\\u{fffd}\\u{a0}'`);
    expect(quoted('x'.repeat(1e6))).toBe(`'${'x'.repeat(40)}...'`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (word) => {
        expect(quoted(word)).toMatch(/^'[^\p{C}\p{M}]{0,60}'$/u);
      }),
      { numRuns: 1000 },
    );
  });
});
