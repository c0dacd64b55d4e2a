import { createElasticMaterial, createRandom, type StepStatus } from '../../../src/index';
import { meshPolygon, rectangle, stepDeformables2d } from '../../../src/planar';
import type { BlockMesh2d, DeformableSet2d } from '../../../src/planar';

export const E = 30e9;
export const NU = 0.25;
export const rock = createElasticMaterial(E, NU, 2500);

export function largest(numbers: ArrayLike<number>): number {
  return Array.from(numbers).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** A rectangle of 2 by 1 whose inner nodes are moved at random, and these nodes. */
export function unevenMesh(seed: number, refinements = 3): { mesh: BlockMesh2d; inner: number[] } {
  const { nodes, elements } = meshPolygon(rectangle(2, 1), refinements);
  const random = createRandom(seed);
  const size = 1 / 2 ** refinements;
  const isInner = (node: number) => Math.abs(nodes[2 * node]) < 0.999 && Math.abs(nodes[2 * node + 1]) < 0.499;
  const inner = Array.from({ length: nodes.length / 2 }, (_, node) => node).filter(isInner);
  for (const node of inner) for (let k = 0; k < 2; k++) nodes[2 * node + k] += 0.4 * size * (random() - 0.5);
  return { mesh: { nodes, elements }, inner };
}

/** Moves all nodes to given places: every velocity is held, and takes its node there in one step. */
export function driveTo(set: DeformableSet2d, dt: number, place: (node: number, out: number[]) => void): StepStatus {
  const to = [0, 0];
  set.held.fill(1);
  for (let node = 0; node < set.nodeCount; node++) {
    place(node, to);
    for (let k = 0; k < 2; k++) set.velocities[2 * node + k] = (to[k] - set.positions[2 * node + k]) / dt;
  }
  return stepDeformables2d(set, dt);
}

export function turn(set: DeformableSet2d, angle: number): StepStatus {
  const start = set.startPositions;
  return driveTo(set, 1e-6, (node, out) => {
    const x = start[2 * node];
    const y = start[2 * node + 1];
    out[0] = Math.cos(angle) * x - Math.sin(angle) * y;
    out[1] = Math.sin(angle) * x + Math.cos(angle) * y;
  });
}
