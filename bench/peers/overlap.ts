/**
 * The volume that two bodies share: this library, its published form, and manifold-3d (WebAssembly, mesh booleans),
 * with the error of each against exact arithmetic.
 *
 *     npm ci --prefix bench/peers && npm run bench:peers -- overlap
 *
 * The peer's solids are made once; a call moves B (its `transform` waits until it is needed), intersects, reads the
 * volume and frees what it made. Its meshes have corners in single precision, so the shapes here are made of such; it
 * moves them in double precision. `steps off` is the largest error on a few pairs, in rounding steps (2^-52) of the
 * pair's extent times the area of the region. Faces that are planar in double precision are so only to single here:
 * they come as triangles nearly in one plane, which the published form does not get right.
 */
import Module from 'manifold-3d';
import { createOverlapFor, overlap, polyhedronFromVertices, publishedOverlap } from '../../dist/index.js';
import { openBench } from '../lib/measure';
import { largestErrors, OVERLAP_DEPTHS, OVERLAP_SHAPES } from '../lib/overlap-pairs';
import { posesAtGap } from '../lib/pairs';

const module = await Module();
module.setup();
const { Manifold, Mesh } = module;
const bench = openBench('peers-overlap');

for (const { name, shape: given, exact } of OVERLAP_SHAPES) {
  const shape = polyhedronFromVertices(Float64Array.from(Float32Array.from(given.vertices)));
  const solid = solidOf(shape);
  const out = createOverlapFor(shape, shape);
  for (const [regime, depth] of OVERLAP_DEPTHS) {
    const poses = posesAtGap(shape, bench.quick ? 5 : 100, -depth, 7);
    const forms = [
      ['overlap', (pose) => (overlap(out, shape, shape, pose), out.volume)],
      ['published', (pose) => (publishedOverlap(out, shape, shape, pose), out.volume)],
      ['manifold-3d', (pose) => volumeOfMeshes(solid, pose)],
    ] as const;
    const errors = largestErrors(
      shape,
      poses.slice(0, bench.quick ? 1 : exact),
      (pose) => (overlap(out, shape, shape, pose), out.area),
      forms,
    );
    bench.measure({
      name: `${name}, ${regime}`,
      operations: poses.length,
      variants: forms.map(([form, volumeOf]) => {
        const volumes = new Float64Array(poses.length);
        return {
          name: form,
          // Not compared with each other: the error of each is counted.
          run: () => poses.forEach((pose, k) => (volumes[k] = volumeOf(pose))),
          counts: () => ({ 'steps off': errors.get(form) * poses.length }),
        };
      }),
    });
  }
}
bench.save();

function volumeOfMeshes(solid, [a, b, c, d, e, f, g, h, i, x, y, z]) {
  const moved = solid.transform([a, d, g, 0, b, e, h, 0, c, f, i, 0, x, y, z, 1]);
  const common = solid.intersect(moved);
  const volume = common.volume();
  common.delete();
  moved.delete();
  return volume;
}

/**
 * Faces as fans of triangles; the peer takes corners in single precision, which moves those of shapes whose centroid is
 * not exact by 1e-8.
 */
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
