/** The option `seams` of a detector, and its check. */
import { InputError } from '../math/input-error';

/** Lengths of the seam filter; see docs/seams.md. */
export interface SeamOptions {
  /**
   * Bodies that stick out of the plane of a contact by at most this lie flush with it: a length >= 0, default 0. A
   * tenth of the depth of that contact is always allowed. A higher step stops a body.
   */
  readonly seam?: number | undefined;
  /** Flush bodies may be this far apart: a length >= 0, default 0. The depth of the contact is always allowed. */
  readonly joint?: number | undefined;
}

/** Throws InputError 'bad-option' for what is no record of two lengths. */
export function checkSeamOptions(seams: SeamOptions | undefined): void {
  if (seams === undefined) return;
  // The types say so, but plain JavaScript does not.
  if (typeof (seams as unknown) !== 'object' || (seams as unknown) === null || Array.isArray(seams))
    throw new InputError('bad-option', `seams must be a record of lengths, such as { seam: 1e-4 }`);
  for (const name of ['seam', 'joint'] as const) {
    const value = seams[name];
    if (value !== undefined && !(Number.isFinite(value) && value >= 0))
      throw new InputError('bad-option', `seams.${name} must be a finite number >= 0, got ${String(value)}`, -1, value);
  }
}
