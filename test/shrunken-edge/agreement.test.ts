import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactTypes } from '../../bench/lib/contact-types';
import { createPose } from '../../src/body';
import {
  ContactKind,
  createContactFor,
  createDetectOptions,
  createState,
  Status,
  type Contact,
  type ContactMethod,
} from '../../src/contact';
import { directSearchMethod, fastDirectSearchMethod } from '../../src/direct-search';
import { box, polyhedronFromVertices } from '../../src/polyhedron';
import { anyPair, buildPair } from '../arbitraries/pairs';
import { runs } from '../arbitraries/settings';
import { exact, shrunken, toleranceOf, type Bodies } from './bodies';
import { sweep } from '../sweep';

const rims = { ...createDetectOptions(), rims: true };
/** Kinds that need options.rims as long as blocks overlap by less than dTol. */
const RIMS = [ContactKind.VertexVertex, ContactKind.VertexEdge, ContactKind.ParallelEdges] as ContactKind[];

function by(method: ContactMethod, { a, b, pose }: Bodies): Contact {
  const out = createContactFor(a, b);
  method.detect(out, a, b, pose, createState(method), createDetectOptions());
  return out;
}

const sign = (gap: number, slack: number): number => (gap > slack ? 1 : gap < -slack ? -1 : 0);
const slackOf = ({ a, b }: Bodies): number => 16 * (a.tolerance + b.tolerance);

describe('states of the exact plane, the direct search and the fast direct search, |gap| <= dTol', () => {
  it('agree on any pair, but for the documented differences', () => {
    let near = 0;
    let unlike = 0;
    fc.assert(
      fc.property(anyPair(), fc.double({ min: -0.8, max: 0.8, noNaN: true }), (pair, share) => {
        const bodies = buildPair(pair);
        const slack = slackOf(bodies);
        const far = exact(bodies);
        // Brought near along the shortest way, if not near by itself.
        if (Math.abs(far.gap) > 0.9 * toleranceOf(bodies))
          for (let k = 0; k < 3; k++) bodies.pose[9 + k] += (share * toleranceOf(bodies) - far.gap) * far.normal[k];
        const { gap } = exact(bodies);
        // In the last tenth of dTol the methods decide differently by rounding of the normal.
        if (Math.abs(gap) > 0.9 * toleranceOf(bodies)) return;
        const plain = shrunken(bodies);
        const whole = shrunken(bodies, rims);
        const searches = [by(directSearchMethod, bodies), by(fastDirectSearchMethod, bodies)];
        near++;
        // What a rim hides is nothing worse than a gap of 0: a contact of rims, or of a corner or an edge on a face
        // beside its rim.
        if (plain.count === 0) {
          expect(plain.status).toBe(Status.Separated);
          expect(plain.gap).toBeLessThanOrEqual(Math.max(gap, 0) + slack);
          expect([ContactKind.None, ...RIMS, ContactKind.VertexFace, ContactKind.EdgeFace]).toContain(whole.kind);
        }
        // Apart is never overlapping; overlap is found.
        for (const { count, status } of [plain, whole]) {
          if (count === 0) continue;
          if (gap > slack) expect(status).not.toBe(Status.Overlapping);
          if (gap < -slack) expect(status).toBe(Status.Overlapping);
        }
        if (gap < -slack) expect(whole.status).toBe(Status.Overlapping);
        // Touching blocks whose edges are parallel but for less than dTol over their length can be off by what a mean
        // normal is: by less than dTol.
        const states = [whole, ...searches].map((contact) => sign(contact.gap, slack));
        if (states.some((s) => s !== sign(gap, slack))) {
          unlike++;
          expect(Math.abs(whole.gap - gap)).toBeLessThanOrEqual(toleranceOf(bodies) + slack);
        }
      }),
      runs(150, 60),
    );
    expect(near).toBeGreaterThan(sweep(140, 55));
    expect(unlike).toBeLessThanOrEqual(0.05 * near);
  }, 60000);

  const typed = contactTypes().map((pair): [string, Bodies] => [`${pair.shape}, ${pair.type}`, pair]);
  it.each(typed)('%s: one state at gaps of -0.7, -0.1, 0, 0.1, 0.7 dTol', (name, { a, b, pose: rest }) => {
    const plane = exact({ a, b, pose: rest });
    const dTol = toleranceOf({ a, b });
    const isRim = /v-v|v-e|parallel/.test(name);
    for (const share of [-0.7, -0.1, 0, 0.1, 0.7]) {
      const pose = createPose();
      pose.set(rest);
      for (let k = 0; k < 3; k++) pose[9 + k] += (share * dTol - plane.gap) * plane.normal[k];
      const bodies = { a, b, pose };
      const slack = slackOf(bodies);
      const state = sign(exact(bodies).gap, slack);
      expect(sign(shrunken(bodies, rims).gap, slack)).toBe(state);
      for (const method of [directSearchMethod, fastDirectSearchMethod]) expect(sign(by(method, bodies).gap, slack)).toBe(state);
      const plain = shrunken(bodies);
      expect(plain.count === 0).toBe(isRim || share > 0.5 ? plain.count === 0 : false);
      if (isRim) expect(plain.count).toBe(0);
      else if (state <= 0) expect(sign(plain.gap, slack)).toBe(state);
    }
  });

  const KINDS: Record<string, ContactKind> = {
    'v-v': ContactKind.VertexVertex,
    'v-e': ContactKind.VertexEdge,
    'v-f': ContactKind.VertexFace,
    'crossing e-e': ContactKind.EdgeEdge,
    'parallel e-e': ContactKind.ParallelEdges,
    'e-f': ContactKind.EdgeFace,
  };
  it.each(typed)('%s: all six types are found where blocks touch, with options.rims', (name, { a, b, pose: rest }) => {
    const plane = exact({ a, b, pose: rest });
    const pose = createPose();
    pose.set(rest);
    for (let k = 0; k < 3; k++) pose[9 + k] -= plane.gap * plane.normal[k];
    const contact = shrunken({ a, b, pose }, rims);
    expect([contact.status, contact.kind]).toEqual([Status.Touching, KINDS[name.split(', ')[1]] ?? ContactKind.FaceFace]);
  });
});

