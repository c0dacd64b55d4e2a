import { describe, expect, test } from 'vitest';
import {
  addBody,
  box,
  contactMethods,
  createBodySet,
  createCommonPlane,
  createContact,
  createDetector,
  createDetectOptions,
  createOverlap,
  createPose,
  createState,
  cundallMethod,
  cundallPlane,
  detect,
  exactMethod,
  fastCommonPlane,
  fastCommonPlaneMethod,
  overlap,
  plateCore,
  pointCore,
  publishedOverlap,
  segmentCore,
  shortestLink,
  Status,
  trackedShortestLinkMethod,
} from '../../src/index';

// Methods that know sharp solids only say Invalid of points, segments and plates.

const solid = box(1, 1, 1);
const cores = [pointCore(), segmentCore(1), plateCore([0, 0, 0, 1, 0, 0, 0, 1, 0])];
const KNOW = ['exact', 'slm'];

describe.each(contactMethods.map((method) => [method.name, method] as const))('%s', (name, method) => {
  test('takes cores, or says Invalid', () => {
    expect(method.takesCores === true).toBe(KNOW.includes(name));
    for (const core of cores) {
      for (const isFirst of [true, false]) {
        const bodies = createBodySet();
        addBody(bodies, { shape: isFirst ? core : solid, rounding: 0.1 });
        addBody(bodies, { shape: isFirst ? solid : core, rounding: 0.1, position: [0.1, 0, 0.55] });
        const contact = createContact(20);
        detect(contact, method, bodies, 0, 1);
        expect(contact.status === Status.Invalid).toBe(!KNOW.includes(name));
        if (KNOW.includes(name)) {
          // A radius that the caller has taken away leaves a body without thickness.
          bodies.rounding[isFirst ? 0 : 1] = 0;
          expect(detect(contact, method, bodies, 0, 1)).toBe(Status.Invalid);
        } else {
          const [a, b] = isFirst ? [core, solid] : [solid, core];
          const pose = createPose();
          pose.set([0.1, 0, 0.55], 9);
          method.detect(contact, a, b, pose, createState(method), createDetectOptions());
          expect(contact).toMatchObject({ status: Status.Invalid, count: 0, gap: 0 });
        }
      }
    }
  });
});

test('kernels say Invalid of cores', () => {
  const pose = createPose();
  pose.set([0.1, 0, 0.55], 9);
  for (const core of cores) {
    const plane = createCommonPlane();
    expect(fastCommonPlane(plane, core, solid, pose, createState(fastCommonPlaneMethod))).toBe(Status.Invalid);
    expect(cundallPlane(plane, solid, core, pose, createState(cundallMethod))).toBe(Status.Invalid);
    const tracked = createState(trackedShortestLinkMethod);
    expect(shortestLink(plane, core, solid, pose, tracked, { variant: 'certified', track: true })).toBe(Status.Invalid);
    expect(shortestLink(plane, core, solid, pose, tracked, { variant: 'published' })).toBe(Status.Invalid);
    expect(overlap(createOverlap(10, 10, 10), core, solid, pose)).toBe(Status.Invalid);
    expect(publishedOverlap(createOverlap(10, 10, 10), solid, core, pose)).toBe(Status.Invalid);
  }
});

test('a detector refuses a method that takes solids only', () => {
  const bodies = createBodySet();
  addBody(bodies, { shape: solid });
  addBody(bodies, { shape: cores[1], rounding: 0.1 });
  expect(() => createDetector({ bodies, method: cundallMethod })).toThrow(/body 1 is a rod/);
  expect(createDetector({ bodies, method: exactMethod }).update().count).toBe(1);
});
