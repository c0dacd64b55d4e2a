import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

// One entry for each subpath that package.json exports, so that the list is kept in one place.
const manifest = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { exports: Record<string, unknown> };
const families = Object.keys(manifest.exports)
  .filter((path) => path !== '.' && path !== './package.json')
  .map((path) => path.slice(2));

/**
 * The bundler writes top-level `const` as `var`, which engines then read from memory at every use instead of folding it in: kernels lose a fifth
 * of their speed. No module of src has a top-level binding that changes (a lint rule sees to it), so all of theirs can be const again.
 * Bundled dependencies may have such bindings and stay as they are; the bundler's comments tell whose code follows.
 */
const keepConst: NonNullable<Options['plugins']>[number] = {
  name: 'keep-const',
  renderChunk: (code, info) => {
    let own = false;
    const lines = code.split('\n').map((line) => {
      if (/^\/\/ \S+\.[jt]s$/.test(line)) own = line.startsWith('// src/');
      return own ? line.replace(/^var (?=\w+ = )/, 'const ') : line;
    });
    return { code: lines.join('\n'), map: info.map ?? null };
  },
};

const common: Options = {
  entry: { index: 'src/index.ts', ...Object.fromEntries(families.map((family) => [`${family}/index`, `src/${family}/index.ts`])) },
  tsconfig: 'src/tsconfig.json',
  target: 'es2022',
  platform: 'neutral',
  // Shared chunks in both formats: InputError and the scratch arrays of the kernels exist once, whichever subpaths a program imports.
  splitting: true,
  sourcemap: true,
  plugins: [keepConst],
};

export default defineConfig([
  { ...common, format: 'esm' },
  // robust-predicates is published as ES modules only, which require() of older Node 20 and of test runners refuses: CommonJS gets a copy.
  { ...common, format: 'cjs', noExternal: ['robust-predicates'] },
  { ...common, format: ['esm', 'cjs'], dts: { only: true } },
]);
