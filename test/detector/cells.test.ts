/** Detectors in periodic cells with vectors in any directions, at rest and moving. */
import { describe, expect, test } from 'vitest';
import { createMovableCell, putIntoCell, shearCell, type MovableCell } from '../../src/broad-phase';
import { mayPair, type BodySet } from '../../src/body';
import { exactMethod, fastCommonPlaneMethod, shortestLinkMethod } from '../../src/common-plane';
import { createContact, createDetectOptions, detect, Status, type ContactList, type ContactMethod } from '../../src/contact';
import { createDetector } from '../../src/detector';
import { createRandom } from '../../src/polyhedron';
import { bits, move, randomScene, slots } from './scene';
import { bytes } from '../bytes';
import { sweep } from '../sweep';

/**
 * 'i j' of all pairs in contact with the gap, asking about 7 x 7 x 7 images of each pair; the bodies lie in the cell.
 */
function allImages(bodies: BodySet, method: ContactMethod, margin: number, vectors: Float64Array): Map<string, number> {
  const contact = createContact(64);
  const options = { ...createDetectOptions(), margin };
  const found = new Map<string, number>();
  const shift = new Float64Array(3);
  for (let i = 0; i < bodies.count; i++) {
    for (let j = i + 1; j < bodies.count; j++) {
      if (!mayPair(bodies, i, j)) continue;
      let reach = margin;
      for (const b of [i, j]) reach += 1.001 * bodies.shapes[bodies.shapeIndex[b]].radius + bodies.rounding[b];
      for (let image = 0; image < 343; image++) {
        const [p, q, r] = [(image % 7) - 3, (Math.floor(image / 7) % 7) - 3, Math.floor(image / 49) - 3];
        let square = 0;
        for (let c = 0; c < 3; c++) {
          shift[c] = p * vectors[c] + q * vectors[3 + c] + r * vectors[6 + c];
          square += (bodies.positions[3 * j + c] + shift[c] - bodies.positions[3 * i + c]) ** 2;
        }
        if (square > reach * reach) continue;
        const status = detect(contact, method, bodies, i, j, undefined, options, shift);
        if (contact.count > 0 && status !== Status.Invalid) found.set(`${i} ${j}`, contact.gap);
      }
    }
  }
  return found;
}

function expectContacts(list: ContactList, want: Map<string, number>): void {
  const got = Array.from({ length: list.count }, (_, c) => `${list.bodyA[c]} ${list.bodyB[c]}`);
  expect(got.sort()).toEqual([...want.keys()].sort());
  for (let c = 0; c < list.count; c++)
    expect(Math.abs(list.gaps[c] - (want.get(`${list.bodyA[c]} ${list.bodyB[c]}`) ?? Number.NaN))).toBeLessThan(1e-9);
}

/** Moves the bodies as the cell moves: by its velocities, times what they are in terms of its vectors. */
function flow(positions: Float64Array, { vectors: v, velocities }: MovableCell, dt: number): void {
  const cross = (k: number): number[] => {
    const [p, q] = [3 * ((k + 1) % 3), 3 * ((k + 2) % 3)];
    return [v[p + 1] * v[q + 2] - v[p + 2] * v[q + 1], v[p + 2] * v[q] - v[p] * v[q + 2], v[p] * v[q + 1] - v[p + 1] * v[q]];
  };
  const normals = [0, 1, 2].map(cross);
  const volume = normals[0][0] * v[0] + normals[0][1] * v[1] + normals[0][2] * v[2];
  for (let b = 0; b < positions.length; b += 3) {
    const x = positions.slice(b, b + 3);
    for (let k = 0; k < 3; k++) {
      const part = (normals[k][0] * x[0] + normals[k][1] * x[1] + normals[k][2] * x[2]) / volume;
      for (let c = 0; c < 3; c++) positions[b + c] += dt * part * velocities[3 * k + c];
    }
  }
}

/** Bodies of the contacts, and their status. */
const pairsOf = (list: ContactList) => [list.bodyA, list.bodyB, list.status].map((x) => bytes(x, list.count));

/** Cells, with the velocities of their vectors. */
const cells: Record<string, { vectors: number[]; velocities: number[] }> = {
  'at rest, skewed': { vectors: [7, 0, 0, 2.7, 7, 0, -1.5, 2.2, 7], velocities: [0, 0, 0, 0, 0, 0, 0, 0, 0] },
  'simple shear': { vectors: [6.4, 0, 0, 0, 6.4, 0, 0, 0, 6.4], velocities: [0, 0, 0, 3, 0, 0, 0, 0, 0] },
  'in two planes': { vectors: [6.8, 0, 0, 0.3, 6.8, 0, 0, 1, 6.8], velocities: [0, 0, 0, 2, 0, 0, 1.5, -1, 0] },
  'growing and turning': { vectors: [6, 1, 0, -1, 6, 0, 0, 0, 6], velocities: [1, 1, 0, -1, 1, 0.4, 0.3, 0, 1] },
};

describe.each(Object.entries(cells))('%s', (_name, start) => {
  test.each([shortestLinkMethod, fastCommonPlaneMethod, exactMethod].slice(0, sweep(3, 2)))(
    '$name: the contacts are those of all images; skin, slack and moving bodies away by vectors change none',
    (method) => {
      const random = createRandom(4);
      const bodies = randomScene(random, 40, 6);
      const away = { ...bodies, positions: bodies.positions.slice() } as BodySet;
      const margin = 0.02;
      const cell = createMovableCell(start);
      const velocities = new Float64Array(3 * bodies.count);
      putIntoCell(cell, bodies.positions, velocities, bodies.count);
      const detector = createDetector({ bodies, method, margin, periodic: cell });
      const others = [
        createDetector({ bodies, method, margin, periodic: cell, skin: 0 }),
        createDetector({ bodies, method, margin, periodic: cell, skin: 0.5 }),
      ];
      const always = createDetector({ bodies, method: { ...method, certified: false }, margin, periodic: cell });
      const far = createDetector({ bodies: away, method, margin, periodic: cell });
      let apart = 0;
      let contacts = 0;
      const steps = sweep(120, 14);
      for (let step = 0; step < steps; step++) {
        const list = detector.update();
        for (const other of others) {
          other.update();
          expect(bits(other.contacts)).toEqual(bits(list));
          expect(slots(other.contacts)).toEqual(slots(list));
        }
        expect(pairsOf(always.update())).toEqual(pairsOf(list));
        if (step % 10 === 0) {
          expectContacts(list, allImages(bodies, method, margin, cell.vectors));
          for (let b = 0; b < bodies.count; b++) {
            const images = [0, 1, 2].map(() => Math.floor(9 * random()) - 4);
            for (let c = 0; c < 3; c++)
              away.positions[3 * b + c] = bodies.positions[3 * b + c] + images.reduce((sum, n, k) => sum + n * cell.vectors[3 * k + c], 0);
          }
          away.orientations.set(bodies.orientations);
          expect(pairsOf(far.update()).slice(0, 2)).toEqual(pairsOf(list).slice(0, 2));
        }
        apart += detector.statistics.apartPairs;
        contacts += list.count;
        // Bodies go along with the cell, and a little of their own.
        if (step % 40 < 30) flow(bodies.positions, cell, 0.01);
        move(bodies, random, 0.001);
        shearCell(cell, 0.01, bodies.positions, velocities, bodies.count);
      }
      expect(contacts).toBeGreaterThan(10 * steps);
      if (method.certified === true) expect(apart).toBeGreaterThan(steps);
      expect(detector.statistics.builtForMotion).toBeLessThan(0.7 * steps);
    },
  );
});
