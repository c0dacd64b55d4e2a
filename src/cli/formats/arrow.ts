/**
 * Arrow's IPC streaming format, by the optional package @uwdata/flechette. Each record batch is encoded by itself, so
 * that memory does not grow with the number of rows. A stream is a schema, record batches and an end mark (Arrow
 * columnar format, "IPC Streaming Format"); of each encoded batch the schema is left out after the first, and the end
 * mark is written once.
 */
import { StoppedError } from '../faults';
import { COLUMNS, eachRow, type Column, type RowKind } from '../rows';
import type { Target } from '../target';
import { lifeOf } from './text';
import type { Writer } from './writer';

/** The functions of @uwdata/flechette that are used. */
export interface Flechette {
  columnFromArray(data: ArrayLike<number>, type: unknown): unknown;
  tableFromColumns(columns: Record<string, unknown>): unknown;
  tableToIPC(table: unknown, options: { format: 'stream' }): Uint8Array | null;
  int32(): unknown;
  uint8(): unknown;
  float64(): unknown;
}

/** Throws StoppedError when the package is not installed. */
export async function loadFlechette(): Promise<Flechette> {
  try {
    return (await import('@uwdata/flechette')) as unknown as Flechette;
  } catch {
    throw new StoppedError('--format arrow needs the package @uwdata/flechette: npm install @uwdata/flechette@2.6.0');
  }
}

/** Rows of a record batch. */
const BATCH = 1 << 14;
/** The end mark: a continuation mark and the length 0. */
const END = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

const ARRAYS = { i4: Int32Array, u1: Uint8Array, f8: Float64Array } as const;

export function arrowWriter(target: Target, kind: RowKind, flechette: Flechette): Writer {
  const columns = COLUMNS[kind];
  const arrays = columns.map(({ type }) => new ARRAYS[type](BATCH));
  const types = { i4: flechette.int32(), u1: flechette.uint8(), f8: flechette.float64() };
  let used = 0;
  let isFirst = true;
  const flush = (): void => {
    const column = ({ name, type }: Column, k: number): [string, unknown] => [
      name,
      flechette.columnFromArray(arrays[k].slice(0, used), types[type]),
    ];
    const stream = flechette.tableToIPC(flechette.tableFromColumns(Object.fromEntries(columns.map(column))), { format: 'stream' })!;
    target.write(stream.subarray(isFirst ? 0 : schemaEnd(stream), stream.length - END.length));
    isFirst = false;
    used = 0;
  };
  return {
    ...lifeOf(target),
    add: (frame, rows, from, to) =>
      eachRow(kind, frame, rows, from, to, (place) => {
        columns.forEach(({ value }, k) => (arrays[k][used] = value(place)));
        if (++used === BATCH) flush();
      }),
    finish: () => {
      if (used > 0 || isFirst) flush();
      target.write(END);
      target.finish();
    },
  };
}

/** Length of the first message: continuation mark, length of its metadata, metadata. A schema has no body. */
function schemaEnd(stream: Uint8Array): number {
  return 8 + new DataView(stream.buffer, stream.byteOffset).getInt32(4, true);
}
