/**
 * What finds contacts in space: the method for ranges of near pairs, the walls for ranges of bodies. It knows nothing
 * of earlier steps except the memory of the pairs. So several finders, in several threads, can share the work of a
 * step.
 */
import { checkShape } from '../body/body-arrays';
import type { BodySet } from '../body/body-set';
import type { Contact } from '../contact/contact';
import type { ContactList } from '../contact/contact-list';
import { detect } from '../contact/detect';
import { createState, type ContactMethod, type DetectOptions } from '../contact/method';
import { areSpheres, sphereContact } from '../contact/sphere-contact';
import { createPairAsker, type Finder, type Keep, type NearPairs, type PairParts, type RowTarget } from '../detector-shared/ask-pairs';
import { copyPairState } from '../detector-shared/pair-table';
import { isPolyhedron } from '../polyhedron/convex-polyhedron';
import { imageShift, mayReach } from './reach';
import { createSpherePairs } from './sphere-pairs';
import { createScratch, growScratch, reserveScratch } from './scratch-contact';
import { createWallContacts, findWallContacts, type Wall } from './wall-contacts';

/** What the contacts of a step follow from. */
export interface Search {
  readonly bodies: BodySet;
  readonly method: ContactMethod;
  readonly options: DetectOptions;
  readonly list: NearPairs;
  readonly watch: PairParts<Contact>['watch'];
  readonly walls: readonly Wall[];
}

/** `record` and `target` put contacts at the end of the same list. */
export function createFinder(search: Search, record: Keep<Contact>, target: RowTarget<ContactList>): Finder {
  const { bodies, method, list, watch } = search;
  const options = { ...search.options };
  const scratch = createScratch();
  /** The memory of the current pair, before the call of the method. */
  const before = createState(method);
  const walls = createWallContacts(search.walls);
  const counts = { apart: 0, asked: 0, unresolved: 0 };
  const pairs = createPairAsker<Contact>(
    {
      certified: method.certified === true,
      list,
      watch,
      mayReach: (i, j) => mayReach(list, bodies, i, j),
      shift: imageShift,
      ask: (i, j, state) => {
        if (areSpheres(method, bodies, i, j)) {
          // One point, no memory, no motion.
          sphereContact(scratch.contact, bodies, i, j, options, imageShift);
          return scratch.contact;
        }
        options.motionA = watch.motion[i];
        options.motionB = watch.motion[j];
        copyPairState(before, state, method);
        detect(scratch.contact, method, bodies, i, j, state, options, imageShift);
        while (growScratch(scratch)) {
          // The method is called again with the memory from before the call. So the room does not change the result.
          copyPairState(state, before, method);
          detect(scratch.contact, method, bodies, i, j, state, options, imageShift);
        }
        return scratch.contact;
      },
      record,
      askPoints: createSpherePairs(search, target, counts),
    },
    counts,
  );
  return {
    counts,
    lookAtShape: (s) => {
      checkShape(bodies.shapes[s], s, isPolyhedron, 'polyhedron, such as box(1, 1, 1)');
      reserveScratch(scratch, bodies.shapes[s]);
    },
    pairs,
    walls: (from, to) => {
      findWallContacts(walls, from, to, watch.health, bodies, scratch, options, record);
    },
    held: () => [scratch, walls.near, ...walls.found],
  };
}
