import { fileURLToPath } from 'node:url';
// From the source: arguments are looked at before the package is built.
import { MOST_THREADS } from '../src/parallel/own-worker';
import { TIME_STEP } from './time-step';
import { UsageError } from './usage';

/** Names of the methods that the job offers. */
export const METHOD_NAMES = ['slm', 'tracked', 'fcp', 'exact'] as const;
export type MethodName = (typeof METHOD_NAMES)[number];

/** What the command line asks for. Paths are as given, not yet resolved. */
export interface Arguments {
  /** Scene file; undefined: particles are poured. */
  scene: string | undefined;
  /** Largest gap to list in a scene; undefined for the default, {@link DEFAULT_MARGIN} of the mean particle radius. */
  margin: number | undefined;
  /** Of the pouring. */
  bodies: number;
  steps: number;
  seed: number;
  /** Undefined: all cores, up to what pays. */
  threads: number | undefined;
  method: MethodName;
  out: string;
  help: boolean;
}

/**
 * Default margin over the mean bounding radius of the particles: what a particle moves in a few time steps of a
 * simulation.
 */
export const DEFAULT_MARGIN = 0.01;

const DEFAULT_OUT = fileURLToPath(new URL('../out/report.html', import.meta.url));
const DEFAULT_BODIES = 2000;
const DEFAULT_STEPS = 4800;
/** The page holds all bodies, and the start tries places for each. */
const MOST_BODIES = 50_000;
const MOST_STEPS = 10_000_000;
const MOST_SEED = 2 ** 32 - 1;

export const HELP = `Pours particles into a box and writes a report that plays it back; or finds the contacts of a scene.

  npm start [-- --bodies N] [--steps N] [--method NAME] [--seed N] [--threads N] [--out FILE]
  npm start -- --scene FILE [--margin M] [--method NAME] [--out FILE]

  --bodies N    particles to pour, 1 to ${MOST_BODIES}; default: ${DEFAULT_BODIES}
  --steps N     time steps of ${TIME_STEP * 1e6} microseconds; default: ${DEFAULT_STEPS}
  --seed N      whole number: the same one gives the same pouring; default: 1
  --threads N   threads that find contacts, 1 to ${MOST_THREADS}: the result is the same for any number;
                default: all cores, up to what pays for the number of particles
  --scene FILE  scene file (Rockable's conf format; its shapeFile is looked for beside it)
  --margin M    of a scene: list pairs up to this far apart, in its unit, 0 or more;
                default: ${100 * DEFAULT_MARGIN} % of the mean bounding radius of the particles
  --method NAME slm, the shortest link; tracked, the same with contacts that keep to their last
                normal; fcp, the fast common plane; exact, the exact plane;
                default: slm
  --out FILE    where to write the report; default: out/report.html of the project
  --help        this text

The table goes to standard output, progress and errors to standard error.
Exit code: 0, or 2 when an argument or a file is at fault.
`;

const NAMES = ['--scene', '--margin', '--bodies', '--steps', '--seed', '--threads', '--method', '--out'] as const;
type Name = (typeof NAMES)[number];

/** Options may be written --name value or --name=value. */
export function parseArguments(argv: readonly string[]): Arguments {
  const given = new Map<Name, string>();
  let help = false;
  for (let k = 0; k < argv.length; k++) {
    const [, text, inline] = /^(--[^=]*)(?:=([\s\S]*))?$/.exec(argv[k]) ?? [];
    if (argv[k] === '--help' || argv[k] === '-h') {
      help = true;
      continue;
    }
    const name = NAMES.find((known) => known === text);
    if (name === undefined) throw new UsageError(`unknown argument '${argv[k]}'; --help tells the options`);
    const value = inline ?? argv[++k];
    if (value === undefined || value === '') throw new UsageError(`${name} needs a value; --help tells the options`);
    given.set(name, value);
  }
  const scene = given.get('--scene');
  // An option that would do nothing is a mistake.
  const idle = (scene === undefined ? (['--margin'] as const) : (['--bodies', '--steps', '--seed', '--threads'] as const)).find((name) =>
    given.has(name),
  );
  if (idle !== undefined) throw new UsageError(scene === undefined ? `${idle} needs --scene` : `${idle} and --scene do not go together`);
  const margin = given.get('--margin');
  const method = given.get('--method');
  const whole = (name: Name, standard: number, least: number, most: number): number => {
    const value = given.get(name);
    return value === undefined ? standard : wholeOf(name, value, least, most);
  };
  return {
    scene,
    margin: margin === undefined ? undefined : marginOf(margin),
    bodies: whole('--bodies', DEFAULT_BODIES, 1, MOST_BODIES),
    steps: whole('--steps', DEFAULT_STEPS, 1, MOST_STEPS),
    seed: whole('--seed', 1, 0, MOST_SEED),
    threads: given.has('--threads') ? whole('--threads', 1, 1, MOST_THREADS) : undefined,
    method: method === undefined ? 'slm' : methodOf(method),
    out: given.get('--out') ?? DEFAULT_OUT,
    help,
  };
}

function methodOf(text: string): MethodName {
  const name = METHOD_NAMES.find((known) => known === text);
  if (name === undefined) throw new UsageError(`--method is one of ${METHOD_NAMES.join(', ')}, not '${text}'`);
  return name;
}

function marginOf(text: string): number {
  const margin = Number(text);
  if (text.trim() === '' || !(margin >= 0 && margin < Infinity)) {
    throw new UsageError(`--margin needs a length of 0 or more, not '${text}'`);
  }
  return margin;
}

function wholeOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new UsageError(`${name} needs a whole number from ${least} to ${most}, not '${text}'`);
  }
  return value;
}
