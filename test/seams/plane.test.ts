import { describe, expect, it } from 'vitest';
import { BodyFlag, Status } from '../../src/index';
import {
  addBody2d,
  polygonFromVertices,
  createBodySet2d,
  createDetector2d,
  directSearchMethod2d,
  exactLineMethod,
  fastCommonLineMethod,
  lineWall,
  rectangle,
  shortestLinkMethod2d,
  type BodySet2d,
  type ContactList2d,
  type ContactMethod2d,
  type DetectorOptions2d,
} from '../../src/planar/index';
import { createRandom } from '../../src/polyhedron';
import { sweep } from '../sweep';

const methods = [exactLineMethod, shortestLinkMethod2d, fastCommonLineMethod, directSearchMethod2d];

/** A slider (body 0), and a floor of blocks with tops at y = heights[k], from x = k - 0.5 to k + 0.5. */
function floor(heights: readonly number[], rounding = 0, joint = 0): BodySet2d {
  const bodies = createBodySet2d();
  addBody2d(bodies, { shape: rectangle(0.6 - 2 * rounding, 0.3 - 2 * rounding), rounding });
  heights.forEach((y, k) => {
    const shape = rectangle(1 - joint - 2 * rounding, 0.4 - 2 * rounding);
    addBody2d(bodies, { shape, position: [k, y - 0.2], flags: BodyFlag.Static, rounding });
  });
  return bodies;
}

/** Part of its speed that the slider has after it has gone over the seam at x = 0.5, by the pressure law. */
function slide(bodies: BodySet2d, options: Omit<DetectorOptions2d, 'bodies'>, depth: number, speed = 0.05, path = 0.02): number {
  bodies.positions.set([0.2 - 0.2 * path, 0.15 - depth]);
  const detector = createDetector2d({ bodies, ...options });
  const dt = Math.min(0.1 * Math.sqrt(depth), (0.2 * depth) / speed);
  const v = [speed, 0];
  for (let t = 0; t * speed < path; t += dt) {
    const list = detector.update();
    const force = [0, -1];
    for (let c = 0; c < list.count; c++) {
      for (let k = 0; k < 2; k++) force[k] -= (list.areas[c] / (0.6 * depth)) * list.normals[2 * c + k];
    }
    for (let k = 0; k < 2; k++) {
      v[k] += dt * force[k];
      bodies.positions[k] += dt * v[k];
    }
  }
  return v[0] / speed;
}

function unit(x: number, y: number): readonly [number, number] {
  const length = Math.sqrt(x * x + y * y);
  return [x / length, y / length];
}

function sideways(list: ContactList2d): number {
  let most = 0;
  for (let c = 0; c < list.count; c++) {
    if (list.bodyA[c] === 0 && list.status[c] === Status.Overlapping) most = Math.max(most, Math.abs(list.normals[2 * c]));
  }
  return most;
}

describe.each(methods)('a slider in the plane, contacts of $name', (method: ContactMethod2d) => {
  it('keeps its speed over seams, sharp and rounded', () => {
    for (const depth of [1e-3, 1e-4].slice(0, sweep(2, 1))) {
      for (const rounding of [0, 0.01]) {
        expect(Math.abs(slide(floor([0, 0, 0], rounding), { method, seams: {} }, depth) - 1)).toBeLessThan(0.01);
      }
    }
    expect(Math.abs(slide(floor([0, 0, 0]), { method }, 1e-3, 0.002, 0.004) - 1)).toBeGreaterThan(0.01);
    expect(Math.abs(slide(floor([0, 0, 0]), { method, seams: {} }, 1e-3, 0.002, 0.004) - 1)).toBeLessThan(0.01);
  });
});

