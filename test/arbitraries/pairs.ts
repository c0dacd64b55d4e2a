import fc from 'fast-check';
import type { Pose } from '../../src/body';
import { exactPlane } from '../../src/common-plane';
import { createCommonPlane } from '../../src/contact';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { faceNormal, solidOf, type Solid } from '../oracles/solid';
import { add, cross, mean, normalize, scale, sub, type Vec } from '../oracles/vector';
import { IDENTITY, direction, fromAxisAngle, fromFrame, multiply, perpendicular, poseOf, rotation, type Quaternion } from './quaternion';
import { anyShape, box, cube, flatToRounding, grid, lens, plate, prism, rock, tetrahedron, tiny, type NamedShape } from './shapes';

/**
 * Pairs of solids by kind of meeting. A PairCase is plain data that can be pasted into a test; {@link buildPair} makes
 * the polyhedra of it.
 *
 * Poses are built from a feature of each body, whose normals are made to face each other: the features meet at the
 * wanted gap, twist and tilt. Where the features really are the closest, the gap is the signed distance; where not, it
 * is only near. The oracles tell.
 */
export interface PairCase {
  /** What the generator aimed at; no promise. */
  kind: string;
  a: number[];
  b: number[];
  /** Pose of B in A's frame: both about their centroids. */
  pose: number[];
}

export interface Pair {
  kind: string;
  a: ConvexPolyhedron;
  b: ConvexPolyhedron;
  pose: Pose;
}

export function buildPair(pair: PairCase): Pair {
  return { kind: pair.kind, a: polyhedronFromVertices(pair.a), b: polyhedronFromVertices(pair.b), pose: Float64Array.from(pair.pose) };
}

/** A point on the surface with an outward normal and a tangent that follows an edge where there is one. */
interface Spot {
  point: Vec;
  normal: Vec;
  tangent: Vec;
}

/** How the spot is chosen: dimension 0, 1, 2; index and position as fractions from 0 to 1. */
interface SpotChoice {
  dimension: 0 | 1 | 2;
  index: number;
  along: number;
  lean: number;
}

function spotOn(solid: Solid, choice: SpotChoice): Spot {
  const pick = <T>(list: readonly T[]): T => list[Math.min(list.length - 1, Math.floor(choice.index * list.length))];
  const lean = (normals: Vec[], w: number): Vec => {
    // Weighted towards the first by w, inside the cone of the others.
    const sum = normals.reduce<Vec>((s, n, k) => add(s, scale(n, k === 0 ? w : (1 - w) / Math.max(1, normals.length - 1))), [0, 0, 0]);
    return normalize(sum)!;
  };
  if (choice.dimension === 2) {
    const loop = pick(solid.faces);
    const normal = faceNormal(solid, loop)!;
    const edge = sub(solid.vertices[loop[1]], solid.vertices[loop[0]]);
    return { point: mean(loop.map((v) => solid.vertices[v])), normal, tangent: inPlane(edge, normal) };
  }
  if (choice.dimension === 1) {
    const [from, to] = pick(solid.edges);
    const sides = solid.faces.filter((loop) => loop.includes(from) && loop.includes(to)).map((loop) => faceNormal(solid, loop)!);
    const normal = lean(sides, choice.lean);
    const p = solid.vertices[from];
    const edge = sub(solid.vertices[to], p);
    return { point: add(p, scale(edge, choice.along)), normal, tangent: inPlane(edge, normal) };
  }
  const vertex = Math.min(solid.vertices.length - 1, Math.floor(choice.index * solid.vertices.length));
  const normals = solid.faces.filter((loop) => loop.includes(vertex)).map((loop) => faceNormal(solid, loop)!);
  const normal = lean(normals, choice.lean);
  return { point: solid.vertices[vertex], normal, tangent: perpendicular(normal) };
}

/** The unit vector along v without its part along n. */
function inPlane(v: Vec, n: Vec): Vec {
  const u = normalize(v)!;
  const d = u[0] * n[0] + u[1] * n[1] + u[2] * n[2];
  return normalize(sub(u, scale(n, d)))!;
}

