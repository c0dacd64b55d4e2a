export { WallEdge, meshWall } from './mesh-wall';
export type { MeshWall, MeshWallOptions } from './mesh-wall';
export { meshWallContact } from './mesh-wall-contact';
export { createWallPartList, meshWallTriangles } from './part-tree';
export type { PartTree, WallPartList } from './part-tree';
export { planeWall, wallPlane } from './plane-wall';
export type { PlaneWall } from './plane-wall';
export { applyWallRounding, planeWallContact, wallBand } from './plane-wall-contact';
export { centreInMesh, wallPose } from './wall-pose';
