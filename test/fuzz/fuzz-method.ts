import type { FuzzPair } from './fuzz-pair';

/** Where a judge writes down what it sees of one pair. */
export interface Tally {
  /** The method's first answer about the pair, by Status. */
  status(status: number): void;
  /** Something is wrong. */
  fault(complaint: string): void;
  /** Something happened that is counted, but is not wrong. */
  count(what: string): void;
}

/** A method and the judge of its answers: one file a method in test/fuzz/methods. */
export interface FuzzMethod {
  readonly name: string;
  judge(pair: FuzzPair, tally: Tally): void;
}
