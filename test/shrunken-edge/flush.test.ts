import { describe, expect, it } from 'vitest';
import { createBodySet, createPose, type Pose } from '../../src/body';
import { ContactKind, createContactFor, detect, Status, type Contact } from '../../src/contact';
import { box } from '../../src/polyhedron';
import { shrunkenEdgeMethod } from '../../src/shrunken-edge';
import { flatClip, type Flat } from '../oracles/flat-clip';
import { shrunken, toleranceOf } from './bodies';
import { FLUSH_ROWS, sweepFlush } from './flush-sweep';
import { sweep } from '../sweep';

/** `DEM_CONTACT_POSES=20000 npx vitest run test/shrunken-edge/flush.test.ts` is the long form. */
const POSES = Number(process.env.DEM_CONTACT_POSES ?? sweep(250, 40));
const SEED = Number(process.env.DEM_CONTACT_SEED ?? 1);

it.each(FLUSH_ROWS)(
  'flush faces, %s: kind, points and area are those of the polygon both share, in either order',
  { timeout: 20_000 + 20 * POSES },
  (row) => {
    const report = sweepFlush(row, SEED, POSES);
    expect(report.faults).toEqual([]);
    expect(report.poses).toBe(POSES);
    expect(report.hidden).toBeLessThan(0.1 * POSES);
  },
);

const cube = box(1, 1, 1);
const turned = (turn: number, x: number, y: number, z: number): Pose => {
  const pose = createPose();
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  pose.set([c, -s, 0, s, c, 0, 0, 0, 1, x, y, z]);
  return pose;
};

const SQUARE: Flat[] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]; // prettier-ignore
const sharedArea = (turn: number, x: number, y: number): number => {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return flatClip(SQUARE, SQUARE.map(([u, v]): Flat => [c * u - s * v + x, s * u + c * v + y])).area; // prettier-ignore
};

describe('known stacks', () => {
  it('a cube that lies on a slab, deeper than dTol: four corners of the cube, whichever is first', () => {
    const slab = box(10, 10, 1);
    const shapeIndex = new Int32Array([0, 1]);
    const positions = new Float64Array([0.2, 0.3, 0.999, 0, 0, 0]);
    const bodies = createBodySet({ shapes: [cube, slab], shapeIndex, positions });
    for (const [i, j] of [
      [0, 1],
      [1, 0],
    ]) {
      // prettier-ignore
      const out = createContactFor(cube, slab);
      expect(detect(out, shrunkenEdgeMethod, bodies, i, j)).toBe(Status.Overlapping);
      expect([out.kind, out.count]).toEqual([ContactKind.FaceFace, 4]);
      expect(out.area).toBeCloseTo(1, 12);
      expect(out.gap).toBeCloseTo(-0.001, 12);
      expect([...out.normal]).toEqual([0, 0, i === 0 ? -1 : 1]);
      expect(cornersOf(out)).toEqual(['-0.3,-0.2', '-0.3,0.8', '0.7,-0.2', '0.7,0.8']);
    }
  });

  it('a cube turned by 5.25 degrees: no point beside the lower one', () => {
    const [turn, x, y] = [0.0916297857297023, 0.009150161866340238, 0.04812276182268237];
    const out = shrunken({ a: cube, b: cube, pose: turned(turn, x, y, 1) });
    expect(out.area).toBeCloseTo(0.9320124841250512, 12);
    expect(out.area).toBeCloseTo(sharedArea(turn, x, y), 13);
    for (let p = 0; p < out.count; p++) for (let k = 0; k < 2; k++) expect(Math.abs(out.points[3 * p + k])).toBeLessThan(0.5 + 1e-14);
  });

  it('a cube turned by 0.24 degrees: its whole area, and points at all corners', () => {
    const out = shrunken({ a: cube, b: cube, pose: turned(-0.00417, -0.00187, 0.00201, 1) });
    expect(out.area).toBeCloseTo(sharedArea(-0.00417, -0.00187, 0.00201), 13);
    expect(out.area).toBeCloseTo(0.996, 3);
    for (const x of [-0.5, 0.5]) for (const y of [-0.5, 0.5]) expect(nearestTo(out, x, y)).toBeLessThan(0.006);
  });
});

const cornersOf = ({ points, count }: Contact): string[] =>
  Array.from({ length: count }, (_, p) => [0, 1].map((k) => Math.round(points[3 * p + k] * 1e9) / 1e9).join()).sort();

