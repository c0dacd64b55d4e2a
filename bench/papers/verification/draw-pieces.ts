/** The broken wedge from the side: a panel for each time, which shows all pieces at a scale of its own. */

const WIDTH = 200;
const HEIGHT = 150;

/** `pictures`: for each time the corners of each tetrahedron, x and height in m, 8 numbers. The text of an SVG file. */
export function drawPieces(times: readonly number[], pictures: readonly number[][][]): string {
  const panels = pictures.map((pieces, p) => {
    const all = pieces.flat();
    const xs = all.filter((_, k) => k % 2 === 0);
    const near = Math.min(...xs);
    const far = Math.max(...xs);
    const high = Math.max(...all.filter((_, k) => k % 2 === 1));
    const scale = Math.min((WIDTH - 20) / (far - near), (HEIGHT - 45) / high);
    const at = (x: number, z: number): string => `${(10 + scale * (x - near)).toFixed(1)} ${(HEIGHT - 15 - scale * z).toFixed(1)}`;
    const faces = pieces.flatMap((view) =>
      [0, 1, 2, 3].map((without) => {
        const corners = [0, 1, 2, 3].filter((v) => v !== without).map((v) => at(view[2 * v], view[2 * v + 1]));
        return `<path d="M${corners.join('L')}Z"/>`;
      }),
    );
    return (
      `<g transform="translate(${WIDTH * (p % 3)} ${(HEIGHT + 20) * Math.floor(p / 3)})">\n    <text x="10" y="16">${times[p].toFixed(3)} s, ${(far - near).toFixed(1)} m wide</text>\n` +
      `    <path d="M${at(near, 0)}L${at(far, 0)}" stroke="#4a5568"/>\n` +
      `    <g fill="#2b6cb0" fill-opacity="0.15" stroke="#1a202c" stroke-width="0.4" stroke-linejoin="round">${faces.join('')}</g>\n  </g>`
    );
  });
  const rows = Math.ceil(pictures.length / 3);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${3 * WIDTH} ${rows * (HEIGHT + 20)}" font-family="system-ui, sans-serif" font-size="12" role="img" ` +
    `aria-label="The wedge before, at and after its collision with the ground, from the side">\n  <title>The wedge breaks on the ground</title>\n` +
    `  <rect width="${3 * WIDTH}" height="${rows * (HEIGHT + 20)}" fill="#ffffff"/>\n  ${panels.join('\n  ')}\n</svg>\n`
  );
}
