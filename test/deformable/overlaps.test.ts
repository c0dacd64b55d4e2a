/** Contacts of deformable boxes against exact answers, and against the algorithm on single tetrahedra. */
import { describe, expect, it } from 'vitest';
import {
  box,
  createBodySet,
  createContactFor,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createRandom,
  createSpringLaw,
  detect,
  meshFromElements,
  meshPolyhedron,
  polyhedronFromVertices,
  shrunkenEdgeMethod,
  Status,
  stepDeformables,
  StepStatus,
  type DeformableSet,
} from '../../src/index';
import type { Vec } from '../oracles/vector';
import { sweep } from '../sweep';
import { FAMILIES, overlappingBoxes, wayOut } from './box-pairs';

const material = createElasticMaterial(2e9, 0.2, 2600);
const law = createSpringLaw(1e9, 0, 0);

/** Force on the second block after a step that is too short for any motion. */
function touch(set: DeformableSet): { force: Vec; pointCount: number; status: StepStatus; unseen: number } {
  const contacts = createDeformableContacts(set, law);
  const status = stepDeformables(set, 1e-12, contacts);
  const force: [number, number, number] = [0, 0, 0];
  for (let i = 3 * set.nodeStart[1]; i < 3 * set.nodeCount; i++) force[i % 3] += set.forces[i];
  return { force, pointCount: contacts.pointCount, status, unseen: contacts.unseenPairs };
}

describe.each(FAMILIES)('boxes that overlap (%s)', (family) => {
  it('by 2 dTol to half of reach are pushed out a short way', () => {
    const random = createRandom(11);
    let pairs = 0;
    let longer = 0;
    let turned = 0;
    for (let k = 0; k < sweep(150, 40); k++) {
      const share = random();
      // dTol is 1e-3 of the least height, half of reach 0.1.
      const pair = overlappingBoxes(random, family, [k % 2, (k >> 1) % 2], (height) => height * (2e-3 + 0.088 * share));
      if (pair === null) continue;
      pairs++;
      const { force, pointCount, unseen } = touch(pair.set);
      expect(pointCount).toBeGreaterThan(0);
      expect(unseen).toBe(0);
      const size = Math.sqrt(force[0] ** 2 + force[1] ** 2 + force[2] ** 2);
      const way = wayOut(pair.a, pair.b, [force[0] / size, force[1] / size, force[2] / size]) / pair.depth;
      if (way > 1.01) longer++;
      if (way > 1.75) turned++;
    }
    expect(pairs).toBeGreaterThan(sweep(130, 34));
    // At rims that are about equally deep in two or three directions the force is between them: the way is up to the
    // square root of 3 times as long.
    expect(turned).toBe(0);
    expect(longer).toBeLessThan(0.4 * pairs);
  });

  it('deeper than reach are told, or have contact points and TooDeep', () => {
    const random = createRandom(12);
    let unseenPairs = 0;
    for (let k = 0; k < sweep(60, 24); k++) {
      const share = random();
      const pair = overlappingBoxes(random, family, [k % 2, (k >> 1) % 2], (height) => height * (0.21 + 0.3 * share));
      if (pair === null) continue;
      const { status, unseen } = touch(pair.set);
      expect(status).toBe(StepStatus.TooDeep);
      unseenPairs += unseen;
    }
    expect(unseenPairs).toBeGreaterThan(sweep(20, 5));
  });
});

describe.each(FAMILIES)('boxes that are apart, or overlap by less than dTol (%s)', (family) => {
  it('have no point that is deep', () => {
    const random = createRandom(13);
    let pairs = 0;
    let ghosts = 0;
    for (let k = 0; k < sweep(240, 64); k++) {
      const share = [-1e-4, -2e-3, 1e-4, 5e-4][k % 4];
      const pair = overlappingBoxes(random, family, [(k >> 2) % 2, (k >> 3) % 2], (height) => share * height);
      if (pair === null) continue;
      pairs++;
      const contacts = createDeformableContacts(pair.set, law);
      stepDeformables(pair.set, 1e-12, contacts);
      if (contacts.deepest[0] > Math.max(0, 2 * pair.depth) + contacts.tolerance) ghosts++;
    }
    expect(pairs).toBeGreaterThan(sweep(200, 54));
    expect(ghosts).toBe(0);
  });
});

