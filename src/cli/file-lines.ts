/** The lines of a text file one at a time, so that the file need not fit into memory. */
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** Bytes that are read at once. */
const CHUNK = 1 << 18;

/** Lines without their ends, which may be LF, CR LF or CR as in the readers. The lines are those of the whole text. */
export function* fileLines(path: string): Generator<string, void> {
  const file = openSync(path, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const bytes = Buffer.alloc(CHUNK);
    let rest = '';
    for (;;) {
      const got = readSync(file, bytes, 0, CHUNK, null);
      rest += got === 0 ? decoder.end() : decoder.write(bytes.subarray(0, got));
      // A CR at the end may be the first half of CR LF.
      const whole = got === 0 || !rest.endsWith('\r') ? rest.length : rest.length - 1;
      const lines = rest.slice(0, whole).split(/\r\n|\n|\r/);
      const last = lines.pop()! + rest.slice(whole);
      yield* lines;
      rest = last;
      if (got === 0) break;
    }
    yield rest;
  } finally {
    closeSync(file);
  }
}
