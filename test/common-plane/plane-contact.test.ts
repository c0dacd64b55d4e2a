import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { exactMethod, planeContact } from '../../src/common-plane';
import {
  ContactKind,
  NO_FEATURE,
  Status,
  createCommonPlane,
  createContactFor,
  createDetectOptions,
  createState,
  edgeFeature,
  faceFeature,
  featureDimension,
  vertexFeature,
  type Contact,
  type DetectOptions,
} from '../../src/contact';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { fromAxisAngle, fromFrame, multiply, perpendicular, poseOf, type Quaternion } from '../arbitraries/quaternion';
import { solveExact } from '../oracles/solve';
import { cross, length, vec, type Vec } from '../oracles/vector';
import { everything, expectMirrored, expectSound, pointsOf, swapped } from './contact-checks';
import { onPlane, planeWithNormal, type OnPlane } from './zone-checks';

const UP: Vec = [0, 0, 1];

function boxOf(x: number, y: number, z: number): ConvexPolyhedron {
  const points: number[] = [];
  for (let k = 0; k < 8; k++) points.push(k & 1 ? x / 2 : -x / 2, k & 2 ? y / 2 : -y / 2, k & 4 ? z / 2 : -z / 2);
  return polyhedronFromVertices(points);
}

function prismOf(sides: number, radius = 1, height = 1, phase = 0): ConvexPolyhedron {
  const points: number[] = [];
  for (let k = 0; k < sides; k++) {
    const t = phase + (2 * Math.PI * k) / sides;
    for (const z of [-height / 2, height / 2]) points.push(radius * Math.cos(t), radius * Math.sin(t), z);
  }
  return polyhedronFromVertices(points);
}

const about = (axis: Vec, angle: number): Quaternion => fromAxisAngle(axis, angle);
const place = (t: Vec, q: Quaternion = [0, 0, 0, 1]): Pose => poseOf(q, t);

/** The contact on the exact plane, checked for everything that holds of any contact, from both sides. */
function contactOf(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, options: Partial<DetectOptions> = {}): OnPlane {
  const solved = onPlane(a, b, pose, solveExact({ a, b, pose }), options);
  expectSound(solved);
  expectMirrored(solved, swapped(solved));
  return solved;
}

/** Names of the points, in order of dimensions: how many points are a corner in a face, a crossing, and so on. */
function names(contact: Contact): Record<string, number> {
  const tally: Record<string, number> = {};
  for (let k = 0; k < contact.count; k++) {
    const name = `${featureDimension(contact.features[2 * k])}${featureDimension(contact.features[2 * k + 1])}`;
    tally[name] = (tally[name] ?? 0) + 1;
  }
  return tally;
}

const cube = boxOf(1, 1, 1);
/** As high as the cube, and much wider. */
const plateau = boxOf(4, 4, 1);

