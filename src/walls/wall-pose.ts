/** The pose of a mesh wall in a body's frame, and the body's centroid in the frame of the mesh. */
import { createBodySet, type BodySet } from '../body/body-set';
import { relativePose, type Pose } from '../body/pose';
import type { MeshWall } from './mesh-wall';

/** The body and the wall, as rows 0 and 1. */
const pair = /* @__PURE__ */ twoRows();

function twoRows(): BodySet {
  return createBodySet({ shapeIndex: new Int32Array(2).fill(-1) });
}

/**
 * Pose of a mesh wall in the frame of body i, for {@link meshWallContacts}. The difference of the positions is taken
 * first, so no precision is lost far from the origin. A position that is not finite, or an orientation that is not a
 * rotation, makes the pose NaN.
 *
 * @example
 * ```ts
 * const floor = meshWall([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
 * const pose = wallPose(createPose(), floor, bodies, 0);
 * ```
 */
export function wallPose(pose: Pose, mesh: MeshWall, bodies: BodySet, i: number): Pose {
  for (let k = 0; k < 3; k++) {
    pair.positions[k] = bodies.positions[3 * i + k];
    pair.positions[3 + k] = mesh.position[k];
  }
  for (let k = 0; k < 4; k++) {
    pair.orientations[k] = bodies.orientations[4 * i + k];
    pair.orientations[4 + k] = mesh.orientation[k];
  }
  return relativePose(pose, pair, 0, 1);
}

/** The centroid of the body in the mesh's frame, length 3, from the pose of the mesh in the body's. */
export function centreInMesh(centre: Float64Array, pose: Pose): Float64Array {
  for (let k = 0; k < 3; k++) centre[k] = -(pose[k] * pose[9] + pose[3 + k] * pose[10] + pose[6 + k] * pose[11]);
  return centre;
}
