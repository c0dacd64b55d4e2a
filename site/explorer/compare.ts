/** The answer of every method for one pair: the rows of the explorer's table. */
import { contactMethods, createContactFor, createDetectOptions, createPose, createState } from 'dem-contact';
import { solids, type Pair } from './pair';

export interface Row {
  method: string;
  status: number;
  kind: number;
  gap: number;
  /** Unit normal from A to B, length 3. */
  normal: number[];
  /** Contact points, x y z packed, length 3 * count. */
  points: number[];
  area: number;
  volume: number;
  iterations: number;
}

/** One cold call of each method. The results are in the frame of A. */
export function compare(pair: Pair): Row[] {
  const a = solids[pair.a]();
  const b = solids[pair.b]();
  const pose = poseOf(pair);
  return contactMethods.map((method) => {
    const out = createContactFor(a, b);
    method.detect(out, a, b, pose, createState(method), createDetectOptions());
    const { status, kind, gap, area, volume, iterations } = out;
    const points = [...out.points.subarray(0, 3 * out.count)];
    return { method: method.name, status, kind, gap, normal: [...out.normal], points, area, volume, iterations };
  });
}

/** The pose of B in the frame of A. */
export function poseOf(pair: Pair): Float64Array {
  const [x, y, z] = pair.angles.map((degrees) => (degrees * Math.PI) / 180);
  const [cx, sx, cy, sy, cz, sz] = [Math.cos(x), Math.sin(x), Math.cos(y), Math.sin(y), Math.cos(z), Math.sin(z)];
  const pose = createPose();
  pose.set([cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx]);
  pose.set([-sy, cy * sx, cy * cx, ...pair.position], 6);
  return pose;
}
