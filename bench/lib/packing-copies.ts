/**
 * Copies of packing-500 (particles that settled under gravity) side by side, without its walls. Copies touch no more
 * than by chance, so that contacts a body are those of one packing at every size.
 */
import { readFileSync } from 'node:fs';
import { addBody, createBodySet, readScene, readShapes, reserve, type BodySet, type BodySetArrays } from 'dem-contact';

/** This many particles: copies of the packing in a block as wide as it is long and high, in a set on these arrays. */
export function copies(bodies: number, arrays: BodySetArrays = {}): BodySet {
  const { bodies: one, walls } = readPacking();
  const size = [0, 0, 0];
  for (let b = walls; b < one.count; b++) {
    const { radius } = one.shapes[one.shapeIndex[b]];
    for (let k = 0; k < 3; k++) size[k] = Math.max(size[k], Math.abs(one.positions[3 * b + k]) + radius);
  }
  // Walls stand at half the width, the floor at zero; spheres reach a little beyond both.
  const step = [2 * size[0], 2 * size[1], size[2]];
  const particles = one.count - walls;
  const side = Math.ceil(Math.cbrt(Math.ceil(bodies / particles)));
  const set = createBodySet(arrays);
  reserve(set, bodies);
  for (let n = 0; n < bodies; n++) {
    const b = walls + (n % particles);
    const copy = Math.floor(n / particles);
    const place = [copy % side, Math.floor(copy / side) % side, Math.floor(copy / side / side)];
    addBody(set, {
      shape: one.shapes[one.shapeIndex[b]],
      position: [0, 1, 2].map((k) => one.positions[3 * b + k] + place[k] * step[k]),
      orientation: one.orientations.subarray(4 * b, 4 * b + 4),
    });
  }
  return set;
}

/** The particles of the packing, without the walls. */
function readPacking(): { bodies: BodySet; walls: number } {
  const folder = new URL('../../sim/scenes/packing-500/', import.meta.url);
  const shapes = readShapes(readFileSync(new URL('shapes.shp', folder), 'utf8'));
  const { bodies, file } = readScene(readFileSync(new URL('scene.conf', folder), 'utf8'), shapes);
  return { bodies, walls: file.driven };
}
