/**
 * 2^27 + 1: c = SPLIT a, high = c - (c - a), low = a - high split a double into two halves. Products of such halves are
 * exact (Dekker 1971, Veltkamp's splitting).
 */
export const SPLIT = 134217729;
