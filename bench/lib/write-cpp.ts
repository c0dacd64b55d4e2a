/**
 * Kernels of src written in C++, a header for each module and a namespace of its name in each: the twins of the benches
 * that tell what the language costs. The layout of the source stays, with its names and the order of its operations;
 * comments go. What kernels are made of is little: numbers, flat arrays, loops, calls. Anything else is an error here.
 *
 *     module constants    constexpr numbers, and arrays with a place of their own
 *     numbers             int or double, see kernel-code.ts
 *     objects             the structs of bench/native/kernel.hpp
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ENUMS, elementOf, isAssignment, isBoolean, kernelCode, type KernelCode, type KernelModule } from './kernel-code';

/** Objects of TypeScript as parameters: what is written to is called `out`, but for the memory of a pair. */
const STRUCTS: Record<string, (name: string) => string> = {
  ConvexPolyhedron: (name) => `const Shape &${name}`,
  CommonPlane: (name) => `${name === 'out' ? '' : 'const '}CommonPlane &${name}`,
  Contact: (name) => `Contact &${name}`,
  ContactState: (name) => `State &${name}`,
  DetectOptions: (name) => `const DetectOptions &${name}`,
};

/** Functions that have another name in C++; greater and lesser treat NaN and signs as Math.max and Math.min. */
const FUNCTIONS: Record<string, string> = {
  'Math.abs': 'std::fabs',
  'Math.sqrt': 'std::sqrt',
  'Math.max': 'greater',
  'Math.min': 'lesser',
  'Math.clz32': '__builtin_clz',
};

const WORDS: Record<string, string> = {
  Infinity: 'kInfinity',
  NaN: 'kNaN',
  'Number.EPSILON': '0x1p-52',
  'Number.NaN': 'kNaN',
  '===': '==',
  '!==': '!=',
};

/** Names of src that are words of C++. */
const RESERVED = new Set(['short', 'long', 'int', 'float', 'double', 'signed', 'unsigned', 'register', 'union']);

/** Writes the headers of the functions ('path/of/module:name') into a folder, which ends with a slash. */
export function writeKernels(functions: readonly string[], folder: string): void {
  const code = kernelCode(functions);
  for (const module of code.modules) {
    const file = `${folder}${module.name}.hpp`;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, writeModule(code, module));
  }
}

function namespaceOf(module: string): string {
  return path.basename(module).replaceAll('-', '_');
}

function writeModule(code: KernelCode, module: KernelModule): string {
  const lines = [`// src/${module.name}.ts in C++.`, '#pragma once', '#include "kernel.hpp"'];
  const imports = [...module.imports].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [from] of imports) lines.push(`#include "${from}.hpp"`);
  lines.push('', `namespace ${namespaceOf(module.name)} {`, '');
  for (const [from, names] of imports) for (const name of names) lines.push(`using ${namespaceOf(from)}::${name};`);
  const functions: ts.FunctionDeclaration[] = [];
  for (const item of module.items) {
    if (ts.isFunctionDeclaration(item)) functions.push(item);
    else lines.push(moduleConstant(code, item));
  }
  lines.push('', ...functions.map((f) => `${functionHead(code, f)};`));
  for (const f of functions) lines.push('', `${functionHead(code, f)} ${functionBody(code, f)}`);
  lines.push('', `}  // namespace ${namespaceOf(module.name)}`, '');
  return lines.join('\n');
}

function nameIn(name: ts.Identifier): string {
  return RESERVED.has(name.text) ? `${name.text}_` : name.text;
}

function unsupported(node: ts.Node): Error {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  return new Error(`${node.getSourceFile().fileName}:${line + 1}: not known how to write in C++: ${node.getText()}`);
}

/** Comments and marks for bundlers are of no use to the compiler. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/ ?|\/\/.*$/gm, '').replace(/^[ \t]*\n/gm, '');
}

/** A node in C++: its own text, with those of its children that C++ writes in another way. */
function write(code: KernelCode, node: ts.Node): string {
  const text = node.getText();
  if (text in WORDS) return WORDS[text];
  if (ts.isIdentifier(node)) return nameIn(node);
  const special = writeSpecial(code, node);
  if (special !== null) return special;
  let out = '';
  let at = node.getStart();
  ts.forEachChild(node, (child) => {
    if (child.getStart() < at) return;
    out += node.getSourceFile().text.slice(at, child.getStart()) + write(code, child);
    at = child.getEnd();
  });
  return out + node.getSourceFile().text.slice(at, node.getEnd());
}

