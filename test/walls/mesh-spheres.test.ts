import { describe, expect, test } from 'vitest';
import { addBody, createBodySet, createDetector, exactMethod } from '../../src';
import { ContactKind, createContact, createDetectOptions, Status, type Contact } from '../../src/contact';
import { box, createRandom, pointCore, randomHull, type ConvexPolyhedron } from '../../src/polyhedron';
import {
  applyWallRounding,
  createTriangleList,
  meshWall,
  meshWallContacts,
  planeWall,
  planeWallContact,
  wallBand,
  type MeshWall,
} from '../../src/walls';
import { createDynamics, stepDynamics, timeStepFor } from '../../sim/dynamics/dynamics';
import { poseOf } from '../arbitraries/quaternion';
import { sweep } from '../sweep';
import { contactsOf, floorMesh } from './wall-helpers';

const point = pointCore();
type Vec = readonly number[];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vec, b: Vec): number[] => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Contacts of a sphere at a place in the mesh's frame; points are places minus that of the centre. */
function meet(mesh: MeshWall, centre: Vec, radius: number, margin = 0): Contact[] {
  const pose = poseOf([0, 0, 0, 1], [-centre[0], -centre[1], -centre[2]]);
  const options = { ...createDetectOptions(), rounding: radius, margin: radius + margin };
  return contactsOf(point, mesh, pose, options).map((c) => applyWallRounding(c, radius, wallBand(point, mesh.tolerance)));
}

function solid(shape: ConvexPolyhedron, inward = false): MeshWall {
  const triangles: number[] = [];
  for (let f = 0; f < shape.faceCount; f++) {
    const loop: number[] = [];
    let h = shape.faceHalfEdge[f];
    do {
      loop.push(shape.halfEdgeOrigin[h]);
      h = shape.halfEdgeNext[h];
    } while (h !== shape.faceHalfEdge[f]);
    for (let k = 1; k + 1 < loop.length; k++) triangles.push(loop[0], ...(inward ? [loop[k + 1], loop[k]] : [loop[k], loop[k + 1]]));
  }
  return meshWall(shape.vertices, triangles);
}

/** Least distance from a point to a triangle: of its plane's foot if inside, else of the sides, by their parameters. */
function distanceTo(mesh: MeshWall, t: number, p: Vec): number {
  const [a, b, c] = [0, 1, 2].map((k) => [...mesh.vertices.subarray(3 * mesh.triangles[3 * t + k], 3 * mesh.triangles[3 * t + k] + 3)]);
  const side = (u: Vec, v: Vec): number => {
    const e = minus(v, u);
    const s = Math.min(1, Math.max(0, dot(minus(p, u), e) / dot(e, e)));
    return Math.hypot(...minus(p, [u[0] + s * e[0], u[1] + s * e[1], u[2] + s * e[2]]));
  };
  // Barycentric coordinates by the Gram matrix of two sides.
  const [e, f, w] = [minus(b, a), minus(c, a), minus(p, a)];
  const det = dot(e, e) * dot(f, f) - dot(e, f) ** 2;
  const v = (dot(f, f) * dot(w, e) - dot(e, f) * dot(w, f)) / det;
  const u = (dot(e, e) * dot(w, f) - dot(e, f) * dot(w, e)) / det;
  if (v >= 0 && u >= 0 && u + v <= 1) return Math.hypot(...[0, 1, 2].map((k) => w[k] - v * e[k] - u * f[k]));
  return Math.min(side(a, b), side(b, c), side(c, a));
}

/** Distances of all triangles from a place. */
const distances = (mesh: MeshWall, p: Vec): number[] => Array.from({ length: mesh.triangleCount }, (_, t) => distanceTo(mesh, t, p));
const nearest = (mesh: MeshWall, p: Vec): number => Math.min(...distances(mesh, p));

