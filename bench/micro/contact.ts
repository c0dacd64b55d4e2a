/**
 * A resting contact with all its points, phase by phase: relative pose, common plane, contact on the plane, and the
 * whole call. Warm: every pair has its memory, and B moves to and fro by 1e-6 of its radius between calls. Two regimes:
 * overlapping by 1e-4 of the radius, and apart by as much, a potential contact.
 */
import {
  createCommonPlane,
  createContactFor,
  createDetectOptions,
  createPose,
  createState,
  detect,
  dodecahedron,
  exactMethod,
  exactPlane,
  box,
  planeContact,
  prism,
  relativePose,
  shortestLink,
  shortestLinkMethod,
  type BodySet,
  type ContactMethod,
} from 'dem-contact';
import { openBench } from '../lib/measure';
import { benchShapes, bodiesAtGap, nudge, stacks, type Rest } from '../lib/pairs';

const bench = openBench('contact');
const pose = createPose();
const plane = createCommonPlane();
const options = { ...createDetectOptions(), margin: 0.01 };

const shapes = benchShapes();
const scenes: [string, (gap: number, pairs: number) => BodySet][] = [
  ['boxes face on face', (gap, pairs) => stacks(box(1, 1, 1), pairs, gap)],
  ['dodecahedra face on face', (gap, pairs) => stacks(dodecahedron(0.5), pairs, gap)],
  ['32-sided prisms face on face', (gap, pairs) => stacks(prism(32, 0.5, 1), pairs, gap)],
  ['cube8, any attitude', (gap, pairs) => bodiesAtGap(shapes.cube8, pairs, gap, 5)],
  ['rand14, any attitude', (gap, pairs) => bodiesAtGap(shapes.rand14, pairs, gap, 5)],
];

for (const [name, scene] of scenes) {
  for (const gap of [-1e-4, 1e-4]) {
    const pairs = bench.quick ? 4 : 64;
    const bodies = scene(gap, pairs);
    const shape = bodies.shapes[0];
    const contact = createContactFor(shape, shape);
    const rest: Rest = { positions: bodies.positions.slice(), orientations: bodies.orientations.slice() };
    const memory = (method: ContactMethod) => Array.from({ length: pairs }, () => createState(method));
    const exactMemory = memory(exactMethod);
    const linkMemory = memory(shortestLinkMethod);
    const wholeMemory = memory(shortestLinkMethod);
    const planes = Array.from({ length: pairs }, () => createCommonPlane());
    let points = 0;
    const sweep = (call: (p: number) => void) => () => {
      points = 0;
      for (let phase = 0; phase < 2; phase++) {
        nudge(bodies, rest, phase === 0 ? 1e-6 : 0);
        for (let p = 0; p < pairs; p++) {
          relativePose(pose, bodies, 2 * p, 2 * p + 1);
          call(p);
        }
      }
    };
    for (let p = 0; p < pairs; p++) {
      relativePose(pose, bodies, 2 * p, 2 * p + 1);
      exactPlane(planes[p], shape, shape, pose, exactMemory[p]);
    }
    bench.measure({
      name: `${name}, ${gap < 0 ? 'overlapping' : 'apart'} by 1e-4`,
      operations: 2 * pairs,
      variants: [
        {
          name: 'whole detect, shortest link',
          run: sweep((p) => {
            detect(contact, shortestLinkMethod, bodies, 2 * p, 2 * p + 1, wholeMemory[p], options);
            points += contact.count;
          }),
          counts: () => ({ points }),
        },
        { name: 'relative pose', run: sweep(() => undefined) },
        { name: 'pose + exact plane', run: sweep((p) => void exactPlane(plane, shape, shape, pose, exactMemory[p])) },
        { name: 'pose + shortest link', run: sweep((p) => void shortestLink(plane, shape, shape, pose, linkMemory[p])) },
        { name: 'pose + contact on the plane', run: sweep((p) => void planeContact(contact, shape, shape, pose, planes[p], options)) },
      ],
    });
  }
}
bench.save();
