import {
  appendContact,
  clearContactList,
  createContact,
  createContactList,
  createDetectOptions,
  detect,
  exactMethod,
  mayPair,
  planeWallContact,
  toWorld,
  wallPlane,
  type BodySet,
  type ContactList,
  type PlaneWall,
} from '../../src';

/** Contacts of a few bodies with each other and with plane walls, without a broad phase; slots of points by bodies and features. */
export function contactFinder(bodies: BodySet, walls: readonly PlaneWall[] = [], band = 0): () => ContactList {
  const list = createContactList();
  const contact = createContact(64);
  const plane = new Float64Array(4);
  const options = { ...createDetectOptions(), band };
  let last = new Map<string, number>();
  return () => {
    clearContactList(list);
    for (let i = 0; i < bodies.count; i++) {
      for (let j = i + 1; j < bodies.count; j++) {
        if (!mayPair(bodies, i, j)) continue;
        detect(contact, exactMethod, bodies, i, j, undefined, options);
        if (contact.count > 0) appendContact(list, i, j, contact);
      }
      if (bodies.flags[i] !== 0) continue;
      walls.forEach((wall, w) => {
        planeWallContact(contact, bodies.shapes[bodies.shapeIndex[i]], wallPlane(plane, wall, bodies, i), options);
        toWorld(contact, bodies, i);
        if (contact.count > 0) appendContact(list, i, -1 - w, contact);
      });
    }
    const now = new Map<string, number>();
    for (let c = 0; c < list.count; c++) {
      for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
        const key = [list.bodyA[c], list.bodyB[c], list.pointFeatures[2 * p], list.pointFeatures[2 * p + 1]].join(' ');
        const slot = last.get(key);
        list.pointBegan[p] = slot === undefined ? 1 : 0;
        // Slots are never used twice here: tests are short.
        list.pointSlot[p] = slot ?? list.pointSlotCount++;
        now.set(key, list.pointSlot[p]);
      }
    }
    last = now;
    return list;
  };
}
