/**
 * The largest ball in an intersection of half-spaces. Its sign decides exactly whether the intersection has a volume.
 *
 * Problem: maximise t subject to n_i·x + t <= d_i, four unknowns x y z t. t > 0: a solid (t is the radius of the
 * largest ball); t = 0: common points but no volume; t < 0: no common point, and every plane must move out by -t to get
 * one. No inner point is needed in advance (Nassauer, Liedke, Kuna 2012, section 2, assume the origin). Method: the
 * simplex method on the dual (minimise sum l_i d_i, sum l_i n_i = 0, sum l_i = 1, l >= 0), which approaches t from
 * above. Four planes carry the current ball. The plane that the ball violates most enters, and the ratio test
 * determines which plane leaves. Every decision is exact: doubles with an error bound if that suffices, otherwise
 * integer determinants of the input rows. So nearly dependent planes do no harm. After a step that did not lower t the
 * plane with the lowest index enters (R. G. Bland, Mathematics of Operations Research 2, 1977, 103). This rules out
 * cycles, so the loop is finite. Start: four planes of a tetrahedron about the origin, 2^53 times as far away as the
 * farthest offset. Points beyond it depend only on the last bits of the normals, and are ignored. Cost: ten to thirty
 * steps of 0.1 ms. Each step examines all planes.
 */
import { determinant3, determinant4, integerRow, quotient, signOf } from '../math/exact';

/** Half-spaces n·x <= d in the form that the exact tests use. */
export interface HalfSpaces {
  readonly count: number;
  /** In doubles, nx ny nz d packed, length 4m. */
  readonly planes: Float64Array;
  /** As integers: nx ny nz 1 d times a power of two, which differs from plane to plane. */
  readonly rows: readonly (readonly bigint[])[];
  /** Largest |d|. */
  readonly farthest: number;
  /**
   * A bound of the loss by underflow in a sum of products of entries of up to four planes.
   */
  readonly underflow: number;
}

export function createHalfSpaces(normals: ArrayLike<number>, offsets: ArrayLike<number>): HalfSpaces {
  const count = offsets.length;
  const planes = new Float64Array(4 * count);
  const rows: bigint[][] = [];
  let farthest = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) planes[4 * i + k] = normals[3 * i + k];
    planes[4 * i + 3] = offsets[i];
    rows.push(integerRow([normals[3 * i], normals[3 * i + 1], normals[3 * i + 2], 1, offsets[i]]));
    farthest = Math.max(farthest, Math.abs(offsets[i]));
  }
  return { count, planes, rows, farthest, underflow: 1e-300 * Math.max(1, farthest) };
}

export interface InnerBall {
  /** Radius t of the largest ball; its sign is exact. */
  radius: number;
  /** The centre x y z; one of several if the largest ball is not unique. */
  centre: readonly number[];
  /** The planes that touch the ball: no larger ball fits between these alone. */
  planes: number[];
  /** Whether a plane of the far tetrahedron touches the ball: the ball could then move or grow without limit. */
  open: boolean;
}

export function largestBall(halfSpaces: HalfSpaces): InnerBall {
  const { count, planes, farthest, underflow } = halfSpaces;
  const rows = [...halfSpaces.rows];
  const far = integerRow([1, farthest || 1]);
  for (const [x, y, z] of [
    [1n, 1n, 1n],
    [1n, -1n, -1n],
    [-1n, 1n, -1n],
    [-1n, -1n, 1n],
  ]) {
    rows.push([x * far[0], y * far[0], z * far[0], far[0], far[1] << 53n]);
  }
  const basis = [count, count + 1, count + 2, count + 3];
  for (let stalled = false; ;) {
    const carried = basis.map((i) => rows[i]);
    // Y is orthogonal to the four rows (n 1 d), so (x, t) = -(Y0 Y1 Y2, Y3) / Y4 and the slack of a plane is row·Y /
    // Y4.
    const y = [
      determinant4(carried, 1, 2, 3, 4),
      -determinant4(carried, 0, 2, 3, 4),
      determinant4(carried, 0, 1, 3, 4),
      -determinant4(carried, 0, 1, 2, 4),
      determinant4(carried, 0, 1, 2, 3),
    ];
    const orientation = signOf(y[4]);
    const [px, py, pz, t] = [0, 1, 2, 3].map((k) => quotient(-y[k], y[4]));

    let entering = -1;
    let least = Infinity;
    for (let j = 0; j < count && !(stalled && entering >= 0); j++) {
      if (basis.includes(j)) continue;
      const a = planes[4 * j] * px;
      const b = planes[4 * j + 1] * py;
      const c = planes[4 * j + 2] * pz;
      const d = planes[4 * j + 3];
      const slack = d - a - b - c - t;
      const error = SLACK_ERROR * (Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d) + Math.abs(t)) + underflow;
      // With infinity or NaN this comparison is false, so the exact test decides.
      if (slack > error || slack > least) continue;
      if (!(slack < -error)) {
        const row = rows[j];
        const exact = signOf(row[0] * y[0] + row[1] * y[1] + row[2] * y[2] + row[3] * y[3] + row[4] * y[4]) * orientation;
        if (exact >= 0) continue;
      }
      entering = j;
      least = slack;
    }

    // Multipliers of the four carrying planes, times the determinant y[4].
    const lambda = [0, 1, 2, 3].map((i) => {
      const [a, b, c] = carried.filter((_, k) => k !== i);
      const minor = determinant3(a, b, c, 0, 1, 2);
      return (i % 2 === 1 ? minor : -minor) * BigInt(orientation);
    });
    if (entering < 0) {
      return {
        radius: t,
        centre: [px, py, pz],
        planes: basis.filter((i, k) => i < count && lambda[k] !== 0n).sort((i, k) => i - k),
        open: basis.some((i) => i >= count),
      };
    }
    // The part of each carrying plane that the entering plane replaces. The first plane that is fully replaced leaves;
    // the lowest index on a tie.
    let leaving = -1;
    let leavingMu = 1n;
    for (let i = 0; i < 4; i++) {
      const replaced = carried.map((row, k) => (k === i ? rows[entering] : row));
      const mu = determinant4(replaced, 0, 1, 2, 3) * BigInt(orientation);
      if (mu <= 0n) continue;
      const order = leaving < 0 ? -1n : lambda[i] * leavingMu - lambda[leaving] * mu;
      if (order < 0n || (order === 0n && basis[i] < basis[leaving])) {
        leaving = i;
        leavingMu = mu;
      }
    }
    stalled = lambda[leaving] === 0n;
    basis[leaving] = entering;
  }
}

/** Five products and sums of rounded numbers, and the rounding of x and t themselves: at most 8 roundings of 2^-53. */
const SLACK_ERROR = 2 ** -50;
