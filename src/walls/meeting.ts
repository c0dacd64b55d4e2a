/**
 * A body and a mesh wall that meet: the input of all steps of mesh-wall-contact.ts. Numbers of a call are in `bounds`.
 */
import type { Pose } from '../body/pose';
import { createCommonPlane } from '../contact/common-plane';
import type { DetectOptions } from '../contact/method';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { ClipSpaces } from './clip-spaces';
import type { MeshWall } from './mesh-wall';
import type { TriangleList } from './triangle-tree';

export interface Meeting {
  shape: ConvexPolyhedron;
  /** The half-spaces that contain the body. */
  spaces: ClipSpaces;
  mesh: MeshWall;
  /** The triangles near the body. */
  near: TriangleList;
  /** The pose of the mesh in the body's frame. */
  pose: Pose;
  options: DetectOptions;
}

/**
 * The rounding band of the pair; the largest gap of a contact; the allowed bend of the current contact.
 */
export const bounds = /* @__PURE__ */ new Float64Array(3);
export const BAND = 0;
export const MOST_GAP = 1;
export const BEND = 2;

/** The plane of the current contact, in the frame of the body. */
export const plane = /* @__PURE__ */ createCommonPlane();
