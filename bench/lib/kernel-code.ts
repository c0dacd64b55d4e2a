/**
 * The kernels of src that functions need, by module, and which of their numbers are integers: what writing them in
 * another language (write-cpp.ts) has to know.
 *
 * TypeScript has one type of number. Elements of integer arrays, counts and codes are integers; what is not made of
 * integers alone by + - * and operations on bits is a double. A variable, a parameter, or the result of a function is a
 * double when anything ever put into it is one; what remains when no more are found are integers.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Fields of objects that are doubles; all other fields that are numbers are integers. */
const DOUBLE_FIELDS = new Set('gap area volume radius inradius tolerance margin pointMargin band minArea rounding EPSILON NaN'.split(' '));

/** Objects of constants that the other language has too. */
export const ENUMS = new Set(['Status', 'ContactKind', 'NormalOwner']);

export type ModuleItem = ts.FunctionDeclaration | ts.VariableDeclaration;

export interface KernelModule {
  /** Path under src, without .ts. */
  name: string;
  source: ts.SourceFile;
  /** Functions and constants that are needed, in the order of the file. */
  items: ModuleItem[];
  /** What is needed of other modules: path as in `name`, and names. */
  imports: Map<string, Set<string>>;
}

export interface KernelCode {
  modules: KernelModule[];
  checker: ts.TypeChecker;
  symbolOf: (node: ts.Node) => ts.Symbol | undefined;
  isDouble: (node: ts.Expression | ts.Identifier) => boolean;
}

/** The code that functions ('path/of/module:name') need. */
export function kernelCode(functions: readonly string[]): KernelCode {
  const { config } = ts.readConfigFile(`${SRC}tsconfig.json`, (file) => ts.sys.readFile(file)) as { config: unknown };
  const roots = functions.map((name) => name.split(':'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, SRC);
  const program = ts.createProgram(
    roots.map(([module]) => `${SRC}${module}.ts`),
    options,
  );
  const checker = program.getTypeChecker();

  const symbolOf = (node: ts.Node): ts.Symbol | undefined => {
    const symbol = checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  };

  const modules = new Map<string, KernelModule>();
  const needed = new Set<ModuleItem>();
  const moduleOf = (source: ts.SourceFile): KernelModule => {
    const name = path.relative(SRC, source.fileName).replace(/\.ts$/, '');
    const known = modules.get(name) ?? { name, source, items: [], imports: new Map<string, Set<string>>() };
    modules.set(name, known);
    return known;
  };
  const need = (item: ModuleItem): void => {
    if (needed.has(item)) return;
    needed.add(item);
    const module = moduleOf(item.getSourceFile());
    module.items.push(item);
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      const used = ts.isIdentifier(node) ? moduleItem(symbolOf(node)) : undefined;
      if (used?.name !== undefined && !ENUMS.has(used.name.getText())) {
        const from = moduleOf(used.getSourceFile());
        if (from !== module) {
          const names = module.imports.get(from.name) ?? new Set();
          module.imports.set(from.name, names.add(used.name.getText()));
        }
        need(used);
      }
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(item, visit);
  };
  for (const [module, name] of roots) {
    const source = program.getSourceFile(`${SRC}${module}.ts`);
    const found = source?.statements.find((s) => ts.isFunctionDeclaration(s) && s.name?.text === name);
    if (!found) throw new Error(`src/${module}.ts has no function ${name}`);
    need(found as ts.FunctionDeclaration);
  }
  for (const module of modules.values()) module.items.sort((a, b) => a.pos - b.pos);
  const isDouble = findDoubles(checker, symbolOf, needed);
  return { modules: [...modules.values()], checker, symbolOf, isDouble };
}

/** The function or constant of a module that a symbol is. */
function moduleItem(symbol: ts.Symbol | undefined): ModuleItem | undefined {
  const declaration = symbol?.valueDeclaration;
  if (!declaration || !declaration.getSourceFile().fileName.startsWith(SRC)) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  const isOfModule = ts.isVariableDeclaration(declaration) && ts.isSourceFile(declaration.parent.parent.parent);
  return isOfModule ? declaration : undefined;
}

/** What arrays hold, by the names of their types. */
export function elementOf(type: ts.Type): 'double' | 'int' | 'unsigned char' | null {
  const names = { Float64Array: 'double', Int32Array: 'int', Uint8Array: 'unsigned char' } as const;
  const name = type.getSymbol()?.name ?? '';
  return name in names ? names[name as keyof typeof names] : null;
}

export function isBoolean(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.BooleanLike) !== 0;
}

