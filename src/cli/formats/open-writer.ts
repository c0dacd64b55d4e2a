/** The writer for a format by its name. */
import { resolve } from 'node:path';
import { UsageError } from '../faults';
import type { RowKind } from '../rows';
import type { Surroundings } from '../surroundings';
import { fileTarget, streamTarget } from '../target';
import { arrowWriter, loadFlechette } from './arrow';
import { npyWriter } from './npy';
import { csvWriter, ndjsonWriter } from './text';
import { vtkWriter } from './vtk';
import type { Writer } from './writer';

export const FORMATS = ['csv', 'ndjson', 'npy', 'vtk', 'arrow'] as const;
export type Format = (typeof FORMATS)[number];

/** Endings of names of files, and the formats that they stand for. */
const ENDINGS: readonly (readonly [ending: string, format: Format])[] = [
  ['.csv', 'csv'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
  ['.npy', 'npy'],
  ['.pvd', 'vtk'],
  ['.arrow', 'arrow'],
  ['.arrows', 'arrow'],
];

/** What the user asks for. */
export interface Wanted {
  readonly format: Format | undefined;
  /** Default: standard output. */
  readonly out: string | undefined;
  readonly rows: RowKind | undefined;
}

/** Checks what goes together, and chooses the format. Throws UsageError. */
export function formatOf({ format, out, rows }: Wanted): Format {
  const ending = ENDINGS.find(([end]) => out?.toLowerCase().endsWith(end));
  const chosen = format ?? ending?.[1] ?? (out === undefined ? 'csv' : undefined);
  if (chosen === undefined) throw new UsageError(`the name ${String(out)} does not tell the format: add --format ${FORMATS.join(', ')}`);
  if (rows !== undefined && (chosen === 'ndjson' || chosen === 'vtk'))
    throw new UsageError(`--rows is for csv, npy and arrow; ${chosen} has contacts and their points`);
  if (out === undefined && chosen !== 'csv' && chosen !== 'ndjson')
    throw new UsageError(`--format ${chosen} needs --out: it cannot be written to standard output`);
  if (chosen === 'vtk' && ending?.[0] !== '.pvd')
    throw new UsageError('--format vtk needs --out with a name that ends in .pvd; the files of the frames are written beside it');
  return chosen;
}

/** Throws UsageError as {@link formatOf}, and StoppedError when the file cannot be opened or a package is missing. */
export async function openWriter(wanted: Wanted, { folder, out: stdout }: Surroundings): Promise<Writer> {
  const format = formatOf(wanted);
  const { out, rows = 'contacts' } = wanted;
  if (format === 'vtk') return vtkWriter(resolve(folder, out!));
  const flechette = format === 'arrow' ? await loadFlechette() : undefined;
  const target = out === undefined ? streamTarget(stdout) : fileTarget(resolve(folder, out));
  if (flechette !== undefined) return arrowWriter(target, rows, flechette);
  if (format === 'npy') return npyWriter(target, rows);
  return format === 'csv' ? csvWriter(target, rows) : ndjsonWriter(target);
}