describe('stacked boxes', () => {
  it.each([
    ['flush', [0, 0], 1, { '00': 4 }],
    ['shifted along x', [0.25, 0], 0.75, { '01': 2, '10': 2 }],
    ['shifted along x and y', [0.25, 0.5], 0.375, { '02': 1, '20': 1, '11': 2 }],
  ] as const)('%s', (_, [x, y], area, tally) => {
    for (const gap of [0, 1e-9, 0.125, -1e-9, -1e-3]) {
      const { contact } = contactOf(cube, cube, place([x, y, 1 + gap]), { margin: 1 });
      expect(contact.kind).toBe(ContactKind.FaceFace);
      expect(contact.area).toBeCloseTo(gap > 0 ? 0 : area, 14);
      expect(contact.volume).toBeCloseTo(gap < 0 ? -gap * area : 0, 15);
      expect(contact.rimCount).toBe(0);
      expect(names(contact)).toEqual(tally);
      expect([...contact.gaps.subarray(0, 4)].every((g) => Math.abs(g - gap) < 1e-15)).toBe(true);
    }
  });

  it('turned by 45 degrees: a regular octagon', () => {
    const { contact } = contactOf(cube, cube, place([0, 0, 0.999], about(UP, Math.PI / 4)));
    expect(contact.count).toBe(8);
    expect(names(contact)).toEqual({ '11': 8 });
    // Width 1 across flats.
    expect(contact.area).toBeCloseTo(2 * (Math.SQRT2 - 1), 14);
    for (const p of pointsOf(contact)) expect(length([p[0], p[1], 0])).toBeCloseTo(0.5 / Math.cos(Math.PI / 8), 14);
  });

  it('a small box on a large one, and the other way round', () => {
    const small = boxOf(0.5, 0.5, 0.5);
    expect(names(contactOf(cube, small, place([0.125, 0, 0.75])).contact)).toEqual({ '20': 4 });
    expect(names(contactOf(small, cube, place([0.125, 0, 0.75])).contact)).toEqual({ '02': 4 });
    // Flush on one side: its corners are on that side.
    expect(names(contactOf(cube, small, place([0.25, 0, 0.75])).contact)).toEqual({ '20': 2, '10': 2 });
    expect(names(contactOf(small, cube, place([0.25, 0, 0.75])).contact)).toEqual({ '02': 2, '01': 2 });
    // Flush in a corner.
    expect(names(contactOf(cube, small, place([0.25, 0.25, 0.75])).contact)).toEqual({ '20': 1, '10': 2, '00': 1 });
    // A corner in the middle of a side.
    expect(names(contactOf(cube, small, place([0, 0, 0.75], about(UP, Math.PI / 4))).contact)).toEqual({ '20': 4 });
    const diamond = boxOf(Math.SQRT1_2, Math.SQRT1_2, 0.5);
    expect(names(contactOf(cube, diamond, place([0, 0, 0.75], about(UP, Math.PI / 4))).contact)).toEqual({ '10': 4 });
    expect(names(contactOf(diamond, cube, place([0, 0, 0.75], about(UP, Math.PI / 4))).contact)).toEqual({ '01': 4 });
  });

  // A tilted face is met by its edge or corner first. As deep as it leans over its width all of it presses, and two or
  // three of its corners stay clear before that.
  it.each([1e-3, 1e-4, 1e-6, 1e-9, 1e-12])('tilted by %s', (tilt) => {
    for (const [axis, kind, corners] of [
      [[0, 1, 0], ContactKind.EdgeFace, [2, 2, 4, 4]],
      [[0.6, 0.8, 0], ContactKind.VertexFace, [1, 1, 4, 4]],
    ] as const) {
      [0, 0.25, 4, 40].forEach((part, k) => {
        const depth = part * tilt;
        // Height of B's lowest corner, from the rotation itself.
        const q = about(axis, tilt);
        const pose = place([0, 0, 0], q);
        let lowest = 0;
        for (let v = 0; v < 8; v++) lowest = Math.min(lowest, rowZ(pose, vec(cube.vertices, 3 * v)));
        pose[11] = 0.5 - lowest - depth;
        const solved = onPlane(plateau, cube, pose, planeWithNormal(plateau, cube, pose, UP));
        expectSound(solved);
        expectMirrored(solved, swapped(solved));
        const { contact } = solved;
        expect(contact.kind).toBe(kind);
        expect(Math.abs(contact.gap + depth)).toBeLessThan(2e-15);
        expect(contact.count).toBe(corners[k]);
        if (contact.count < 4) return;
        // B's lower face, and not quite the strip of its side that has come below.
        expect(Math.abs(contact.area - 1)).toBeLessThan(tilt + depth * tilt);
        const gaps = [...contact.gaps.subarray(0, contact.count)];
        expect(Math.abs(contact.volume + gaps.reduce((sum, gap) => sum + gap, 0) / 4)).toBeLessThan(4e-15 + 2 * depth * tilt);
      });
    }
  });

  it('tilted by less than rounding is flush', () => {
    const { contact } = contactOf(cube, cube, place([0, 0, 1], about([0.6, 0.8, 0], 1e-15)));
    expect(contact.kind).toBe(ContactKind.FaceFace);
    expect(names(contact)).toEqual({ '00': 4 });
  });

  it('keeps kind and names wherever the stack stands and however it is turned', () => {
    for (let k = 0; k < 100; k++) {
      const turn = about([Math.sin(k), Math.cos(3 * k), Math.sin(2 * k + 1)], k);
      const across = about(UP, (k % 4) * (Math.PI / 2));
      // A stands turned in the world, B on it: the pose of B in A is a product with rounding.
      const q = multiply([-turn[0], -turn[1], -turn[2], turn[3]], multiply(turn, across));
      const shift = k % 3 === 0 ? 0 : 0.25;
      const { contact } = contactOf(cube, cube, place([shift, 0, 1 - (k % 2) * 1e-6], q));
      expect(contact.kind).toBe(ContactKind.FaceFace);
      expect(names(contact)).toEqual(shift ? { '01': 2, '10': 2 } : { '00': 4 });
    }
  });

  it.each([1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9])('is the same at size %s', (size) => {
    const scaled = boxOf(size, size, size);
    for (const angle of [0, 0.3, Math.PI / 4]) {
      const q = about(UP, angle);
      const { contact } = contactOf(scaled, scaled, place([0.2 * size, 0.1 * size, 0.999 * size], q));
      const reference = contactOf(cube, cube, place([0.2, 0.1, 0.999], q)).contact;
      expect([contact.kind, contact.count]).toEqual([reference.kind, reference.count]);
      expect([...contact.features]).toEqual([...reference.features]);
      expect(contact.area / (size * size)).toBeCloseTo(reference.area, 14);
      contact.points.forEach((x, i) => expect(Math.abs(x / size - reference.points[i])).toBeLessThan(1e-14));
    }
  });
});

