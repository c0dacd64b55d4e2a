/**
 * The volume that two bodies share: this library against manifold-3d (WebAssembly, mesh booleans), with the error of each against exact arithmetic.
 *
 *     npm ci --prefix bench/peers && npm run build && npx tsx --tsconfig tsconfig.dist.json bench/peers/overlap.ts
 *
 * The peer's solids are made once; a call moves B (its `transform` waits until it is needed), intersects, reads the volume and frees what it made. Its
 * meshes have corners in single precision, so the shapes here are made of such; it moves them in double precision.
 */
import Module from 'manifold-3d';
import { createOverlapFor, overlap, polyhedronFromVertices } from '../../dist/index.js';
import { exactOverlapVolume } from '../../test/oracles/exact-overlap';
import { openBench } from '../lib/measure';
import { benchShapes, posesAtGap } from '../lib/pairs';

const module = await Module();
module.setup();
const { Manifold, Mesh } = module;
const bench = openBench('peers-overlap');
const { cube8, rhombic14, trunc60 } = benchShapes();
const errors = {};

for (const [name, given] of Object.entries({ cube8, rhombic14, trunc60 })) {
  const shape = polyhedronFromVertices(Float64Array.from(Float32Array.from(given.vertices)));
  const solid = solidOf(shape);
  const out = createOverlapFor(shape, shape);
  for (const depth of [0.02, 0.25]) {
    const poses = posesAtGap(shape, bench.quick ? 5 : 100, -depth, 7);
    const ours = (pose) => {
      overlap(out, shape, shape, pose);
      return out.volume;
    };
    const peer = (pose) => {
      const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
      const moved = solid.transform([a, d, g, 0, b, e, h, 0, c, f, i, 0, x, y, z, 1]);
      const common = solid.intersect(moved);
      const volume = common.volume();
      common.delete();
      moved.delete();
      return volume;
    };
    const task = `${name}, depth ${depth}`;
    errors[task] = {};
    for (const [form, solve] of [
      ['overlap', ours],
      ['manifold-3d', peer],
    ] as const) {
      errors[task][form] = Math.max(
        ...poses.slice(0, bench.quick ? 1 : 3).map((pose) => {
          const exact = exactOverlapVolume(shape, shape, pose);
          return Math.abs(solve(pose) / exact - 1);
        }),
      );
    }
    const variant = (form, solve) => {
      const volumes = new Float64Array(poses.length);
      // The peer's answers are compared by the error that is printed.
      return { name: form, run: () => poses.forEach((pose, k) => (volumes[k] = solve(pose))) };
    };
    bench.measure({ name: task, operations: poses.length, variants: [variant('overlap', ours), variant('manifold-3d', peer)] });
    console.log('largest relative error of the volume:', errors[task]);
  }
}
bench.note('largest relative error of the volume', errors);
bench.save();

/** Faces as fans of triangles; the peer takes corners in single precision, which moves those of shapes whose centroid is not exact by 1e-8. */
function solidOf(shape) {
  const triangles = [];
  for (let f = 0; f < shape.faceCount; f++) {
    const first = shape.faceHalfEdge[f];
    const corners = [];
    for (let h = first, k = 0; k === 0 || h !== first; k++, h = shape.halfEdgeNext[h]) corners.push(shape.halfEdgeOrigin[h]);
    for (let k = 2; k < corners.length; k++) triangles.push(corners[0], corners[k - 1], corners[k]);
  }
  return Manifold.ofMesh(
    new Mesh({ numProp: 3, vertProperties: Float32Array.from(shape.vertices), triVerts: Uint32Array.from(triangles) }),
  );
}
