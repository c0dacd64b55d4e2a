/**
 * The von Mises stress of blocks, seen from -y: the tetrahedra that have a face on that side, moved with their nodes.
 */
import { vonMisesStress, type DeformableSet } from 'dem-contact';

const WIDTH = 640;

/** The text of an SVG file. Displacements are drawn `magnified` times. */
export function drawStress(set: DeformableSet, title: string, magnified: number): string {
  const { elements, elementCount, nodeStart, blockCount, startPositions, positions } = set;
  const stresses = vonMisesStress(new Float64Array(elementCount), set.stresses);
  const front = new Uint8Array(set.nodeCount);
  for (let b = 0; b < blockCount; b++) {
    let least = Infinity;
    for (let n = nodeStart[b]; n < nodeStart[b + 1]; n++) least = Math.min(least, startPositions[3 * n + 1]);
    for (let n = nodeStart[b]; n < nodeStart[b + 1]; n++) front[n] = startPositions[3 * n + 1] < least + 1e-9 ? 1 : 0;
  }
  const place = (n: number): [number, number] => {
    const [x, z] = [0, 2].map((k) => startPositions[3 * n + k] + magnified * (positions[3 * n + k] - startPositions[3 * n + k]));
    return [x, z];
  };
  const faces: { stress: number; corners: [number, number][] }[] = [];
  for (let e = 0; e < elementCount; e++) {
    const corners = [...elements.subarray(4 * e, 4 * e + 4)].filter((n) => front[n] === 1);
    if (corners.length === 3) faces.push({ stress: stresses[e], corners: corners.map(place) });
  }
  const xs = faces.flatMap(({ corners }) => corners.map(([x]) => x));
  const zs = faces.flatMap(({ corners }) => corners.map(([, z]) => z));
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
  const scale = (WIDTH - 40) / (right - left);
  const height = Math.round(scale * (high - low)) + 80;
  const most = Math.max(...faces.map(({ stress }) => stress));
  const triangles = faces.map(({ stress, corners }) => {
    const path = corners.map(([x, z]) => `${(20 + scale * (x - left)).toFixed(1)} ${(40 + scale * (high - z)).toFixed(1)}`).join('L');
    return `<path d="M${path}Z" fill="${colour(stress / most)}"/>`;
  });
  const legend = [0, 0.25, 0.5, 0.75, 1].map(
    (share, k) =>
      `<rect x="${20 + 110 * k}" y="${height - 26}" width="14" height="14" fill="${colour(share)}"/>` +
      `<text x="${40 + 110 * k}" y="${height - 14}">${((share * most) / 1e3).toFixed(0)} kPa</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" ` +
    `aria-label="${title}">\n  <title>${title}</title>\n  <rect width="${WIDTH}" height="${height}" fill="#ffffff"/>\n` +
    `  <text x="20" y="20">${title}</text>\n  <g stroke="#1a202c" stroke-width="0.3" stroke-linejoin="round">${triangles.join('\n    ')}</g>\n` +
    `  ${legend.join('\n  ')}\n</svg>\n`
  );
}

/** From white by orange to dark red. */
function colour(share: number): string {
  const stops = [
    [255, 250, 240],
    [246, 173, 85],
    [155, 28, 28],
  ];
  const at = Math.min(1.999, 2 * share);
  const [p, q] = [stops[Math.floor(at)], stops[Math.floor(at) + 1]];
  return `#${p.map((x, k) => Math.round(x + (at % 1) * (q[k] - x)).toString(16).padStart(2, '0')).join('')}`; // prettier-ignore
}
