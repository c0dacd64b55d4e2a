export { InputError } from './math/input-error';
export type { InputErrorCode } from './math/input-error';
export { createHullReport, MAX_EDGES, MAX_FACES, MAX_VERTICES, polyhedronFromVertices, TOLERANCE_ULPS } from './polyhedron';
export type { ConvexPolyhedron, HullReport, Points } from './polyhedron';
export {
  addBody,
  BodyFlag,
  bodySetFromPoints,
  boundingRadii,
  createBodySet,
  createPose,
  isFinitePose,
  relativePose,
  removeBody,
} from './body';
export type { BodySet, BodySetArrays, NewBody, Pose } from './body';
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
