/** A picture of one convex particle, its front faces and their normals, as in figure 5 of Nassauer et al. (2012). */
import type { ConvexPolyhedron } from 'dem-contact';

/** Directions of the picture: to the right, up, and towards the eye. */
const RIGHT = [Math.SQRT1_2, Math.SQRT1_2, 0];
const UP = [-0.35, 0.35, Math.sqrt(1 - 2 * 0.35 * 0.35)];
const EYE = [RIGHT[1] * UP[2] - RIGHT[2] * UP[1], RIGHT[2] * UP[0] - RIGHT[0] * UP[2], RIGHT[0] * UP[1] - RIGHT[1] * UP[0]];

const dot = (a: ArrayLike<number>, b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The text of an SVG file. */
export function drawParticle({ vertices, normals, faceHalfEdge, halfEdgeNext, halfEdgeOrigin, radius }: ConvexPolyhedron): string {
  const scale = 130 / radius;
  const at = (point: ArrayLike<number>): string =>
    `${(180 + scale * dot(point, RIGHT)).toFixed(1)} ${(180 - scale * dot(point, UP)).toFixed(1)}`;
  const faces: string[] = [];
  const arrows: string[] = [];
  for (let f = 0; f < faceHalfEdge.length; f++) {
    const normal = normals.subarray(3 * f, 3 * f + 3);
    const facing = dot(normal, EYE);
    if (facing <= 0) continue;
    const corners: Float64Array[] = [];
    let h = faceHalfEdge[f];
    do {
      corners.push(vertices.subarray(3 * halfEdgeOrigin[h], 3 * halfEdgeOrigin[h] + 3));
      h = halfEdgeNext[h];
    } while (h !== faceHalfEdge[f]);
    const middle = [0, 1, 2].map((c) => corners.reduce((sum, corner) => sum + corner[c], 0) / corners.length);
    const tip = middle.map((x, c) => x + 0.25 * radius * normal[c]);
    faces.push(`<path d="M${corners.map(at).join('L')}Z" fill="hsl(210 30% ${Math.round(55 + 35 * facing)}%)"/>`);
    arrows.push(`<path d="M${at(middle)}L${at(tip)}"/>`);
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" role="img" aria-label="A random convex particle with the normals of its faces">\n` +
    `  <title>A random particle</title>\n  <rect width="360" height="360" fill="#ffffff"/>\n` +
    `  <g stroke="#1a202c" stroke-linejoin="round">\n    ${faces.join('\n    ')}\n  </g>\n` +
    `  <g stroke="#c05621" stroke-width="2" stroke-linecap="round">\n    ${arrows.join('\n    ')}\n  </g>\n</svg>\n`
  );
}
