const isFull = process.env['TEST_FULL'] === '1';

/**
 * How many cases a sweep has: `all` in `npm run test:full`, `part` in `npm test`, which everybody runs. The first cases
 * are the same in both.
 */
export function sweep(all: number, part: number): number {
  return isFull ? all : part;
}
