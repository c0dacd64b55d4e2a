/**
 * All near pairs of spheres in a periodic box by testing every pair in exact integer arithmetic: the nearest image of
 * the second body along each axis, of two equally near ones that with the smaller shift, and its distance against the
 * reach.
 *
 * All numbers are multiplied by one power of two that makes them whole (BigInt).
 *
 * Trust: always, for exactly the numbers given, the edges being the doubles max - min. Cost O(n^2), microseconds a
 * pair; slower the farther the numbers' exponents are apart.
 */
import { integers, isValid } from './all-pairs';

export interface ImagePair {
  i: number;
  j: number;
  shift: [number, number, number];
}

/** `edges` has 0 for axes that do not repeat. */
export function periodicPairs(
  count: number,
  centres: ArrayLike<number>,
  radii: ArrayLike<number>,
  margin: number,
  edges: readonly number[],
): ImagePair[] {
  const pairs: ImagePair[] = [];
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      if (!isValid(centres, radii, i) || !isValid(centres, radii, j)) continue;
      const at = (b: number) => [centres[3 * b], centres[3 * b + 1], centres[3 * b + 2]];
      const whole = integers([...at(i), ...at(j), radii[i], radii[j], margin, ...edges]);
      const reach = whole[6] + whole[7] + whole[8];
      const shift: [number, number, number] = [0, 0, 0];
      let distance2 = 0n;
      for (let axis = 0; axis < 3; axis++) {
        const difference = whole[axis] - whole[3 + axis];
        const edge = whole[9 + axis];
        const s = edge > 0n ? nearestShift(difference, edge) : 0n;
        shift[axis] = Number(s);
        distance2 += (difference - s * edge) ** 2n;
      }
      if (distance2 <= reach * reach) pairs.push({ i, j, shift });
    }
  }
  return pairs;
}

function nearestShift(difference: bigint, edge: bigint): bigint {
  const abs = (x: bigint) => (x < 0n ? -x : x);
  const about = difference / edge;
  let best = about;
  for (const s of [about - 1n, about + 1n]) {
    const [near, nearBest] = [abs(difference - s * edge), abs(difference - best * edge)];
    if (near < nearBest || (near === nearBest && abs(s) < abs(best))) best = s;
  }
  return best;
}