const rowZ = (pose: Pose, v: Vec): number => pose[6] * v[0] + pose[7] * v[1] + pose[8] * v[2];

describe('faces that share less than an area', () => {
  // All planes that separate two boxes which share an edge or a corner; that of the faces themselves makes the features
  // faces.
  it.each([
    ['an edge', [1, 0, 1], ContactKind.ParallelEdges, 2],
    ['part of an edge', [1, 0.25, 1], ContactKind.ParallelEdges, 2],
    ['a corner', [1, 1, 1], ContactKind.VertexVertex, 1],
    ['half a face', [0.5, 0, 1], ContactKind.FaceFace, 4],
  ] as const)('%s', (_, t, kind, count) => {
    const pose = place(t);
    for (const n of [
      [0, 0, 1],
      [Math.SQRT1_2, 0, Math.SQRT1_2],
      [0.6, 0, 0.8],
    ] as const) {
      const plane = planeWithNormal(cube, cube, pose, n);
      if (plane.gap < -1e-15) continue;
      const solved = onPlane(cube, cube, pose, plane, { minArea: 0.03 });
      expectSound(solved);
      expect([solved.contact.kind, solved.contact.count]).toEqual([kind, count]);
      expect(solved.contact.area).toBe(kind === ContactKind.FaceFace ? 0.5 : 0.03);
    }
  });

  it('an edge along a side of a face', () => {
    // B stands on its edge, along the side of A's top.
    const pose = place([0.5, 0, 0.5 + Math.SQRT1_2], about([0, 1, 0], Math.PI / 4));
    const solved = onPlane(cube, cube, pose, planeWithNormal(cube, cube, pose, UP));
    expectSound(solved);
    expect(solved.contact.kind).toBe(ContactKind.ParallelEdges);
    expect(names(solved.contact)).toEqual({ '00': 2 });
    // A rounding step beyond it, in its middle, and clearly inside.
    const half = boxOf(0.5, 0.5, 0.5);
    for (const [x, kind] of [
      [0.5 + 1e-15, ContactKind.ParallelEdges],
      [0.5 - 1e-15, ContactKind.ParallelEdges],
      [0.5 - 1e-12, ContactKind.EdgeFace],
    ] as const) {
      const there = place([x, 0, 0.5 + 0.5 * Math.SQRT1_2], about([0, 1, 0], Math.PI / 4));
      const part = onPlane(cube, half, there, planeWithNormal(cube, half, there, UP));
      expectSound(part);
      expect(part.contact.kind).toBe(kind);
      expect(names(part.contact)).toEqual(kind === ContactKind.EdgeFace ? { '20': 2 } : { '10': 2 });
    }
  });

  it('a corner on a corner, a side and a face', () => {
    const tip = polyhedronFromVertices([0, 0, 0, 1, 0, 2, -1, 1, 2, -1, -1, 2]);
    const down = vec(tip.origin);
    for (const [x, y, kind, code] of [
      [0, 0, ContactKind.VertexFace, 2],
      [0.5, 0, ContactKind.VertexEdge, 1],
      [0.5, 0.5, ContactKind.VertexVertex, 0],
    ] as const) {
      const pose = place([x + down[0], y + down[1], 0.5 + down[2]]);
      const solved = onPlane(cube, tip, pose, planeWithNormal(cube, tip, pose, UP));
      expectSound(solved);
      expect(solved.contact.kind).toBe(kind);
      expect([featureDimension(solved.contact.featureA), featureDimension(solved.contact.featureB)]).toEqual([code, 0]);
    }
  });
});

