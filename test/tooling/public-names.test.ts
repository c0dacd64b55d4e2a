import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

// Every family has its own subpath, and the root exports every public name of every family, values and types. The plane
// is an exception: a program is about space or about the plane, so the root is about space and dem-contact/planar
// about the plane. Threads are another: few programs want them, and the module of a worker has an effect.

const root = fileURLToPath(new URL('../../', import.meta.url));
// math and tracking are private parts.
const families = readdirSync(`${root}src`).filter((part) => part !== 'math' && existsSync(`${root}src/${part}/index.ts`));
const inRoot = families.filter((family) => !['planar', 'parallel', 'worker'].includes(family));
const rootFile = `${root}src/index.ts`;
const familyFile = (family: string) => `${root}src/${family}/index.ts`;

const program = ts.createProgram([rootFile, ...families.map(familyFile)], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
});
const checker = program.getTypeChecker();

/** Exported names of a module, each with the declaration that it stands for. */
function exportsOf(file: string): Map<string, ts.Symbol> {
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return new Map(
    checker
      .getExportsOfModule(symbol)
      .map((name) => [name.name, name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name]),
  );
}

const rootExports = exportsOf(rootFile);

describe('src/index.ts', () => {
  test.each(inRoot)('exports all of %s', (family) => {
    const names = exportsOf(familyFile(family));
    expect([...names.keys()].filter((name) => rootExports.get(name) !== names.get(name))).toEqual([]);
  });

  test('names what it exports', () => {
    expect(readFileSync(rootFile, 'utf8')).not.toMatch(/export \*/);
  });

  test('exports nothing else but InputError', () => {
    const known = new Set(inRoot.flatMap((family) => [...exportsOf(familyFile(family)).keys()]));
    expect([...rootExports.keys()].filter((name) => !known.has(name))).toEqual(['InputError', 'InputErrorCode']);
  });
});

test('package.json exports a subpath for each family', () => {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { exports: Record<string, unknown> };
  expect(Object.keys(manifest.exports).sort()).toEqual(['.', './package.json', ...families.map((family) => `./${family}`)].sort());
});
