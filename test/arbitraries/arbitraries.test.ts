import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { polyhedronFromVertices } from '../../src/polyhedron';
import { bruteSat } from '../oracles/brute-sat';
import { exactSignedDistance } from '../oracles/exact-distance';
import { solidOf } from '../oracles/solid';
import { length, vec } from '../oracles/vector';
import * as pairs from './pairs';
import { buildPair, type Pair, type PairCase } from './pairs';
import { runs } from './settings';
import * as shapes from './shapes';

/** The generators make what their names say: a property that never meets its hard case proves nothing. */
const sample = (pair: fc.Arbitrary<PairCase>, count = 200): Pair[] => fc.sample(pair, runs(count, count / 2)).map(buildPair);
const signed = ({ a, b, pose }: Pair): number => exactSignedDistance(solidOf(a).vertices, solidOf(b, pose).vertices).gap;

describe('shapes', () => {
  it('are solids, every one', () => {
    fc.assert(
      fc.property(shapes.anyShape(), ({ points }) => {
        const shape = polyhedronFromVertices(points);
        expect(shape.vertexCount - shape.edgeCount + shape.faceCount).toBe(2);
        expect(shape.volume).toBeGreaterThan(0);
      }),
      runs(500),
    );
  });

  it('cover the range: needles and plates to 1e4, 64 sides, 40 corners, faces 1e-12 from coplanar', () => {
    const built = (source: fc.Arbitrary<shapes.NamedShape>) => fc.sample(source, runs(400)).map((s) => polyhedronFromVertices(s.points));
    for (const source of [shapes.needle(), shapes.plate()]) {
      expect(Math.max(...built(source).map((s) => s.radius / s.inradius))).toBeGreaterThan(9000);
    }
    expect(Math.max(...built(shapes.prism()).map((s) => s.vertexCount))).toBeGreaterThan(120);
    expect(Math.max(...built(shapes.rock()).map((s) => s.vertexCount))).toBeGreaterThan(35);
    const angles = built(shapes.nearCoplanar()).flatMap((s) => {
      const sines: number[] = [];
      for (let h = 0; h < 2 * s.edgeCount; h += 2) {
        const n = vec(s.normals, 3 * s.halfEdgeFace[h]);
        const m = vec(s.normals, 3 * s.halfEdgeFace[h + 1]);
        sines.push(length([n[0] - m[0], n[1] - m[1], n[2] - m[2]]));
      }
      return sines;
    });
    expect(Math.min(...angles.filter((x) => x > 0))).toBeLessThan(1e-12);
    for (const edge of [1e-9, 1e-6, 1e-3]) expect(angles.filter((x) => x > edge / 10 && x < edge * 10).length).toBeGreaterThan(5);
  });

  it('shrink to a plain box', () => {
    const result = fc.check(
      fc.property(shapes.box(), () => false),
      runs(1),
    );
    expect((result.counterexample as [shapes.NamedShape])[0].points).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? 0.1 : -0.1, k & 2 ? 0.1 : -0.1, k & 4 ? 0.1 : -0.1]),
    );
  });
});

describe('pairs', () => {
  it('apart are apart, deep ones and contained ones overlap, nearly all', () => {
    const share = (list: Pair[], test: (gap: number) => boolean): number => list.filter((p) => test(signed(p))).length / list.length;
    expect(share(sample(pairs.apart(shapes.smallShape)), (gap) => gap > 0.1)).toBeGreaterThan(0.9);
    expect(share(sample(pairs.deep(shapes.smallShape)), (gap) => gap < 0)).toBeGreaterThan(0.8);
    expect(share(sample(pairs.contained(shapes.smallShape)), (gap) => gap < 0)).toBeGreaterThan(0.8);
    expect(share(sample(pairs.identical(shapes.smallShape)), (gap) => gap < 0)).toBeGreaterThan(0.95);
  });

  it('that kiss have gaps of all sizes from 1e-3 to 1e-13, on both sides, and exactly or nearly none', () => {
    for (const source of [pairs.kissing, pairs.faceOnFace, pairs.edgeOnEdge, pairs.vertexOnVertex]) {
      const gaps = sample(source(shapes.smallShape)).map(signed);
      for (const sign of [1, -1]) {
        for (const [from, to] of [
          [1e-5, 1e-2],
          [1e-9, 1e-5],
          [1e-14, 1e-9],
        ]) {
          expect(gaps.filter((gap) => sign * gap > from && sign * gap < to).length, `${source.name} ${sign} ${from}`).toBeGreaterThan(2);
        }
      }
      expect(gaps.filter((gap) => Math.abs(gap) < 1e-14).length, source.name).toBeGreaterThan(10);
    }
  });

  it('with faces or edges on each other meet in them: the axis is the common normal', () => {
    // Face on face at a small depth: brute force finds the same gap along a face normal of A as over all axes.
    const flush = sample(pairs.faceOnFace(shapes.smallShape)).filter((p) => signed(p) < 0);
    const along = flush.filter(({ a, b, pose }) => {
      const { gap } = bruteSat(solidOf(a), solidOf(b, pose));
      let best = -Infinity;
      for (let f = 0; f < a.faceCount; f++) {
        const n = vec(a.normals, 3 * f);
        let least = Infinity;
        for (const w of solidOf(b, pose).vertices) least = Math.min(least, n[0] * w[0] + n[1] * w[1] + n[2] * w[2]);
        best = Math.max(best, least - a.offsets[f]);
      }
      return best >= gap - 1e-14;
    });
    expect(along.length / flush.length).toBeGreaterThan(0.6);
  });

  it('are plain data that survive JSON', () => {
    fc.assert(
      fc.property(pairs.anyPair(), (pairCase) => {
        const again = buildPair(JSON.parse(JSON.stringify(pairCase)) as PairCase);
        expect(Array.from(again.a.vertices)).toEqual(Array.from(buildPair(pairCase).a.vertices));
        expect(Array.from(again.pose)).toEqual(pairCase.pose);
      }),
      runs(50),
    );
  });
});
