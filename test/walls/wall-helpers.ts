import { expect } from 'vitest';
import { createContact, createDetectOptions, type Contact, type DetectOptions } from '../../src/contact';
import type { Pose } from '../../src/body';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { createTriangleList, meshWallContacts, type MeshWall } from '../../src/walls';

export interface WallPoint {
  part: number;
  body: number;
  wall: number;
  gap: number;
  normal: number[];
  point: number[];
}

const near = createTriangleList(1);
/** Unused contacts with room for so many points: those that are handed out are replaced. */
const unused = new Map<number, Contact[]>();

/** All contacts of a body with a mesh wall; pose is that of the mesh in the body's frame. */
export function contactsOf(shape: ConvexPolyhedron, mesh: MeshWall, pose: Pose, options: DetectOptions = createDetectOptions()): Contact[] {
  const room = 4 * shape.vertexCount + 64;
  const fresh = (length: number): Contact[] => Array.from({ length }, () => createContact(room));
  const found = unused.get(room) ?? fresh(16);
  unused.set(room, found);
  const count = meshWallContacts(found, shape, mesh, near, pose, options);
  expect(count).toBeLessThanOrEqual(found.length);
  return found.splice(0, count, ...fresh(count));
}

export function pointsOf(contacts: readonly Contact[]): WallPoint[] {
  return contacts.flatMap((c) =>
    Array.from({ length: c.count }, (_, k) => ({
      part: c.featureB,
      body: c.features[2 * k],
      wall: c.features[2 * k + 1],
      gap: c.gaps[k],
      normal: [...c.normal],
      point: [...c.points.slice(3 * k, 3 * k + 3)],
    })),
  );
}

/**
 * A floor z = 0 from -half to half, n x n cells, inner vertices moved in the plane by up to `jitter` cells, diagonals
 * by `flip`.
 */
export function floorMesh(
  n: number,
  half: number,
  jitter: (k: number) => number,
  flip: (k: number) => boolean,
): { vertices: number[]; triangles: number[] } {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const cell = (2 * half) / n;
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) {
      const inner = i > 0 && i < n && j > 0 && j < n;
      const at = 2 * (j * (n + 1) + i);
      vertices.push(i * cell - half + (inner ? jitter(at) * cell : 0), j * cell - half + (inner ? jitter(at + 1) * cell : 0), 0);
    }
  }
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      const [b, c, d] = [a + 1, a + n + 2, a + n + 1];
      triangles.push(...(flip(a) ? [a, b, d, b, c, d] : [a, b, c, a, c, d]));
    }
  }
  return { vertices, triangles };
}
