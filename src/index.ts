export { InputError } from './math/input-error';
export type { InputErrorCode } from './math/input-error';
export {
  box,
  createHalfSpaceReport,
  createHullReport,
  createRandom,
  dodecahedron,
  icosahedron,
  MAX_EDGES,
  MAX_FACES,
  MAX_VERTICES,
  octahedron,
  polyhedronFromFaces,
  polyhedronFromHalfSpaces,
  polyhedronFromTriangles,
  polyhedronFromVertices,
  principalFrame,
  prism,
  randomHull,
  randomPolyhedron,
  rhombicDodecahedron,
  squarePyramid,
  tetrahedron,
  tetrakisHexahedron,
  TOLERANCE_ULPS,
  truncatedIcosahedron,
  validatePolyhedron,
} from './polyhedron';
export type { ConvexPolyhedron, HalfSpaceReport, HullReport, Points, PrincipalFrame, Random, RandomPolyhedronOptions } from './polyhedron';
export {
  addBody,
  BodyFlag,
  bodySetFromPoints,
  boundingRadii,
  createBodySet,
  createPose,
  isFinitePose,
  mayPair,
  relativePose,
  removeBody,
} from './body';
export type { BodySet, BodySetArrays, NewBody, PairFilter, Pose } from './body';
export {
  appendContact,
  applyRounding,
  clearContact,
  clearContactList,
  ContactKind,
  createCommonPlane,
  createContact,
  createContactFor,
  createContactList,
  createDetectOptions,
  createState,
  detect,
  edgeFeature,
  faceFeature,
  featureDimension,
  featureIndex,
  NO_FEATURE,
  Status,
  statusOfGap,
  touchingBand,
  toWorld,
  vertexFeature,
} from './contact';
export type { CommonPlane, Contact, ContactList, ContactMethod, ContactState, DetectOptions } from './contact';
export { exactMethod, exactPlane, planeContact, publishedShortestLinkMethod, shortestLink, shortestLinkMethod } from './common-plane';
export type { ShortestLinkOptions } from './common-plane';
export { checkSpheres, createNbsWorkspace, createPairList, nbsMemory, nbsPairs3d } from './broad-phase';
export type { CellGrid, NbsWorkspace, PairList } from './broad-phase';
export {
  createSceneFile,
  movedSceneFile,
  readObj,
  readOff,
  readScene,
  readSceneFile,
  readShapes,
  sceneFileFromBodies,
  shapeRecord,
  vtkBodies,
  vtkContacts,
  writeScene,
  writeShapes,
} from './io';
export type { FileSetting, FileShape, NamedPolyhedron, Scene, SceneFile, SceneInteractions, ShapeRecord, ShapeSolid } from './io';
