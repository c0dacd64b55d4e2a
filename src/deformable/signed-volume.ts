/** Volume of the tetrahedron whose four nodes start at elements[at]; negative when it is turned inside out. */
export function signedVolume(nodes: ArrayLike<number>, elements: ArrayLike<number>, at: number): number {
  const a = 3 * elements[at];
  const edge = (k: number) => [0, 1, 2].map((i) => nodes[3 * elements[at + k] + i] - nodes[a + i]);
  const [p, q, r] = [edge(1), edge(2), edge(3)];
  const x = p[1] * q[2] - p[2] * q[1];
  const y = p[2] * q[0] - p[0] * q[2];
  const z = p[0] * q[1] - p[1] * q[0];
  return (x * r[0] + y * r[1] + z * r[2]) / 6;
}
