/** Bodies in the plane as an SVG: several moments side by side, static bodies grey. */
import { BodyFlag } from 'dem-contact';
import type { BodySet2d } from 'dem-contact/planar';

/** What is drawn, in the unit of the bodies. */
export interface Frame {
  /** One string of points for each body. */
  readonly outlines: readonly string[];
  readonly fixed: readonly boolean[];
}

/** Width and height of a frame in pixels for each length of the bodies' unit. */
const SCALE = 200;

/** The bodies as they stand now; y goes up, in an SVG down. */
export function frameOf(bodies: BodySet2d): Frame {
  const outlines: string[] = [];
  const fixed: boolean[] = [];
  for (let i = 0; i < bodies.count; i++) {
    if (bodies.shapeIndex[i] < 0) continue;
    const { vertices, vertexCount } = bodies.shapes[bodies.shapeIndex[i]];
    const [x, y] = bodies.positions.subarray(2 * i, 2 * i + 2);
    const [c, s] = bodies.rotations.subarray(2 * i, 2 * i + 2);
    const points: string[] = [];
    for (let v = 0; v < 2 * vertexCount; v += 2) {
      const px = x + c * vertices[v] - s * vertices[v + 1];
      const py = y + s * vertices[v] + c * vertices[v + 1];
      points.push(`${(SCALE * px).toFixed(1)},${(-SCALE * py).toFixed(1)}`);
    }
    outlines.push(points.join(' '));
    fixed.push(bodies.flags[i] !== BodyFlag.None);
  }
  return { outlines, fixed };
}

/** Frames side by side, each showing x within `halfWidth` of 0 and y from `bottom` to `top`. */
export function polygonsSvg(frames: readonly Frame[], halfWidth: number, bottom: number, top: number): string {
  const [w, h] = [2 * halfWidth * SCALE, (top - bottom) * SCALE];
  const groups = frames.map(({ outlines, fixed }, k) => {
    const shapes = outlines.map((points, i) => `<polygon points="${points}" fill="${fixed[i] ? '#bbb' : '#7aa6d8'}"/>`);
    return `<g transform="translate(${((k + 0.5) * w).toFixed(1)} ${(top * SCALE).toFixed(1)})" stroke="#234" stroke-width="0.7">\n${shapes.join('\n')}\n</g>`;
  });
  const size = `${(frames.length * w).toFixed(0)} ${h.toFixed(0)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">\n<rect width="100%" height="100%" fill="#fff"/>\n${groups.join('\n')}\n</svg>\n`;
}
