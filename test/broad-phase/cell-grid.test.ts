import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPairList } from '../../src/broad-phase';
import { cellAfter, cellBefore, cellOf, createCellGrid, layCells } from '../../src/broad-phase/cell-grid';
import { runs } from '../arbitraries/settings';

function grid(x: readonly number[], radius: number, margin = 0) {
  const out = createCellGrid();
  const centres = Float64Array.from(x.flatMap((c) => [c, 0, 0]));
  layCells(out, createPairList(), x.length, centres, new Float64Array(x.length).fill(radius), Float64Array.of(margin));
  return { out, cells: x.map((_, i) => cellOf(out, 0, centres, i)), n: out.cells[0], folded: out.folded[0] };
}

test('the mapping of the paper (eqs 8, 9), with one cell more than eqs 4 and 5 have', () => {
  const { cells, n } = grid([-1, -0.9, 0.05, 0.99, 2.5], 0.5);
  expect(cells).toEqual([0, 0, 1, 1, 3]);
  expect(n).toBe(4);
});

test('floor, not truncation: no cell is twice as wide, on either side of zero', () => {
  expect(grid([-3.5, -2.6, -1.4, -0.4, 0.4, 1.4], 0.5).cells).toEqual([0, 0, 2, 3, 3, 4]);
});

test('guards', () => {
  expect([cellBefore(0, 5, 0), cellBefore(3, 5, 0), cellAfter(4, 5, 0), cellAfter(3, 5, 0)]).toEqual([-1, 2, -1, 4]);
  expect([cellBefore(0, 5, 1), cellBefore(3, 5, 1), cellAfter(4, 5, 1), cellAfter(3, 5, 1)]).toEqual([4, 2, 0, 4]);
});

test('an axis is folded when it would have more than 2N + 1 cells', () => {
  expect(grid([0, 1.5, 4.5], 0.5)).toMatchObject({ n: 5, folded: 0, cells: [0, 1, 4] });
  expect(grid([0, 1.5, 6.5], 0.5)).toMatchObject({ n: 7, folded: 0, cells: [0, 1, 6] });
  expect(grid([0, 1.5, 7.5], 0.5)).toMatchObject({ n: 7, folded: 1, cells: [0, 1, 0] });
  expect(grid([0, 1.5, 1e8 + 0.5], 0.5)).toMatchObject({ n: 7, folded: 1 });
});

test('a body beyond 2^30 cells leaves the others in cells of their own', () => {
  for (const away of [1e12, -1e12, 1e308, -1e308]) {
    const { cells, n, folded } = grid([0, 1.5, 3.5, away, 5.5, -2.5], 0.5);
    expect(cellAfter(cells[0], n, folded)).toBe(cells[1]);
    expect(new Set([0, 1, 2, 4, 5].map((i) => cells[i])).size).toBe(5);
  }
});

test('counting from the body nearest to the origin, cells on both sides of it have the same width', () => {
  const { cells, n, folded } = grid([0, 0.75, -0.25, -1.25, 1e12], 0.5);
  expect(cells[1]).toBe(cells[0]);
  expect(cellBefore(cells[0], n, folded)).toBe(cells[2]);
  expect(cellBefore(cells[2], n, folded)).toBe(cells[3]);
});

test('an invalid body is not counted from', () => {
  const out = createCellGrid();
  const x = [0, 1e15, 1e15 + 1.5, 1e15 + 3.5, 1e30];
  const centres = Float64Array.from(x.flatMap((c) => [c, 0, 0]));
  layCells(out, createPairList(), 5, centres, Float64Array.of(-1, 0.5, 0.5, 0.5, 0.5), new Float64Array(1));
  expect(new Set([1, 2, 3].map((b) => cellOf(out, 0, centres, b))).size).toBe(3);
});

test('bodies within reach are in the same or in neighbouring cells, whatever is rounded', () => {
  const far = fc.oneof(
    fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    fc.double({ min: -1e10, max: 1e10, noNaN: true }),
    fc.constantFrom(1e30, -1e300),
  );
  fc.assert(
    fc.property(
      fc.array(far, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: -3, max: 2 ** 31 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      fc.constantFrom(0, 0.125, 1 / 3),
      (others, k, radius, margin) => {
        const reach = 2 * radius + margin;
        // On or near the border of cell k, and one reach further (rounded down, so that it is not too far).
        const a = others[0] + k * reach * (1 + 2 ** -20);
        let b = a + reach;
        while (b - a > reach) b -= Math.abs(b) * 2 ** -53;
        const { cells, n, folded } = grid([...others, a, b], radius, margin);
        const [at, next] = cells.slice(-2);
        expect([at, cellBefore(at, n, folded), cellAfter(at, n, folded)]).toContain(next);
        for (const cell of cells) expect(cell >= 0 && cell < n && Number.isInteger(cell)).toBe(true);
      },
    ),
    runs(1500),
  );
});
