/**
 * The pieces of the guide are the example, word for word, with what it prints: test/examples/examples.full.ts runs the
 * example.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('docs/time-step.md has the program of examples/own-simulator.ts and what it prints', () => {
  const page = read('docs/time-step.md');
  const [program, printed] = ['typescript', 'text'].map((kind) =>
    [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block),
  );
  const source = read('examples/own-simulator.ts').replace(/^\/\*\*[^]*?\*\/\n/, '');
  const end = printed[0].trimEnd().split('\n');
  expect(source).toBe(`${program.join('\n')}${end.map((line) => `// ${line}\n`).join('')}`);
});