export function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

const BITS = new Set(['&', '|', '^', '<<', '>>', '%']);

/** Looks at all that is put anywhere, until no more doubles are found. */
function findDoubles(checker: ts.TypeChecker, symbolOf: KernelCode['symbolOf'], items: ReadonlySet<ModuleItem>): KernelCode['isDouble'] {
  const doubles = new Set<ts.Symbol>();

  const isDouble = (e: ts.Expression): boolean => {
    if (ts.isParenthesizedExpression(e) || ts.isAsExpression(e)) return isDouble(e.expression);
    if (ts.isNumericLiteral(e)) return !/^\d+$/.test(e.getText());
    if (ts.isElementAccessExpression(e)) return elementOf(checker.getTypeAtLocation(e.expression)) === 'double';
    if (ts.isPropertyAccessExpression(e)) return DOUBLE_FIELDS.has(e.name.text);
    if (ts.isPrefixUnaryExpression(e)) return e.operator !== ts.SyntaxKind.ExclamationToken && isDouble(e.operand);
    if (ts.isConditionalExpression(e)) return isDouble(e.whenTrue) || isDouble(e.whenFalse);
    if (ts.isIdentifier(e)) return e.text === 'Infinity' || e.text === 'NaN' || isKnown(e);
    if (ts.isCallExpression(e)) {
      if (e.expression.getText().startsWith('Math.')) return e.expression.getText() !== 'Math.clz32';
      return isKnown(e.expression);
    }
    if (!ts.isBinaryExpression(e) || isBoolean(checker.getTypeAtLocation(e))) return false;
    const operator = e.operatorToken.getText();
    if (operator === '/' || operator === '**') return true;
    if (operator === '=') return isDouble(e.right);
    return !BITS.has(operator) && (isDouble(e.left) || isDouble(e.right));
  };
  const isKnown = (node: ts.Node): boolean => {
    const symbol = symbolOf(node);
    return symbol !== undefined && doubles.has(symbol);
  };
  const add = (node: ts.Node | undefined): void => {
    const symbol = node && symbolOf(node);
    if (symbol) doubles.add(symbol);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name)) {
      const isNumber = (checker.getTypeAtLocation(node.name).flags & ts.TypeFlags.NumberLike) !== 0;
      if (isNumber && isDouble(node.initializer)) add(node.name);
    } else if (ts.isBindingElement(node)) {
      if (DOUBLE_FIELDS.has((node.propertyName ?? node.name).getText())) add(node.name);
    } else if (isAssignment(node)) {
      if (ts.isIdentifier(node.left) && (node.operatorToken.getText() === '/=' || isDouble(node.right))) add(node.left);
    } else if (ts.isCallExpression(node)) {
      const called = checker.getResolvedSignature(node)?.declaration;
      if (called && ts.isFunctionDeclaration(called)) {
        node.arguments.forEach((argument, k) => {
          if (isDouble(argument)) add(called.parameters[k].name);
        });
      }
    } else if (ts.isReturnStatement(node) && node.expression && isDouble(node.expression)) {
      let parent: ts.Node = node;
      while (!ts.isFunctionDeclaration(parent)) parent = parent.parent;
      add(parent.name);
    }
    ts.forEachChild(node, visit);
  };
  let before = -1;
  while (doubles.size > before) {
    before = doubles.size;
    items.forEach(visit);
  }
  return isDouble;
}
