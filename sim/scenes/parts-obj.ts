import type { ConvexPolyhedron } from 'dem-contact';

/**
 * Parts of a clump as a Wavefront OBJ file: one solid a part, which `readObj` reads again. Parts must not be turned.
 */
export function partsObj(parts: readonly { shape: ConvexPolyhedron; position: ArrayLike<number> }[]): string {
  const lines: string[] = [];
  let first = 1;
  parts.forEach(({ shape, position }, p) => {
    lines.push(`o part${p}`);
    const { vertices, vertexCount, faceCount, faceHalfEdge, halfEdgeNext, halfEdgeOrigin } = shape;
    for (let v = 0; v < vertexCount; v++) lines.push(`v ${[0, 1, 2].map((k) => vertices[3 * v + k] + position[k]).join(' ')}`);
    for (let f = 0; f < faceCount; f++) {
      const loop: number[] = [];
      let h = faceHalfEdge[f];
      do {
        loop.push(first + halfEdgeOrigin[h]);
        h = halfEdgeNext[h];
      } while (h !== faceHalfEdge[f]);
      lines.push(`f ${loop.join(' ')}`);
    }
    first += vertexCount;
  });
  return lines.join('\n') + '\n';
}
