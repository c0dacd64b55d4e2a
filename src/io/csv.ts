/**
 * Contacts as comma-separated values, for spreadsheets and data frames.
 *
 * Format: RFC 4180 without quotes, which no value here needs; the first line has the names of the columns, lines end
 * with LF. Numbers are the shortest decimals that read back as the same double. Status and kind are words; features are
 * codes (index * 4 + dimension, see {@link featureIndex}), -1 for none. A contact with wall w has bodyB = -1 - w.
 */
import type { ContactList } from '../contact/contact-list';
import { ContactKind, Status } from '../contact/status';
import { formatNumber, formatNumbers } from './text';

const STATUS_NAMES = /* @__PURE__ */ Object.keys(Status);
const KIND_NAMES = /* @__PURE__ */ Object.keys(ContactKind);

/**
 * One row for each contact, in the order of the list. Columns: `contact` (row of the list, from 0), `bodyA`, `bodyB`,
 * `status`, `kind`, `gap`, `area`, `nx`, `ny`, `nz` (normal from A to B), `ax`, `ay`, `az`, `bx`, `by`, `bz` (witness
 * points on A and on B), `featureA`, `featureB` (that contain them), `points` (number of contact points), `began` (1:
 * new in this step) and `slot` (of the contact's history, -1 for none).
 *
 * Throws InputError 'not-finite' for a number that is not finite.
 *
 * @example
 * ```ts
 * await writeFile('contacts.csv', csvContacts(list));
 * ```
 */
export function csvContacts(list: ContactList): string {
  let text = 'contact,bodyA,bodyB,status,kind,gap,area,nx,ny,nz,ax,ay,az,bx,by,bz,featureA,featureB,points,began,slot\n';
  for (let c = 0; c < list.count; c++) {
    const vector = (values: Float64Array): string => formatNumbers(values, 3 * c, 3, ',');
    text +=
      `${c},${list.bodyA[c]},${list.bodyB[c]},${STATUS_NAMES[list.status[c]]},${KIND_NAMES[list.kind[c]]},` +
      `${formatNumber(list.gaps[c])},${formatNumber(list.areas[c])},${vector(list.normals)},${vector(list.pointsA)},${vector(list.pointsB)},` +
      `${list.featureA[c]},${list.featureB[c]},${list.pointStart[c + 1] - list.pointStart[c]},${list.began[c]},${list.userSlot[c]}\n`;
  }
  return text;
}

/**
 * One row for each contact point, contact by contact. Columns: `contact` (row of the list, from 0), `point` (from 0 in
 * each contact), `bodyA`, `bodyB`, `x`, `y`, `z`, `gap` (at the point), `nx`, `ny`, `nz` (normal of the contact, from A
 * to B), `featureA`, `featureB` (that made the point), `began` (1: new in this step) and `slot` (of the point's
 * history, -1 for none). Contacts without points have no row.
 *
 * Throws InputError 'not-finite' for a number that is not finite.
 */
export function csvContactPoints(list: ContactList): string {
  let text = 'contact,point,bodyA,bodyB,x,y,z,gap,nx,ny,nz,featureA,featureB,began,slot\n';
  for (let c = 0; c < list.count; c++) {
    for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
      text +=
        `${c},${p - list.pointStart[c]},${list.bodyA[c]},${list.bodyB[c]},${formatNumbers(list.points, 3 * p, 3, ',')},` +
        `${formatNumber(list.pointGaps[p])},${formatNumbers(list.normals, 3 * c, 3, ',')},` +
        `${list.pointFeatures[2 * p]},${list.pointFeatures[2 * p + 1]},${list.pointBegan[p]},${list.pointSlot[p]}\n`;
    }
  }
  return text;
}