describe('edges', () => {
  const beam = boxOf(4, 1, 1);
  const onEdge = about([1, 0, 0], Math.PI / 4);
  const height = 2 * Math.SQRT1_2;
  /**
   * Two beams, A lying on an edge, B edge on edge upon it, turned by an angle about the vertical; everything in A's
   * frame. On the plane between the edges: when the beams overlap along each other, sliding off to a side is a shorter
   * way out, so the exact plane is another one.
   */
  const crossed = (angle: number, gap: number, along = 0): OnPlane => {
    const back: Quaternion = [-onEdge[0], 0, 0, onEdge[3]];
    const q = multiply(back, multiply(about(UP, angle), onEdge));
    const up: Vec = [0, Math.SQRT1_2, Math.SQRT1_2];
    const h = height + gap;
    const pose = place([along, h * up[1], h * up[2]], q);
    const solved = onPlane(beam, beam, pose, planeWithNormal(beam, beam, pose, up), { margin: gap > 0 ? 2 * gap : 0 });
    expectSound(solved);
    expectMirrored(solved, swapped(solved));
    expect(solved.contact.gap).toBeCloseTo(gap, 14);
    return solved;
  };

  it('cross in one point where their ends stay clear', () => {
    for (const angle of [Math.PI / 2, 1, 0.1, 0.02]) {
      const { contact } = crossed(angle, -1e-2);
      expect(contact.kind).toBe(ContactKind.EdgeEdge);
      expect(contact.count).toBe(1);
      expect(length(vec(contact.points))).toBeCloseTo(height / 2 - 5e-3, 14);
      expect(contact.gaps[0]).toBeCloseTo(contact.gap, 14);
      // A parallelogram whose half diagonals along the edges are the depth over the sine.
      expect(contact.rimCount).toBe(4);
      expect(contact.area).toBeCloseTo((2 * 1e-4) / Math.sin(angle), 12);
      expect(contact.volume).toBeCloseTo((2 * 1e-6) / 3 / Math.sin(angle), 13);
    }
  });

  it('lie along each other: two points', () => {
    for (const [angle, gap] of [
      [0, 0],
      [0, -1e-6],
      [Math.PI, 1e-3],
      [1e-16, 0],
    ]) {
      const { contact } = crossed(angle, gap, 0.5);
      expect(contact.kind).toBe(ContactKind.ParallelEdges);
      const [p, q] = pointsOf(contact);
      expect(length([p[0] - q[0], p[1] - q[1], p[2] - q[2]])).toBeCloseTo(3.5, 14);
      expect(names(contact)).toEqual({ '01': 1, '10': 1 });
    }
  });

  it('at a small angle cross, and press with their ends where they are deep enough', () => {
    const tally = (depth: number): Record<string, number> => {
      const { contact } = crossed(1e-3, -depth);
      expect(contact.kind).toBe(ContactKind.EdgeEdge);
      return names(contact);
    };
    // At the ends, two from the crossing, the edges are 0.002 apart and so as much higher over the face beside.
    expect(tally(1.9e-3)).toEqual({ '11': 1 });
    // Edges of the end faces cross there, too.
    expect(tally(2.1e-3)).toEqual({ '11': 3, '02': 2, '20': 2 });
    expect(tally(1e-2)).toEqual({ '11': 3, '02': 2, '20': 2 });
  });
});

