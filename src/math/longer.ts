/**
 * A longer copy on a buffer of the same kind: a shared array stays shared. The constructor is taken from the old
 * buffer, because not every page has SharedArrayBuffer.
 */
export function longer<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(old: T, length: number): T {
  const out = emptyLike(old, length);
  out.set(old);
  return out;
}

/** An array of zeros on a buffer of the same kind. */
export function emptyLike<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(old: T, length: number): T {
  const Buffer = old.buffer.constructor as new (bytes: number) => ArrayBufferLike;
  return new (old.constructor as new (buffer: ArrayBufferLike) => T)(new Buffer(length * old.BYTES_PER_ELEMENT));
}
