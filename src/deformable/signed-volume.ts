/** Volume of the tetrahedron whose four nodes start at elements[at]; negative when it is turned inside out. */
export function signedVolume(nodes: ArrayLike<number>, elements: ArrayLike<number>, at: number): number {
  const a = 3 * elements[at];
  const b = 3 * elements[at + 1];
  const c = 3 * elements[at + 2];
  const d = 3 * elements[at + 3];
  const ax = nodes[a];
  const ay = nodes[a + 1];
  const az = nodes[a + 2];
  const px = nodes[b] - ax;
  const py = nodes[b + 1] - ay;
  const pz = nodes[b + 2] - az;
  const qx = nodes[c] - ax;
  const qy = nodes[c + 1] - ay;
  const qz = nodes[c + 2] - az;
  const x = py * qz - pz * qy;
  const y = pz * qx - px * qz;
  const z = px * qy - py * qx;
  return (x * (nodes[d] - ax) + y * (nodes[d + 1] - ay) + z * (nodes[d + 2] - az)) / 6;
}
