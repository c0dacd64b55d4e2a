/**
 * The documentation holds: every TypeScript block of the README and the pages compiles by itself, every example in a
 * docstring compiles with the public names (and what it says it is given) in scope, every link and figure exists.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index';
import * as parallel from '../../src/parallel';
import * as planar from '../../src/planar';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = [
  'README.md',
  ...readdirSync(resolve(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

function filesBelow(folder: string): string[] {
  return readdirSync(resolve(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : entry.name.endsWith('.ts') ? [`${folder}/${entry.name}`] : [],
  );
}

function blocksOf(text: string): string[] {
  return [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map((match) => match[1]);
}

const publicNames = new Set(Object.keys(library));
/** The plane has a subpath of its own, and its examples are given bodies of the plane. */
const planarNames = new Set(Object.keys(planar));
/** Names of entries that few programs import; the module of a worker has an effect, so it is not imported here. */
const parallelNames = new Set(Object.keys(parallel));
const workerNames = new Set(['registerForceModel', 'registerForceModel2d', 'registerMethod', 'registerMethod2d']);
const GIVEN_IN_PLANE = [
  'declare const a: ConvexPolygon; declare const b: ConvexPolygon; declare const pose: Pose2d; declare const poses: Pose2d[];',
  'declare const bodies: BodySet2d; declare const line: CommonLine; declare const contact: Contact2d; declare const points: number[];',
  'declare const cornersOfA: number[]; declare const cornersOfB: number[];',
];
const PLANAR_TYPES = ['BodySet2d', 'CommonLine', 'Contact2d', 'ConvexPolygon', 'Pose2d'];
/** What docstring examples may take as given. */
const GIVEN = [
  'declare const a: ConvexPolyhedron; declare const b: ConvexPolyhedron;',
  'declare const pose: Pose; declare const poses: Pose[]; declare const bodies: BodySet; declare const state: ContactState;',
  'declare const plane: CommonPlane; declare const contact: Contact;',
  'declare const cornersOfA: number[]; declare const cornersOfB: number[]; declare const text: string; declare const bytes: Uint8Array;',
  'declare const rock: ConvexPolyhedron; declare const cube: ConvexPolyhedron; declare const points: number[]; declare const list: ContactList;',
  'declare const confText: string; declare const shapeText: string; declare const conf: string; declare const shapes: FileShape[];',
  'declare const readFile: (path: string, encoding: string) => string; declare const writeFile: (path: string, text: string) => void;',
];
const TYPES = [
  'BodySet',
  'CommonPlane',
  'Contact',
  'ContactList',
  'ContactState',
  'ConvexPolyhedron',
  'FileShape',
  'InputError',
  'Pose',
  'SceneFile',
];

/** Names that a block declares itself, so that they are not given to it as well. */
function declared(block: string): Set<string> {
  return new Set(
    [...block.matchAll(/\b(?:const|let|function)\s+(?:[{[]([^}\]]*)[}\]]|(\w+))/g)].flatMap(([, many, one]) =>
      (many ?? one).split(/[,\s:]+/),
    ),
  );
}

function exampleModule(block: string, file: string): string {
  const isPlanar = file.startsWith('src/planar/');
  const isBoth = file.startsWith('src/parallel/') || file.startsWith('src/worker/');
  const own = declared(block);
  const used = (names: Iterable<string>) => [...names].filter((name) => new RegExp(`\\b${name}\\b`).test(block) && !own.has(name));
  const inPlane = isPlanar ? used(planarNames) : isBoth ? used(planarNames).filter((name) => !publicNames.has(name)) : [];
  const names = used(publicNames).filter((name) => !inPlane.includes(name));
  const given = (isPlanar ? GIVEN_IN_PLANE : GIVEN)
    .flatMap((line) => line.split('; '))
    .filter((line) => !own.has(/const (\w+)/.exec(line)?.[1] ?? ''));
  return [
    `import { ${names.join(', ')} } from 'dem-contact';`,
    isBoth
      ? `import { ${used(parallelNames).join(', ')} } from 'dem-contact/parallel'; import { ${used(workerNames).join(', ')} } from 'dem-contact/worker'; import { ${inPlane.join(', ')} } from 'dem-contact/planar';`
      : '',
    isPlanar
      ? `import { ${inPlane.join(', ')} } from 'dem-contact/planar'; import type { ${PLANAR_TYPES.join(', ')} } from 'dem-contact/planar';`
      : `import type { ${TYPES.filter((type) => !names.includes(type)).join(', ')} } from 'dem-contact';`,
    ...given,
    block,
    'export {};',
  ].join('\n');
}

const modules = new Map<string, string>();
for (const page of pages) {
  blocksOf(readFileSync(resolve(root, page), 'utf8')).forEach((block, k) =>
    modules.set(`${page} block ${k + 1}`, `${block}\nexport {};\n`),
  );
}
// src/math is not public.
for (const file of filesBelow('src').filter((path) => !path.startsWith('src/math/'))) {
  const source = readFileSync(resolve(root, file), 'utf8');
  const comments = [...source.matchAll(/\/\*\*[^]*?\*\//g)].map(([comment]) => comment.replace(/^\s*\* ?/gm, ''));
  comments.flatMap(blocksOf).forEach((block, k) => modules.set(`${file} example ${k + 1}`, exampleModule(block, file)));
}

/** Compiles all modules in one program; messages by module. */
function compile(): Map<string, string[]> {
  const config = ts.parseJsonConfigFileContent(
    (ts.readConfigFile(resolve(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: unknown }).config,
    ts.sys,
    root,
  ).options;
  const options: ts.CompilerOptions = { ...config, noEmit: true, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(options);
  const names = new Map([...modules.keys()].map((name, k) => [resolve(root, `block-${k}.ts`), name]));
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.readFile = (path) => modules.get(names.get(resolve(path)) ?? '') ?? readFile(path);
  host.fileExists = (path) => names.has(resolve(path)) || fileExists(path);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, target, ...rest) => {
    const text = modules.get(names.get(resolve(path)) ?? '');
    return text === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, text, target);
  };
  const program = ts.createProgram([...names.keys()], options, host);
  const messages = new Map<string, string[]>();
  // Of the blocks alone: `npm run typecheck` looks at the sources.
  const blocks = program.getSourceFiles().filter((file) => names.has(resolve(file.fileName)));
  const faults = blocks.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  for (const diagnostic of [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...faults]) {
    const name = names.get(resolve(diagnostic.file?.fileName ?? '')) ?? 'elsewhere';
    messages.set(name, [...(messages.get(name) ?? []), ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')]);
  }
  return messages;
}

describe('code in the documentation', () => {
  it('compiles', () => {
    expect(modules.size).toBeGreaterThan(20);
    expect(Object.fromEntries(compile())).toEqual({});
  });
});

describe.each(pages)('%s', (page) => {
  it('links to files that exist', () => {
    const text = readFileSync(resolve(root, page), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1]).filter((link) => !/^https?:/.test(link));
    const missing = links.filter((link) => !existsSync(resolve(root, dirname(page), link)));
    expect(missing).toEqual([]);
  });
});
