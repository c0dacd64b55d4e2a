import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, test } from 'vitest';

// The rules of this project that no compiler checks must really fail the build: each row is a line of code, the file it
// would stand in (an existing one, since typed linting knows no others), and the rule that must refuse it.

const root = fileURLToPath(new URL('../../', import.meta.url));
// Types cost a program for each row: of the rules here named-slots alone needs them.
const withTypes = new ESLint({ cwd: root });
const withoutTypes = new ESLint({
  cwd: root,
  overrideConfig: [tseslint.configs.disableTypeChecked, { rules: { 'local/named-slots': 'off' } }],
});
const typed = 'src/walls/wall-rows.ts';

async function rulesBroken(file: string, code: string): Promise<string[]> {
  const [result] = await (file === typed ? withTypes : withoutTypes).lintText(code, { filePath: `${root}${file}` });
  return result.messages.map((message) => message.ruleId ?? message.message);
}

const order = 'local/import-order';
const imports = '@typescript-eslint/no-restricted-imports';

describe('refused', () => {
  test.each([
    ['src/math/rotation.ts', `export { boundingRadii } from '../body/body-set';`, order],
    ['src/math/rotation.ts', `import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';`, order],
    ['src/math/rotation.ts', `export * from '../polyhedron';`, order],
    ['src/polyhedron/mass.ts', `export const later = () => import('../contact/status');`, order],
    ['src/body/pose.ts', `export { Status } from '../contact/status';`, order],
    ['src/contact/status.ts', `export { createPairList } from '../broad-phase/pair-list';`, order],
    ['src/broad-phase/pair-list.ts', `export { exactPlane } from '../exact-plane/exact-plane';`, order],
    ['src/contact/status.ts', `export { InputError } from '../index';`, order],
    ['src/contact/status.ts', `export { InputError } from '..';`, order],
    ['src/contact/status.ts', `export { InputError } from 'dem-contact';`, imports],
    ['src/contact/status.ts', `export { cpus } from 'node:os';`, imports],
    ['src/parallel/kinds.ts', `export { Exit } from '../cli/faults';`, order],
    ['src/cli/faults.ts', `export { nearPairs2d } from '../planar';`, order],
    ['src/contact/status.ts', `import { vec3 } from 'gl-matrix'; export const v = vec3.create();`, imports],
    ['src/contact/status.ts', `export const f = (x: number) => Math.hypot(x, 1);`, 'no-restricted-properties'],
    ['src/math/rotation.ts', `export const f = (x: number) => Math.sin(x);`, 'no-restricted-properties'],
    ['src/body/pose.ts', `const { pow } = Math; export const f = (x: number) => pow(x, 2);`, 'no-restricted-properties'],
    ['src/broad-phase/pair-list.ts', `export const f = (x: number) => x ** 2;`, 'no-restricted-syntax'],
    ['src/broad-phase/pair-list.ts', `export const f = (x: number) => 2 ** x;`, 'no-restricted-syntax'],
    ['src/broad-phase/pair-list.ts', `export const f = (x: number) => 2 ** -x;`, 'no-restricted-syntax'],
    ['src/math/rotation.ts', `export function f(x: number) { x **= 2; return x; }`, 'no-restricted-syntax'],
    ['src/contact/status.ts', `export function f(): never { throw new Error('no'); }`, 'no-restricted-syntax'],
    ['src/polyhedron/mass.ts', `export const f = () => process.argv;`, 'no-restricted-globals'],
    ['src/polyhedron/mass.ts', `export const f = () => Buffer.alloc(1);`, 'no-restricted-globals'],
    ['src/polyhedron/mass.ts', `export const f = () => window;`, 'no-restricted-globals'],
    ['src/polyhedron/mass.ts', `export const f = () => document;`, 'no-restricted-globals'],
    ['src/polyhedron/mass.ts', `// ${'x'.repeat(118)}`, 'local/comment-length'],
    ['src/polyhedron/mass.ts', `/**\n * ${'x'.repeat(118)}\n */`, 'local/comment-length'],
    ['src/polyhedron/mass.ts', `export const length = 1; // ${'x'.repeat(93)}`, 'local/comment-length'],
    [typed, `const a = new Float64Array(9); export const f = () => a[3];`, 'local/named-slots'],
    [typed, `const a = new Int32Array(9); export const f = (k: number) => (a[6 + k] = 1);`, 'local/named-slots'],
    [typed, `const a = new Int32Array(9); export const f = (k: number) => (a[k + 3] = 1);`, 'local/named-slots'],
    [typed, `import { found } from '../contact-points/places'; found[3] = 0;`, 'local/named-slots'],
  ])('%s: %s', async (file, code, rule) => {
    expect(await rulesBroken(file, code)).toContain(rule);
  });
});

describe('accepted', () => {
  test.each([
    [typed, `const a = new Float64Array(9); export const f = (k: number) => a[2] + a[3 * k + 2];`],
    [typed, `export const f = (pose: Float64Array) => pose[9];`],
    ['src/polyhedron/mass.ts', `export { InputError } from '../math/input-error';`],
    ['src/cli/faults.ts', `import { cpus } from 'node:os'; export const cores = () => cpus().length + process.argv.length;`],
    ['src/polyhedron/mass.ts', `export function f(): never { throw new Error('cold code may'); }`],
    ['src/broad-phase/pair-list.ts', `export type { Status } from '../contact/status';`],
    ['src/contact/status.ts', `import type { vec3 } from 'gl-matrix'; export type Normal = vec3;`],
    ['src/contact/status.ts', `export const f = (x: number) => Math.sqrt(Math.max(0, x));`],
    ['src/contact/status.ts', `export const unit = 2 ** -53 + 2 ** 10;`],
    ['src/index.ts', `export { InputError } from './math/input-error';`],
    ['src/polyhedron/mass.ts', `// ${'x'.repeat(117)}`],
    ['src/polyhedron/mass.ts', `// | ${'x'.repeat(118)} |`],
    ['src/polyhedron/mass.ts', `export const text = /* 118 */ '${'x'.repeat(118)}';`],
  ])('%s: %s', async (file, code) => {
    expect(await rulesBroken(file, code)).toEqual([]);
  });
});
