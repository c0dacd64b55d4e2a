import { describe, expect, it } from 'vitest';
import { contactTypes } from '../../bench/lib/contact-types';
import { createPose, type Pose } from '../../src/body';
import {
  ContactKind,
  createContact,
  createContactFor,
  createDetectOptions,
  createOverlapFor,
  createState,
  NormalOwner,
  Status,
  type Contact,
  type DetectOptions,
} from '../../src/contact';
import { overlap } from '../../src/half-space';
import { box, polyhedronFromVertices } from '../../src/polyhedron';
import { shrunkenEdgeMethod, type ShrunkenEdgeOptions } from '../../src/shrunken-edge';
import { exact, shrunken, toleranceOf, type Bodies } from './bodies';

const cube = box(1, 1, 1);
const at = (x: number, y: number, z: number): Pose => Object.assign(createPose(), { 9: x, 10: y, 11: z });
const rims: ShrunkenEdgeOptions = { ...createDetectOptions(), rims: true };
const sum = (values: Float64Array, count: number): number => values.subarray(0, count).reduce((s, x) => s + x, 0);

/** A pair of bench/lib/contact-types.ts, pushed along its exact normal to a gap. */
function pushed(name: string, gap: number): Bodies {
  const { a, b, pose: rest } = contactTypes().find(({ shape, type }) => `${shape} ${type}` === name)!;
  const pose = rest.slice();
  for (let turn = 0; turn < 3; turn++) {
    const plane = exact({ a, b, pose });
    for (let k = 0; k < 3; k++) pose[9 + k] += (gap - plane.gap) * plane.normal[k];
  }
  return { a, b, pose };
}

const names = contactTypes().map(({ shape, type }) => `${shape} ${type}`);

describe.each(names)('%s', (name) => {
  const dTol = toleranceOf(pushed(name, 0));
  it.each([-0.1, -3, -0.5, 0, 0.5].map((times) => [times] as const))('shares add up to the area at a gap of %f dTol', (times) => {
    for (const minArea of [0, 1]) {
      const out = shrunken(pushed(name, times * dTol), { ...rims, minArea });
      if (out.count === 0) continue;
      expect(out.dropped).toBe(0);
      expect(sum(out.shares, out.count + out.rimCount)).toBeCloseTo(out.area, 12);
      expect(out.area).toBeGreaterThanOrEqual(minArea);
      if (times >= 0) expect(out.volume).toBeLessThan(1e-15);
    }
  });
});

// Of these, no face of the region looks back: along the normal, all of it is between the upper and the lower surface.
it.each(names.filter((name) => name.startsWith('hexahedra')))(
  '%s: volume and pressure centre are those of the region both share, whatever the depth',
  (name) => {
    for (const times of [-0.5, -3, -30]) {
      const bodies = pushed(name, times * toleranceOf(pushed(name, 0)));
      const out = shrunken(bodies, rims);
      const region = createOverlapFor(bodies.a, bodies.b);
      overlap(region, bodies.a, bodies.b, bodies.pose);
      expect(out.volume / region.volume).toBeCloseTo(1, 6);
      const away = [0, 1, 2].map((k) => out.centre[k] - region.centroid[k]);
      const up = away.reduce((s, x, k) => s + x * out.normal[k], 0);
      expect(Math.hypot(...away.map((x, k) => x - up * out.normal[k]))).toBeLessThan(1e-6);
    }
  },
);

describe('what the normal belongs to', () => {
  it('a face of A where faces of both lie flush, in either order', () => {
    for (const z of [1, 0.999, -1]) {
      const out = shrunken({ a: cube, b: box(2, 2, 1), pose: at(0.1, 0.2, z) });
      expect([out.kind, out.owner]).toEqual([ContactKind.FaceFace, NormalOwner.FaceA]);
    }
  });

  it('the face that a corner is on', () => {
    const tip = polyhedronFromVertices([0, 0, 0, 0.2, 0, 1, -0.1, 0.2, 1, -0.1, -0.2, 1]);
    const pose = at(0.1 + tip.origin[0], tip.origin[1], 0.4999 + tip.origin[2]);
    expect(shrunken({ a: cube, b: tip, pose }).owner).toBe(NormalOwner.FaceA);
    const back = at(-pose[9], -pose[10], -pose[11]);
    expect(shrunken({ a: tip, b: cube, pose: back }).owner).toBe(NormalOwner.FaceB);
  });

  it('two edges that cross, and nothing for the mean normal of rims', () => {
    expect(shrunken(pushed('hexahedra crossing e-e', -1e-4)).owner).toBe(NormalOwner.Edges);
    const out = shrunken(pushed('hexahedra v-e', -1e-4), rims);
    expect([out.kind, out.owner]).toEqual([ContactKind.VertexEdge, NormalOwner.None]);
  });
});

