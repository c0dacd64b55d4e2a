import { expect } from 'vitest';
import type { Pose } from '../../src/body';
import { Status, touchingBand, type Overlap } from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';

/**
 * What holds for every region: it is closed, its corners lie in both bodies, each face on its plane, and its integrals
 * are those of its faces.
 */
export function checkRegion(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  expect(faultOf(out, a, b, pose)).toBe('');
}

/**
 * The first thing that does not hold, in words. One answer for all corners, since a call of `expect` takes longer than
 * what it looks at.
 */
function faultOf(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): string {
  const numbers = [out.volume, out.area, out.areaA, out.areaB, out.normalArea, ...out.normal, ...out.centroid];
  if (!numbers.every(Number.isFinite)) return `not finite: ${numbers.join(' ')}`;
  const { vertices, faceStart, faceVertices, faceSource, vertexCount, faceCount } = out;
  // Overlaps of needles by their tips can be lost in rounding: then nothing of the region is left.
  if (out.status !== Status.Overlapping || out.volume === 0) {
    const left = [out.volume, out.area, vertexCount, faceCount];
    return left.every((x) => x === 0) ? '' : `volume, area, corners, faces without an overlap: ${left.join(' ')}`;
  }
  // Each cut takes corners as on its plane up to 8 rounding steps from it; the planes themselves are known to within
  // the tolerances.
  const slack = 16 * 2 ** -52 * (a.radius + b.radius) + touchingBand(a, b);
  if (vertexCount - faceStart[faceCount] / 2 + faceCount !== 2) return 'Euler: corners - edges + faces is not 2';
  const planes = [planesOf(a), planesOf(b, pose)];
  const directed = new Set<number>();
  const sum = [0, 0, 0];
  let squares = 0;
  for (let f = 0; f < faceCount; f++) {
    const start = faceStart[f];
    const count = faceStart[f + 1] - start;
    if (!(count >= 3)) return `face ${f} has ${count} corners`;
    const { normals, offsets } = planes[faceSource[2 * f]];
    const face = faceSource[2 * f + 1];
    for (let k = 0; k < count; k++) {
      const v = faceVertices[start + k];
      const w = faceVertices[start + ((k + 1) % count)];
      if (!(v < vertexCount)) return `face ${f} has corner ${v} of ${vertexCount}`;
      if (directed.has(v * vertexCount + w)) return `edge ${v} to ${w} is there twice`;
      directed.add(v * vertexCount + w);
      const off = along(normals, face, vertices, v) - offsets[face];
      if (!(Math.abs(off) <= slack)) return `corner ${v} is ${off} off its face ${f}`;
    }
    const corner = (k: number, x: number): number => vertices[3 * faceVertices[start + k] + x];
    for (let k = 2; k < count; k++) {
      const [u, w] = [k - 1, k].map((i) => [0, 1, 2].map((x) => corner(i, x) - corner(0, x)));
      for (let x = 0; x < 3; x++) squares += u[x] ** 2 + w[x] ** 2;
      for (let x = 0; x < 3; x++) sum[x] += 0.5 * (u[(x + 1) % 3] * w[(x + 2) % 3] - u[(x + 2) % 3] * w[(x + 1) % 3]);
    }
  }
  // A closed surface: each edge once in each direction.
  for (const edge of directed) {
    const back = (edge % vertexCount) * vertexCount + Math.floor(edge / vertexCount);
    if (!directed.has(back)) return `edge ${edge} of ${vertexCount} corners has no way back`;
  }
  const open = Math.sqrt(sum[0] ** 2 + sum[1] ** 2 + sum[2] ** 2);
  if (!(open <= 1e-11 * out.area + 8 * 2 ** -52 * squares)) return `area vectors sum to ${open}, not 0`;
  if (!(Math.abs(out.areaA + out.areaB - out.area) <= 2 ** -51 * out.area)) return `areas ${out.areaA} + ${out.areaB} are not ${out.area}`;
  for (let v = 0; v < vertexCount; v++) {
    for (const { normals, offsets } of planes) {
      for (let f = 0; f < offsets.length; f++) {
        const height = along(normals, f, vertices, v) - offsets[f];
        if (!(height <= slack)) return `corner ${v} is ${height} beyond a plane`;
      }
    }
  }
  return '';
}

function along(normals: ArrayLike<number>, f: number, vertices: Float64Array, v: number): number {
  return normals[3 * f] * vertices[3 * v] + normals[3 * f + 1] * vertices[3 * v + 1] + normals[3 * f + 2] * vertices[3 * v + 2];
}

/** The planes of a body, in the frame that its pose refers to. */
function planesOf({ normals, offsets }: ConvexPolyhedron, pose?: Pose): { normals: Float64Array; offsets: Float64Array } {
  if (!pose) return { normals, offsets };
  const turned = normals.map((_, i) => {
    const [f, r] = [3 * Math.floor(i / 3), 3 * (i % 3)];
    return pose[r] * normals[f] + pose[r + 1] * normals[f + 1] + pose[r + 2] * normals[f + 2];
  });
  return { normals: turned, offsets: offsets.map((d, f) => d + along(turned, f, pose, 3)) };
}
