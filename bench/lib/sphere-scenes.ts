/** Spheres for the benches of the broad phase. */

/** A linear congruential generator: the scenes are the same everywhere. */
function createRandom(): () => number {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Spheres of diameter 0.8 to 1 on a cubic lattice, moved by up to a fifth of its spacing, numbered at random (the worst
 * numbering for memory) or along the lattice. The volume fraction counts all spheres as of diameter 1.
 */
export function latticeScene(count: number, fraction: number, shuffled: boolean): { centres: Float64Array; radii: Float64Array } {
  const random = createRandom();
  const number = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; shuffled && i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [number[i], number[j]] = [number[j], number[i]];
  }
  const centres = new Float64Array(3 * count);
  const radii = new Float64Array(count);
  const spacing = Math.cbrt(Math.PI / 6 / fraction);
  const edge = Math.ceil(Math.cbrt(count));
  for (let k = 0; k < count; k++) {
    const b = number[k];
    centres[3 * b] = spacing * ((k % edge) + 0.4 * random() - 0.2);
    centres[3 * b + 1] = spacing * ((Math.floor(k / edge) % edge) + 0.4 * random() - 0.2);
    centres[3 * b + 2] = spacing * (Math.floor(k / edge / edge) + 0.4 * random() - 0.2);
    radii[b] = 0.4 + 0.1 * random();
  }
  return { centres, radii };
}
