import { expect } from 'vitest';
import type { Pose } from '../../src/body';
import { Status, touchingBand, type Overlap } from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';

/** What holds for every region: it is closed, its corners lie in both bodies, each face on its plane, and its integrals are those of its faces. */
export function checkRegion(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  const numbers = [out.volume, out.area, out.areaA, out.areaB, out.normalArea, ...out.normal, ...out.centroid];
  expect(numbers.every(Number.isFinite)).toBe(true);
  if (out.status !== Status.Overlapping) {
    expect([out.volume, out.area, out.vertexCount, out.faceCount]).toEqual([0, 0, 0, 0]);
    return;
  }
  // Each cut takes corners as on its plane up to 8 rounding steps from it; the planes themselves are known to within the tolerances.
  const slack = 16 * 2 ** -52 * (a.radius + b.radius) + touchingBand(a, b);
  const { vertices, faceStart, faceVertices, faceSource, vertexCount, faceCount } = out;
  expect(vertexCount - faceStart[faceCount] / 2 + faceCount).toBe(2);
  const uses = new Map<string, number>();
  const sum = [0, 0, 0];
  let squares = 0;
  for (let f = 0; f < faceCount; f++) {
    const loop = Array.from(faceVertices.subarray(faceStart[f], faceStart[f + 1]));
    expect(loop.length).toBeGreaterThanOrEqual(3);
    const [body, face] = faceSource.subarray(2 * f, 2 * f + 2);
    const [n, d] = planeOf(body === 0 ? a : b, face, body === 0 ? undefined : pose);
    for (const [k, v] of loop.entries()) {
      expect(v).toBeLessThan(vertexCount);
      const w = loop[(k + 1) % loop.length];
      uses.set(`${v} ${w}`, (uses.get(`${v} ${w}`) ?? 0) + 1);
      expect(Math.abs(along(n, vertices, v) - d)).toBeLessThanOrEqual(slack);
    }
    const p = loop.map((v) => vertices.subarray(3 * v, 3 * v + 3));
    for (let k = 2; k < p.length; k++) {
      const [u, w] = [0, 1].map((i) => [0, 1, 2].map((x) => p[k - 1 + i][x] - p[0][x]));
      for (let x = 0; x < 3; x++) squares += u[x] ** 2 + w[x] ** 2;
      for (let x = 0; x < 3; x++) sum[x] += 0.5 * (u[(x + 1) % 3] * w[(x + 2) % 3] - u[(x + 2) % 3] * w[(x + 1) % 3]);
    }
  }
  // A closed surface: each edge once in each direction.
  for (const [key, times] of uses) {
    expect(times).toBe(1);
    expect(uses.has(key.split(' ').reverse().join(' '))).toBe(true);
  }
  expect(Math.sqrt(sum[0] ** 2 + sum[1] ** 2 + sum[2] ** 2)).toBeLessThanOrEqual(1e-11 * out.area + 8 * 2 ** -52 * squares);
  expect(out.areaA + out.areaB).toBeCloseTo(out.area, 12);
  for (let v = 0; v < vertexCount; v++) {
    for (let f = 0; f < a.faceCount; f++) {
      const [n, d] = planeOf(a, f);
      expect(along(n, vertices, v)).toBeLessThanOrEqual(d + slack);
    }
    for (let f = 0; f < b.faceCount; f++) {
      const [n, d] = planeOf(b, f, pose);
      expect(along(n, vertices, v)).toBeLessThanOrEqual(d + slack);
    }
  }
}

function along(n: readonly number[], vertices: Float64Array, v: number): number {
  return n[0] * vertices[3 * v] + n[1] * vertices[3 * v + 1] + n[2] * vertices[3 * v + 2];
}

function planeOf(shape: ConvexPolyhedron, f: number, pose?: Pose): [number[], number] {
  const n = Array.from(shape.normals.subarray(3 * f, 3 * f + 3));
  if (!pose) return [n, shape.offsets[f]];
  const turned = [0, 3, 6].map((r) => pose[r] * n[0] + pose[r + 1] * n[1] + pose[r + 2] * n[2]);
  return [turned, shape.offsets[f] + turned[0] * pose[9] + turned[1] * pose[10] + turned[2] * pose[11]];
}
