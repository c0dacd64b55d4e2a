/** Options of the commands, checked. Unknown ones, and ones that would do nothing, are errors. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { ContactMethod } from '../contact/method';
import { contactMethods } from '../methods/contact-methods';
import { coresOfMachine, MOST_THREADS } from '../parallel/own-worker';
import type { CheckOptions } from './check';
import type { ContactsOptions, ShardOptions } from './contacts';
import { UsageError } from './faults';
import { FORMATS, formatOf, type Wanted } from './formats/open-writer';
import { DEFAULT_METHOD, METHOD_NAMES } from './help';
import type { MergeOptions } from './merge';

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;
const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const;
const RESULT_OPTIONS = { out: TEXT, format: TEXT, rows: TEXT } as const;
const CONTACTS_OPTIONS = {
  ...HELP_OPTION,
  ...RESULT_OPTIONS,
  method: TEXT,
  margin: TEXT,
  threads: TEXT,
  check: SWITCH,
  shard: TEXT,
  split: TEXT,
  parts: TEXT,
} as const;

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** What `contacts` is asked to do. */
export type ContactsTask =
  | ({ readonly task: 'help' } & object)
  | ({ readonly task: 'check' } & CheckOptions)
  | ({ readonly task: 'shard' } & ShardOptions)
  | ({ readonly task: 'contacts' } & ContactsOptions);

export function contactsTask(argv: readonly string[]): ContactsTask {
  const { values, files } = parse(argv, CONTACTS_OPTIONS);
  if (values['help'] === true) return { task: 'help' };
  if (files.length === 0) throw new UsageError('contacts needs one FILE or more');
  const search = { method: methodOf(values), margin: marginOf(values), threads: threadsOf(values), frames: files.length };
  if (values['check'] === true) {
    refuse(values, '--check', ['out', 'format', 'rows', 'margin', 'shard', 'split', 'parts']);
    return { task: 'check', files, ...search };
  }
  if (values['shard'] === undefined) {
    refuse(values, 'contacts without --shard', ['split', 'parts']);
    return { task: 'contacts', files, ...search, ...wantedOf(values) };
  }
  refuse(values, '--shard', ['out', 'format', 'rows'], '; merge takes it');
  const split = splitOf(values);
  const shard = shardOf(values);
  const frames = split === 'frames' ? Math.ceil(files.length / shard.shards) : files.length;
  return { task: 'shard', files, ...search, ...shard, split, frames, parts: partsOf(values) };
}

/** Undefined: help is asked for. */
export function mergeOptions(argv: readonly string[]): MergeOptions | undefined {
  const { values, files } = parse(argv, { ...HELP_OPTION, ...RESULT_OPTIONS, parts: TEXT });
  if (values['help'] === true) return undefined;
  if (files.length > 0) throw new UsageError(`merge takes no files, got ${files[0]}; the parts are named by --parts FOLDER`);
  return { parts: partsOf(values), ...wantedOf(values) };
}

/** The files of a command without options of its own; undefined: help is asked for. `count`: how many it takes. */
export function filesOf(argv: readonly string[], command: string, count?: number): readonly string[] | undefined {
  const { values, files } = parse(argv, HELP_OPTION);
  if (values['help'] === true) return undefined;
  if (count !== undefined && files.length !== count) throw new UsageError(`${command} takes ${count} files, got ${files.length}`);
  if (files.length === 0) throw new UsageError(`${command} needs one FILE or more`);
  return files;
}

function parse(argv: readonly string[], options: NonNullable<ParseArgsConfig['options']>): { values: Values; files: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, strict: true, allowPositionals: true });
    for (const [name, value] of Object.entries(values)) if (value === '') throw new UsageError(`--${name} needs a value`);
    return { values: values as Values, files: positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
      const [, name] = /--([\w-]+)/.exec(message) ?? [];
      const isSwitch = options[name ?? '']?.type === 'boolean';
      throw new UsageError(isSwitch ? `--${name} takes no value` : `--${name} needs a value`);
    }
    // The first sentence names the option; the others are about the parser.
    throw new UsageError(message.split(/\. |\n/)[0]);
  }
}

function refuse(values: Values, beside: string, names: readonly string[], hint = ''): void {
  const idle = names.find((name) => values[name] !== undefined);
  if (idle !== undefined) throw new UsageError(`--${idle} does not go together with ${beside}${hint}`);
}

function text(values: Values, name: string): string | undefined {
  return values[name] as string | undefined;
}

function oneOf<T extends string>(values: Values, name: string, known: readonly T[]): T | undefined {
  const value = text(values, name);
  const found = known.find((candidate) => candidate === value);
  if (value !== undefined && found === undefined) throw new UsageError(`--${name} is one of ${known.join(', ')}, not '${value}'`);
  return found;
}

function methodOf(values: Values): ContactMethod {
  const name = oneOf(values, 'method', METHOD_NAMES) ?? DEFAULT_METHOD;
  return contactMethods.find((method) => method.name === name)!;
}

function marginOf(values: Values): number {
  const given = text(values, 'margin') ?? '0';
  const margin = Number(given);
  if (given.trim() === '' || !(margin >= 0 && margin < Infinity))
    throw new UsageError(`--margin needs a length of 0 or more, not '${given}'`);
  // -0 is 0.
  return margin + 0;
}

function threadsOf(values: Values): number {
  const given = text(values, 'threads') ?? '1';
  if (!/^\d+$/.test(given) || Number(given) > MOST_THREADS)
    throw new UsageError(`--threads needs a whole number from 0 to ${MOST_THREADS}, not '${given}'`);
  return given === '0' ? coresOfMachine() : Number(given);
}

/** More shards than this are a mistake. */
const MOST_SHARDS = 1_000_000;

function shardOf(values: Values): { shard: number; shards: number } {
  const given = text(values, 'shard') ?? '';
  const [, shard, shards] = (/^(\d+)\/(\d+)$/.exec(given) ?? []).map(Number);
  if (!(shards >= 1 && shards <= MOST_SHARDS && shard < shards)) {
    throw new UsageError(`--shard needs K/N with K from 0 to N - 1, such as 0/8, not '${given}'`);
  }
  return { shard, shards };
}

function splitOf(values: Values): 'frames' | 'space' {
  return oneOf(values, 'split', ['frames', 'space'] as const) ?? 'frames';
}

function partsOf(values: Values): string {
  const parts = text(values, 'parts');
  if (parts === undefined) throw new UsageError('--parts FOLDER is missing: the folder of the parts');
  return parts;
}

function wantedOf(values: Values): Wanted {
  const wanted: Wanted = {
    format: oneOf(values, 'format', FORMATS),
    out: text(values, 'out'),
    rows: oneOf(values, 'rows', ['contacts', 'points'] as const),
  };
  formatOf(wanted);
  return wanted;
}