const nearestTo = ({ points, count }: Contact, x: number, y: number): number =>
  Math.min(...Array.from({ length: count }, (_, p) => Math.hypot(points[3 * p] - x, points[3 * p + 1] - y)));

describe('nothing jumps', () => {
  const dTol = toleranceOf({ a: cube, b: cube });
  // Along a way of poses the area changes by no more than a face's sides are long times how far they move.
  const ways: [string, (t: number) => Pose, number][] = [
    ['turn from 0 to 45 degrees', (t) => turned((t * Math.PI) / 4, 0.1, 0.05, 1), 8],
    ['turn about 0', (t) => turned(1e-3 * (t - 0.5), 0, 0, 1), 8e-3],
    ['offset', (t) => turned(0.3, 0.6 * t, 0.2 * t, 1), 6],
    ['offset about 0', (t) => turned(0, 1e-3 * (t - 0.5), 0, 1), 2e-3],
    ['gap through touch', (t) => turned(0.3, 0.1, 0.2, 1 + dTol * (1.6 * t - 0.8)), 1e-9],
    ['depth through dTol', (t) => turned(0.3, 0.1, 0.2, 1 - 4 * dTol * t), 1e-9],
  ];
  it.each(ways)('%s', (_, way, slope) => {
    let last = NaN;
    for (let k = 0; k <= 400; k++) {
      const { kind, area } = shrunken({ a: cube, b: cube, pose: way(k / 400) });
      expect(kind).toBe(ContactKind.FaceFace);
      if (k > 0) expect(Math.abs(area - last)).toBeLessThanOrEqual(slope / 400);
      last = area;
    }
  });

  it('a cube that tips over its edge: points, volume and gap change a little in each small step', () => {
    // It stands 1 mm deep and turns about its lower edge, which stays at that depth; the corners across leave at 0.06
    // degrees.
    const at = (tilt: number): Contact => {
      const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
      const pose = createPose();
      [c, 0, s, 0, 1, 0, -s, 0, c].forEach((m, k) => (pose[k] = m));
      pose[9] = 0.25 - (c * 0.5 - s * 0.5);
      pose[11] = 0.5 - 0.001 - (-s * 0.5 - c * 0.5);
      return shrunken({ a: box(3, 3, 1), b: cube, pose });
    };
    let last = at(0);
    for (let k = 1; k <= 500; k++) {
      const next = at(k * 1e-5);
      expect(next.gap).toBeCloseTo(-0.001, 9);
      expect(Math.abs(next.volume - last.volume)).toBeLessThan(1.1e-5);
      // Half of the foot at a tilt at which its end is level with the floor, and so on as 1 / tilt.
      expect(Math.abs(next.area - last.area)).toBeLessThan(0.011);
      last = next;
    }
    // A wedge of that depth, with the foot and the side of the cube for its faces.
    expect(last.area).toBeCloseTo(0.001 / (Math.sin(500e-5) * Math.cos(500e-5)), 9);
    expect(last.volume).toBeCloseTo(0.5 * 0.001 * last.area, 12);
    expect([last.kind, last.count, last.rimCount]).toEqual([ContactKind.EdgeFace, 2, 4]);
  });
});

describe('what the shrink distance hides', () => {
  it('a strip of flush faces no wider than the shrink distance, and nothing else', () => {
    // The shrunken edges of a unit cube are 0.005 from its edges.
    for (const [width, kind] of [
      [0.00499, ContactKind.None],
      [0.00501, ContactKind.FaceFace],
    ]) {
      // prettier-ignore
      const out = shrunken({ a: cube, b: cube, pose: turned(0, 1 - width, 0.1, 1) });
      expect(out.kind).toBe(kind);
      expect(out.area).toBeCloseTo(kind === ContactKind.None ? 0 : 0.9 * width, 14);
    }
  });

  it('at half of it, half the strip', () => {
    const option = { margin: 0, pointMargin: 0, maxPoints: 0, band: 0, minArea: 0, rounding: 0, motionA: 0, motionB: 0, shrink: 0.005 };
    for (const [width, kind] of [
      [0.00249, ContactKind.None],
      [0.00251, ContactKind.FaceFace],
    ])
      // prettier-ignore
      expect(shrunken({ a: cube, b: cube, pose: turned(0, 1 - width, 0.1, 1) }, option).kind).toBe(kind);
  });
});
