/**
 * What the language costs in the region that two bodies share: `overlap` (relative pose included) against its twin in
 * C++ (bench/native/half-space.cpp, g++ -O3), on the same pairs and poses, in turns, 2 % and 20 % of the radius deep.
 * Volumes are the same bits, which is checked before any is timed. Where there is no g++ a notice says so and nothing
 * is saved.
 */
import { writeFileSync } from 'node:fs';
import { createOverlapFor, createPose, overlap, relativePose } from 'dem-contact';
import { openBench } from '../lib/measure';
import { buildTwin, shapeNumbers, twinVariant } from '../lib/native-twin';
import { benchShapes, bodiesAtGap, nudge, type Rest } from '../lib/pairs';

/** Radii and radians that a body moves and turns between calls. */
const STEP = 1e-4;

const bench = openBench('native-half-space');
const twin = buildTwin(bench, 'half-space');
if (twin !== null) {
  const pose = createPose();
  for (const depth of [0.02, 0.2]) {
    for (const [name, shape] of Object.entries(benchShapes())) {
      // Plates and needles turn over before.
      if (depth === 0.2 && shape.inradius < 0.2 * shape.radius) continue;
      const pairs = bench.quick ? 8 : 128;
      const bodies = bodiesAtGap(shape, pairs, -depth, 3);
      const rest: Rest = { positions: bodies.positions.slice(), orientations: bodies.orientations.slice() };
      const file = `${twin.folder}half-space-${name}-${depth}.bin`;
      const places = [...rest.positions.subarray(0, 6 * pairs), ...rest.orientations.subarray(0, 8 * pairs)];
      writeFileSync(file, Float64Array.from([...shapeNumbers(shape), STEP, pairs, ...places]));
      const out = createOverlapFor(shape, shape);
      const volumes = new Float64Array(pairs);
      let cuts = 0;
      bench.measure({
        name: `${name}, depth ${100 * depth} %`,
        operations: 2 * pairs,
        variants: [
          twinVariant(twin.program, file, 'cuts'),
          {
            name: 'TypeScript',
            run: () => {
              cuts = 0;
              for (let phase = 0; phase < 2; phase++) {
                nudge(bodies, rest, phase === 0 ? STEP : 0);
                for (let p = 0; p < pairs; p++) {
                  relativePose(pose, bodies, 2 * p, 2 * p + 1);
                  overlap(out, shape, shape, pose);
                  cuts += out.iterations;
                  volumes[p] = out.volume;
                }
              }
            },
            results: () => volumes,
            counts: () => ({ cuts }),
          },
        ],
      });
    }
  }
  bench.save();
}