test('a flat floor of random triangles is the plane wall', () => {
  const random = createRandom(4);
  for (let round = 0; round < sweep(40, 20); round++) {
    const { vertices, triangles } = floorMesh(
      1 + (round % 20),
      2,
      () => (random() - 0.5) * 0.4,
      () => random() < 0.5,
    );
    const mesh = meshWall(vertices, triangles);
    for (let k = 0; k < 20; k++) {
      // Half of the places are over corners, or over lines of the grid.
      const snap = (x: number): number => (k % 2 === 0 ? x : Math.round(x * 10) / 10);
      const centre = [snap(3 * random() - 1.5), snap(3 * random() - 1.5), k === 0 ? 0 : 0.8 * random()];
      const plane = createContact(8);
      planeWallContact(plane, point, Float64Array.of(0, 0, 1, -centre[2]), { ...createDetectOptions(), rounding: 0.5, margin: 0.6 });
      applyWallRounding(plane, 0.5, wallBand(point));
      const contacts = meet(mesh, centre, 0.5, 0.1);
      expect(contacts.length).toBe(plane.count);
      if (plane.count === 0) continue;
      const [c] = contacts;
      expect(c.kind).toBe(ContactKind.VertexFace);
      expect(c.owner).toBe(plane.owner);
      expect(c.status).toBe(plane.status);
      expect(c.features[1]).toBe(c.featureB);
      expect([...c.normal]).toEqual([0, 0, -1]);
      for (const name of ['gap', 'area', 'volume'] as const) expect(c[name]).toBeCloseTo(plane[name], 14);
      for (const name of ['pointA', 'pointB', 'centre'] as const) {
        for (let i = 0; i < 3; i++) expect(c[name][i]).toBeCloseTo(plane[name][i], 14);
      }
      expect(c.gaps[0]).toBeCloseTo(plane.gaps[0], 14);
    }
  }
});

test('rough ground: contacts are the places that are locally nearest, by brute force', () => {
  const random = createRandom(9);
  let several = 0;
  for (let round = 0; round < sweep(60, 24); round++) {
    const n = 8;
    const { vertices, triangles } = floorMesh(
      n,
      2,
      () => (random() - 0.5) * 0.4,
      () => random() < 0.5,
    );
    for (let v = 2; v < vertices.length; v += 3) vertices[v] = random() * 0.4;
    const mesh = meshWall(vertices, triangles);
    for (let k = 0; k < 10; k++) {
      const centre = [2 * random() - 1, 2 * random() - 1, 0.2 + 0.6 * random()];
      const radius = 0.1 + 0.5 * random();
      // Of a sheet only what is seen from its front.
      const away = distances(mesh, centre);
      const least = Math.min(...away);
      const inFront = away
        .flatMap((distance, t) => (distance < least + 1e-12 ? [t] : []))
        .some((t) => dot(mesh.normals.subarray(3 * t, 3 * t + 3) as never, centre) > mesh.offsets[t]);
      const contacts = meet(mesh, centre, radius);
      if (!inFront) continue;
      expect(contacts.length > 0).toBe(least <= radius);
      if (contacts.length === 0) continue;
      expect(Math.min(...contacts.map((c) => c.gap))).toBeCloseTo(least - radius, 13);
      if (contacts.length > 1) several++;
      for (const c of contacts) {
        // The place is on the surface, the normal leads to it, and no place of the surface near it is nearer.
        const at = [0, 1, 2].map((i) => centre[i] + c.pointB[i]);
        const around = distances(mesh, at);
        expect(Math.min(...around)).toBeLessThan(1e-13);
        expect(Math.hypot(...c.pointB)).toBeCloseTo(c.gap + radius, 13);
        for (let i = 0; i < 3; i++) expect(c.normal[i] * (c.gap + radius)).toBeCloseTo(c.pointB[i], 12);
        expect(c.count).toBe(1);
        expect(c.gaps[0]).toBe(c.gap);
        const touching = around.flatMap((distance, t) => (distance < 1e-12 ? [t] : []));
        for (const t of touching) expect(away[t]).toBeGreaterThan(c.gap + radius - 1e-12);
        // After a motion along the normal by the depth, what the contact covers is free of the sphere.
        const moved = centre.map((x, i) => x + c.gap * c.normal[i]);
        for (const t of touching) expect(distanceTo(mesh, t, moved)).toBeGreaterThan(radius - 1e-12);
      }
      // What no contact frees would be a contact: every triangle in reach has its nearest place freed by some contact,
      // within a tenth of the depth, or is nearest at a place where the surface goes on to a nearer one.
      for (let t = 0; t < mesh.triangleCount; t++) {
        if (away[t] > radius - 1e-9) continue;
        const isFreed = contacts.some((c) => {
          const moved = centre.map((x, i) => x + c.gap * c.normal[i]);
          return distanceTo(mesh, t, moved) > radius + 0.11 * c.gap;
        });
        const touches = (u: number): boolean =>
          [0, 1, 2].some((i) => mesh.triangles.subarray(3 * t, 3 * t + 3).includes(mesh.triangles[3 * u + i]));
        const goesOn = (): boolean => away.some((distance, u) => u !== t && distance < away[t] + 1e-12 && touches(u));
        const isBehind = dot(mesh.normals.subarray(3 * t, 3 * t + 3) as never, centre) < mesh.offsets[t];
        expect(isFreed || isBehind || goesOn()).toBe(true);
      }
    }
  }
  expect(several).toBeGreaterThan(sweep(20, 8));
});

