/**
 * How many cases a sweep has: all of them in `npm run test:full`, a part in `npm test`, which everybody runs and which
 * takes two minutes at most. The first cases are the same in both.
 */
export const isFull = process.env['TEST_FULL'] === '1';

export function sweep(all: number, part = Math.min(all, Math.max(10, Math.round(all / 6)))): number {
  return isFull ? all : part;
}
