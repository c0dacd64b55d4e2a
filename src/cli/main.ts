/** The command line as a function: arguments and streams in, exit code out. */
import { createWorkerPool } from '../parallel/worker-pool';
import { checkCommand } from './check';
import { contactsCommand, shardCommand } from './contacts';
import { convertCommand } from './convert';
import { Exit, printable, StoppedError, UsageError } from './faults';
import { HELP } from './help';
import { infoCommand } from './info';
import { mergeCommand } from './merge';
import { contactsTask, filesOf, mergeOptions } from './options';
import type { Surroundings } from './surroundings';

/** Runs a command and returns its exit code. Errors of the user and of files are messages; others are thrown. */
export async function main(argv: readonly string[], surroundings: Surroundings, version: string): Promise<Exit> {
  const [command = '', ...rest] = argv;
  // Frames come one after the other: each takes the threads of the last one.
  const pool = createWorkerPool(surroundings.createWorker);
  try {
    return await run(command, rest, { ...surroundings, createWorker: pool.createWorker }, version);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof StoppedError)) throw error;
    const isUsage = error instanceof UsageError;
    const help = `dem-contact${command in HELP && command !== '' ? ` ${command}` : ''} --help`;
    surroundings.err.write(`dem-contact: ${printable(error.message)}${isUsage ? `; ${help} tells the options` : ''}\n`);
    return isUsage ? Exit.Usage : Exit.Stopped;
  } finally {
    pool.close();
  }
}

async function run(command: string, argv: readonly string[], surroundings: Surroundings, version: string): Promise<Exit> {
  const help = (name: string): Exit => {
    surroundings.out.write(HELP[name]);
    return Exit.Done;
  };
  switch (command) {
    case '--help':
    case '-h':
      return help('');
    case '--version':
      surroundings.out.write(`${version}\n`);
      return Exit.Done;
    case 'contacts': {
      const task = contactsTask(argv);
      if (task.task === 'help') return help(command);
      if (task.task === 'check') return checkCommand(task, surroundings);
      return task.task === 'shard' ? shardCommand(task, surroundings) : contactsCommand(task, surroundings);
    }
    case 'merge': {
      const options = mergeOptions(argv);
      return options === undefined ? help(command) : mergeCommand(options, surroundings);
    }
    case 'info': {
      const files = filesOf(argv, command);
      return files === undefined ? help(command) : infoCommand(files, surroundings);
    }
    case 'convert': {
      const files = filesOf(argv, command, 2);
      return files === undefined ? help(command) : convertCommand(files[0], files[1], surroundings);
    }
    case '':
      throw new UsageError('a command is missing: contacts, merge, info or convert');
    default:
      throw new UsageError(`'${command}' is no command; there are contacts, merge, info and convert`);
  }
}