describe('where the definition differs from the exact one', () => {
  const cube = box(1, 1, 1);
  const dTol = toleranceOf({ a: cube, b: cube });
  const types = Object.fromEntries(contactTypes().map((pair) => [`${pair.shape} ${pair.type}`, pair]));
  /** The pair so far along its exact normal that it would have this gap. */
  const pushed = (name: string, gap: number): Bodies => {
    const { a, b, pose: rest } = types[name];
    const plane = exact(types[name]);
    const pose = createPose();
    pose.set(rest);
    for (let k = 0; k < 3; k++) pose[9 + k] += (gap - plane.gap) * plane.normal[k];
    return { a, b, pose };
  };

  it('rims that only meet are no contact, unless options.rims asks for them', () => {
    for (const name of ['v-v', 'v-e', 'parallel e-e']) {
      const bodies = pushed(`hexahedra ${name}`, 0);
      expect([shrunken(bodies).status, shrunken(bodies).kind]).toEqual([Status.Separated, ContactKind.None]);
      expect(shrunken(bodies, rims).status).toBe(Status.Touching);
    }
  });

  it('rims begin when an edge is deeper than dTol in the other block, with the overlap that there is, and then last', () => {
    for (const shape of ['hexahedra', 'tetrahedra']) {
      for (const name of ['v-v', 'v-e', 'parallel e-e']) {
        const own = toleranceOf(types[`${shape} ${name}`]);
        let began = false;
        for (let push = 0.5 * own; push < 40 * own; push *= 1.1) {
          const bodies = pushed(`${shape} ${name}`, -push);
          const { gap } = exact(bodies);
          const contact = shrunken(bodies);
          if (began || push > 6 * own) expect(contact.status).toBe(Status.Overlapping);
          if (contact.count === 0) continue;
          began = true;
          expect(-contact.gap).toBeGreaterThan(0.999 * -gap);
          expect(-contact.gap).toBeLessThan(2 * -gap + own);
        }
        expect(began).toBe(true);
      }
    }
  });

  it('parallel edges that have entered each other hold at two points', () => {
    for (const shape of ['hexahedra', 'tetrahedra']) {
      const own = toleranceOf(types[`${shape} parallel e-e`]);
      for (const times of [3, 5]) {
        const contact = shrunken(pushed(`${shape} parallel e-e`, -times * own));
        expect([contact.kind, contact.count]).toEqual([ContactKind.ParallelEdges, 2]);
      }
    }
  });

  it('a corner that has entered over a face, beside its rim, is not pushed out sideways', () => {
    // From two sides of the top by less than the shrink distance, 0.005, so over no part of the inner top, and deeper
    // than dTol, 0.0005.
    const tip = polyhedronFromVertices([0, 0, 0, 0.2, 0, 1, -0.1, 0.2, 1, -0.1, -0.2, 1]);
    for (const [inset, depth] of [
      [0.003, 0.0006],
      [0.003, 0.0011],
      [0.003, 0.0025],
      [0.001, 0.0008],
    ]) {
      const pose = createPose();
      const at = [0.5 - inset, 0.5 - inset, 0.5 - depth];
      for (let k = 0; k < 3; k++) pose[9 + k] = at[k] + tip.origin[k];
      const contact = shrunken({ a: cube, b: tip, pose });
      expect([contact.status, contact.kind, contact.count]).toEqual([Status.Overlapping, ContactKind.VertexFace, 1]);
      expect(contact.normal[2]).toBe(1);
      expect(contact.gap).toBeCloseTo(-depth, 12);
    }
  });

  it('a corner on an edge, near its end but farther from it than it is deep, is on the edge', () => {
    // A ridge that ends at x = 1, and a tip on it 1 mm before: less than the shrink distance, 1.7 mm.
    const roof = polyhedronFromVertices([-1, -0.5, -0.5, 1, -0.5, -0.5, -1, 0.5, -0.5, 1, 0.5, -0.5, -1, 0, 0, 1, 0, 0]);
    const tip = polyhedronFromVertices([0, 0, 0, 0.5, 0, 0.6, -0.5, 0.3, 0.6, -0.5, -0.3, 0.6]);
    for (const depth of [1e-6, 1e-5, 5e-5]) {
      const pose = createPose();
      const at = [0.999, 0, -depth];
      for (let k = 0; k < 3; k++) pose[9 + k] = at[k] + tip.origin[k] - roof.origin[k];
      const contact = shrunken({ a: roof, b: tip, pose }, { ...createDetectOptions(), tolerance: 1e-7 });
      expect(contact.kind).toBe(ContactKind.VertexEdge);
      expect(contact.normal[2]).toBeCloseTo(1, 12);
      expect(contact.gap).toBeCloseTo(-depth, 12);
    }
  });

  it('vertex-vertex and vertex-edge have the mean normal, not the one of least depth', () => {
    const bodies = pushed('hexahedra v-v', -0.5 * dTol);
    const contact = shrunken(bodies, rims);
    expect(contact.kind).toBe(ContactKind.VertexVertex);
    expect(contact.gap).toBeLessThan(exact(bodies).gap);
  });

  it('apart by more than dTol the gap is that of the best face, a lower bound, and the margin has no effect', () => {
    const bodies = pushed('hexahedra v-v', 0.2);
    const contact = shrunken(bodies, { ...rims, margin: 1 });
    expect([contact.status, contact.count]).toEqual([Status.Separated, 0]);
    expect(contact.gap).toBeLessThanOrEqual(exact(bodies).gap);
  });

  describe('faces that meet in an edge', () => {
    /**
     * Two cubes, the upper one stood on the right edge of the lower one, by its own lower right edge and rising to the
     * left, or by its left one and rising to the right.
     */
    const tilted = (degrees: number, isLeft: boolean): Contact => {
      const t = (degrees * Math.PI) / 180;
      const c = Math.cos(t);
      const s = isLeft ? Math.sin(t) : -Math.sin(t);
      const x = isLeft ? 0.5 : -0.5;
      const pose = createPose();
      [c, 0, s, 0, 1, 0, -s, 0, c].forEach((m, k) => (pose[k] = m));
      // Its edge at (x, y, -0.5), turned, goes to (0.5, y, 0.5).
      pose[9] = 0.5 - (c * x - s * 0.5);
      pose[11] = 0.5 - (-s * x - c * 0.5);
      return shrunken({ a: cube, b: cube, pose });
    };

    it('keep apart at 6 degrees or more, although one is over the other', () => {
      // The shrunken edge of either is sin t times the shrink distance from the other face: dTol, a tenth of it, at
      // 5.739 degrees.
      for (const degrees of [5.75, 6, 7, 20, 45, 80]) {
        const contact = tilted(degrees, true);
        expect([degrees, contact.kind, contact.status]).toEqual([degrees, ContactKind.None, Status.Separated]);
      }
    });

    it('come within dTol of each other at less, and then touch', () => {
      for (const degrees of [0.1, 1, 3, 5, 5.73]) {
        const contact = tilted(degrees, true);
        expect([degrees, contact.kind, contact.status, contact.count]).toEqual([degrees, ContactKind.ParallelEdges, Status.Touching, 2]);
        expect(Math.abs(contact.gap)).toBeLessThan(1e-15);
      }
    });

    it('keep apart at any angle where neither is over the other', () => {
      for (const degrees of [0.1, 1, 5, 6, 7, 20, 45, 80])
        expect([degrees, tilted(degrees, false).kind]).toEqual([degrees, ContactKind.None]);
    });
  });
});