interface Meeting {
  spotA: SpotChoice;
  spotB: SpotChoice;
  /** Angle about the common normal from tangent to tangent. */
  twist: number;
  /** Angle about an axis in the common plane. */
  tilt: number;
  tiltAxis: number;
  gap: number;
  /** Shift in the common plane, in units of A's size. */
  shift: readonly [number, number];
}

/** The pose in which B's spot faces A's spot. */
function meet(shapeA: NamedShape, shapeB: NamedShape, meeting: Meeting): PairCase {
  const a = solidOf(polyhedronFromVertices(shapeA.points));
  const b = solidOf(polyhedronFromVertices(shapeB.points));
  const p = spotOn(a, meeting.spotA);
  const q = spotOn(b, meeting.spotB);
  const side = cross(p.normal, p.tangent);
  const turned = add(scale(p.tangent, Math.cos(meeting.twist)), scale(side, Math.sin(meeting.twist)));
  const facing = scale(p.normal, -1);
  const own = fromFrame(q.tangent, cross(q.normal, q.tangent), q.normal);
  const target = fromFrame(turned, cross(facing, turned), facing);
  let r: Quaternion = multiply(target, [-own[0], -own[1], -own[2], own[3]]);
  if (meeting.tilt !== 0) {
    const axis = add(scale(p.tangent, Math.cos(meeting.tiltAxis)), scale(side, Math.sin(meeting.tiltAxis)));
    r = multiply(fromAxisAngle(axis, meeting.tilt), r);
  }
  const rotated = poseOf(r, [0, 0, 0]);
  const at = add(add(p.point, scale(p.normal, meeting.gap)), add(scale(p.tangent, meeting.shift[0]), scale(side, meeting.shift[1])));
  const qRotated: Vec = [0, 1, 2].map(
    (k) => rotated[3 * k] * q.point[0] + rotated[3 * k + 1] * q.point[1] + rotated[3 * k + 2] * q.point[2],
  ) as unknown as Vec;
  return toCase('', shapeA, shapeB, r, sub(at, qRotated));
}

function toCase(kind: string, a: NamedShape, b: NamedShape, q: Quaternion, t: Vec): PairCase {
  return { kind: `${kind} (${a.kind}, ${b.kind})`, a: a.points, b: b.points, pose: Array.from(poseOf(q, t), (x) => x + 0) };
}

type ShapeSource = () => fc.Arbitrary<NamedShape>;

const spot = (dimension: 0 | 1 | 2): fc.Arbitrary<SpotChoice> =>
  fc.record({ dimension: fc.constant(dimension), index: grid(0, 1), along: grid(0.1, 0.9), lean: fc.oneof(fc.constant(0.5), grid(0, 1)) });

function meeting(
  kind: string,
  shapes: ShapeSource,
  dimensions: fc.Arbitrary<readonly [0 | 1 | 2, 0 | 1 | 2]>,
  rest: { gap: fc.Arbitrary<number>; twist?: fc.Arbitrary<number>; tilt?: fc.Arbitrary<number>; shift?: fc.Arbitrary<number> },
): fc.Arbitrary<PairCase> {
  const shift = rest.shift ?? fc.constant(0);
  return dimensions.chain(([dA, dB]) =>
    fc
      .record({
        a: shapes(),
        b: shapes(),
        spotA: spot(dA),
        spotB: spot(dB),
        twist: rest.twist ?? grid(0, Math.PI),
        tilt: rest.tilt ?? fc.constant(0),
        tiltAxis: grid(0, 2 * Math.PI),
        gap: rest.gap,
        shift: fc.tuple(shift, shift),
      })
      .map(({ a, b, ...how }) => ({ ...meet(a, b, how), kind: `${kind} (${a.kind}, ${b.kind})` })),
  );
}

const anyDimensions = fc.constantFrom(...([0, 1, 2] as const).flatMap((i) => ([0, 1, 2] as const).map((j) => [i, j] as const)));
const both = (d: 0 | 1 | 2): fc.Arbitrary<readonly [0 | 1 | 2, 0 | 1 | 2]> => fc.constant([d, d] as const);
/** Zero, or 1e-3 to 1e-13 either way. */
const kissingGap = fc.oneof(
  fc.constant(0),
  tiny(3, 13),
  tiny(3, 13).map((x) => -x),
);
/** Angles that make a difference: none, the symmetric ones, and nearly none. */
const specialTwist = fc.oneof(fc.constantFrom(0, Math.PI / 4, Math.PI / 2, Math.PI), tiny(3, 12), grid(0, Math.PI));

