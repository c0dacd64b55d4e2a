/** Wrong input of deformable blocks: refused with code, index and value, or harmless. */
import { describe, expect, it } from 'vitest';
import {
  box,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createRandom,
  createSpringLaw,
  InputError,
  meshesFromElements,
  meshFromElements,
  meshPolyhedron,
  prism,
  stableStep,
  stepDeformables,
  StepStatus,
  type BlockMesh,
  type DeformableBlock,
  type DeformableSet,
  type FixedPlane,
  type SpringLaw,
} from '../../src/index';
import { createDeformableContacts2d, createDeformables2d, meshPolygon, rectangle, type DeformableSet2d } from '../../src/planar';

const material = createElasticMaterial(2e9, 0.2, 2600);
const cube = meshPolyhedron(box(1, 1, 1));
const refused = (code: string, index: number, value: unknown = expect.anything()): unknown =>
  expect.objectContaining({ name: 'InputError', code, index, value });

/** The cube as the second block, with changed arrays. */
const withMesh =
  (nodes: ArrayLike<number>, elements: ArrayLike<number>, more: Partial<DeformableBlock> = {}) =>
  () =>
    createDeformables([
      { mesh: cube, material },
      { mesh: { nodes, elements } as BlockMesh, material, ...more },
    ]);

describe('meshes made by hand', () => {
  const nodes = [...cube.nodes];
  const elements = [...cube.elements];
  it('are refused by createDeformables, with the block as index', () => {
    expect(withMesh(nodes, elements)).not.toThrow();
    expect(withMesh([...nodes, 9, 9, 9], elements)).toThrow(refused('unused-node', 1, 8));
    expect(withMesh(nodes, [elements[1], elements[0], ...elements.slice(2)])).toThrow(refused('wrong-winding', 1));
    expect(withMesh(nodes, [...elements.slice(0, 3), elements[0], ...elements.slice(4)])).toThrow(refused('flat', 1, 0));
    expect(withMesh(nodes, [8, ...elements.slice(1)])).toThrow(refused('bad-index', 1, 8));
    expect(withMesh(nodes, [0.5, ...elements.slice(1)])).toThrow(refused('bad-index', 1, 0.5));
    expect(withMesh(nodes.slice(1), elements)).toThrow(refused('bad-length', 1, 23));
    expect(withMesh(nodes, elements.slice(1))).toThrow(refused('bad-length', 1, 23));
    expect(withMesh([], [])).toThrow(refused('bad-length', 1, 0));
    expect(withMesh([Number.NaN, ...nodes.slice(1)], elements)).toThrow(refused('not-finite', 1, Number.NaN));
    // The same tetrahedron twice, and two pieces.
    expect(withMesh(nodes, [...elements, ...elements.slice(0, 4)])).toThrow(refused('non-manifold', 1));
    const apart = nodes.map((x) => x + 3);
    expect(withMesh([...nodes, ...apart], [...elements, ...elements.map((n) => n + 8)])).toThrow(refused('non-manifold', 1));
  });

  it('of a size or at a place that doubles cannot hold are refused', () => {
    const scaled = (size: number) => nodes.map((x) => size * x);
    expect(withMesh(scaled(1e150), elements)).toThrow(refused('not-finite', 1));
    expect(withMesh(scaled(1e-150), elements)).toThrow(refused('not-finite', 1));
    expect(withMesh(scaled(0.9), elements, { position: [1e10, 0, 0] })).toThrow(refused('flat', 1));
    expect(withMesh(scaled(0.09), elements, { position: [5e6, 4e6, 0] })).not.toThrow();
    expect(withMesh(nodes, elements, { material: createElasticMaterial(1e300, 0.2, 1e-300) })).toThrow(refused('not-finite', 1));
  });

  it('are refused in the plane too', () => {
    const mesh = meshPolygon(rectangle(1, 1), 1);
    const block = (given: object) => () => createDeformables2d([{ mesh: { ...mesh, ...given }, material }]);
    expect(block({})).not.toThrow();
    expect(block({ nodes: Float64Array.from([...mesh.nodes, 9, 9]) })).toThrow(refused('unused-node', 0));
    expect(block({ elements: mesh.elements.slice(3) })).not.toThrow();
    expect(block({ elements: mesh.elements.slice(1) })).toThrow(refused('bad-length', 0));
  });
});

describe('what is missing', () => {
  const law = createSpringLaw(1e9, 8e8, 0.5);
  const set = createDeformables([{ mesh: cube, material }]);
  it('is named for a block', () => {
    const make = (block: object) => () => createDeformables([{ mesh: cube, material }, block as DeformableBlock]);
    expect(make({ material })).toThrow(refused('bad-option', 1, Number.NaN));
    expect(make({ mesh: box(1, 1, 1), material })).toThrow(refused('bad-option', 1));
    expect(make({ mesh: cube })).toThrow(refused('bad-option', 1, Number.NaN));
  });
  it('is named for contacts', () => {
    const plane = (given: object) => () => createDeformableContacts(set, law, { planes: [given as FixedPlane] });
    expect(plane({ offset: 0 })).toThrow(refused('bad-length', 0, 0));
    expect(plane({ normal: [0, 0, 1] })).toThrow(refused('not-finite', 0, Number.NaN));
    expect(() => createDeformableContacts(set, null as unknown as SpringLaw)).toThrow(refused('bad-option', -1, Number.NaN));
  });
  it('a set of the other dimension has no contacts', () => {
    const flat = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material }]);
    expect(() => createDeformableContacts(flat as unknown as DeformableSet, law)).toThrow(refused('bad-option', -1, 2));
    expect(() => createDeformableContacts2d(set as unknown as DeformableSet2d, law)).toThrow(refused('bad-option', -1, 3));
  });
});

