// The package as users get it: packed, unpacked into an empty project, imported and required there. Run after `npm run
// build`.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { installPacked } from './unpack.mjs';

const { root, folder, files, entries, remove } = installPacked();
after(remove);

/** Runs a script in the project and returns what it prints, as JSON. */
function run(name, script) {
  writeFileSync(join(folder, name), script);
  return JSON.parse(execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' }));
}

/** The same program in both formats; `load` is how one entry is loaded. */
const formats = [
  ['ESM', 'main.mjs', (entry) => `await import('${entry}')`],
  ['CommonJS', 'main.cjs', (entry) => `require('${entry}')`],
];
const load = (how) => `const modules = { ${entries.map((entry) => `'${entry}': ${how(entry)}`).join(', ')} };`;

// Two cubes of side 1 whose centres are 0.99 apart, and a shape that cannot be.
const program = `
const all = modules['dem-contact'];
const out = {};
const cube = all.box(1, 1, 1);
const bodies = all.createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0, 0, 0.99]) });
const contact = all.createContactFor(cube, cube);
out.status = all.detect(contact, all.exactMethod, bodies, 0, 1);
out.gap = contact.gap;
out.overlapping = all.Status.Overlapping;
try {
  modules['dem-contact/polyhedron'].polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
} catch (error) {
  out.code = error.code;
  out.sameClass = error instanceof all.InputError;
}
// Corners of a turned cube and points in its faces, coplanar but for rounding: decided by the exact predicates.
const turned = [];
for (let k = 0; k < 27; k++) {
  const x = k % 3, y = Math.floor(k / 3) % 3, z = Math.floor(k / 9);
  turned.push(0.48 * x + 0.6 * y + 0.64 * z, -0.8 * x + 0.6 * z, 0.36 * x - 0.8 * y + 0.48 * z);
}
const hull = all.polyhedronFromVertices(turned);
out.hull = [hull.vertexCount, hull.faceCount, hull.volume];
out.names = Object.fromEntries(Object.entries(modules).map(([entry, module]) => [entry, Object.keys(module).filter((name) => name !== 'default').sort()]));
out.strangers = Object.entries(modules).filter(([entry]) => !['dem-contact/planar', 'dem-contact/parallel', 'dem-contact/worker'].includes(entry)).flatMap(([entry, module]) => Object.keys(module).filter((name) => name !== 'default' && module[name] !== all[name]).map((name) => entry + ' ' + name));
console.log(JSON.stringify(out));
`;
const results = formats.map(([, file, how]) => run(file, `${load(how)}${program}`));

test('the tarball holds the build, the pages, the manifest, the readme and the licence, and nothing else', () => {
  const others = files.filter((path) => !path.startsWith('dist/') && !/^docs\/([\w-]+\.md|figures\/[\w-]+\.(svg|webp))$/.test(path));
  assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json']);
  assert.ok(files.includes('docs/detector.md'));
});

formats.forEach(([format], f) => {
  test(`${format}: the root has every name of every subpath but those of the plane and of threads, and they are the same objects`, () => {
    assert.deepEqual(results[f].strangers, []);
  });

  test(`${format}: an error thrown through a subpath is an InputError of the root`, () => {
    assert.equal(results[f].code, 'flat');
    assert.equal(results[f].sameClass, true);
  });

  test(`${format}: two cubes overlap by 0.01`, () => {
    assert.equal(results[f].status, results[f].overlapping);
    assert.ok(Math.abs(results[f].gap + 0.01) < 1e-15, `gap ${results[f].gap}`);
  });
});

test('the hull of a grid of points is a cube', () => {
  for (const { hull } of results) {
    assert.deepEqual(hull.slice(0, 2), [8, 6]);
    assert.ok(Math.abs(hull[2] - 8) < 1e-14, `volume ${hull[2]}`);
  }
});

formats.forEach(([format, , how], f) => {
  test(`${format}: two threads of the installed package find the contacts of one`, () => {
    const [count, used, alone] = run(
      f === 0 ? 'threads.mjs' : 'threads.cjs',
      `(async () => {
  const all = ${how('dem-contact')};
  const { createParallelDetector, sharedBodyArrays } = ${how('dem-contact/parallel')};
  const bodies = all.createBodySet(sharedBodyArrays(300));
  const random = all.createRandom(1);
  for (let b = 0; b < 300; b++) all.addBody(bodies, { shape: all.box(1, 1, 1), position: [5 * random(), 5 * random(), 5 * random()] });
  const detector = createParallelDetector({ bodies, method: all.shortestLinkMethod, threads: 2 });
  await detector.ready;
  const { count } = detector.update();
  const alone = all.createDetector({ bodies, method: all.shortestLinkMethod }).update().count;
  console.log(JSON.stringify([count, detector.threadsUsed, alone]));
  detector.close();
})();`,
    );
    assert.ok(count > 100);
    assert.deepEqual([count, used], [alone, 2]);
  });
});

test('ESM and CommonJS export the same names and compute the same bits', () => {
  assert.deepEqual(results[1], results[0]);
});

// Type-checked as a user's files, with the declarations of this package checked too (no skipLibCheck).
test('types resolve in both formats and are right on their own', () => {
  const source = `${entries.map((entry, k) => `import * as m${k} from '${entry}';`).join('\n')}
const code: m0.InputErrorCode = 'flat';
const shape: m0.ConvexPolyhedron = m0.box(1, 1, 1);
const contact: m0.Contact = m0.createContactFor(shape, shape);
const status: m0.Status = contact.status;
export const used = [code, status, ${entries.map((_, k) => `m${k}`).join(', ')}];
`;
  writeFileSync(join(folder, 'esm.mts'), source);
  writeFileSync(join(folder, 'commonjs.cts'), source);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false'];
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'esm.mts', 'commonjs.cts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(tsc.stdout, '');
});