describe('prisms', () => {
  it.each([3, 5, 8, 64, 128])('of %i sides, flush, turned and shifted', (sides) => {
    const prism = prismOf(sides);
    const regular = (n: number, r: number): number => (n / 2) * r * r * Math.sin((2 * Math.PI) / n);
    const flush = contactOf(prism, prism, place([0, 0, 1]));
    expect(flush.contact.count).toBe(sides);
    expect(names(flush.contact)).toEqual({ '00': sides });
    expect(flush.contact.area).toBeCloseTo(regular(sides, 1), 13);
    // Turned by half a step, the sides cut the corners off: 2n sides at the same inradius.
    const turned = contactOf(prism, prism, place([0, 0, 0.999], about(UP, Math.PI / sides)));
    expect(turned.contact.count).toBe(2 * sides);
    expect(names(turned.contact)).toEqual({ '11': 2 * sides });
    const inradius = Math.cos(Math.PI / sides);
    expect(turned.contact.area).toBeCloseTo(2 * sides * inradius * inradius * Math.tan(Math.PI / (2 * sides)), 12);
    for (let k = 1; k < (sides < 10 ? 8 : 3); k++) contactOf(prism, prism, place([0.25 * k, 0.07 * k, 1], about(UP, 0.7 * k)));
    // Side by side on two faces (or a face and an edge).
    const side = contactOf(prism, prism, place([0, 3, 0], about(UP, Math.PI)), { margin: 3 });
    expect([ContactKind.FaceFace, ContactKind.EdgeFace, ContactKind.ParallelEdges]).toContain(side.contact.kind);
  });

  it('has room for all points', () => {
    const [a, b] = [prismOf(128), prismOf(64, 0.99)];
    for (let k = 0; k < 5; k++) {
      const { contact } = contactOf(a, b, place([0.01 * k, 0, 1], about(UP, 0.01 * k)));
      expect(contact.count).toBeLessThanOrEqual(192);
    }
  });
});

describe('the contact zone', () => {
  // A pyramid, tip down, its four edges and faces equally steep: slope 1 / 3 of the faces.
  const pyramid = polyhedronFromVertices([0, 0, 0, 3, 3, 1, -3, 3, 1, 3, -3, 1, -3, -3, 1]);
  const down = vec(pyramid.origin);
  const plate = boxOf(20, 20, 10);

  it('takes no arbitrary one of several equal features', () => {
    for (const depth of [0, 0.5, 1, 1.5, 1.9]) {
      const { contact } = contactOf(plate, pyramid, place([down[0], down[1], 5 + down[2] - depth]));
      expect(contact.kind).toBe(ContactKind.VertexFace);
    }
  });

  it('widens by options.band from corner to edge to face', () => {
    const q = multiply(about([0, 1, 0], 0.02), about([1, 0, 0], 0.01));
    const pose = place([0, 0, 1.1], q);
    const plane = planeWithNormal(cube, cube, pose, UP);
    const kinds = [0, 0.012, 0.025, 0.04].map((band) => onPlane(cube, cube, pose, plane, { ...everything(), band }).contact.kind);
    expect(kinds).toEqual([ContactKind.VertexFace, ContactKind.EdgeFace, ContactKind.FaceFace, ContactKind.FaceFace]);
  });

  it('gives inclined faces a gap at each point', () => {
    const angle = 0.01;
    const pose = place([0, 0, 1 - 0.02], about([0, 1, 0], angle));
    const solved = contactOf(cube, cube, pose);
    expect([solved.contact.kind, solved.contact.count]).toEqual([ContactKind.EdgeFace, 4]);
    pointsOf(solved.contact).forEach((p, k) => {
      // B's lower face: through its centre (0, 0, 0.48 below...) with slope tan(angle) along x.
      const centre = 1 - 0.02 - 0.5 * Math.cos(angle);
      const x0 = -0.5 * Math.sin(angle);
      const z = centre - Math.tan(angle) * (p[0] - x0);
      expect(solved.contact.gaps[k]).toBeCloseTo(z - 0.5, 13);
    });
  });
});

