/**
 * The place of a triangle of a mesh wall that is closest to a point.
 *
 * The foot of the point on the plane of the triangle, if it is inside all three sides. Otherwise the closest place is
 * on a side, and it is the best of the three sides. Frame: the mesh's.
 */
import { faceFeature } from '../contact/feature';
import type { MeshWall } from './mesh-wall';

/** The point, x y z; and the length within which a place is on a side, or on a corner. */
export const seekPoint = /* @__PURE__ */ new Float64Array(4);
export const SEEK_BAND = 3;

/** The closest place, x y z; its distance; the height of the point over the plane of the triangle. */
export const hit = /* @__PURE__ */ new Float64Array(5);
export const HIT_DISTANCE = 3;
export const HIT_HEIGHT = 4;
/** Feature of the closest place; and 1 if it is inside the triangle. */
export const hitFeature = /* @__PURE__ */ new Int32Array(2);
export const HIT_INSIDE = 1;

/** Finds the place of triangle t that is closest to `seekPoint`. Writes `hit` and `hitFeature`. */
export function findClosest(mesh: MeshWall, t: number): void {
  const { vertices, triangles, normals, offsets } = mesh;
  const x = seekPoint[0];
  const y = seekPoint[1];
  const z = seekPoint[2];
  const band = seekPoint[SEEK_BAND];
  const nx = normals[3 * t];
  const ny = normals[3 * t + 1];
  const nz = normals[3 * t + 2];
  const height = nx * x + ny * y + nz * z - offsets[t];
  hit[HIT_HEIGHT] = height;
  let best = Infinity;
  let isInside = true;
  for (let k = 0; k < 3; k++) {
    const a = 3 * triangles[3 * t + k];
    const b = 3 * triangles[3 * t + (k === 2 ? 0 : k + 1)];
    const ex = vertices[b] - vertices[a];
    const ey = vertices[b + 1] - vertices[a + 1];
    const ez = vertices[b + 2] - vertices[a + 2];
    const px = x - vertices[a];
    const py = y - vertices[a + 1];
    const pz = z - vertices[a + 2];
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    // Distance of the point from the side, in the plane: above 0 inside.
    const aside = (nx * (ey * pz - ez * py) + ny * (ez * px - ex * pz) + nz * (ex * py - ey * px)) / length;
    if (aside >= -band) continue;
    isInside = false;
    const along = (px * ex + py * ey + pz * ez) / length;
    const s = along < 0 ? 0 : along > length ? 1 : along / length;
    const dx = px - s * ex;
    const dy = py - s * ey;
    const dz = pz - s * ez;
    const square = dx * dx + dy * dy + dz * dz;
    if (!(square < best)) continue;
    best = square;
    hit[0] = vertices[a] + s * ex;
    hit[1] = vertices[a + 1] + s * ey;
    hit[2] = vertices[a + 2] + s * ez;
    if (along <= band) hitFeature[0] = mesh.cornerCodes[3 * t + k];
    else if (along >= length - band) hitFeature[0] = mesh.cornerCodes[3 * t + (k === 2 ? 0 : k + 1)];
    else hitFeature[0] = mesh.sideCodes[3 * t + k];
  }
  hitFeature[HIT_INSIDE] = isInside ? 1 : 0;
  if (!isInside) {
    hit[HIT_DISTANCE] = Math.sqrt(best);
    return;
  }
  hit[0] = x - height * nx;
  hit[1] = y - height * ny;
  hit[2] = z - height * nz;
  hit[HIT_DISTANCE] = Math.abs(height);
  hitFeature[0] = faceFeature(mesh.flatPart[t]);
}