function writeSpecial(code: KernelCode, node: ts.Node): string | null {
  if (ts.isVariableDeclarationList(node)) return declaration(code, node);
  if (ts.isAsExpression(node)) return write(code, node.expression);
  if (ts.isPropertyAccessExpression(node)) {
    const object = node.expression.getText();
    if (node.name.text === 'length') return `static_cast<int>(std::size(${object}))`;
    return ENUMS.has(object) ? `${object}::${node.name.text}` : null;
  }
  if (ts.isElementAccessExpression(node) && code.isDouble(node.argumentExpression))
    return `${write(code, node.expression)}[static_cast<int>(${write(code, node.argumentExpression)})]`;
  if (ts.isCallExpression(node)) return call(code, node);
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText();
    if (operator === '**') return `0x1p${node.right.getText()}`;
    if (operator === '|' && code.isDouble(node.left)) return `static_cast<int>(${write(code, node.left)})`;
    if (operator === '/' && !code.isDouble(node.left) && !code.isDouble(node.right))
      return `static_cast<double>(${write(code, node.left)}) / ${write(code, node.right)}`;
    return null;
  }
  if (ts.isArrowFunction(node) || ts.isObjectLiteralExpression(node) || ts.isForOfStatement(node)) throw unsupported(node);
  return null;
}

function call(code: KernelCode, node: ts.CallExpression): string {
  const called = node.expression;
  const given = node.arguments.map((argument) => (isMember(code, argument) ? dataOf(code, argument) : write(code, argument)));
  if (ts.isIdentifier(called)) return `${called.text}(${given.join(', ')})`;
  const known = FUNCTIONS[called.getText()];
  if (known) return given.slice(1).reduce((x, y) => `${known}(${x}, ${y})`, given.length > 1 ? given[0] : `${known}(${given[0]})`);
  const array = ts.isPropertyAccessExpression(called) ? called.expression.getText() : '';
  if (called.getText() === `${array}.set`) return `std::copy_n(${given[0]}, std::size(${array}), ${array})`;
  if (called.getText() === `${array}.fill`) return `std::fill(std::begin(${array}), std::end(${array}), ${given[0]})`;
  throw unsupported(node);
}

/** Whether an expression is an array that is a member of an object: it may be a std::vector. */
function isMember(code: KernelCode, e: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(e) && elementOf(code.checker.getTypeAtLocation(e)) !== null;
}

/** Where such an array begins. */
function dataOf(code: KernelCode, e: ts.Expression): string {
  return `std::data(${write(code, e)})`;
}

function typeOf(code: KernelCode, name: ts.Identifier): string {
  const type = code.checker.getTypeAtLocation(name);
  if (code.checker.typeToString(type) === 'Status') return 'Status';
  if (isBoolean(type)) return 'bool';
  return code.isDouble(name) ? 'double' : 'int';
}

/** The local variables of one statement or one loop. */
function declaration(code: KernelCode, list: ts.VariableDeclarationList): string {
  const fixed = list.flags & ts.NodeFlags.Const ? 'const ' : '';
  const parts: string[] = [];
  let type = '';
  for (const { name, initializer } of list.declarations) {
    if (!initializer) throw unsupported(list);
    if (ts.isObjectBindingPattern(name)) return fields(code, name, initializer.getText(), '; ');
    if (!ts.isIdentifier(name)) throw unsupported(list);
    const element = elementOf(code.checker.getTypeAtLocation(name));
    if (element !== null) {
      const start = isMember(code, initializer) ? dataOf(code, initializer) : write(code, initializer);
      parts.push(`${isWritten(code, name) ? '' : 'const '}${element} *${nameIn(name)} = ${start}`);
    } else if (code.checker.getTypeAtLocation(name).getSymbol()?.name === 'ConvexPolyhedron') {
      parts.push(`const Shape &${nameIn(name)} = ${write(code, initializer)}`);
    } else {
      const own = typeOf(code, name);
      if (parts.length > 0 && own !== type) throw unsupported(list);
      parts.push(`${parts.length > 0 ? '' : `${fixed}${own} `}${nameIn(name)} = ${write(code, initializer)}`);
      type = own;
    }
  }
  return parts.join(', ');
}

/** Members of an object as variables of their own. */
function fields(code: KernelCode, pattern: ts.ObjectBindingPattern, object: string, separator: string): string {
  return pattern.elements
    .map(({ name, propertyName }) => {
      if (!ts.isIdentifier(name)) throw unsupported(pattern);
      const member = `${object}.${(propertyName ?? name).getText()}`;
      const element = elementOf(code.checker.getTypeAtLocation(name));
      if (element === null) return `const ${typeOf(code, name)} ${nameIn(name)} = ${member}`;
      return `${isWritten(code, name) ? '' : 'const '}${element} *${nameIn(name)} = std::data(${member})`;
    })
    .join(separator);
}