describe('faces at the edge of rounding', () => {
  const boxPoints = [
    -0.5, -0.4, -0.3, 0.5, -0.4, -0.3, -0.5, 0.4, -0.3, 0.5, 0.4, -0.3, -0.5, -0.4, 0.3, 0.5, -0.4, 0.3, -0.5, 0.4, 0.3, 0.5, 0.4, 0.3,
  ];

  it('a corner of 1e-9 rad ends where it ends', () => {
    // Doubled corners make a triangle 0.8 long and 3e-9 wide. Within rounding of both its long sides is much that lies
    // beyond its tip.
    const a = polyhedronFromVertices([
      ...boxPoints,
      ...[-0.5000006755377837, -0.4000017782794101, -0.30000177827941005, -0.5000006755377837, -0.40000177567450856, -0.30000177741110956],
    ]);
    for (let f = 0; f < a.faceCount; f++) {
      const solved = onPlane(a, a, createPose(), planeWithNormal(a, a, createPose(), vec(a.normals, 3 * f)), {
        ...everything(),
        band: 1,
      });
      expectSound(solved);
      expectSound(swapped(solved));
    }
  });

  it('a face of 1e-14', () => {
    const a = polyhedronFromVertices([0, 0, 0, 0, 0, -1, 0, -1, 0, 1, 0, 0]);
    const x = 0.017782794100389226;
    const y = 0.014226235280311384;
    const z = 0.010669676460233535;
    const corners: number[] = [];
    for (let k = 0; k < 8; k++) corners.push(k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z);
    const b = polyhedronFromVertices([
      ...corners,
      ...[
        -0.017782794100400474, 0.014226235280310811, 0.010669676460229757, -0.017782794100400474, 0.014226235280310548,
        0.010669676460239775,
      ],
    ]);
    const pose = place([0, -0.007181553246425873, -0.007181553246425873]);
    const n: Vec = [0.0005317652545547953, -0.6895222800727181, -0.7242642767036314];
    const solved = onPlane(a, b, pose, planeWithNormal(a, b, pose, n), { ...everything(), band: 1 });
    expectSound(solved);
    expectSound(swapped(solved));
  });

  it('a face narrower than rounding is a face or an edge, and has next to no area', () => {
    const a = polyhedronFromVertices([
      ...boxPoints,
      ...[-0.50000000000001, -0.40000000000001, 0.29999999999999, -0.50000000000001, -0.40000000000001, -0.30000000000001],
    ]);
    const kinds: number[] = [];
    for (let f = 0; f < a.faceCount; f++) {
      // The plate lies flush on each face of A in turn.
      const n = vec(a.normals, 3 * f);
      const plate = boxOf(3, 3, 0.5);
      const turn = fromFrame(perpendicular(n), cross(n, perpendicular(n)), n);
      const reach = a.offsets[f] + 0.25;
      const pose = place([reach * n[0], reach * n[1], reach * n[2]], turn);
      const solved = onPlane(a, plate, pose, planeWithNormal(a, plate, pose, n));
      expectSound(solved);
      expectSound(swapped(solved));
      kinds.push(solved.contact.kind);
      expect(solved.contact.area > 0.1 || solved.contact.area < 1e-13).toBe(true);
    }
    expect(kinds.every((kind) => kind === ContactKind.FaceFace || kind === ContactKind.EdgeFace)).toBe(true);
  });
});

