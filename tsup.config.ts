import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

// One entry for each subpath that package.json exports, so that the list is kept in one place.
const manifest = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { exports: Record<string, unknown> };
const families = Object.keys(manifest.exports)
  .filter((path) => path !== '.' && path !== './package.json')
  .map((path) => path.slice(2));

export default defineConfig({
  entry: { index: 'src/index.ts', ...Object.fromEntries(families.map((family) => [`${family}/index`, `src/${family}/index.ts`])) },
  format: ['esm', 'cjs'],
  tsconfig: 'src/tsconfig.json',
  target: 'es2022',
  platform: 'neutral',
  dts: true,
  // Shared chunks in both formats: InputError and the scratch arrays of the kernels exist once, whichever subpaths a program imports.
  splitting: true,
  sourcemap: true,
  clean: true,
});