describe('two cubes with 0.95 mm between them', () => {
  it('have no contact, although edges that are not the outermost ones cross', () => {
    const elements = [1, 0, 3, 7, 0, 1, 5, 7, 4, 0, 5, 7, 0, 4, 6, 7, 2, 0, 6, 7, 0, 2, 3, 7];
    const a = [
      [-0.3228, -0.68623, 1.86055, -0.83335, 0.09715, 2.21656, 0.11173, -0.09402, 1.18199, -0.39909, 0.68869, 1.53813],
      [0.41972, -0.49387, 2.50348, -0.09188, 0.28859, 2.85932, 0.85385, 0.09774, 1.825, 0.34331, 0.88076, 2.18062],
    ].flat();
    const b = [
      [-0.06854, -0.96448, 3.20449, -0.73419, -0.38496, 3.67467, 0.17694, -0.19946, 2.6091, -0.4887, 0.38006, 3.07929],
      [0.6362, -0.68359, 3.85598, -0.02945, -0.10407, 4.32617, 0.88168, 0.08143, 3.2606, 0.21604, 0.66095, 3.73078],
    ].flat();
    const set = createDeformables([a, b].map((nodes) => ({ mesh: meshFromElements(nodes, elements), material })));
    const contacts = createDeformableContacts(set, law);
    expect(stepDeformables(set, 1e-6, contacts)).toBe(StepStatus.Done);
    expect(contacts.pointCount).toBe(0);
    expect(contacts.deepest[0]).toBe(0);
  });
});

describe('blocks that start too deep', () => {
  const mesh = meshPolyhedron(box(1, 1, 1), 1);
  const start = (...position: number[]) => {
    const set = createDeformables([
      { mesh, material },
      { mesh, material, position },
    ]);
    return touch(set);
  };
  it('are counted: at one place, and crossed', () => {
    expect(start(0, 0, 0)).toMatchObject({ unseen: 1, status: StepStatus.TooDeep });
    const crossed = createDeformables([
      { mesh: meshPolyhedron(box(4, 1, 1)), material },
      { mesh: meshPolyhedron(box(1, 4, 1)), material, position: [0, 0, 0.5] },
    ]);
    expect(touch(crossed)).toMatchObject({ unseen: 1, status: StepStatus.TooDeep });
  });
  it('are not those of which only rims meet, and not those in contact', () => {
    expect(start(1 - 1e-7, 0.2, 1 - 1e-7)).toMatchObject({ unseen: 0, pointCount: 0, status: StepStatus.Done });
    expect(start(0.1, 0.2, 1 - 1e-5)).toMatchObject({ unseen: 0, status: StepStatus.Done });
  });
});

describe('a corner on a flat face of triangles', () => {
  /** A small box, a corner down, x from the middle of a face, just in contact with it. */
  const small = box(0.2, 0.2, 0.2);
  const turn = [0.28, 0.36, 0, Math.sqrt(1 - 0.28 ** 2 - 0.36 ** 2)];
  const depth = 1e-6;
  const big = meshPolyhedron(box(1, 1, 1));

  function place(x: number): { set: DeformableSet; position: Vec } {
    const corner = lowest();
    const position: Vec = [x - corner[0], 0.1 - corner[1], 0.5 - depth - corner[2]];
    const mesh = meshPolyhedron(small);
    const nodes = mesh.nodes.slice();
    for (let n = 0; n < nodes.length; n += 3) nodes.set(turned([...nodes.subarray(n, n + 3)]), n);
    const set = createDeformables([
      { mesh: big, material },
      { mesh: { nodes, elements: mesh.elements }, material, position },
    ]);
    return { set, position };
  }
  function turned([a, b, c]: number[]): number[] {
    const [x, y, z, w] = turn;
    const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
  }
  function lowest(): number[] {
    const corners = Array.from({ length: 8 }, (_, v) => turned([...small.vertices.subarray(3 * v, 3 * v + 3)]));
    return corners.reduce((low, corner) => (corner[2] < low[2] ? corner : low));
  }
  /** Tetrahedra of the big box that shrunkenEdge finds in contact with the small one. */
  function touchedTetrahedra(position: Vec): number {
    const tetrahedra = Array.from({ length: big.elements.length / 4 }, (_, e) =>
      polyhedronFromVertices(Array.from(big.elements.subarray(4 * e, 4 * e + 4)).flatMap((n) => [...big.nodes.subarray(3 * n, 3 * n + 3)])),
    );
    const shapes = [...tetrahedra, small];
    const bodies = createBodySet({
      shapes,
      shapeIndex: Int32Array.from(shapes, (_, k) => k),
      positions: Float64Array.from([...tetrahedra.flatMap(({ origin }) => [...origin]), ...position]),
    });
    bodies.orientations.set(turn, 4 * tetrahedra.length);
    return tetrahedra.filter((shape, k) => {
      const contact = createContactFor(shape, small);
      detect(contact, shrunkenEdgeMethod, bodies, k, tetrahedra.length);
      return contact.status !== Status.Separated;
    }).length;
  }

  it('is one point everywhere, and none for single tetrahedra beside the sides of triangles', () => {
    let lost = 0;
    const samples = 60;
    for (let k = 0; k < samples; k++) {
      // Across the diagonal of the face, which is where x is +-0.1.
      const x = -0.13 + (0.26 * (k + 0.5)) / samples;
      const { set, position } = place(x);
      expect(touch(set).pointCount).toBe(1);
      if (touchedTetrahedra(position) === 0) lost++;
    }
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(0.2 * samples);
  });
});
