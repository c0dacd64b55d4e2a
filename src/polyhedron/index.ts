export { MAX_EDGES, MAX_FACES, MAX_VERTICES, TOLERANCE_ULPS, type ConvexPolyhedron } from './convex-polyhedron';
export { plateCore, pointCore, segmentCore } from './cores';
export type { MassProperties } from './mass';
export { roundedMass, type RoundedMass } from './rounded-mass';
export { createHullReport, type HullReport } from './hull-report';
export { polyhedronFromFaces } from './from-faces';
export { polyhedronFromTriangles } from './from-triangles';
export { polyhedronFromVertices, type Points } from './from-vertices';
export { createHalfSpaceReport, polyhedronFromHalfSpaces, type HalfSpaceReport } from './from-half-spaces';
export {
  box,
  dodecahedron,
  icosahedron,
  octahedron,
  prism,
  randomHull,
  rhombicDodecahedron,
  squarePyramid,
  tetrahedron,
  tetrakisHexahedron,
  truncatedIcosahedron,
} from './solids';
export { validatePolyhedron } from './validate';
export { principalFrame, type PrincipalFrame } from './principal-frame';
export { randomPolyhedron, type RandomPolyhedronOptions } from './random-polyhedron';
export { createRandom, type Random } from '../math/random';