export const apart = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  fc.tuple(shapes(), shapes(), rotation(), direction(), grid(2.5, 6)).map(([a, b, q, n, d]) => toCase('apart', a, b, q, scale(n, d)));

/** Centres close, any rotation: apart, overlapping, deep and contained ones all occur. */
export const tumbled = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  fc.tuple(shapes(), shapes(), rotation(), direction(), grid(0, 2)).map(([a, b, q, n, d]) => toCase('tumbled', a, b, q, scale(n, d)));

export const kissing = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  meeting('kissing', shapes, anyDimensions, { gap: kissingGap, twist: specialTwist });

export const sliver = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  meeting('sliver', shapes, anyDimensions, { gap: tiny(3, 13).map((x) => -x), twist: specialTwist, shift: grid(0, 0.2) });

export const deep = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  meeting('deep', shapes, anyDimensions, { gap: grid(-1, -0.01), twist: specialTwist });

/** Faces in one plane: aligned, shifted, turned, nearly aligned. */
export const faceOnFace = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  meeting('face on face', shapes, both(2), { gap: kissingGap, twist: specialTwist, shift: fc.oneof(fc.constant(0), grid(-0.5, 0.5)) });

/** Faces 1e-3 to 1e-12 rad from parallel. */
export const nearParallelFaces = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  meeting('near-parallel faces', shapes, both(2), { gap: kissingGap, twist: specialTwist, tilt: tiny(3, 12), shift: grid(-0.2, 0.2) });

/** Edges across or along each other, exactly and nearly parallel. */
export const edgeOnEdge = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  meeting('edge on edge', shapes, both(1), {
    gap: kissingGap,
    twist: fc.oneof(fc.constant(0), tiny(3, 12), grid(0, Math.PI)),
    tilt: fc.oneof(fc.constant(0), tiny(3, 12)),
  });

export const vertexOnVertex = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  meeting('vertex on vertex', shapes, both(0), { gap: kissingGap });

/** B shrunk and put inside A. */
export const contained = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  fc.tuple(shapes(), shapes(), rotation(), direction(), grid(0, 0.1), tiny(0, 3)).map(([a, b, q, n, d, size]) => {
    const small = { kind: `small ${b.kind}`, points: b.points.map((x) => x * 0.2 * size) };
    return toCase('contained', a, small, q, scale(n, d));
  });

/** The same body twice in the same place, or moved and turned by next to nothing. */
export const identical = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  fc
    .tuple(shapes(), fc.oneof(fc.constant(0), tiny(3, 15)), fc.oneof(fc.constant(0), tiny(3, 15)), direction(), direction())
    .map(([a, angle, step, axis, n]) => toCase('identical', a, a, angle === 0 ? IDENTITY : fromAxisAngle(axis, angle), scale(n, step)));

/**
 * Unturned bodies with whole or dyadic coordinates, moved by a dyadic step: exactly parallel, exactly flush, exactly
 * touching.
 */
export const lattice = (): fc.Arbitrary<PairCase> => {
  const eighths = (): fc.Arbitrary<number> => fc.integer({ min: -16, max: 16 }).map((k) => k / 8);
  const dyadicBox = fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }))
    .map(([x, y, z]): NamedShape => {
      const points: number[] = [];
      for (let k = 0; k < 8; k++) points.push(k & 1 ? x / 8 : -x / 8, k & 2 ? y / 8 : -y / 8, k & 4 ? z / 8 : -z / 8);
      return { kind: 'dyadic box', points };
    });
  const octahedron: NamedShape = { kind: 'octahedron', points: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1] };
  const shape = fc.oneof(dyadicBox, dyadicBox, fc.constant(octahedron));
  const quarterTurn = fc.constantFrom<Quaternion>(
    IDENTITY,
    [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)],
  );
  return fc
    .tuple(shape, shape, quarterTurn, fc.tuple(eighths(), eighths(), eighths()))
    .map(([a, b, q, t]) => toCase('lattice', a, b, q, t as Vec));
};

/**
 * Stones of a wall: boxes, plates and prisms on each other, turned by up to 45 degrees, shifted, level or not quite,
 * touching or not quite.
 */
