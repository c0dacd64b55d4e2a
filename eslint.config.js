import { readdirSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * The one table of what may import what in src: each part may import itself and the parts in its list, nothing else. A part
 * lists only parts above it, so no cycle can be written. No method folder imports another: geometry that two of them
 * need belongs in contact or polyhedron.
 */
const base = ['math', 'polyhedron', 'body', 'contact'];
/** The methods that search a common plane, each in a room of its own. */
const planeMethods = ['shortest-link', 'fast-common-plane', 'cundall'];
const methods = ['exact-plane', ...planeMethods, 'common-plane', 'direct-search', 'half-space', 'shrunken-edge'];
const mayImport = {
  math: [],
  polyhedron: ['math'],
  body: ['math', 'polyhedron'],
  contact: ['math', 'polyhedron', 'body'],
  // From a plane to the points, the zone and the label of a contact; bodies and walls share it.
  'contact-points': base,
  // The reference that methods hand doubtful pairs to.
  'exact-plane': [...base, 'contact-points'],
  // Links of features, feet of a plane, proofs: what the methods that search a plane share.
  'plane-links': [...base, 'exact-plane'],
  'shortest-link': [...base, 'contact-points', 'exact-plane', 'plane-links'],
  'fast-common-plane': [...base, 'contact-points', 'exact-plane', 'plane-links'],
  cundall: [...base, 'contact-points', 'exact-plane', 'plane-links'],
  // The entry of these rooms: no code of its own.
  'common-plane': ['contact-points', 'exact-plane', ...planeMethods],
  'direct-search': base,
  'half-space': [...base, 'exact-plane'],
  'shrunken-edge': base,
  'broad-phase': base,
  force: base,
  // Blocks of tetrahedra with constant strain.
  deformable: [...base, 'broad-phase', 'force'],
  // Of the half-spaces it takes the cutting of a solid by planes.
  walls: [...base, 'contact-points', 'exact-plane', 'half-space'],
  io: [...base, 'deformable'],
  // One body of several parts; the mass of the parts' union takes their overlaps.
  clump: [...base, 'exact-plane', 'half-space', 'io'],
  // What detectors of space and of the plane share.
  'detector-shared': ['math', 'body', 'contact', 'broad-phase'],
  planar: ['math', 'body', 'contact', 'broad-phase', 'force', 'io', 'clump', 'deformable', 'detector-shared'],
  methods: [...base, 'contact-points', ...methods],
  detector: [...base, 'contact-points', ...methods, 'broad-phase', 'walls', 'methods', 'detector-shared'],
  // Detectors whose work is shared by threads, and the module of their workers.
  parallel: [...base, 'force', 'walls', 'planar', 'detector-shared', 'detector'],
  worker: ['contact', 'planar', 'methods', 'parallel'],
  // The command line: the one part that is made for Node.
  cli: [...base, 'io', 'walls', 'methods', 'detector', 'parallel'],
};
const parts = Object.keys(mayImport);

/** Parts that run inside a time step: they answer with a status and never throw. */
const kernels = [
  'contact',
  'contact-points',
  'plane-links',
  ...methods,
  'broad-phase',
  'walls',
  'force',
  'planar/contact',
  'planar/force',
  'planar/method',
  'planar/wall',
];
/** Parts whose results are the same bits on every engine: only + - * / and the exact functions of Math. */
const reproducible = ['math', 'body', 'clump', 'planar', 'deformable', ...kernels];
/** Functions of Math whose last bits differ between engines, or that are slow (hypot). */
const inexact = [
  ...['hypot', 'pow', 'exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'cbrt', 'random'],
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'],
];

const src = fileURLToPath(new URL('./src/', import.meta.url));
const partOf = (path) => relative(src, path).split(sep)[0].replace(/\.ts$/, '');

for (const [index, part] of parts.entries()) {
  const wrong = mayImport[part].find((other) => !parts.slice(0, index).includes(other));
  if (wrong !== undefined) throw new Error(`eslint.config.js: ${part} lists ${wrong}, which is not above it in the table`);
}
for (const part of readdirSync(src).map((entry) => partOf(src + entry))) {
  if (!['index', 'tsconfig.json', ...parts].includes(part))
    throw new Error(`eslint.config.js: src/${part} is missing from the table of imports`);
}

/** Every relative import in src, types included, against the table. */
const importOrder = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { order: '{{part}} may not import {{other}}: see the table of imports in eslint.config.js.' },
  },
  create(context) {
    const part = partOf(context.filename);
    if (part === 'index') return {};
    const check = (node) => {
      const path = node.source?.value;
      if (typeof path !== 'string' || !path.startsWith('.')) return;
      const other = partOf(resolve(dirname(context.filename), path));
      if (other !== part && !mayImport[part].includes(other))
        context.report({ node, messageId: 'order', data: { part, other: other || 'index' } });
    };
    return { ImportDeclaration: check, ImportExpression: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

/** Lines of comments have at most this many characters, as on the pages of docs. */
const COMMENT_LINE = 120;
/** Lines of comments that are too long; code and rows of tables (`* | a | b |`) may be longer. */
const commentLength = {
  meta: {
    type: 'layout',
    schema: [],
    messages: { long: `A line of a comment has at most ${COMMENT_LINE} characters.` },
  },
  create(context) {
    return {
      Program() {
        const { lines } = context.sourceCode;
        for (const { loc, value } of context.sourceCode.getAllComments()) {
          if (value.trim() === 'prettier-ignore') continue;
          for (let line = loc.start.line; line <= loc.end.line; line++) {
            const column = line === loc.end.line ? loc.end.column : lines[line - 1].length;
            const isTable = /^\s*(\*|\/\/) \|/.test(lines[line - 1]);
            if (column > COMMENT_LINE && !isTable) context.report({ loc: { line, column }, messageId: 'long' });
          }
        }
      },
    };
  },
};

/** Indices of slots that hold different things have names: see src/contact/layouts.ts. A vector alone has 0, 1 and 2. */
const namedSlots = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { slot: 'Name slot {{index}} of {{array}}, beside the array or in src/contact/layouts.ts.' },
  },
  create(context) {
    const { getTypeAtLocation } = context.sourceCode.parserServices;
    const isModuleLevel = (node) => {
      for (let scope = context.sourceCode.getScope(node); scope !== null; scope = scope.upper) {
        const variable = scope.set.get(node.name);
        if (variable !== undefined) return scope.type === 'module';
      }
      return false;
    };
    const isTypedArray = (node) => /^(Float|Uint|Int)\d+(Clamped)?Array$/.test(getTypeAtLocation(node).getSymbol()?.name ?? '');
    return {
      MemberExpression({ computed, object, property }) {
        if (!computed || object.type !== 'Identifier') return;
        // The slot itself, where it starts, or where it is in its row: [6], [6 + k] and [at + 6].
        const slots = property.type === 'BinaryExpression' && property.operator === '+' ? [property.left, property.right] : [property];
        const slot = slots.find((part) => part.type === 'Literal' && part.value >= 3);
        if (slot === undefined || !isModuleLevel(object) || !isTypedArray(object)) return;
        context.report({ node: slot, messageId: 'slot', data: { index: String(slot.value), array: object.name } });
      },
    };
  },
};

const readonly = (...names) => Object.fromEntries(names.map((name) => [name, 'readonly']));
const filesOf = (names) => names.flatMap((name) => [`src/${name}/**/*.ts`, `src/${name}.ts`]);
/** Powers, except those of two with a written exponent, which are exact everywhere: 2 ** -52. */
const power = {
  selector:
    'AssignmentExpression[operator="**="], BinaryExpression[operator="**"]:not([left.value=2]:matches([right.type="Literal"], [right.argument.type="Literal"]))',
  message: 'Write the product out: the last bits of powers differ between engines.',
};
/** The build makes every top-level binding const, so none may change; state lives in const records and arrays. */
const topLevelLet = {
  selector: 'Program > VariableDeclaration[kind!="const"]',
  message: 'Top-level bindings are const: see tsup.config.ts.',
};
/** Packages that no file of src may import: it runs in browsers and workers, and not through its own front door. */
const foreign = [{ regex: '^(node:|dem-contact)', message: 'src runs without Node and imports its own files by relative paths.' }];

export default defineConfig(
  { ignores: ['dist/', 'out/', 'coverage/', 'docs/', 'bench/results/', 'bench/peers/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Counters and measured values in messages and tables.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `() => (x = y)` and `() => list.push(x)` are how short callbacks are written.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Reads past the end of a typed array are undefined, which the types do not say: such checks are wanted.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // For Map.get of a key that is there.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['{src,sim,bench,examples,site,test}/**/*.ts'],
    plugins: { local: { rules: { 'import-order': importOrder, 'comment-length': commentLength, 'named-slots': namedSlots } } },
    rules: { 'local/comment-length': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'local/import-order': 'error',
      'local/named-slots': 'error',
      'no-restricted-globals': ['error', ...['process', 'Buffer', 'window', 'document', 'self', 'globalThis', 'console', 'require']],
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: foreign }],
      'no-restricted-syntax': ['error', topLevelLet],
    },
  },
  {
    files: ['src/cli/**/*.ts'],
    rules: { 'no-restricted-globals': 'off', '@typescript-eslint/no-restricted-imports': 'off' },
  },
  {
    files: filesOf(reproducible),
    rules: {
      'no-restricted-properties': [
        'error',
        ...inexact.map((property) => ({
          object: 'Math',
          property,
          message: 'Kernels give the same bits on every engine: + - * / sqrt abs min max only.',
        })),
      ],
      'no-restricted-syntax': ['error', topLevelLet, power],
    },
  },
  {
    files: filesOf(kernels),
    // Where options enter.
    ignores: ['src/shrunken-edge/options.ts', 'src/force/check-law.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            ...foreign,
            {
              regex: '^gl-matrix',
              allowTypeImports: true,
              message: 'gl-matrix is for types here: its functions cost 3 to 50 times the scalars.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        topLevelLet,
        power,
        { selector: 'ThrowStatement', message: 'Kernels answer with a status; checks belong where data enters the library.' },
      ],
    },
  },
  {
    // Types of other engines: their classes are functions as well, and shapes stand in for one another.
    files: ['examples/engines/*.ts'],
    rules: {
      '@typescript-eslint/no-deprecated': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: readonly('console', 'process', 'URL') },
  },
);