describe('potential contacts', () => {
  it('have points and kind up to the margin, and nothing beyond it', () => {
    for (const [margin, there] of [
      [0, false],
      [0.049, false],
      [0.051, true],
      [Infinity, true],
    ] as const) {
      const pose = place([0.25, 0.5, 1.05]);
      const plane = solveExact({ a: cube, b: cube, pose });
      const solved = onPlane(cube, cube, pose, plane, { ...createDetectOptions(), margin, minArea: 1 });
      expectSound(solved);
      expect(solved.contact.status).toBe(Status.Separated);
      expect(solved.contact.count).toBe(there ? 4 : 0);
      expect(solved.contact.kind).toBe(there ? ContactKind.FaceFace : ContactKind.None);
      expect(solved.contact.area).toBe(there ? 1 : 0);
      if (there) expect(solved.contact.gaps[0]).toBeCloseTo(0.05, 14);
    }
  });

  it('touching is a contact at margin 0', () => {
    const { contact } = contactOf(cube, cube, place([0, 0, 1 + 1e-16]), createDetectOptions());
    expect([contact.status, contact.kind]).toEqual([Status.Touching, ContactKind.FaceFace]);
  });

  it('apart in the plane: one point, midway between the witness points', () => {
    // Not the best plane: B is beside A, seen along z.
    for (const z of [1.5, 1, 0.9]) {
      const pose = place([2, 0.25, z]);
      const plane = planeWithNormal(cube, cube, pose, UP);
      const { contact } = onPlane(cube, cube, pose, plane, { margin: 1, minArea: 0.5 });
      expect([contact.count, contact.rimCount, contact.dropped]).toEqual([1, 0, 0]);
      expect([...contact.points.subarray(0, 3)]).toEqual([...plane.point]);
      expect([...contact.centre]).toEqual([...plane.point]);
      expect(contact.gaps[0]).toBe(plane.gap);
      expect([contact.area, contact.volume]).toEqual([0.5, 0]);
      expect(contact.kind).toBe(ContactKind.VertexVertex);
    }
  });
});

describe('names of points', () => {
  it('do not change under motions that change no coincidence', () => {
    for (const angle of [0.3, Math.PI / 4, 1]) {
      const key = (x: number, depth: number, turn: number): string => {
        const pose = place([0.2 + x, 0.1, 1 - depth], multiply(about(UP, angle + turn), about([1, 0, 0], turn)));
        const { features, count } = contactOf(cube, cube, pose).contact;
        return features.subarray(0, 2 * count).join();
      };
      const first = key(0, 1e-3, 0);
      for (let k = 1; k < 30; k++) expect(key(1e-4 * k, 1e-3 + 1e-5 * k, 1e-6 * k)).toBe(first);
    }
  });

  it('do not flicker in a flush stack that trembles by rounding', () => {
    const key = (k: number): string => {
      const noise = (i: number): number => 1e-16 * Math.sin(12.9898 * k + 78.233 * i) * 4;
      const { contact } = contactOf(cube, cube, place([noise(1), noise(2), 1 - 1e-5 + noise(3)], about([noise(4), noise(5), 1], noise(6))));
      const pairs = Array.from({ length: contact.count }, (_, i) => `${contact.features[2 * i]},${contact.features[2 * i + 1]}`);
      return pairs.sort().join(' ');
    };
    const first = key(0);
    for (let k = 1; k < 100; k++) expect(key(k)).toBe(first);
  });

  it('do not depend on the memory of the kernel: same input, same bits', () => {
    const pose = place([0.2, 0.1, 0.999], about(UP, 0.4));
    const plane = solveExact({ a: cube, b: cube, pose });
    const once = onPlane(cube, cube, pose, plane).contact;
    onPlane(prismOf(64), prismOf(64), place([0.3, 0, 1]), solveExact({ a: prismOf(64), b: prismOf(64), pose: place([0.3, 0, 1]) }));
    expect(onPlane(cube, cube, pose, plane).contact).toEqual(once);
  });
});

