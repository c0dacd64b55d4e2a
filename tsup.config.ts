import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

// One entry for each subpath that package.json exports, so that the list is kept in one place.
const manifest = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { exports: Record<string, unknown> };
const families = Object.keys(manifest.exports)
  .filter((path) => path !== '.' && path !== './package.json')
  .map((path) => path.slice(2));

const entries = { index: 'src/index.ts', ...Object.fromEntries(families.map((family) => [`${family}/index`, `src/${family}/index.ts`])) };

/** A constant array of a module, whose length is a number or made of constants, with a buffer of its own. */
function withBuffer(line: string): string {
  const bytes: Record<string, number> = { Float64: 8, Int32: 4, Uint8: 1 };
  return line.replace(
    /^(const \w+ = \/\* @__PURE__ \*\/ new (Float64|Int32|Uint8)Array)\(([A-Z0-9_ *+-]+)\);$/,
    (_, array: string, type: string, length: string) => `${array}(/* @__PURE__ */ new ArrayBuffer(${bytes[type]} * (${length})));`,
  );
}

/**
 * Bindings of modules that engines can fold into code. A top-level `var`, and a binding that a module exports or imports, is read from memory at
 * every use: for an array that is a dozen instructions in place of four, and kernels lose a fifth to a third of their speed.
 * - The bundler writes top-level `const` as `var`. No module of src has a top-level binding that changes (a lint rule sees to it), so all of theirs
 *   can be const again. Bundled dependencies may have such bindings and stay as they are; the bundler's comments tell whose code follows.
 * - Short typed arrays (64 bytes and less) lie among the objects that the garbage collector moves, so their address cannot be folded. On a buffer of
 *   their own they are like long ones, of the same length.
 * - What a chunk exports it exports by another name, and what it imports from a chunk it takes over into a const of its own.
 * Lines keep their numbers, so that source maps stay right.
 */
const foldBindings: NonNullable<Options['plugins']>[number] = {
  name: 'fold-bindings',
  renderChunk: (code, info) => {
    // Entries that only pass on what chunks export have nothing to fold.
    if (!/^\/\/ src\//m.test(code)) return { code, map: info.map ?? null };
    let own = false;
    let text = code
      .split('\n')
      .map((line) => {
        if (/^\/\/ \S+\.[jt]s$/.test(line)) own = line.startsWith('// src/');
        return own ? withBuffer(line.replace(/^var (?=\w+ = )/, 'const ')) : line;
      })
      .join('\n');
    text = text.replace(/^import \{([^}]*)\} from "(\.[^"]*)";$/gm, (_, names: string, from: string) => {
      const locals: string[] = [];
      const renamed = names.replace(/(\w+)( as (\w+))?/g, (_all, name: string, _as, local: string | undefined) => {
        locals.push(local ?? name);
        return `${name} as ${local ?? name}$`;
      });
      return `import {${renamed}} from "${from}";${locals.map((name) => ` const ${name} = ${name}$;`).join('')}`;
    });
    text = text.replace(/^export \{([^}]*)\};$/gm, (_, names: string) => {
      const locals: string[] = [];
      const renamed = names.replace(/(\w+)( as (\w+))?/g, (_all, local: string, _as, name: string | undefined) => {
        locals.push(local);
        return `${local}$$ as ${name ?? local}`;
      });
      return `${locals.map((name) => `const ${name}$$ = ${name};`).join(' ')} export {${renamed}};`;
    });
    return { code: text, map: info.map ?? null };
  },
};

const common: Options = {
  entry: entries,
  tsconfig: 'src/tsconfig.json',
  target: 'es2022',
  platform: 'neutral',
  // Shared chunks in both formats: InputError and the scratch arrays of the kernels exist once, whichever subpaths a program imports.
  splitting: true,
  // Maps name the lines of src without a copy of its text, which would be most of the package.
  sourcemap: true,
  esbuildOptions: (options) => void (options.sourcesContent = false),
  plugins: [foldBindings],
};

export default defineConfig([
  // The command line shares chunks with the modules. It alone uses Node, and an optional package.
  { ...common, format: 'esm', entry: { ...entries, 'cli/bin': 'src/cli/bin.ts' }, external: [/^node:/] },
  // robust-predicates is published as ES modules only, which require() of older Node 20 and of test runners refuses: CommonJS gets a copy.
  // CommonJS has no import.meta.url: shims give it the name of the file.
  { ...common, format: 'cjs', noExternal: ['robust-predicates'], shims: true },
  { ...common, format: ['esm', 'cjs'], dts: { only: true } },
]);