describe('contacts of another set', () => {
  const make = () => createDeformables([{ mesh: cube, material }], { gravity: [0, 0, -9.81] });
  it('are refused by stableStep, and told by the status of the step, which moves nothing', () => {
    const law = createSpringLaw(1e9, 8e8, 0.5);
    const [own, other] = [make(), make()];
    const contacts = createDeformableContacts(other, law, { planes: [{ normal: [0, 0, 1], offset: -0.5 }] });
    expect(() => stableStep(own, contacts)).toThrow(refused('bad-option', -1, 8));
    const before = own.positions.slice();
    expect(stepDeformables(own, 1e-9, contacts)).toBe(StepStatus.OtherSet);
    expect(own.status).toBe(StepStatus.OtherSet);
    expect(own.positions).toEqual(before);
    expect(own.time).toBe(0);
    expect(stepDeformables(other, 0.8 * stableStep(other, contacts), contacts)).toBe(StepStatus.Done);
  });
  it('a step that is no number moves nothing', () => {
    const set = make();
    for (const dt of [Number.NaN, 0, -1, Infinity]) expect(stepDeformables(set, dt)).toBe(StepStatus.TooLong);
    expect(set.positions).toEqual(set.startPositions);
  });
});

describe('random faults', () => {
  it('in meshes, options and laws are refused, or the blocks move without NaN', () => {
    const random = createRandom(31);
    const TRIALS = 600;
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
    const odd = [Number.NaN, Infinity, -Infinity, 0, -1, 1e308, -1e308, 1e-308, 1e16, 0.5, 7, 1e5];
    const solids = [cube, meshPolyhedron(prism(3, 1, 1)), meshPolyhedron(box(1, 2, 1), 1)];
    const spoil = (list: number[], room: number) => {
      for (let k = 0; k < room; k++) {
        const at = Math.floor(random() * list.length);
        const way = Math.floor(random() * 4);
        if (way === 0) list[at] = pick(odd);
        else if (way === 1) list.splice(at, pick([1, 2, 3, 4]));
        else if (way === 2) list.splice(at, 0, pick(odd));
        else list[at] = list[Math.floor(random() * list.length)];
      }
      return list;
    };
    const some = (value: number) => (random() < 0.1 ? pick(odd) : value);
    let accepted = 0;
    const codes = new Map<string, number>();
    for (let trial = 0; trial < TRIALS; trial++) {
      const mesh = pick(solids);
      const isSpoilt = random() < 0.5;
      const nodes = spoil([...mesh.nodes], isSpoilt && random() < 0.5 ? 1 : 0);
      const elements = spoil([...mesh.elements], isSpoilt && random() < 0.7 ? 1 : 0);
      try {
        const given = { nodes, elements } as unknown as BlockMesh;
        if (trial % 3 === 0) meshFromElements(nodes, elements);
        if (trial % 3 === 1) meshesFromElements(nodes, elements, spoil(new Array<number>(Math.floor(elements.length / 4)).fill(0), 1));
        const set = createDeformables(
          [
            { mesh: cube, material },
            {
              mesh: given,
              material: { youngsModulus: some(1e9), poissonRatio: some(0.2), density: some(2500) },
              position: [some(0), 0, some(1)],
              velocity: [some(1), 0, 0],
            },
          ],
          { gravity: [0, some(0), some(-9.81)], massDamping: some(0), localDamping: some(0) },
        );
        const law = createSpringLaw(1e8, 1e8, 0.5);
        const contacts = createDeformableContacts(
          set,
          { ...law, normalStiffness: some(1e8), friction: some(0.5), cohesion: some(0) },
          {
            planes: [{ normal: [0, 0, some(1)], offset: some(-0.5) }],
          },
        );
        const dt = 0.8 * stableStep(set, contacts);
        let status: StepStatus = StepStatus.Done;
        for (let k = 0; k < 3 && status === StepStatus.Done; k++) status = stepDeformables(set, dt, contacts);
        if (status === StepStatus.Done) for (const x of [...set.positions, ...set.stresses]) expect(x - x).toBe(0);
        accepted++;
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        codes.set(error.code, (codes.get(error.code) ?? 0) + 1);
        expect(error.message).not.toMatch(/undefined|object/);
      }
    }
    expect(accepted).toBeGreaterThan(0.1 * TRIALS);
    for (const code of ['bad-length', 'bad-index', 'not-finite', 'unused-node', 'flat', 'wrong-winding', 'non-manifold', 'bad-option'])
      expect(codes.get(code), code).toBeGreaterThan(0);
  });
});
