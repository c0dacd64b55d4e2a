/** What the benches of overlap volumes share: shapes, depths, and the error against exact arithmetic. */
import { rhombicDodecahedron, tetrakisHexahedron, truncatedIcosahedron, box } from 'dem-contact';
import type { ConvexPolyhedron, Pose } from 'dem-contact';
import { exactOverlapVolume } from '../../test/oracles/exact-overlap';

/** By name; `exact` is the number of pairs for exact arithmetic, seconds each for the largest. */
export const OVERLAP_SHAPES: readonly { name: string; shape: ConvexPolyhedron; exact: number }[] = [
  { name: 'cube, 8 vertices', shape: box(1, 1, 1), exact: 20 },
  { name: 'tetrakis hexahedron, 14 vertices, 24 triangles', shape: tetrakisHexahedron(1), exact: 10 },
  { name: 'rhombic dodecahedron, 14 vertices', shape: rhombicDodecahedron(1), exact: 10 },
  { name: 'truncated icosahedron, 60 vertices', shape: truncatedIcosahedron(0.4), exact: 3 },
];

/** Depths as fractions of the radius. */
export const OVERLAP_DEPTHS = [
  ['shallow', 0.02],
  ['deep', 0.25],
] as const;

type VolumeOf = (pose: Pose) => number;

/** Largest error of each form, in rounding steps (2^-52) of the pair's extent times the area of the region. */
export function largestErrors(
  shape: ConvexPolyhedron,
  poses: readonly Pose[],
  areaOf: (pose: Pose) => number,
  forms: readonly (readonly [string, VolumeOf])[],
): Map<string, number> {
  const largest = new Map(forms.map(([name]) => [name, 0]));
  for (const pose of poses) {
    const exact = exactOverlapVolume(shape, shape, pose);
    const step = 2 ** -52 * 2 * shape.radius * areaOf(pose);
    for (const [name, volumeOf] of forms) largest.set(name, Math.max(largest.get(name) as number, Math.abs(volumeOf(pose) - exact) / step));
  }
  return largest;
}
