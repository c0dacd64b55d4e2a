import { createContact, createDetectOptions, type Contact, type DetectOptions } from '../../src/contact';
import type { Pose } from '../../src/body';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { createWallPartList, meshWallContact, meshWallTriangles, type MeshWall } from '../../src/walls';

export interface WallPoint {
  part: number;
  body: number;
  wall: number;
  gap: number;
  normal: number[];
  point: number[];
}

/** All contacts of a body with a mesh wall; pose is that of the mesh in the body's frame. */
export function contactsOf(shape: ConvexPolyhedron, mesh: MeshWall, pose: Pose, options: DetectOptions = createDetectOptions()): Contact[] {
  const t = [pose[9], pose[10], pose[11]];
  const centre = Float64Array.from([0, 1, 2], (k) => -(pose[k] * t[0] + pose[3 + k] * t[1] + pose[6 + k] * t[2]));
  const list = meshWallTriangles(createWallPartList(1), mesh, centre, shape.radius + options.margin);
  const found: Contact[] = [];
  for (let p = 0; p < list.count; p++) {
    const out = createContact(shape.vertexCount + 9);
    meshWallContact(out, shape, mesh, list.parts[p], pose, options);
    if (out.count > 0) found.push(out);
  }
  return found;
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

/** A floor z = 0 from -half to half, n x n cells, inner vertices moved in the plane by up to `jitter` cells, diagonals by `flip`. */
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
