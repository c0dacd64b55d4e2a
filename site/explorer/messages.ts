/** What the page asks its worker, and what the worker answers. */
import type { Row, Time } from './answers';
import type { Search } from './drawing';
import type { Pair } from './pair';

export interface Request {
  id: number;
  pair: Pair;
  /** Whether to measure times too; they come in a second answer. */
  isTimed: boolean;
}

export type Reply = { id: number; rows: Row[]; searches: Search[] } | { id: number; times: Time[] } | { id: number; error: string };
