import { fileURLToPath } from 'node:url';
import { METHODS, type MethodName } from './scene-contacts';

/** What the command line asks for. Paths are as given, not yet resolved. */
export interface Arguments {
  scene: string;
  /** Largest gap to list; undefined for the default, {@link DEFAULT_MARGIN} of the mean particle radius. */
  margin: number | undefined;
  method: MethodName;
  out: string;
  help: boolean;
}

/** Fault of the user: its message is printed as one line, and the job ends with code 2. */
export class UsageError extends Error {}

/** Default margin over the mean bounding radius of the particles: what a particle moves in a few time steps of a simulation. */
export const DEFAULT_MARGIN = 0.01;

const DEFAULT_SCENE = fileURLToPath(new URL('../scenes/packing-500/scene.conf', import.meta.url));
const DEFAULT_OUT = fileURLToPath(new URL('../../out/report.html', import.meta.url));

export const HELP = `Finds the contacts of a packing and writes a report with a turnable picture.

  npm start [-- --scene FILE] [--margin M] [--method slm|exact] [--out FILE]

  --scene FILE  scene file (Rockable's conf format; its shapeFile is looked for beside it);
                default: the packing of 500 mixed particles that comes with the project
  --margin M    list pairs up to this far apart, in the unit of the scene, 0 or more;
                default: ${100 * DEFAULT_MARGIN} % of the mean bounding radius of the particles
  --method NAME slm, the shortest link (default), or exact, the exact plane: the same contacts
  --out FILE    where to write the report; default: out/report.html of the project
  --help        this text

The table goes to standard output, progress and errors to standard error.
Exit code: 0, or 2 when an argument or a file is at fault.
`;

/** Options may be written --name value or --name=value. */
export function parseArguments(argv: readonly string[]): Arguments {
  const result: Arguments = { scene: DEFAULT_SCENE, margin: undefined, method: 'slm', out: DEFAULT_OUT, help: false };
  for (let k = 0; k < argv.length; k++) {
    const [, name, inline] = /^(--[^=]*)(?:=([\s\S]*))?$/.exec(argv[k]) ?? [];
    if (argv[k] === '--help' || argv[k] === '-h') {
      result.help = true;
      continue;
    }
    if (name !== '--scene' && name !== '--margin' && name !== '--method' && name !== '--out') {
      throw new UsageError(`unknown argument '${argv[k]}'; --help tells the options`);
    }
    const value = inline ?? argv[++k];
    if (value === undefined || value === '') throw new UsageError(`${name} needs a value; --help tells the options`);
    if (name === '--scene') result.scene = value;
    else if (name === '--out') result.out = value;
    else if (name === '--method') result.method = methodOf(value);
    else result.margin = marginOf(value);
  }
  return result;
}

function methodOf(text: string): MethodName {
  if (!Object.hasOwn(METHODS, text)) throw new UsageError(`--method is one of ${Object.keys(METHODS).join(', ')}, not '${text}'`);
  return text as MethodName;
}

function marginOf(text: string): number {
  const margin = Number(text);
  if (text.trim() === '' || !(margin >= 0 && margin < Infinity)) {
    throw new UsageError(`--margin needs a length of 0 or more, not '${text}'`);
  }
  return margin;
}
