import { describe, expect, it } from 'vitest';
import { createPose, relativePose } from '../../src/body';
import { ContactKind, createDetectOptions, Status } from '../../src/contact';
import { bodiesOf, loadStoredPairs, type StoredPair } from '../oracles/cases';
import { UNIT_ROUNDOFF } from '../oracles/solid';
import { exact, shrunken, toleranceOf, type Bodies } from './bodies';

/** Touching at rims alone is no contact unless asked for: that is what the edges are shrunken for. */
const KIND: Record<string, ContactKind> = {
  'vertex-vertex': ContactKind.None,
  'vertex-edge': ContactKind.None,
  'edge-edge-parallel': ContactKind.None,
  'vertex-face': ContactKind.VertexFace,
  'edge-edge-crossing': ContactKind.EdgeEdge,
  'edge-face': ContactKind.EdgeFace,
  'face-face': ContactKind.FaceFace,
};

const ALL_KINDS: typeof KIND = {
  ...KIND,
  'vertex-vertex': ContactKind.VertexVertex,
  'vertex-edge': ContactKind.VertexEdge,
  'edge-edge-parallel': ContactKind.ParallelEdges,
};

function build(pair: StoredPair): Bodies {
  const bodies = bodiesOf(pair);
  const [a, b] = bodies.shapes;
  return { a, b, pose: relativePose(createPose(), bodies, 0, 1) };
}

const stored = loadStoredPairs();

describe('stored pairs', () => {
  it.each(stored.map((pair): [string, StoredPair] => [pair.name, pair]))('%s', (_, pair) => {
    const bodies = build(pair);
    const contact = shrunken(bodies);
    const plane = exact(bodies);
    const rounding = 64 * UNIT_ROUNDOFF * pair.expected.maxCoordinate;
    expect(Number.isFinite(contact.gap)).toBe(true);
    // The gap is g of some direction, so never more than the exact one; 0 stands for rims that enter each other unseen.
    expect(contact.gap).toBeLessThanOrEqual(Math.max(plane.gap, 0) + rounding);
    if (contact.count > 0) expect(contact.gap).toBeLessThanOrEqual(plane.gap + rounding);
    // Apart is never called overlapping, and unseen overlap is no deeper than twice the largest shrink distance.
    if (plane.status === Status.Separated) expect(contact.status).toBe(Status.Separated);
    if (plane.status === Status.Overlapping && contact.status === Status.Separated)
      expect(-plane.gap).toBeLessThan(0.02 * Math.max(bodies.a.radius, bodies.b.radius));
  });

  const touching = stored.filter(({ family, expected }) => family === 'touching' && expected.contact);
  it.each(touching.map((pair): [string, StoredPair] => [pair.name, pair]))('%s has the kind of its features', (_, pair) => {
    expect(shrunken(build(pair)).kind).toBe(KIND[pair.expected.contact!.type]);
  });
  it.each(touching.map((pair): [string, StoredPair] => [pair.name, pair]))(
    '%s touches, with every kind, when rims are asked for',
    (_, pair) => {
      const { status, kind, gap } = shrunken(build(pair), { ...createDetectOptions(), rims: true });
      expect([status, kind]).toEqual([Status.Touching, ALL_KINDS[pair.expected.contact!.type]]);
      expect(Math.abs(gap)).toBeLessThanOrEqual(64 * UNIT_ROUNDOFF * pair.expected.maxCoordinate);
    },
  );
  it('has enough of these', () => expect(touching.length).toBeGreaterThan(80));

  it('finds face-face deeper than dTol with its polygon', () => {
    const deep = stored.filter(
      ({ family, expected }) =>
        family === 'exactgap' && expected.state === 'overlapping' && expected.penetrationContact?.type === 'face-face',
    );
    expect(deep.length).toBeGreaterThan(2);
    for (const pair of deep) {
      const bodies = build(pair);
      const contact = shrunken(bodies);
      expect(contact.kind).toBe(ContactKind.FaceFace);
      expect(contact.count).toBeGreaterThan(2);
      expect(contact.gap).toBeCloseTo(pair.expected.gap, 6);
      expect(toleranceOf(bodies)).toBeGreaterThan(0);
    }
  });
});
