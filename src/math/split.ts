/**
 * 2^27 + 1: c = SPLIT a, high = c - (c - a), low = a - high splits a double into two halves, whose products with other
 * halves are exact (Dekker 1971, Veltkamp's splitting).
 */
export const SPLIT = 134217729;
