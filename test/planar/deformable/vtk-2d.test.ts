import { describe, expect, it } from 'vitest';
import { createElasticMaterial } from '../../../src/index';
import { createDeformables2d, meshPolygon, rectangle, regularPolygon, stableStep2d, stepDeformables2d } from '../../../src/planar';
import { vonMisesStress2d, vtkDeformables2d } from '../../../src/planar';

/** Two blocks after a pull and a few steps: displacements, velocities and stresses are all different from zero. */
function movedBlocks() {
  const material = createElasticMaterial(30e9, 0.22, 2500);
  const set = createDeformables2d(
    [
      { mesh: meshPolygon(rectangle(1, 1)), material },
      { mesh: meshPolygon(regularPolygon(3, 1)), material, position: [3, 0], velocity: [1, 2] },
    ],
    { gravity: [0, -9.81] },
  );
  for (let i = 0; i < set.loads.length; i++) set.loads[i] = 1e4 * Math.sin(i + 1);
  const dt = 0.5 * stableStep2d(set);
  for (let k = 0; k < 20; k++) stepDeformables2d(set, dt);
  return set;
}

/** The lines under a heading, as numbers. */
function section(lines: string[], heading: string, skip = 0): number[][] {
  const at = lines.indexOf(heading);
  expect(at).toBeGreaterThan(0);
  const found: number[][] = [];
  for (let k = at + 1 + skip; /^[-\d]/.test(lines[k]); k++) found.push(lines[k].split(' ').map(Number));
  return found;
}

const flat = (rows: number[][]) => rows.flatMap(([x, y]) => [x, y]);

describe('vtkDeformables2d', () => {
  it('is read back with the same bits, in the plane z = 0', () => {
    const set = movedBlocks();
    const lines = vtkDeformables2d(set).split('\n');
    const { nodeCount: n, elementCount: m } = set;
    expect(lines.slice(0, 4)).toEqual(['# vtk DataFile Version 3.0', 'deformable blocks', 'ASCII', 'DATASET UNSTRUCTURED_GRID']);
    const points = section(lines, `POINTS ${n} double`);
    expect(flat(points)).toEqual([...set.positions]);
    expect(points.every(([, , z]) => z === 0)).toBe(true);
    const cells = section(lines, `CELLS ${m} ${4 * m}`);
    expect(cells.every(([size]) => size === 3)).toBe(true);
    expect(cells.flatMap((cell) => cell.slice(1))).toEqual([...set.elements]);
    expect(section(lines, `CELL_TYPES ${m}`).flat()).toEqual(Array.from({ length: m }, () => 5));
    const moved = flat(section(lines, 'VECTORS displacement double'));
    expect(moved).toEqual([...set.positions].map((x, i) => x - set.startPositions[i]));
    expect(moved.every((x) => x !== 0)).toBe(true);
    expect(flat(section(lines, 'VECTORS velocity double'))).toEqual([...set.velocities]);
    expect(section(lines, 'SCALARS block int 1', 1).flat()).toEqual([0, 0, 1]);
    const stress = section(lines, 'SCALARS vonMises double 1', 1).flat();
    expect(stress).toEqual([...vonMisesStress2d(new Float64Array(m), set)]);
    expect(Math.min(...stress)).toBeGreaterThan(0);
  });

  it('writes no file of a block that is not finite', () => {
    const speed = movedBlocks();
    speed.velocities[2 * 2 + 1] = Infinity;
    expect(() => vtkDeformables2d(speed)).toThrow(expect.objectContaining({ code: 'not-finite', index: 2, value: Infinity }));
    const stress = movedBlocks();
    stress.stresses[3 * 2] = Infinity;
    expect(() => vtkDeformables2d(stress)).toThrow(expect.objectContaining({ code: 'not-finite', index: 2 }));
  });
});
