export { MAX_EDGES, MAX_FACES, MAX_VERTICES, TOLERANCE_ULPS, type ConvexPolyhedron } from './convex-polyhedron';
export { createHullReport, type HullReport } from './hull';
export { polyhedronFromVertices, type Points } from './from-vertices';
