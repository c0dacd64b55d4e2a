import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';

const folder = new URL('../../examples/', import.meta.url);

/** The trailing comment lines of an example are what it prints. */
function promised(source: string): string[] {
  const lines = source.trimEnd().split('\n');
  const output: string[] = [];
  while (lines.at(-1)?.startsWith('// ')) output.unshift((lines.pop() as string).slice(3));
  return output;
}

describe.each(readdirSync(folder).filter((file) => file.endsWith('.ts')))('%s', (file) => {
  const source = readFileSync(new URL(file, folder), 'utf8');

  it('prints what it says', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      await import(new URL(file, folder).href);
      expect(promised(source).length).toBeGreaterThan(0);
      expect(log.mock.calls.map(([line]) => String(line))).toEqual(promised(source));
    } finally {
      log.mockRestore();
    }
    // An example brings all that it imports; on a busy machine that takes long.
  }, 180_000);
});

it('the README shows the first example word for word', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const source = readFileSync(new URL('ten-lines.ts', folder), 'utf8').replace(/^\/\*\*[^]*?\*\/\n/, '');
  expect(readme).toContain('```ts\n' + source + '```');
});
