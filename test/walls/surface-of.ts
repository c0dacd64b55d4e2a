import type { ConvexPolyhedron } from '../../src/polyhedron';
import { meshWall, type MeshWall, type MeshWallOptions } from '../../src/walls';

/** The surface of a solid as triangles, each face a fan, in the frame of the solid. */
export function trianglesOf(shape: ConvexPolyhedron): number[] {
  const triangles: number[] = [];
  for (let f = 0; f < shape.faceCount; f++) {
    const loop: number[] = [];
    let h = shape.faceHalfEdge[f];
    do {
      loop.push(shape.halfEdgeOrigin[h]);
      h = shape.halfEdgeNext[h];
    } while (h !== shape.faceHalfEdge[f]);
    for (let k = 1; k + 1 < loop.length; k++) triangles.push(loop[0], loop[k], loop[k + 1]);
  }
  return triangles;
}

/** The surface of a solid as a wall. */
export function surfaceOf(shape: ConvexPolyhedron, options: MeshWallOptions = {}): MeshWall {
  return meshWall(shape.vertices, trianglesOf(shape), options);
}
