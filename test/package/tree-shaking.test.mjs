// A program pays for what it imports. Bundles one name of the packed package and looks at what came along. Run after
// `npm run build`.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { build as viteBuild } from 'vite';
import { installPacked } from './unpack.mjs';

const { folder, manifest, entries, remove } = installPacked();
after(remove);

async function bundle(source) {
  const result = await build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    external: Object.keys(manifest.dependencies),
    legalComments: 'none',
  });
  return result.outputFiles[0].text;
}

/** The public functions and classes of each family, by which code is recognized in a bundle. */
const families = {};
for (const entry of entries.slice(1)) {
  const module = await import(
    pathToFileURL(join(folder, 'node_modules', manifest.name, 'dist', entry.slice(entry.indexOf('/') + 1), 'index.js'))
  );
  families[entry.slice(entry.indexOf('/') + 1)] = Object.keys(module).filter((name) => typeof module[name] === 'function');
}

const found = (text, name) => new RegExp(`\\b(?:function|class) ${name}\\b|\\bvar ${name} = class\\b`).test(text);

// What each kernel may bring along from other families; from its own, only itself.
for (const [kernel, family, mayUse] of [
  ['nbsPairs3d', 'broad-phase', []],
  ['exactPlane', 'common-plane', ['body', 'contact']],
  ['polyhedronFromVertices', 'polyhedron', []],
]) {
  test(`${kernel} comes alone`, async () => {
    const text = await bundle(`export { ${kernel} } from 'dem-contact';`);
    assert.ok(found(text, kernel), `${kernel} itself is missing`);
    const others = Object.entries(families).flatMap(([other, names]) => (other === family || mayUse.includes(other) ? [] : names));
    assert.ok(others.length > 20, 'the list of what must be absent is too short to prove anything');
    assert.deepEqual(
      others.filter((name) => found(text, name)),
      [],
    );
    // The subpath gives the same code as the root, perhaps in another order.
    const lines = (code) => code.split('\n').sort();
    assert.deepEqual(lines(await bundle(`export { ${kernel} } from 'dem-contact/${family}';`)), lines(text));
  });
}

test('vite bundles the worker of a page, with what its one import does', async () => {
  writeFileSync(join(folder, 'my-worker.js'), `import '${manifest.name}/worker';\n`);
  writeFileSync(
    join(folder, 'page.js'),
    `import { createParallelDetector } from '${manifest.name}/parallel';
    globalThis.detector = (options) =>
      createParallelDetector({
        ...options,
        createWorker: () => new Worker(new URL('./my-worker.js', import.meta.url), { type: 'module' }),
      });`,
  );
  const { output } = await viteBuild({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, modulePreload: false, rollupOptions: { input: join(folder, 'page.js') } },
  });
  const worker = output.find(({ fileName }) => fileName.includes('my-worker'));
  assert.ok(worker, 'no file of the worker among ' + output.map(({ fileName }) => fileName).join(', '));
  assert.match(String(worker.code ?? worker.source), /postMessage\("started"\)/);
});

// With the promise of package.json ("sideEffects": false) taken away, a bundler keeps every statement that might do
// something. No allocation may be among them: scratch arrays and tables must be marked /* @__PURE__ */, or programs
// carry those of kernels that they do not use.
test('no unused module allocates or runs anything', async () => {
  writeFileSync(join(folder, 'node_modules', manifest.name, 'package.json'), JSON.stringify({ ...manifest, sideEffects: true }));
  writeFileSync(join(folder, 'unused.js'), `import '${manifest.name}';\nconsole.log('reached');`);
  const { output } = await viteBuild({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rollupOptions: { input: join(folder, 'unused.js'), external: ['robust-predicates'] },
    },
  });
  const text = output.map((chunk) => chunk.code).join('\n');
  assert.match(text, /reached/);
  assert.deepEqual(
    text.split('\n').filter((line) => /\bnew \w|\bfunction\b|=>|\bclass\b/.test(line)),
    [],
  );
});
