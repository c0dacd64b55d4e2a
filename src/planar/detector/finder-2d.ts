/**
 * What finds contacts in the plane: the method for ranges of near pairs, the walls for ranges of bodies. See the finder
 * in space (detector/finder.ts).
 */
import { checkShape } from '../../body/body-arrays';
import { createPairAsker, type Finder, type Keep, type NearPairs, type PairParts, type RowTarget } from '../../detector-shared/ask-pairs';
import type { BodySet2d } from '../body/body-set-2d';
import { createContact2d, createContactFor2d, type Contact2d } from '../contact/contact-2d';
import type { ContactList2d } from '../contact/contact-list-2d';
import { detect2d } from '../contact/detect-2d';
import type { ContactMethod2d, DetectOptions2d } from '../contact/method-2d';
import { isPolygon } from '../polygon/convex-polygon';
import type { LineWall } from '../wall/line-wall';
import { createDiscPairs2d } from './disc-pairs-2d';
import { imageShift2d, mayReach2d } from './reach-2d';
import { findWallContacts2d } from './wall-contacts-2d';

/** What the contacts of a step follow from. */
export interface Search2d {
  readonly bodies: BodySet2d;
  readonly method: ContactMethod2d;
  readonly options: DetectOptions2d;
  readonly list: NearPairs;
  readonly watch: PairParts<Contact2d>['watch'];
  readonly walls: readonly LineWall[];
}

/** `record` and `target` put contacts at the end of the same list. */
export function createFinder2d(search: Search2d, record: Keep<Contact2d>, target: RowTarget<ContactList2d>): Finder {
  const { bodies, method, list, watch, walls } = search;
  const options = { ...search.options };
  const wallOptions = { ...search.options };
  let contact = createContact2d(0);
  const counts = { apart: 0, asked: 0, unresolved: 0 };
  const pairs = createPairAsker<Contact2d>(
    {
      certified: method.certified === true,
      list,
      watch,
      mayReach: (i, j) => mayReach2d(list, bodies, i, j),
      shift: imageShift2d,
      ask: (i, j, state) => {
        options.motionA = watch.motion[i];
        options.motionB = watch.motion[j];
        detect2d(contact, method, bodies, i, j, state, options, imageShift2d);
        return contact;
      },
      record,
      askPoints: createDiscPairs2d(search, target, counts),
    },
    counts,
  );
  return {
    counts,
    lookAtShape: (s) => {
      const shape = bodies.shapes[s];
      checkShape(shape, s, isPolygon, 'polygon, such as rectangle(1, 1)');
      // Room for two of each shape, and so for one and a wall.
      const pair = createContactFor2d(shape, shape);
      if (pair.gaps.length > contact.gaps.length) contact = pair;
    },
    pairs,
    walls: (from, to) => {
      findWallContacts2d(walls, from, to, watch.health, bodies, contact, wallOptions, options, record);
    },
    held: () => [contact],
  };
}
