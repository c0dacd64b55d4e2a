/**
 * The rule of points matched by place, written down as it is said: the closest pair of all that are left, again and
 * again.
 */

export interface NamedPoint {
  name: readonly [number, number];
  /** In the frame of A. */
  place: readonly number[];
}

const distance = (a: NamedPoint, b: NamedPoint): number => Math.sqrt(a.place.reduce((sum, x, k) => sum + (x - b.place[k]) ** 2, 0));

/** For each new point the old one that it is, or -1: by name, then by place within the cap. */
export function matchGreedily(fresh: readonly NamedPoint[], old: readonly NamedPoint[], cap: number): number[] {
  const partner = fresh.map(({ name: [a, b] }) => old.findIndex(({ name }) => name[0] === a && name[1] === b));
  for (;;) {
    let best: { p: number; q: number; d: number } | undefined;
    for (let p = 0; p < fresh.length; p++) {
      for (let q = 0; q < old.length; q++) {
        if (partner[p] >= 0 || partner.includes(q)) continue;
        const d = distance(fresh[p], old[q]);
        if (d <= cap && (best === undefined || d < best.d)) best = { p, q, d };
      }
    }
    if (best === undefined) return partner;
    partner[best.p] = best.q;
  }
}
