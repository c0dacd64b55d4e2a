/**
 * Save and restore of a detector with a million bodies in a packing: seconds by the clock (of the processor) and bytes.
 * What is restored is saved again and compared to the bit.
 */
import { createDetector, shortestLinkMethod, type DetectorMemory } from 'dem-contact';
import { openBench } from '../lib/measure';
import { copies } from '../lib/packing-copies';

const bench = openBench('detector-save');
const MARGIN = 3e-4;
const ROUNDS = 3;
const count = bench.quick ? 2000 : 1_000_000;

const bodies = copies(count);
const options = { bodies, method: shortestLinkMethod, margin: MARGIN };
const detector = createDetector(options);
const list = detector.update();
const { askedPairs } = detector.statistics;
console.log(`${count} bodies, ${askedPairs} asked pairs, ${list.count} contacts, ${list.pointCount} points`);

const other = createDetector(options);
/**
 * Seconds by the clock, and of the processor: on a machine that does other work besides the former say more about that.
 */
const times = { save: [] as Seconds[], restore: [] as Seconds[] };
for (let round = 0; round < ROUNDS; round++) {
  let saved: DetectorMemory | undefined;
  times.save.push(timed(() => (saved = detector.save())));
  if (saved === undefined) throw new Error('nothing saved');
  const memory = saved;
  times.restore.push(timed(() => other.restore(memory)));
  const bytes = arraysOf(memory).reduce((sum, array) => sum + array.byteLength, 0);
  const [save, restore] = [times.save[round], times.restore[round]].map(
    ({ clock, processor }) => `${clock.toFixed(2)} (${processor.toFixed(2)})`,
  );
  console.log(`save ${save} s, restore ${restore} s, ${(bytes / 1e6).toFixed(0)} MB`);
  if (round === 0) {
    bench.note('scene', { bodies: count, askedPairs, contacts: list.count, points: list.pointCount, bytes });
    checkSame(memory, other.save());
  }
}
bench.note('seconds', times);
bench.save();

interface Seconds {
  clock: number;
  processor: number;
}

function timed(run: () => unknown): Seconds {
  const start = performance.now();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return { clock: (performance.now() - start) / 1000, processor: (user + system) / 1e6 };
}

function arraysOf(memory: object): (Int32Array | Float64Array)[] {
  return Object.values(memory).flatMap((value: unknown) =>
    value instanceof Int32Array || value instanceof Float64Array
      ? [value]
      : typeof value === 'object' && value !== null
        ? arraysOf(value)
        : [],
  );
}

/** Throws unless both memories have the same bits. */
function checkSame(one: DetectorMemory, two: DetectorMemory): void {
  const copies = arraysOf(two);
  arraysOf(one).forEach((array, k) => {
    const bytes = [array, copies[k]].map(({ buffer }) => Buffer.from(buffer));
    if (!bytes[0].equals(bytes[1])) throw new Error(`array ${k} was restored with other bits`);
  });
}
