/** All numbers of a contact list as one text an array: lists of a hundred thousand numbers compare at once. */
import type { ContactList } from '../../src/contact';
import type { ContactList2d } from '../../src/planar';
import { bytes } from '../bytes';

/** The numbers of the list, and the bits of each of its arrays, by name. */
export function digests(list: ContactList | ContactList2d): Record<string, string | number> {
  const coordinates = 'lengths' in list ? 2 : 3;
  const lengths: Record<string, number> = {
    points: coordinates * list.pointCount,
    pointFeatures: 2 * list.pointCount,
    pointStart: list.count + 1,
    endedPointSlot: list.endedPointCount,
  };
  for (const name of ['pointGaps', 'pointShares', 'pointBegan', 'pointSlot']) lengths[name] = list.pointCount;
  for (const name of ['endedBodyA', 'endedBodyB', 'endedUserSlot']) lengths[name] = list.endedCount;
  for (const name of ['normals', 'centres', 'pointsA', 'pointsB', 'shifts', 'shiftVelocities']) lengths[name] = coordinates * list.count;
  const out: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(list) as [string, unknown][]) {
    if (typeof value === 'number') out[name] = value;
    else if (ArrayBuffer.isView(value)) out[name] = bytes(value as Float64Array | Int32Array | Uint8Array, lengths[name] ?? list.count);
  }
  return out;
}
