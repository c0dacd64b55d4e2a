/**
 * The overlap of two bodies (Nassauer, Liedke and Kuna 2012, section 3): the published form, which intersects all triples of planes, against `overlap`.
 *
 *     npm run bench:papers -- overlap
 *
 * Pairs of one shape in random orientations, shallow (0.02 of the radius) and deep (0.25). Volumes of both are compared with each other before timing,
 * and on a few pairs with that of exact arithmetic: the largest error, in rounding steps (2^-52) of the pair's extent times the area of the region.
 */
import { createOverlapFor, overlap, polyhedronFromVertices, publishedOverlap, Status } from 'dem-contact';
import type { ConvexPolyhedron, Overlap, Pose } from 'dem-contact';
import { exactOverlapVolume } from '../../test/oracles/exact-overlap';
import { openBench } from '../lib/measure';
import { benchShapes, posesAtGap } from '../lib/pairs';

const bench = openBench('papers-overlap');
const { cube8, rhombic14, trunc60 } = benchShapes();
const shapes: [name: string, shape: ConvexPolyhedron, exact: number][] = [
  ['cube, 8 vertices', cube8, 20],
  ['rhombic dodecahedron, 14 vertices', rhombic14, 10],
  ['tetrakis hexahedron, 14 vertices, 24 triangles', tetrakisHexahedron(), 10],
  ['truncated icosahedron, 60 vertices', trunc60, 3],
];
const forms: [name: string, form: typeof overlap][] = [
  ['published', publishedOverlap],
  ['clipped', overlap],
];

/** A cube with a low pyramid on each face. */
function tetrakisHexahedron(): ConvexPolyhedron {
  const points: number[] = [];
  for (let k = 0; k < 8; k++) points.push(k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5);
  for (let axis = 0; axis < 3; axis++)
    for (const side of [0.75, -0.75]) points.push(axis === 0 ? side : 0, axis === 1 ? side : 0, axis === 2 ? side : 0);
  return polyhedronFromVertices(points);
}

const errors: Record<string, Record<string, number>> = {};
for (const [name, shape, exact] of shapes) {
  for (const [regime, depth] of [
    ['shallow', 0.02],
    ['deep', 0.25],
  ] as const) {
    const poses = posesAtGap(shape, bench.quick ? 10 : 200, -depth, 7);
    const out = createOverlapFor(shape, shape);
    const task = `${name}, ${regime}`;
    errors[task] = {};
    for (const [form, solve] of forms) errors[task][form] = largestError(solve, out, shape, poses.slice(0, bench.quick ? 1 : exact));
    bench.measure({
      name: task,
      operations: poses.length,
      variants: forms.map(([form, solve]) => {
        const volumes = new Float64Array(poses.length);
        return {
          name: form,
          run: () => poses.forEach((pose, k) => (volumes[k] = solve(out, shape, shape, pose) === Status.Overlapping ? out.volume : 0)),
          results: () => volumes,
          // The published form takes points as inside to 1e-10 of the radii.
          tolerance: 1e-9 * shape.volume,
        };
      }),
    });
    console.log(
      `error, rounding steps x area: ${Object.entries(errors[task])
        .map(([form, error]) => `${form} ${error.toPrecision(2)}`)
        .join(', ')}`,
    );
  }
}

function largestError(solve: typeof overlap, out: Overlap, shape: ConvexPolyhedron, poses: readonly Pose[]): number {
  let largest = 0;
  for (const pose of poses) {
    solve(out, shape, shape, pose);
    const step = 2 ** -52 * 2 * shape.radius * out.area;
    largest = Math.max(largest, Math.abs(out.volume - exactOverlapVolume(shape, shape, pose)) / step);
  }
  return largest;
}

bench.note('largest error, rounding steps of the extent times the area', errors);
bench.save();