describe('points', () => {
  /** A cube that has come down a little slanting on a slab, with all four corners pressing. */
  const slanting = (): Bodies => {
    const pose = at(0.1, 0.2, 0.99);
    const [c, s] = [Math.cos(0.005), Math.sin(0.005)];
    [c, 0, s, 0, 1, 0, -s, 0, c].forEach((m, k) => (pose[k] = m));
    return { a: box(3, 3, 1), b: cube, pose };
  };

  it('all corners that press are listed, not those within dTol of the deepest alone', () => {
    const bodies = slanting();
    const out = shrunken(bodies);
    expect([out.kind, out.count]).toEqual([ContactKind.EdgeFace, 4]);
    const depths = [...out.gaps.subarray(0, 4)].map((gap) => -gap).sort((p, q) => p - q);
    expect(depths[0]).toBeGreaterThan(0.007);
    expect(depths[3] - depths[0]).toBeCloseTo(Math.sin(0.005), 9);
    expect(depths[3] - depths[0]).toBeGreaterThan(5 * toleranceOf(bodies));
  });

  it('of blocks that touch, corners up to options.pointMargin are listed too', () => {
    const bodies = slanting();
    bodies.pose[11] += 0.01;
    expect(shrunken(bodies).count).toBe(2);
    expect(shrunken(bodies, { ...createDetectOptions(), pointMargin: 0.01 }).count).toBe(4);
  });

  it('options.maxPoints keeps the deepest and those that span the contact', () => {
    const bodies = { a: cube, b: cube, pose: at(0, 0, 0.999) };
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    [c, -s, 0, s, c, 0, 0, 0, 1].forEach((m, k) => (bodies.pose[k] = m));
    expect(shrunken(bodies).count).toBe(8);
    const ask = (maxPoints: number): Contact => shrunken(bodies, { ...createDetectOptions(), maxPoints });
    for (const most of [1, 2, 3, 4, 5]) expect([ask(most).count, ask(most).dropped]).toEqual([most, 0]);
    const four = ask(4);
    const [x, y] = [0, 1].map((k) => [0, 1, 2, 3].map((p) => four.points[3 * p + k]));
    for (const coordinates of [x, y]) expect(Math.max(...coordinates) - Math.min(...coordinates)).toBeGreaterThan(0.9);
    expect(four.area).toBe(shrunken(bodies).area);
  });

  it('arrays that are too short hold what they can, and tell', () => {
    const { a, b, pose } = slanting();
    const whole = shrunken({ a, b, pose });
    for (let room = 0; room < 6; room++) {
      const out = createContact(room);
      shrunkenEdgeMethod.detect(out, a, b, pose, createState(shrunkenEdgeMethod), createDetectOptions());
      expect(out.count).toBe(Math.min(room, 4));
      expect(out.count + out.rimCount + out.dropped).toBe(whole.count + whole.rimCount);
      expect([out.area, out.volume]).toEqual([whole.area, whole.volume]);
    }
    for (let room = 0; room < 3; room++) {
      const edges = pushed('hexahedra parallel e-e', -1e-4);
      const out = createContact(room);
      shrunkenEdgeMethod.detect(out, edges.a, edges.b, edges.pose, createState(shrunkenEdgeMethod), rims);
      expect([out.kind, out.count, out.dropped]).toEqual([ContactKind.ParallelEdges, room, 2 - room]);
    }
  });

  it('each is midway between the surfaces, which are half its gap away', () => {
    const { a, b, pose } = slanting();
    const out = shrunken({ a, b, pose });
    const onA = (x: number[]): number => Math.max(...Array.from({ length: a.faceCount }, (_, f) => height(a.normals, a.offsets, f, x)));
    const onB = (x: number[]): number => {
      const y = [0, 1, 2].map((r) => [0, 1, 2].reduce((s, k) => s + pose[3 * k + r] * (x[k] - pose[9 + k]), 0));
      return Math.max(...Array.from({ length: b.faceCount }, (_, f) => height(b.normals, b.offsets, f, y)));
    };
    for (let p = 0; p < out.count + out.rimCount; p++) {
      const side = (sense: number): number[] => [0, 1, 2].map((k) => out.points[3 * p + k] + 0.5 * sense * out.gaps[p] * out.normal[k]);
      expect(Math.abs(onA(side(-1)))).toBeLessThan(1e-14);
      expect(Math.abs(onB(side(1)))).toBeLessThan(1e-14);
    }
  });

  it('go around the normal, from the least pair of names on', () => {
    const out = shrunken({ a: cube, b: cube, pose: at(0.2, 0.1, 0.999) });
    let twice = 0;
    for (let p = 0; p < out.count; p++) {
      const q = (p + 1) % out.count;
      twice += out.points[3 * p] * out.points[3 * q + 1] - out.points[3 * p + 1] * out.points[3 * q];
    }
    expect(0.5 * twice).toBeCloseTo(out.area, 12);
    expect(out.features[0]).toBe(Math.min(...[0, 1, 2, 3].map((p) => out.features[2 * p])));
  });
});

const height = (normals: Float64Array, offsets: Float64Array, f: number, x: readonly number[]): number =>
  normals[3 * f] * x[0] + normals[3 * f + 1] * x[1] + normals[3 * f + 2] * x[2] - offsets[f];

it('the kernel writes every field, whatever was in it', () => {
  const poses = [at(0, 0, 1), at(0.2, 0.1, 0.999), at(0.999, 0.999, 0.999), at(0, 0, 0), at(3, 0, 0), at(NaN, 0, 0)];
  for (const pose of poses) {
    for (const options of [createDetectOptions(), rims, { ...rims, variant: 'published' }] as DetectOptions[]) {
      const clean = createContactFor(cube, cube);
      const dirty = createContactFor(cube, cube);
      Object.assign(dirty, { gap: 7, owner: 7, area: 7, volume: 7, featureA: 7, featureB: 7, count: 7, rimCount: 7, dropped: 7 });
      for (const field of [dirty.normal, dirty.centre, dirty.pointA, dirty.pointB]) field.fill(7);
      for (const out of [clean, dirty]) shrunkenEdgeMethod.detect(out, cube, cube, pose, createState(shrunkenEdgeMethod), options);
      for (const out of [clean, dirty]) for (const rows of [out.points, out.gaps, out.shares]) rows.fill(0, 0);
      clean.features.fill(0);
      dirty.features.fill(0);
      expect(dirty).toEqual(clean);
      if (Number.isNaN(pose[9])) expect(clean.status).toBe(Status.Invalid);
    }
  }
});