describe('at the door', () => {
  const pose = place([0.25, 0.5, 0.99]);
  const good = solveExact({ a: cube, b: cube, pose });

  function expectInvalid(contact: Contact): void {
    const { status, kind, gap, area, featureA, featureB, count, iterations } = contact;
    expect({ status, kind, gap, area, featureA, featureB, count, iterations }).toEqual({
      status: Status.Invalid,
      kind: ContactKind.None,
      gap: 0,
      area: 0,
      featureA: NO_FEATURE,
      featureB: NO_FEATURE,
      count: 0,
      iterations: 0,
    });
    expect([...contact.normal, ...contact.pointA, ...contact.pointB]).toEqual(new Array(9).fill(0));
  }

  it('not a number anywhere, or an invalid plane, is Invalid', () => {
    const options = createDetectOptions();
    const out = createContactFor(cube, cube);
    for (const bad of [NaN, Infinity, -Infinity]) {
      for (let k = 0; k < 12; k++) {
        planeContact(out, cube, cube, pose, good, options);
        const broken = pose.slice();
        broken[k] = bad;
        expect(planeContact(out, cube, cube, broken, good, options)).toBe(Status.Invalid);
        expectInvalid(out);
      }
      for (const field of ['normal', 'point'] as const) {
        for (let k = 0; k < 3; k++) {
          const plane = { ...good, [field]: good[field].slice() };
          plane[field][k] = bad;
          expect(planeContact(out, cube, cube, pose, plane, options)).toBe(Status.Invalid);
        }
      }
      expect(planeContact(out, cube, cube, pose, { ...good, gap: bad }, options)).toBe(Status.Invalid);
    }
    planeContact(out, cube, cube, pose, good, options);
    expect(planeContact(out, cube, cube, pose, createCommonPlane(), options)).toBe(Status.Invalid);
    expectInvalid(out);
  });

  it('an unresolved plane still gives its contact', () => {
    const { contact } = onPlane(cube, cube, pose, { ...good, status: Status.Unresolved });
    expect([contact.status, contact.kind, contact.count]).toEqual([Status.Unresolved, ContactKind.FaceFace, 4]);
  });

  it('an out that is too small says so, and keeps the points that span the contact', () => {
    const tilted = place([0.25, 0.5, 0.99], about([0.6, 0.8, 0], 1e-3));
    const plane = planeWithNormal(cube, cube, tilted, UP);
    const full = onPlane(cube, cube, tilted, plane).contact;
    expect([full.count, full.rimCount, full.dropped]).toEqual([4, 2, 0]);
    const keys = (contact: Contact): string[] =>
      Array.from({ length: contact.count }, (_, k) => contact.features.subarray(2 * k, 2 * k + 2).join());
    for (let room = 0; room < 5; room++) {
      const small = onPlane(cube, cube, tilted, plane, {}, room).contact;
      expect([small.count, small.rimCount, small.dropped]).toEqual([room, 0, 6 - room]);
      for (const key of keys(small)) expect(keys(full)).toContain(key);
      if (room > 0) expect(Math.min(...small.gaps.subarray(0, room))).toBe(small.gap < 0 ? Math.min(...full.gaps.subarray(0, 4)) : 0);
      expect([small.area, small.volume, ...small.centre]).toEqual([full.area, full.volume, ...full.centre]);
    }
  });

  it('any hint leads to the same contact', () => {
    for (let f = -1; f < 40; f++) {
      const featureA = f < 0 ? NO_FEATURE : [vertexFeature(f % 8), edgeFeature(f % 12), faceFeature(f % 6)][f % 3];
      const { contact } = onPlane(cube, cube, pose, { ...good, featureA, featureB: featureA });
      expect(contact.kind).toBe(ContactKind.FaceFace);
      expect(contact.area).toBeCloseTo(0.375, 14);
    }
  });

  it('stands behind the exact method', () => {
    const out = createContactFor(cube, cube);
    expect(exactMethod.detect(out, cube, cube, pose, createState(exactMethod), createDetectOptions())).toBe(Status.Overlapping);
    expect(out.count).toBe(4);
    expect(exactMethod.detect(out, cube, cube, createPose(), createState(exactMethod), createDetectOptions())).toBe(Status.Overlapping);
    expect(out.gap).toBe(-1);
  });
});
