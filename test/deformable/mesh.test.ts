import { describe, expect, it } from 'vitest';
import {
  box,
  createDeformables,
  createElasticMaterial,
  dodecahedron,
  meshesFromElements,
  meshFromElements,
  meshPolyhedron,
  prism,
  tetrahedron,
  type BlockMesh,
  type InputError,
} from '../../src/index';

/** Volumes by the determinant, written apart from the code. */
function volumes({ nodes, elements }: BlockMesh): number[] {
  return Array.from({ length: elements.length / 4 }, (_, e) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => nodes.subarray(3 * elements[4 * e + k], 3 * elements[4 * e + k] + 3));
    const [p, q, r] = [b, c, d].map((corner) => [corner[0] - a[0], corner[1] - a[1], corner[2] - a[2]]);
    const minors = [q[1] * r[2] - q[2] * r[1], q[0] * r[2] - q[2] * r[0], q[0] * r[1] - q[1] * r[0]];
    return (p[0] * minors[0] - p[1] * minors[1] + p[2] * minors[2]) / 6;
  });
}

function faultOf(make: () => unknown): [string, number] {
  try {
    make();
  } catch (error) {
    return [(error as InputError).code, (error as InputError).index];
  }
  return ['none', -1];
}

const NODES = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

describe('meshes of polyhedra', () => {
  const solids = { tetrahedron: tetrahedron(1), prism: prism(3, 1, 2), box: box(1, 2, 3), dodecahedron: dodecahedron(1) };
  const counts: Record<string, number> = { tetrahedron: 1, prism: 3, box: 6, dodecahedron: 36 };
  for (const [name, solid] of Object.entries(solids))
    it(`${name}: positive tetrahedra fill the solid and meet in whole triangles, refined too`, () => {
      for (let r = 0; r <= 2; r++) {
        const mesh = meshPolyhedron(solid, r);
        const parts = volumes(mesh);
        expect(parts.length).toBe(counts[name] * 8 ** r);
        expect(Math.min(...parts)).toBeGreaterThan(0);
        expect(parts.reduce((sum, v) => sum + v, 0) / solid.volume).toBeCloseTo(1, 11);
        // The check of given meshes: no node hangs, no triangle has three tetrahedra.
        expect(faultOf(() => meshFromElements(mesh.nodes, mesh.elements))).toEqual(['none', -1]);
      }
    });

  it('give the nodes the mass of the body', () => {
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 2, 3), 2), material: createElasticMaterial(1e9, 0.2, 2500) }]);
    expect(set.masses.reduce((sum, m) => sum + m, 0) / 15000).toBeCloseTo(1, 12);
  });
});

describe('given meshes that are wrong', () => {
  it('are refused with a code and an index', () => {
    expect(faultOf(() => meshFromElements([0, 0, 0], [0, 1, 2, 3]))[0]).toBe('bad-length');
    expect(faultOf(() => meshFromElements(NODES, [0, 1, 2]))[0]).toBe('bad-length');
    expect(faultOf(() => meshFromElements([...NODES.slice(0, 11), Number.NaN], [0, 1, 2, 3]))).toEqual(['not-finite', 3]);
    expect(faultOf(() => meshFromElements(NODES, [0, 1, 2, 4]))).toEqual(['bad-index', 0]);
    expect(faultOf(() => meshFromElements(NODES, [1, 0, 2, 3]))).toEqual(['wrong-winding', 0]);
    expect(faultOf(() => meshFromElements([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], [0, 1, 2, 3]))).toEqual(['flat', 0]);
    expect(faultOf(() => meshFromElements([...NODES, 1, 1, 1], [0, 1, 2, 3]))).toEqual(['unused-node', 4]);
    expect(faultOf(() => meshFromElements([...NODES, 1, 1, 1], [0, 1, 2, 3, 0, 1, 2, 4]))[0]).toBe('non-manifold');
  });

  it('with a hanging node are refused', () => {
    // One piece: the second box has 8 times the tetrahedra at the face that they share, except for the one triangle.
    const nodes = [...NODES, 0.5, 0.5, 0, 0.2, 0.2, -1, 1, 0, -1];
    const hanging = [0, 1, 2, 3, 0, 4, 1, 5];
    expect(faultOf(() => meshFromElements(nodes.slice(0, 18), hanging))[0]).toBe('non-manifold');
    // A node on the middle of an edge of the surface, of tetrahedra that hang together by triangles.
    const fan = [...NODES, 0.5, 0, 0, 0, -1, 0];
    expect(faultOf(() => meshFromElements(fan, [0, 1, 2, 3, 0, 3, 5, 4]))[0]).toBe('non-manifold');
  });

  it('with an edge that only one of its tetrahedra halves are refused, at the node in its middle', () => {
    const { nodes, elements } = meshPolyhedron(box(1, 2, 1), 1);
    const middle = nodes.length / 3;
    let accepted = 0;
    let pieces = 0;
    for (let e = 0; e < elements.length; e += 4)
      for (let i = 0; i < 4; i++)
        for (let j = 0; j < i; j++) {
          const four = [...elements.subarray(e, e + 4)];
          const [p, q] = [four[i], four[j]];
          const halves = [four.map((n) => (n === p ? middle : n)), four.map((n) => (n === q ? middle : n))].flat();
          const rest = [...elements].filter((_, k) => k < e || k >= e + 4);
          const isShared = rest.some((n, k) => n === p && rest.slice(k - (k % 4), k - (k % 4) + 4).includes(q));
          const at = [0, 1, 2].map((k) => 0.5 * (nodes[3 * p + k] + nodes[3 * q + k]));
          const fault = faultOf(() => meshFromElements([...nodes, ...at], [...rest, ...halves]));
          expect(fault[0]).toBe(isShared ? 'non-manifold' : 'none');
          // Halves that share no whole triangle with the rest are pieces of their own.
          if (isShared && fault[1] !== middle) pieces++;
          if (!isShared) accepted++;
        }
    expect(accepted).toBeGreaterThan(0);
    expect(pieces).toBeLessThan(0.1 * elements.length);
  });

  it('of several pieces, and of blocks that share a node, are refused', () => {
    const apart = [...NODES, ...NODES.map((x) => x + 5)];
    expect(faultOf(() => meshFromElements(apart, [0, 1, 2, 3, 4, 5, 6, 7]))).toEqual(['non-manifold', 1]);
    expect(meshesFromElements(apart, [0, 1, 2, 3, 4, 5, 6, 7], [1, 0])[0].nodes[0]).toBe(5);
    expect(faultOf(() => meshesFromElements([...NODES, 0, 0, -1], [0, 1, 2, 3, 0, 2, 1, 4], [0, 1]))).toEqual(['shared-node', 0]);
    expect(faultOf(() => meshesFromElements(apart, [0, 1, 2, 3, 4, 5, 6, 7], [0, 2]))[0]).toBe('bad-index');
  });

  it('with a material out of range are refused', () => {
    const wrong = [
      [0, 0.2, 1],
      [1, 0.5, 1],
      [1, -0.1, 1],
      [1, 0.2, -1],
      [Number.NaN, 0.2, 1],
    ];
    for (const [e, nu, rho] of wrong) expect(faultOf(() => createElasticMaterial(e, nu, rho))[0]).toBe('bad-option');
    const block = { mesh: meshPolyhedron(box(1, 1, 1)), material: { youngsModulus: 1, poissonRatio: 0.6, density: 1 } };
    expect(faultOf(() => createDeformables([block]))).toEqual(['bad-option', 0]);
  });
});
