/** What writers of all formats have in common. */
import type { ContactRows, Frame } from '../rows';

/**
 * Takes contacts frame by frame. Frames come in the order of their numbers, and the contacts of a frame in the order of
 * (A, B). What is written depends on the rows alone, not on how they are divided among calls.
 */
export interface Writer {
  begin(frame: Frame): void;
  /** Contacts `from` up to, not including, `to`. */
  add(frame: Frame, rows: ContactRows, from: number, to: number): void;
  end(frame: Frame): void;
  /** Resolves when more can be added. */
  ready(): Promise<void>;
  finish(): void;
  /** Removes what was written. */
  discard(): void;
}
