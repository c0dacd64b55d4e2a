/** A scene and a hash of its contact lists, the same in Node and in a page. */
import { addBody, createBodySet, type BodySet, type BodySetArrays } from '../../src/body';
import { exactMethod } from '../../src/common-plane';
import type { ContactList } from '../../src/contact';
import { box, createRandom } from '../../src/polyhedron';
import { planeWall } from '../../src/walls';

export const STEPS = 4;

export function threadsScene(arrays?: BodySetArrays) {
  const bodies = createBodySet(arrays);
  for (let b = 0; b < 216; b++) addBody(bodies, { shape: box(1, 1, 1), position: [b % 6, Math.floor(b / 6) % 6, Math.floor(b / 36)] });
  return { bodies, method: exactMethod, margin: 1e-3, walls: [planeWall([0, 0, 1], -0.5)] };
}

export function moveScene(bodies: BodySet, step: number): void {
  const random = createRandom(step + 1);
  for (let k = 0; k < 3 * bodies.count; k++) bodies.positions[k] += 1e-3 * (random() - 0.5);
}

/** FNV-1a over the bits of gaps, points and slots. */
export function hashOf(list: ContactList): string {
  let hash = 0x811c9dc5;
  for (const [array, length] of [
    [list.gaps, list.count],
    [list.points, 3 * list.pointCount],
    [list.userSlot, list.count],
    [list.pointSlot, list.pointCount],
  ] as const) {
    for (const byte of new Uint8Array(array.slice(0, length).buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return `${list.count} ${list.pointCount} ${hash >>> 0}`;
}
