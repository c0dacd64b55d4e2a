/** Area of the triangle whose three nodes start at elements[at]; negative when they are clockwise. */
export function signedArea(nodes: ArrayLike<number>, elements: ArrayLike<number>, at: number): number {
  const a = 2 * elements[at];
  const b = 2 * elements[at + 1];
  const c = 2 * elements[at + 2];
  const p = (nodes[b] - nodes[a]) * (nodes[c + 1] - nodes[a + 1]);
  const q = (nodes[b + 1] - nodes[a + 1]) * (nodes[c] - nodes[a]);
  return 0.5 * (p - q);
}