export const nearFlushStack = (): fc.Arbitrary<PairCase> => {
  const stones = (): fc.Arbitrary<NamedShape> => fc.oneof(cube(), box(), plate(), prism(8));
  return meeting('near-flush stack', stones, both(2), {
    gap: fc.oneof(kissingGap, tiny(12, 17)),
    twist: fc.oneof(specialTwist, grid(0, Math.PI / 4)),
    tilt: fc.oneof(fc.constant(0), tiny(2, 16)),
    shift: fc.oneof(fc.constant(0), tiny(3, 16), grid(-0.5, 0.5)),
  });
};

/** Faces that are flat to rounding on each other. */
export const flatFaces = (): fc.Arbitrary<PairCase> =>
  meeting('flat faces', flatToRounding, both(2), {
    gap: fc.oneof(kissingGap, tiny(12, 17)),
    twist: specialTwist,
    shift: fc.oneof(fc.constant(0), grid(-0.5, 0.5)),
  });

/** A lens and a body 30 to 300 times smaller close to its middle, beside it or in it, in either order. */
export const lensAndSmall = (): fc.Arbitrary<PairCase> =>
  fc
    .tuple(
      lens(),
      fc.oneof(tetrahedron(), lens(), cube(), rock(8)),
      grid(1.5, 2.5),
      rotation(),
      fc.tuple(grid(-0.5, 0.5), grid(-0.5, 0.5), grid(-0.1, 0.1)),
      fc.boolean(),
    )
    .map(([large, shape, power, q, t, swapped]) => {
      const small = { kind: `small ${shape.kind}`, points: shape.points.map((x) => x * 10 ** -power) };
      if (!swapped) return toCase('lens and small', large, small, q, t);
      // The pose of the lens in the frame of the small body.
      const back = poseOf([-q[0], -q[1], -q[2], q[3]], [0, 0, 0]);
      const at = [0, 1, 2].map((k) => -(back[3 * k] * t[0] + back[3 * k + 1] * t[1] + back[3 * k + 2] * t[2]));
      return toCase('small and lens', small, large, [-q[0], -q[1], -q[2], q[3]], at as unknown as Vec);
    });

/**
 * Any pair, brought along its shortest way to where the bodies touch, or are 1e-6 to 1e-16 apart or deep. The kernel
 * only places; oracles tell where.
 */
export const firstTouch = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  fc
    .tuple(
      fc.oneof(tumbled(shapes), kissing(shapes), edgeOnEdge(shapes)),
      fc.oneof(
        fc.constant(0),
        tiny(6, 16),
        tiny(6, 16).map((x) => -x),
      ),
    )
    .map(([pairCase, gap]) => {
      const { a, b, pose } = buildPair(pairCase);
      const plane = createCommonPlane();
      const state = { ints: new Int32Array(0), floats: new Float64Array(3), intOffset: 0, floatOffset: 0 };
      for (let round = 0; round < 2; round++) {
        exactPlane(plane, a, b, pose, state);
        for (let k = 0; k < 3; k++) pose[9 + k] += (gap - plane.gap) * plane.normal[k];
      }
      return { ...pairCase, kind: `first touch, ${pairCase.kind}`, pose: Array.from(pose, (x) => x + 0) };
    });

/** Everything above. */
export const anyPair = (shapes: ShapeSource = anyShape): fc.Arbitrary<PairCase> =>
  fc.oneof(
    apart(shapes),
    tumbled(shapes),
    kissing(shapes),
    sliver(shapes),
    deep(shapes),
    faceOnFace(shapes),
    nearParallelFaces(shapes),
    edgeOnEdge(shapes),
    vertexOnVertex(shapes),
    contained(shapes),
    identical(shapes),
    lattice(),
  );

/** The same meeting at another size. */
export function scalePair(pair: PairCase, s: number): PairCase {
  return { kind: pair.kind, a: pair.a.map((x) => x * s), b: pair.b.map((x) => x * s), pose: pair.pose.map((x, k) => (k < 9 ? x : x * s)) };
}

/** Sizes from 1e-6 to 1e6 (and some from 1e-9 to 1e9). */
export const size = (): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -9, max: 9 })).map((k) => 10 ** k);
