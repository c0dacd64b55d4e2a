/** Bytes of all typed arrays in these records, and in records in them. */
export function bytesOf(...records: object[]): number {
  let bytes = 0;
  const visit = (value: unknown, depth: number): void => {
    if (ArrayBuffer.isView(value)) bytes += value.byteLength;
    else if (typeof value === 'object' && value !== null && depth < 4 && !Array.isArray(value)) {
      if ('shapes' in value && 'freeRows' in value) return; // the bodies are the user's
      for (const part of Object.values(value)) visit(part, depth + 1);
    }
  };
  for (const record of records) visit(record, 0);
  return bytes;
}