/** Whether elements of an array are assigned in the function that names it, or in those that it is given to. */
function isWritten(code: KernelCode, name: ts.Identifier, asked = new Set<ts.Node>()): boolean {
  if (asked.has(name)) return false;
  asked.add(name);
  let parent: ts.Node = name;
  while (!ts.isFunctionDeclaration(parent)) parent = parent.parent;
  const symbol = code.symbolOf(name);
  const isOfArray = (e: ts.Expression) => ts.isElementAccessExpression(e) && code.symbolOf(e.expression) === symbol;
  const writes = (node: ts.Node): boolean => {
    if (isAssignment(node) && isOfArray(node.left)) return true;
    if ((ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) && isOfArray(node.operand)) return true;
    if (ts.isCallExpression(node)) {
      const called = code.checker.getResolvedSignature(node)?.declaration;
      const place = node.arguments.findIndex((argument) => code.symbolOf(argument) === symbol);
      const given = place >= 0 && called && ts.isFunctionDeclaration(called) ? called.parameters[place].name : null;
      if (given && ts.isIdentifier(given) && isWritten(code, given, asked)) return true;
    }
    return ts.forEachChild(node, writes) ?? false;
  };
  return writes(parent);
}

function functionHead(code: KernelCode, f: ts.FunctionDeclaration): string {
  const parameters = f.parameters.map((p, k) => parameter(code, p, k));
  return `inline ${resultType(code, f)} ${f.name?.text}(${parameters.join(', ')})`;
}

/** The name of a parameter; of one whose members are taken apart at once it is that of its place. */
function parameterName(p: ts.ParameterDeclaration, place: number): string {
  return ts.isIdentifier(p.name) ? nameIn(p.name) : `given${place}`;
}

function parameter(code: KernelCode, p: ts.ParameterDeclaration, place: number): string {
  const name = parameterName(p, place);
  const struct = STRUCTS[p.type?.getText() ?? ''];
  if (struct) return struct(name);
  if (!ts.isIdentifier(p.name) || p.initializer) throw unsupported(p);
  const element = elementOf(code.checker.getTypeAtLocation(p.name));
  if (element !== null) return `${isWritten(code, p.name) ? '' : 'const '}${element} *${name}`;
  return `${typeOf(code, p.name)} ${name}`;
}

function resultType(code: KernelCode, f: ts.FunctionDeclaration): string {
  const type = f.type?.getText() ?? '';
  if (type === 'void' || type === 'Status') return type;
  if (type === 'boolean') return 'bool';
  if (type === 'Contact') return 'Contact &';
  return f.name && code.isDouble(f.name) ? 'double' : 'int';
}

function functionBody(code: KernelCode, f: ts.FunctionDeclaration): string {
  if (!f.body) throw unsupported(f);
  const body = withoutComments(write(code, f.body));
  const taken = f.parameters.map((p, k) =>
    ts.isObjectBindingPattern(p.name) ? `  ${fields(code, p.name, parameterName(p, k), '; ')};\n` : '',
  );
  return body.replace(/^\{\n/, `{\n${taken.join('')}`);
}

/** A constant of a module: a number, an array of numbers, or two arrays, one for each body. */
function moduleConstant(code: KernelCode, { name, initializer }: ts.VariableDeclaration): string {
  let value = initializer;
  while (value && ts.isAsExpression(value)) value = value.expression;
  if (!value || !ts.isIdentifier(name)) throw unsupported(name);
  const text = (e: ts.Expression) => withoutComments(write(code, e)).replaceAll('\n', ' ');
  if (ts.isNewExpression(value)) {
    const element = elementOf(code.checker.getTypeAtLocation(value));
    const given = value.arguments?.[0];
    if (element === null || !given) throw unsupported(value);
    if (!ts.isArrayLiteralExpression(given)) return `inline ${element} ${name.text}[${text(given)}];`;
    return `inline const ${element} ${name.text}[] = {${given.elements.map(text).join(', ')}};`;
  }
  if (ts.isArrayLiteralExpression(value) && value.elements.every(ts.isNewExpression)) {
    const [first] = value.elements;
    const element = elementOf(code.checker.getTypeAtLocation(first));
    const length = first.arguments?.[0];
    if (element === null || !length) throw unsupported(value);
    return `inline ${element} ${name.text}[${value.elements.length}][${text(length)}];`;
  }
  if ((code.checker.getTypeAtLocation(name).flags & ts.TypeFlags.NumberLike) === 0) throw unsupported(value);
  return `constexpr ${typeOf(code, name)} ${name.text} = ${text(value)};`;
}
