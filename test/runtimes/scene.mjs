/** A heap in a plain detector and in one of two threads: whether their lists have the same bits. */
import { addBody, box, createBodySet, createDetector, planeWall, shortestLinkMethod } from 'dem-contact';
import { createParallelDetector, sharedBodyArrays } from 'dem-contact/parallel';

const COUNT = 1500;

/** Boxes in layers, each a little deep in the one below. */
function heap(arrays) {
  const bodies = createBodySet(arrays);
  const shape = box(0.04, 0.04, 0.04);
  for (let i = 0; i < COUNT; i++) {
    const layer = Math.floor(i / 225);
    addBody(bodies, { shape, position: [0.05 * (i % 15) + 0.003 * layer, 0.05 * (Math.floor(i / 15) % 15), 0.0199 + 0.0395 * layer] });
  }
  return bodies;
}

function sameBits(one, other) {
  if (one.count !== other.count || one.pointCount !== other.pointCount) return false;
  const lengths = { gaps: one.count, normals: 3 * one.count, userSlot: one.count, points: 3 * one.pointCount, pointSlot: one.pointCount };
  return Object.entries(lengths).every(([name, length]) => {
    for (let k = 0; k < length; k++) if (!Object.is(one[name][k], other[name][k])) return false;
    return true;
  });
}

/** With `asleep` the thread waits in `update`, too; the thread of a page may not. */
export async function compare(options, asleep) {
  const plainBodies = heap();
  const sharedBodies = heap(sharedBodyArrays(COUNT));
  const common = { method: shortestLinkMethod, margin: 1e-3, walls: [planeWall([0, 0, 1], 0)] };
  const plain = createDetector({ ...common, bodies: plainBodies });
  const parallel = createParallelDetector({ ...common, ...options, bodies: sharedBodies, threads: 2 });
  await parallel.ready;
  const steps = [];
  for (let step = 0; step < 4; step++) {
    const one = plain.update();
    const two = asleep && step % 2 === 0 ? parallel.update() : await parallel.updateAsync();
    steps.push({ contacts: one.count, same: sameBits(one, two), threads: parallel.threadsUsed });
    for (const { positions } of [plainBodies, sharedBodies]) for (let i = 0; i < COUNT; i++) positions[3 * i] += 1e-5 * (i % 7);
  }
  parallel.close();
  return { steps, notice: parallel.notice };
}
