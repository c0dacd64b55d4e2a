/**
 * A step of deformable blocks, a tetrahedron: `stepDeformables` against its twin in C++ (bench/native/elements.cpp, g++
 * -O3), in turns. Cubes with 4e2 to 1e5 tetrahedra that turn and are pulled out of shape. Positions, forces and
 * stresses are the same bits, which a hash proves before any is timed. Where there is no g++ a notice says so and
 * nothing is saved.
 */
import { writeFileSync } from 'node:fs';
import { box, createDeformables, createElasticMaterial, meshPolyhedron, stableStep, stepDeformables, StepStatus } from 'dem-contact';
import { openBench } from '../lib/measure';
import { buildTwin, twinVariant } from '../lib/native-twin';

/** Steps from the start that one run makes. */
const STEPS = 5;
const GRAVITY = [0, 0, -9.81];

const bench = openBench('deformable');
const twin = buildTwin(bench, 'elements', ['deformable/element-loop:advanceElements']);
if (twin !== null) {
  const material = createElasticMaterial(30e9, 0.22, 2500);
  // 6 tetrahedra of a box, 8 for one at each refinement: 384, 24 576, and four times as many.
  for (const [cubes, refinements] of bench.quick
    ? [[1, 1]]
    : [
        [1, 2],
        [1, 4],
        [4, 4],
      ]) {
    const mesh = meshPolyhedron(box(1, 1, 1), refinements);
    const set = createDeformables(
      Array.from({ length: cubes }, (_, b) => ({ mesh, material, position: [2 * b, 0, 0] })),
      { gravity: GRAVITY },
    );
    const { positions, velocities, forces, stresses, masses, elements, nodeCount, elementCount } = set;
    const dt = 0.5 * stableStep(set);
    for (let node = 0; node < nodeCount; node++) {
      velocities[3 * node] = -positions[3 * node + 1];
      velocities[3 * node + 1] = 1.1 * positions[3 * node];
    }
    const start = { positions: positions.slice(), velocities: velocities.slice() };
    const file = `${twin.folder}elements-${elementCount}.bin`;
    const head = [nodeCount, elementCount, STEPS, set.lambda[0], set.mu[0], dt, ...GRAVITY];
    writeFileSync(file, Float64Array.from(head));
    for (const part of [Float64Array.from(elements), positions, velocities, masses]) writeFileSync(file, part, { flag: 'a' });
    let inverted = 0;
    const sweep = (): void => {
      positions.set(start.positions);
      velocities.set(start.velocities);
      forces.fill(0);
      stresses.fill(0);
      inverted = 0;
      for (let step = 0; step < STEPS; step++) if (stepDeformables(set, dt) !== StepStatus.Done) inverted++;
    };
    bench.measure({
      name: `${elementCount} tetrahedra`,
      operations: STEPS * elementCount,
      rounds: 15,
      variants: [
        twinVariant(twin.program, file, 'inverted'),
        {
          name: 'TypeScript',
          run: sweep,
          // As in the twin, two sweeps come before the time: this process has slept while the twin ran.
          time: (repeats) => {
            for (let k = 0; k < 2; k++) sweep();
            const begin = process.cpuUsage();
            for (let k = 0; k < repeats; k++) sweep();
            const { user, system } = process.cpuUsage(begin);
            return (1e-3 * (user + system)) / repeats;
          },
          results: () => [hash(hash(hash(0x811c9dc5, positions), forces), stresses)],
          counts: () => ({ inverted }),
        },
      ],
    });
  }
  bench.save();
}

/** FNV-1a of the words of numbers. */
function hash(seed: number, values: Float64Array): number {
  let h = seed;
  for (const word of new Uint32Array(values.buffer, values.byteOffset, 2 * values.length)) h = Math.imul(h ^ word, 0x01000193);
  return h >>> 0;
}