describe('the seam filter in the plane', () => {
  it('lets steps and joints within its lengths pass, and no higher step', () => {
    const depth = 1e-3;
    const pushed = (heights: readonly number[], joint: number, seams: DetectorOptions2d['seams']): number => {
      const bodies = floor(heights, 0, joint);
      const detector = createDetector2d({ bodies, method: exactLineMethod, seams });
      let most = 0;
      for (const part of [0.05, 0.3, 0.6, 0.9]) {
        bodies.positions.set([0.2 + 0.5 * joint + part * depth, 0.15 - depth]);
        most = Math.max(most, sideways(detector.update()));
      }
      return most;
    };
    expect(pushed([0, 0], 0, undefined)).toBe(1);
    expect(pushed([0, 0], 0, {})).toBe(0);
    expect(pushed([0, 9e-5], 0, {})).toBe(0); // a tenth of the depth
    expect(pushed([0, 1.1e-4], 0, {})).toBe(1);
    expect(pushed([0, 4e-4], 0, { seam: 5e-4 })).toBe(0);
    expect(pushed([0, 6e-4], 0, { seam: 5e-4 })).toBe(1);
    expect(pushed([0, -3e-4], 0, {})).toBe(0);
    expect(pushed([0, 0], 2e-3, {})).toBe(1);
    expect(pushed([0, 0], 2e-3, { joint: 3e-3 })).toBe(0);
  });

  it('takes line walls and periodic boxes', () => {
    const depth = 1e-3;
    const bodies = floor([0]);
    bodies.positions.set([-0.8 + 0.3 * depth, 0.15 - depth]);
    const walls = [lineWall([0, 1], 0)];
    expect(sideways(createDetector2d({ bodies, method: exactLineMethod, walls }).update())).toBe(1);
    expect(sideways(createDetector2d({ bodies, method: exactLineMethod, walls, seams: {} }).update())).toBe(0);

    // A floor that goes on through the border of the box, with the slider on either side of it.
    for (const shift of [0, 0.7, 2.4998, 2.5, 2.8]) {
      const ring = floor([0, 0, 0]);
      ring.positions.set([0.2 + 0.3 * depth, 0.15 - depth]);
      for (let b = 0; b < ring.count; b++) ring.positions[2 * b] = (ring.positions[2 * b] + shift + 3) % 3;
      const periodic = { min: [0, 0], max: [3, 3], axes: [true, false] } as const;
      const detector = createDetector2d({ bodies: ring, method: exactLineMethod, periodic, seams: {} });
      expect(sideways(detector.update())).toBe(0);
      expect(detector.statistics.turnedContacts).toBe(1);
    }
  });

  it('leaves each body a contact, in any order of the bodies', () => {
    const random = createRandom(17);
    let changed = 0;
    for (let scene = 0; scene < sweep(40, 20); scene++) {
      const bodies = createBodySet2d();
      const shapes = [rectangle(1, 1), rectangle(1.5, 0.5), polygonFromVertices([0, 0, 1, 0, 1.2, 0.7, 0.3, 1])];
      const rows = Array.from({ length: 14 }, () => ({
        shape: shapes[Math.floor(3 * random())],
        position: [2.5 * random(), 2.5 * random()] as const,
        rotation: scene % 2 === 0 ? ([1, 0] as const) : unit(2 * random() - 1, 2 * random() - 1),
        rounding: scene % 4 === 3 ? 0.1 * random() : 0,
      }));
      for (const row of rows) addBody2d(bodies, row);
      const seams = scene % 3 === 0 ? {} : { seam: 0.2 * random(), joint: 0.2 * random() };
      const plain = createDetector2d({ bodies, method: exactLineMethod }).update();
      const detector = createDetector2d({ bodies, method: exactLineMethod, seams });
      const list = detector.update();
      const { turnedContacts, droppedContacts } = detector.statistics;
      expect(list.count).toBe(plain.count - droppedContacts);
      changed += turnedContacts + droppedContacts;
      const touched = (contacts: ContactList2d): Set<number> => {
        const found = new Set<number>();
        for (let c = 0; c < contacts.count; c++) if (contacts.gaps[c] < 0) found.add(contacts.bodyA[c]).add(contacts.bodyB[c]);
        return found;
      };
      expect([...touched(list)].sort()).toEqual([...touched(plain)].sort());

      const backwards = createBodySet2d();
      for (const row of [...rows].reverse()) addBody2d(backwards, row);
      const mirror = createDetector2d({ bodies: backwards, method: exactLineMethod, seams });
      mirror.update();
      expect([mirror.statistics.turnedContacts, mirror.statistics.droppedContacts]).toEqual([turnedContacts, droppedContacts]);
    }
    expect(changed).toBeGreaterThan(sweep(100, 50));
  });
});