describe('a box', () => {
  test('from outside and inside: one contact, with the signed distance', () => {
    const random = createRandom(2);
    const mesh = solid(box(2, 2, 2));
    const kinds = new Set<number>();
    for (let k = 0; k < 2000; k++) {
      const centre = [0, 1, 2].map(() => (k % 5 === 0 ? Math.round((4 * random() - 2) * 2) / 2 : 2.6 * random() - 1.3));
      const outside = Math.hypot(...centre.map((x) => Math.max(0, Math.abs(x) - 1)));
      const signed = outside > 0 ? outside : Math.max(...centre.map(Math.abs)) - 1;
      if (Math.abs(signed - 0.25) < 1e-12) continue;
      const contacts = meet(mesh, centre, 0.25);
      expect(contacts.length).toBe(signed <= 0.25 ? 1 : 0);
      if (contacts.length === 0) continue;
      const [c] = contacts;
      kinds.add(c.kind);
      expect(c.gap).toBeCloseTo(signed - 0.25, 14);
      const moved = centre.map((x, i) => x + c.gap * c.normal[i]);
      expect(Math.hypot(...moved.map((x) => Math.max(0, Math.abs(x) - 1)))).toBeCloseTo(0.25, 13);
    }
    expect(kinds).toEqual(new Set([ContactKind.VertexFace, ContactKind.VertexEdge, ContactKind.VertexVertex]));
  });

  test('a room: as many contacts as walls in reach', () => {
    const random = createRandom(3);
    const mesh = solid(box(2, 2, 2), true);
    for (let k = 0; k < 500; k++) {
      const centre = [0, 1, 2].map(() => 1.96 * random() - 0.98);
      const walls = centre.filter((x) => 1 - Math.abs(x) <= 0.5).length;
      const contacts = meet(mesh, centre, 0.5);
      expect(contacts.length).toBe(walls);
      for (const c of contacts) expect(c.kind).toBe(ContactKind.VertexFace);
    }
    // A centre that has crossed a wall, an edge and a corner is led back into the room.
    for (const centre of [
      [1.1, 0.2, 0.1],
      [1.1, 1.1, 0],
      [1.1, 1.1, 1.1],
    ]) {
      const [c, ...more] = meet(mesh, centre, 0.5);
      expect(more.length).toBe(0);
      expect(c.gap).toBeCloseTo(-0.5 - Math.hypot(...centre.map((x) => Math.max(0, x - 1))), 14);
      expect(dot([...c.normal], centre)).toBeGreaterThan(0);
    }
  });

  test('a thin slab under a large sphere has no contact with its back', () => {
    const mesh = solid(box(4, 4, 0.01));
    const contacts = meet(mesh, [0.1, 0.2, 0.4], 0.5);
    expect(contacts.length).toBe(1);
    expect(contacts[0].gap).toBeCloseTo(0.395 - 0.5, 14);
    expect([...contacts[0].normal]).toEqual([0, 0, -1]);
  });
});

