import { describe, expect, it } from 'vitest';
import { box, createDeformables, createElasticMaterial, meshPolyhedron, stableStep, stepDeformables, tetrahedron } from '../../src';
import { vonMisesStress, vtkDeformables } from '../../src';
import { caught } from './caught';

/** Two blocks after a pull and a few steps: displacements, velocities and stresses are all different from zero. */
function movedBlocks() {
  const material = createElasticMaterial(30e9, 0.22, 2500);
  const set = createDeformables(
    [
      { mesh: meshPolyhedron(box(1, 1, 1)), material },
      { mesh: meshPolyhedron(tetrahedron(1)), material, position: [3, 0, 0], velocity: [1, 2, 3] },
    ],
    { gravity: [0, 0, -9.81] },
  );
  for (let i = 0; i < set.loads.length; i++) set.loads[i] = 1e4 * Math.sin(i + 1);
  const dt = 0.5 * stableStep(set);
  for (let k = 0; k < 20; k++) stepDeformables(set, dt);
  return set;
}

/** A strict reader of ASCII legacy files: the lines under a heading, as numbers. */
function section(lines: string[], heading: string, skip = 0): number[][] {
  const at = lines.indexOf(heading);
  expect(at).toBeGreaterThan(0);
  const found: number[][] = [];
  for (let k = at + 1 + skip; /^[-\d]/.test(lines[k]); k++) found.push(lines[k].split(' ').map(Number));
  return found;
}

describe('vtkDeformables', () => {
  it('is read back with the same bits', () => {
    const set = movedBlocks();
    const text = vtkDeformables(set);
    const lines = text.split('\n');
    const { nodeCount: n, elementCount: m } = set;
    expect(lines.slice(0, 4)).toEqual(['# vtk DataFile Version 3.0', 'deformable blocks', 'ASCII', 'DATASET UNSTRUCTURED_GRID']);
    expect(text.endsWith('\n')).toBe(true);
    expect(section(lines, `POINTS ${n} double`).flat()).toEqual([...set.positions]);
    const cells = section(lines, `CELLS ${m} ${5 * m}`);
    expect(cells.map(([size]) => size)).toEqual(Array.from({ length: m }, () => 4));
    expect(cells.flatMap((cell) => cell.slice(1))).toEqual([...set.elements]);
    expect(section(lines, `CELL_TYPES ${m}`).flat()).toEqual(Array.from({ length: m }, () => 10));
    const moved = section(lines, 'VECTORS displacement double').flat();
    expect(moved).toEqual([...set.positions].map((x, i) => x - set.startPositions[i]));
    expect(moved.every((x) => x !== 0)).toBe(true);
    expect(section(lines, 'VECTORS velocity double').flat()).toEqual([...set.velocities]);
    expect(lines.indexOf(`POINT_DATA ${n}`)).toBeLessThan(lines.indexOf('VECTORS displacement double'));
    expect(lines.indexOf(`CELL_DATA ${m}`)).toBeGreaterThan(lines.indexOf('VECTORS velocity double'));
    expect(section(lines, 'SCALARS block int 1', 1).flat()).toEqual([0, 0, 0, 0, 0, 0, 1]);
    const stress = section(lines, 'SCALARS vonMises double 1', 1).flat();
    expect(stress).toEqual([...vonMisesStress(new Float64Array(m), set.stresses)]);
    expect(Math.min(...stress)).toBeGreaterThan(0);
    // Each tetrahedron of the file has a positive volume.
    const points = section(lines, `POINTS ${n} double`);
    for (const [, a, b, c, d] of cells) {
      const [p, q, r] = [b, c, d].map((k) => points[k].map((x, i) => x - points[a][i]));
      const turn = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
      expect(turn[0] * r[0] + turn[1] * r[1] + turn[2] * r[2]).toBeGreaterThan(0);
    }
  });

  it('writes no file of a block that is not finite', () => {
    const place = movedBlocks();
    place.positions[3 * 9 + 1] = NaN;
    expect(caught(() => vtkDeformables(place))).toMatchObject({ code: 'not-finite', index: 9 });
    const speed = movedBlocks();
    speed.velocities[3 * 2] = Infinity;
    expect(caught(() => vtkDeformables(speed))).toMatchObject({ code: 'not-finite', index: 2, value: Infinity });
    const stress = movedBlocks();
    stress.stresses[6 * 4] = Infinity;
    expect(caught(() => vtkDeformables(stress))).toMatchObject({ code: 'not-finite', index: 4 });
  });
});
