/**
 * NumPy's .npy (format version 1.0 of numpy.lib.format): one structured array with a field for each column, so that
 * `numpy.load(file)['gap']` is the column of gaps. Numbers are little-endian and packed without gaps.
 */
import { COLUMNS, eachRow, type Column, type RowKind } from '../rows';
import type { Target } from '../target';
import { lifeOf } from './text';
import type { Writer } from './writer';

const MAGIC = '\u0093NUMPY\u0001\u0000';
/** Bytes before the text of the header: the magic and its length. */
const BEFORE_TEXT = 10;
const SIZE = { i4: 4, u1: 1, f8: 8 } as const;

/** The number of rows stands in the header, which is written again at the end. */
export function npyWriter(target: Target, kind: RowKind): Writer {
  const columns = COLUMNS[kind];
  const bytes = columns.reduce((sum, { type }) => sum + SIZE[type], 0);
  const record = new DataView(new ArrayBuffer(bytes));
  let count = 0;
  target.write(npyHeader(columns, 0));
  return {
    ...lifeOf(target),
    add: (frame, rows, from, to) =>
      eachRow(kind, frame, rows, from, to, (place) => {
        let at = 0;
        for (const { type, value } of columns) {
          if (type === 'i4') record.setInt32(at, value(place), true);
          else if (type === 'u1') record.setUint8(at, value(place));
          else record.setFloat64(at, value(place), true);
          at += SIZE[type];
        }
        target.write(new Uint8Array(record.buffer));
        count++;
      }),
    finish: () => {
      target.patch(0, npyHeader(columns, count));
      target.finish();
    },
  };
}

/** The same length for every number of rows; a multiple of 64, as the format says. */
function npyHeader(columns: readonly Column[], count: number): Uint8Array {
  const fields = columns.map(({ name, type }) => `('${name}', '${type === 'u1' ? '|u1' : `<${type}`}')`).join(', ');
  const text = `{'descr': [${fields}], 'fortran_order': False, 'shape': (${count},), }`;
  // Room for any number of rows.
  const length = 64 * Math.ceil((BEFORE_TEXT + text.length + 16 + 1) / 64) - BEFORE_TEXT;
  const padded = `${text.padEnd(length - 1)}\n`;
  return Buffer.from(MAGIC + String.fromCharCode(length & 255, length >> 8) + padded, 'latin1');
}