/** Whether the ray from the origin through p meets the triangle, and beyond p. */
function isBeyond(mesh: MeshWall, t: number, p: Vec): boolean {
  const [a, b, c] = [0, 1, 2].map((k) => [...mesh.vertices.subarray(3 * mesh.triangles[3 * t + k], 3 * mesh.triangles[3 * t + k] + 3)]);
  const cross = (u: Vec, v: Vec): number[] => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  if (![cross(a, b), cross(b, c), cross(c, a)].every((n) => dot(n, p) >= 0)) return false;
  const n = cross(minus(b, a), minus(c, a));
  return dot(n, p) < dot(n, a);
}

test('a rugged solid in any pose: the signed distance of the centre, at every depth', () => {
  const random = createRandom(12);
  let inside = 0;
  for (let round = 0; round < sweep(40, 15); round++) {
    // Vertices of a random solid, pushed in and out: every ray from the origin meets the surface once.
    const shape = randomHull(random, 20);
    const rugged = { ...shape, vertices: shape.vertices.slice() };
    for (let v = 0; v < shape.vertexCount; v++) {
      const scale = 0.4 + 0.8 * random();
      for (let k = 0; k < 3; k++) rugged.vertices[3 * v + k] *= scale;
    }
    const mesh = solid(rugged);
    const all = Array.from({ length: mesh.triangleCount }, (_, t) => t);
    const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const norm = Math.hypot(...q);
    const turn = q.map((x) => x / norm) as [number, number, number, number];
    for (let k = 0; k < 40; k++) {
      const centre = [0, 1, 2].map(() => (2 * random() - 1) * shape.radius);
      const radius = (0.02 + 0.5 * random()) * shape.radius;
      const isInside = all.some((t) => isBeyond(mesh, t, centre));
      if (isInside) inside++;
      const signed = (isInside ? -1 : 1) * nearest(mesh, centre);
      const pose = poseOf(turn, [0, 0, 0]);
      for (let i = 0; i < 3; i++) pose[9 + i] = -dot([...pose.subarray(3 * i, 3 * i + 3)], centre);
      const contacts = contactsOf(point, mesh, pose, { ...createDetectOptions(), rounding: radius, margin: radius });
      expect(contacts.length > 0).toBe(signed <= radius);
      if (contacts.length === 0) continue;
      expect(contacts[0].gap / shape.radius).toBeCloseTo(signed / shape.radius, 12);
      expect(contacts.slice(1).every((c) => c.gap >= 0)).toBe(true);
      for (const c of contacts) {
        const at = [0, 1, 2].map((i) => centre[i] + [0, 1, 2].reduce((sum, j) => sum + pose[3 * j + i] * c.pointB[j], 0));
        expect(nearest(mesh, at) / shape.radius).toBeLessThan(1e-12);
        expect(dot([...c.normal], [...c.pointB]) / shape.radius).toBeCloseTo(c.gap / shape.radius, 12);
      }
    }
  }
  expect(inside).toBeGreaterThan(sweep(100, 40));
});

