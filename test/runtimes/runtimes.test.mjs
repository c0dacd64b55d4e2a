// The built package in Bun and in Deno, and bundled by webpack 5 in a page of Chromium. The programs come from the npm
// registry, into the cache of npm. Run after `npm run build`. What cannot be had here is named on a line that begins
// with NOT RUN.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { installPacked } from '../package/unpack.mjs';

const { folder, manifest, remove } = installPacked();
after(remove);
writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: { 'dem-contact': manifest.version } }));
cpSync(fileURLToPath(new URL('./', import.meta.url)), folder, { recursive: true });

/** Runs a program of these packages in the folder of the installed package. */
function run(packages, command) {
  const from = packages.map((name) => `--package=${name}`);
  return spawnSync('npm', ['exec', '--yes', ...from, '--', ...command], { cwd: folder, encoding: 'utf8', timeout: 240_000 });
}

/** Whether the packages can be had. */
function has(packages, command) {
  const { status, stderr } = run(packages, [...command, '--version']);
  if (status !== 0) console.log(`NOT RUN ${command.join(' ')}: npm cannot install it here\n${stderr.slice(-400)}`);
  return status === 0;
}

function check({ steps, notice }) {
  assert.equal(notice, '');
  assert.equal(steps.length, 4);
  for (const { contacts, same, threads } of steps) {
    assert.ok(contacts > 1000);
    assert.equal(same, true);
    assert.equal(threads, 2);
  }
}

test('Node', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  assert.equal(stderr, '');
  check(JSON.parse(stdout));
});

for (const [name, packages, command] of [
  ['Bun', ['bun@1'], ['bun']],
  ['Deno', ['deno@2'], ['deno']],
]) {
  test(name, (context) => {
    if (!has(packages, command)) return context.skip();
    const { stdout, stderr, status } = run(packages, [...command, 'run', ...(name === 'Deno' ? ['--allow-all'] : []), 'program.mjs']);
    assert.equal(status, 0, stderr);
    check(JSON.parse(stdout));
  });
}

test('webpack', async (context) => {
  const packages = ['webpack@5', 'webpack-cli@7'];
  if (!has(packages, ['webpack'])) return context.skip();
  const browser = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].find(
    (name) => !spawnSync(name, ['--version']).error,
  );
  if (browser === undefined) {
    console.log('NOT RUN webpack: no Chromium here');
    return context.skip();
  }
  const settings = {
    mode: 'production',
    entry: './page.mjs',
    experiments: { outputModule: true },
    output: { path: join(folder, 'out'), module: true },
  };
  writeFileSync(join(folder, 'webpack.config.mjs'), `export default ${JSON.stringify(settings)};\n`);
  const { status, stdout, stderr } = run(packages, ['webpack', '--config', 'webpack.config.mjs']);
  assert.equal(status, 0, stdout + stderr);

  const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
  const html = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.mjs"></script>';
  const server = createServer((request, response) => {
    const page = request.url === '/';
    response.writeHead(200, { ...headers, 'content-type': page ? 'text/html' : 'text/javascript' });
    response.end(page ? html : readFileSync(join(folder, 'out', request.url)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const executablePath = spawnSync('which', [browser], { encoding: 'utf8' }).stdout.trim();
  const driven = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await driven.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction('globalThis.result !== undefined');
    check(await page.evaluate('globalThis.result'));
  } finally {
    await driven.close();
    server.closeAllConnections();
    server.close();
  }
});
