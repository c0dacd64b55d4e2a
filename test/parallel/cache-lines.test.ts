/**
 * Lines of the cache, 64 bytes: which of them two threads write in one phase of a step. Only two slots of the control
 * array are made to be written by all (NEXT, ACTIVE), and springs lie in the order of their slots. When the lists of
 * the threads are put together, the ends of chunks share lines, one for each array and end.
 */
import { describe, expect, test } from 'vitest';
import { divideWork } from '../../src/parallel/chunks';
import {
  ACTIVE,
  BLOCK,
  blockOf,
  BODIES_A_CHUNK,
  CHUNK_RECORD,
  CHUNK_POINT,
  CHUNKS,
  createControl,
  NEXT,
  PAIR_CHUNKS,
  PAIRS_A_CHUNK,
  ROW_COUNT,
  ROWS_A_CHUNK,
  UNRESOLVED,
  VIEWS,
} from '../../src/parallel/control';
import { divideRows, firstBodyOf } from '../../src/parallel/sum-rows';

interface Range {
  readonly writer: number;
  /** Bytes. */
  readonly from: number;
  readonly to: number;
}

/** Lines with more than one writer, in an array that begins `base` bytes after the begin of a line. */
function linesOfTwo(ranges: readonly Range[], base = 0): number {
  const writers = new Map<number, number>();
  const shared = new Set<number>();
  for (const { writer, from, to } of ranges) {
    if (from >= to) continue;
    // Ranges do not overlap: lines between the first and the last one have one writer.
    for (const line of [from, to - 1].map((byte) => Math.floor((base + byte) / 64))) {
      if ((writers.get(line) ?? writer) !== writer) shared.add(line);
      writers.set(line, writer);
    }
  }
  return shared.size;
}

/** What each piece of `size` things of `bytes` bytes writes; any two pieces may be of different threads. */
function pieces(count: number, size: number, bytes: number): Range[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, n) => ({
    writer: n,
    from: bytes * size * n,
    to: bytes * Math.min(count, size * (n + 1)),
  }));
}

test('the count sees lines of two writers', () => {
  expect(linesOfTwo(pieces(100, 10, 8))).toBeGreaterThan(5);
  expect(linesOfTwo(pieces(100, 8, 8))).toBe(0);
  expect(linesOfTwo(pieces(100, 8, 8), 16)).toBe(12);
});

test('the control array: wherever it begins, threads write to lines of their own, but for NEXT and ACTIVE', () => {
  const int = (writer: number, slot: number, length = 1): Range => ({ writer, from: 4 * slot, to: 4 * (slot + length) });
  const used = 1 + Math.max(UNRESOLVED, VIEWS);
  const threads = Array.from({ length: 64 }, (_, t) => int(t, blockOf(t), used));
  expect(used).toBeLessThan(BLOCK);
  for (let base = 0; base < 64; base += 4) {
    expect(linesOfTwo([int(-1, 0, ROWS_A_CHUNK + 1), int(-2, NEXT), int(-3, ACTIVE), ...threads], base)).toBe(0);
    const records = Array.from({ length: 100 }, (_, c) => int(c, CHUNK_RECORD * c, CHUNK_POINT + 1));
    expect(linesOfTwo(records, base)).toBe(0);
  }
});

describe.each([
  [2, 400],
  [2, 12_345],
  [3, 106_001],
  [16, 1_060_003],
])('%i threads, %i pairs', (threads, pairs) => {
  const control = createControl(threads);
  const { ints } = control;

  test('the memory of pairs: chunks fill whole lines', () => {
    divideWork(control, threads, pairs, pairs);
    // Marks, integers and doubles of slots of 1, 7 and 33 numbers.
    for (const bytes of [1, 4, 4 * 7, 8, 8 * 33]) {
      const ranges = pieces(pairs, ints[PAIRS_A_CHUNK], bytes);
      expect(ranges.length).toBe(ints[PAIR_CHUNKS]);
      expect(linesOfTwo(ranges)).toBe(0);
      // An array that begins within a line: one line at most for each end of a chunk.
      expect(linesOfTwo(ranges, 16)).toBeLessThan(ranges.length);
    }
    expect(ints[BODIES_A_CHUNK] % 64).toBe(0);
  });

  test('rows of forces and sums of bodies fill whole lines', () => {
    divideRows(control, threads, pairs);
    for (const stride of [1, 6, 13, 26]) {
      const ranges = pieces(ints[ROW_COUNT], ints[ROWS_A_CHUNK], 8 * stride);
      expect(ranges.length).toBe(ints[CHUNKS]);
      expect(linesOfTwo(ranges)).toBe(0);
    }
    for (const width of [1, 3, 6, 12]) {
      const ends = Array.from({ length: threads + 1 }, (_, t) => 8 * width * firstBodyOf(t, threads, pairs));
      expect(linesOfTwo(ends.slice(1).map((to, t) => ({ writer: t, from: ends[t], to })))).toBe(0);
    }
  });
});