test('sheets: contacts in front only, or on both sides with twoSided; rims', () => {
  const corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
  const sides = [0, 1, 2, 0, 2, 3];
  const one = meshWall(corners, sides);
  const two = meshWall(corners, sides, { twoSided: true });
  for (const height of [0.3, 0.1]) {
    expect(meet(one, [0.5, 0.5, height], 0.4).length).toBe(1);
    expect(meet(one, [0.5, 0.5, -height], 0.4).length).toBe(0);
    const [above] = meet(two, [0.5, 0.5, height], 0.4);
    const [below] = meet(two, [0.5, 0.5, -height], 0.4);
    expect([...above.normal]).toEqual([0, 0, -1]);
    expect([...below.normal]).toEqual([0, 0, 1]);
    expect(below.gap).toBeCloseTo(height - 0.4, 14);
  }
  const [rim] = meet(two, [1.3, 0.5, 0], 0.4);
  expect(rim.kind).toBe(ContactKind.VertexEdge);
  expect(rim.gap).toBeCloseTo(-0.1, 14);
  expect(rim.normal[0]).toBeCloseTo(-1, 14);
  const [corner] = meet(one, [1.3, 1.4, 1e-3], 0.6);
  expect(corner.kind).toBe(ContactKind.VertexVertex);
});

test('a long edge along short ones (T-junctions) makes no contact of its own', () => {
  const mesh = meshWall([-1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0], [0, 1, 2, 0, 4, 3, 3, 4, 1]);
  expect(mesh.report.seams).toBeGreaterThan(0);
  for (const x of [-0.5, -0.1, 0, 1e-9, 0.2]) {
    for (const y of [-1e-3, 0, 1e-17, 1e-3]) {
      const contacts = meet(mesh, [x, y, 0.4], 0.5);
      expect(contacts.length).toBe(1);
      expect([...contacts[0].normal]).toEqual([0, 0, -1]);
    }
  }
});

test('a floor with six digits acts as the plane', () => {
  const random = createRandom(6);
  const { vertices, triangles } = floorMesh(
    12,
    2,
    () => (random() - 0.5) * 0.4,
    () => random() < 0.5,
  );
  for (let v = 2; v < vertices.length; v += 3) vertices[v] = 1e-6 * (random() - 0.5);
  const mesh = meshWall(vertices, triangles);
  for (let k = 0; k < 300; k++) {
    const contacts = meet(mesh, [2 * random() - 1, 2 * random() - 1, 0.499], 0.5);
    expect(contacts.length).toBe(1);
    expect(Math.abs(contacts[0].gap + 1e-3)).toBeLessThan(2e-6);
  }
});

test('a sphere that slides over a floor of triangles keeps its speed and its slot', () => {
  const random = createRandom(8);
  const { vertices, triangles } = floorMesh(
    40,
    4,
    () => (random() - 0.5) * 0.4,
    () => random() < 0.5,
  );
  const floors = [meshWall(vertices, triangles), planeWall([0, 0, 1], 0)];
  const seconds = sweep(2.5, 0.8);
  const slippery = { density: 1, normalStiffness: 1e4, shearStiffness: 1e4, friction: 0, restitution: 0.5 };
  const ends = floors.map((floor) => {
    const bodies = createBodySet();
    addBody(bodies, { shape: point, rounding: 0.5, position: [-3, 0.03, 0.5] });
    const dynamics = createDynamics(bodies, slippery, { gravity: [0, 0, -9.81], walls: 1 });
    dynamics.velocities.set([2, 0.1, 0]);
    const detector = createDetector({ bodies, method: exactMethod, walls: [floor] });
    const dt = timeStepFor(dynamics);
    for (let step = 0; step * dt < seconds; step++) {
      stepDynamics(dynamics, dt, () => detector.update());
      expect(detector.contacts.count).toBeLessThanOrEqual(1);
    }
    expect(detector.contacts.slotCount).toBe(1);
    expect(dynamics.velocities[0]).toBeCloseTo(2, 9);
    expect(bodies.positions[0]).toBeGreaterThan(2 * seconds - 3.1);
    return [...bodies.positions];
  });
  for (let k = 0; k < 3; k++) expect(ends[0][k]).toBeCloseTo(ends[1][k], 9);
});

test('Invalid for a pose that is not finite', () => {
  const mesh = meshWall([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const out = [createContact(2)];
  const pose = poseOf([0, 0, 0, 1], [NaN, 0, 0]);
  expect(meshWallContacts(out, point, mesh, createTriangleList(), pose, createDetectOptions())).toBe(0);
  expect(out[0].status).toBe(Status.Invalid);
});
