/**
 * A hierarchical hash grid to measure nearPairs against, as it is usually built: one level for each power of two of the
 * radius, a hash table of linked lists for each level, and each body looks into the 27 cells around it in its own level
 * and in every coarser one.
 *
 * Plain double comparisons: on the scenes of the benches no distance is within rounding of the reach.
 */
import type { Search } from './sphere-searches';

/** Sizes from 2^-32 to 2^31. */
const LEVELS = 64;

export function createHierarchicalGrid(capacity: number): Search {
  let places = 16;
  while (places < 2 * capacity) places *= 2;
  const head = new Int32Array(places);
  const next = new Int32Array(capacity);
  const levelOf = new Int32Array(capacity);
  const used = new Uint8Array(LEVELS);
  const place = (level: number, x: number, y: number, z: number) => {
    let h = Math.imul(x, 0x9e3779b1) + Math.imul(y, 0x85ebca77) + Math.imul(z, 0xc2b2ae3d) + Math.imul(level, 0x27d4eb2f);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    return (h ^ (h >>> 13)) & (places - 1);
  };
  return (out, count, centres, radii) => {
    out.count = 0;
    head.fill(-1);
    used.fill(0);
    for (let b = 0; b < count; b++) {
      levelOf[b] = Math.ceil(Math.log2(radii[b])) + 32;
      used[levelOf[b]] = 1;
    }
    // Each body meets those entered before it: coarse levels first, so that it meets all coarser ones.
    for (let level = LEVELS - 1; level >= 0; level--) {
      if (used[level] === 0) continue;
      for (let b = 0; b < count; b++) {
        if (levelOf[b] !== level) continue;
        const [px, py, pz] = [centres[3 * b], centres[3 * b + 1], centres[3 * b + 2]];
        for (let other = level; other < LEVELS; other++) {
          if (used[other] === 0) continue;
          const perCell = 1 / (2 * 2 ** (other - 32));
          const x = Math.floor(px * perCell);
          const y = Math.floor(py * perCell);
          const z = Math.floor(pz * perCell);
          for (let k = 0; k < 27; k++) {
            const cx = x + (k % 3) - 1;
            const cy = y + (((k / 3) | 0) % 3) - 1;
            const cz = z + ((k / 9) | 0) - 1;
            for (let q = head[place(other, cx, cy, cz)]; q >= 0; q = next[q]) {
              const dx = centres[3 * q] - px;
              const dy = centres[3 * q + 1] - py;
              const dz = centres[3 * q + 2] - pz;
              const reach = radii[b] + radii[q];
              if (dx * dx + dy * dy + dz * dz > reach * reach) continue;
              // Other cells may share the place.
              if (levelOf[q] !== other) continue;
              if (Math.floor(centres[3 * q] * perCell) !== cx || Math.floor(centres[3 * q + 1] * perCell) !== cy) continue;
              if (Math.floor(centres[3 * q + 2] * perCell) !== cz) continue;
              const at = 2 * out.count;
              if (at + 2 > out.pairs.length) {
                const longer = new Int32Array(2 * out.pairs.length);
                longer.set(out.pairs);
                out.pairs = longer;
              }
              out.pairs[at] = b < q ? b : q;
              out.pairs[at + 1] = b < q ? q : b;
              out.count++;
            }
          }
        }
        const perCell = 1 / (2 * 2 ** (level - 32));
        const own = place(level, Math.floor(px * perCell), Math.floor(py * perCell), Math.floor(pz * perCell));
        next[b] = head[own];
        head[own] = b;
      }
    }
  };
}
