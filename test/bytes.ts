/**
 * The bits of the first `length` numbers of an array as text. Long texts are compared at once, where the matchers of
 * the test runner take seconds for arrays.
 */
export function bytes(x: Float64Array | Int32Array | Uint8Array, length: number): string {
  return Buffer.from(x.buffer, x.byteOffset, length * x.BYTES_PER_ELEMENT).toString('base64');
}
