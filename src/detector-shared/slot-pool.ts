import { longer } from '../math/longer';

/**
 * Numbers 0, 1, 2, ... as slots. A slot that was released is used again only after {@link settleSlots}, from the next
 * step on. So a user who reads which slots ended in a step still finds the data under them.
 */
export interface SlotPool {
  /** Slots handed out so far: all are below. */
  count: number;
  /** Slots that may be handed out again: free[0 .. freeCount), the last one first. */
  free: Int32Array;
  freeCount: number;
  /** Slots given back in this step. */
  ended: Int32Array;
  endedCount: number;
}

export function createSlotPool(): SlotPool {
  return { count: 0, free: new Int32Array(64), freeCount: 0, ended: new Int32Array(64), endedCount: 0 };
}

export function takeSlot(pool: SlotPool): number {
  return pool.freeCount > 0 ? pool.free[--pool.freeCount] : pool.count++;
}

export function giveBackSlot(pool: SlotPool, slot: number): void {
  if (pool.endedCount === pool.ended.length) pool.ended = longer(pool.ended, 2 * pool.endedCount);
  pool.ended[pool.endedCount++] = slot;
}

/** Begins a step: what was given back in the last one is free. */
export function settleSlots(pool: SlotPool): void {
  const total = pool.freeCount + pool.endedCount;
  if (total > pool.free.length) pool.free = longer(pool.free, 2 * total);
  for (let k = 0; k < pool.endedCount; k++) pool.free[pool.freeCount + k] = pool.ended[k];
  pool.freeCount = total;
  pool.endedCount = 0;
}
