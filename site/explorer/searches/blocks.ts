/** What the searches of blocks look at: entrances and virtual contact planes, shrunken edges, the common region. */
import {
  createContactFor,
  createDetectOptions,
  createOverlapFor,
  createPairForce,
  createShrunkenEdgeOptions,
  createState,
  createVolumeLaw,
  kindName,
  overlap,
  publishedOverlap,
  shrunkenEdge,
  shrunkenEdgeMethod,
  statusName,
  volumeForce,
  type ConvexPolyhedron,
  type Overlap,
  type Pose,
} from 'dem-contact';
import { featureDimension, featureIndex } from '../../../src/contact/feature';
import { CONTACTS, setA, setB, setCount } from '../../../src/direct-search/contact-set';
import { directSearch } from '../../../src/direct-search/direct-search';
import {
  measureNearGap,
  nearA,
  nearB,
  nearCount,
  nearDistance,
  nearGap,
  nearNormal,
  nearOrder,
} from '../../../src/direct-search/near-entrances';
import { D_TOL, settings } from '../../../src/direct-search/settings';
import { featureName } from '../answers';
import { short, shortVector, type Drawing, type Search, type Step } from '../drawing';
import { dot, minus, placeCorners, times, type Vector } from './vectors';

/** The valid entrances within dTol, and the contact set, of the direct search. Both searches find the same. */
export function entrances(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, margin: number): Search {
  const out = createContactFor(a, b);
  directSearch(out, a, b, pose, undefined, { ...createDetectOptions(), margin });
  const corners: [Vector[], Vector[]] = [placeCorners(a), placeCorners(b, pose)];
  const steps: Step[] = [];
  const n: Vector = [out.normal[0], out.normal[1], out.normal[2]];
  if (dot(n, n) > 0) {
    steps.push({
      cells: ['contact', `${kindName(out.kind)}, ${statusName(out.status)}`, short(out.gap), '', shortVector(n)],
      drawing: { ...contactPlanes(corners, n), points: [...out.points.subarray(0, 3 * out.count)] },
    });
  }
  if (out.count > 0) {
    for (let l = 0; l < nearCount(); l++) {
      const k = nearOrder[l];
      measureNearGap(k);
      const normal: Vector = [nearNormal[3 * k], nearNormal[3 * k + 1], nearNormal[3 * k + 2]];
      const lines = [...featureLines(a, corners[0], nearA[k]), ...featureLines(b, corners[1], nearB[k])];
      steps.push({
        cells: [
          'entrance',
          `${featureName(nearA[k])}, ${featureName(nearB[k])}`,
          short(gapAlong(corners, normal)),
          short(nearDistance[k]),
          shortVector(normal),
        ],
        drawing: { ...contactPlanes(corners, normal), lines },
      });
      if (!(nearGap[k] > -Infinity)) steps[steps.length - 1].cells[0] = 'entrance (edges nearly parallel, or valid within the tolerance)';
    }
    for (let k = 0; k < setCount[CONTACTS]; k++) {
      const lines = [...featureLines(a, corners[0], setA[k]), ...featureLines(b, corners[1], setB[k])];
      steps.push({ cells: ['basic contact', `${featureName(setA[k])}, ${featureName(setB[k])}`, '', '', ''], drawing: { lines } });
    }
  }
  return {
    name: 'DS and FDS: entrances and virtual contact planes',
    about: `Zheng et al. 2017. dTol is ${short(settings[D_TOL])}. The two discs are the virtual contact planes, which touch the blocks along the normal. The first row is the contact; then each valid entrance within dTol with its own normal, and the basic contacts.`,
    head: ['row', 'features', 'g', 'distance', 'normal'],
    steps,
  };
}

function gapAlong(corners: readonly Vector[][], n: Vector): number {
  return Math.min(...corners[1].map((c) => dot(n, c))) - Math.max(...corners[0].map((c) => dot(n, c)));
}

/** The planes that touch A from above and B from below, each about its corner there. */
function contactPlanes(corners: readonly Vector[][], n: Vector): Drawing {
  const top = corners[0].reduce((best, c) => (dot(n, c) > dot(n, best) ? c : best));
  const bottom = corners[1].reduce((best, c) => (dot(n, c) < dot(n, best) ? c : best));
  // Both discs about one axis through the middle of the two corners.
  const middle = times(0.5, minus(top, times(-1, bottom)));
  const foot = (on: Vector): Vector => minus(middle, times(dot(n, middle) - dot(n, on), n));
  return { planes: [...n, ...foot(top), ...n, ...foot(bottom)] };
}

/** A feature as lines: the sides of a face, an edge, or a small cross at a vertex. */
function featureLines(shape: ConvexPolyhedron, corners: readonly Vector[], feature: number): number[] {
  const { halfEdgeOrigin, halfEdgeFace } = shape;
  const index = featureIndex(feature);
  const dimension = featureDimension(feature);
  if (dimension === 0) {
    const arm = 0.06 * shape.radius;
    return [0, 1, 2].flatMap((k) => [-arm, arm].flatMap((d) => corners[index].map((x, c) => (c === k ? x + d : x))));
  }
  const sides = Array.from({ length: 2 * shape.edgeCount }, (_, h) => h).filter((h) =>
    dimension === 1 ? h === 2 * index : halfEdgeFace[h] === index,
  );
  return sides.flatMap((h) => [...corners[halfEdgeOrigin[h]], ...corners[halfEdgeOrigin[h ^ 1]]]);
}

/** How far the drawn edges are moved in; the method moves them by 1 %, which no picture shows. */
const DRAWN_SHRINK = 0.1;

/** The shrunken edges of both blocks, with the contact of each form. */
export function shrunkenEdges(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, margin: number): Search {
  const lines = [...shrunkenLines(a, placeCorners(a)), ...shrunkenLines(b, placeCorners(b, pose))];
  const steps = (['corrected', 'published'] as const).map((variant) => {
    const out = createContactFor(a, b);
    const options = { ...createShrunkenEdgeOptions([a, b], { variant }), margin };
    shrunkenEdge(out, a, b, pose, createState(shrunkenEdgeMethod), options);
    const cells = [variant, statusName(out.status), kindName(out.kind), short(out.gap), String(out.count), short(out.area)];
    return { cells, drawing: { lines, points: [...out.points.subarray(0, 3 * out.count)] } };
  });
  return {
    name: 'Shrunken edges',
    about: `Wang, Li and Feng 2015. Each edge of a face is moved towards the centre of the face. The method moves it by 1 % of that way; the drawing by ${100 * DRAWN_SHRINK} %, so that you see it.`,
    head: ['form', 'status', 'kind', 'gap', 'points', 'area'],
    steps,
  };
}

function shrunkenLines(shape: ConvexPolyhedron, corners: readonly Vector[]): number[] {
  const { faceCount, halfEdgeFace, halfEdgeOrigin } = shape;
  const faces = Array.from({ length: faceCount }, (): number[] => []);
  for (let h = 0; h < 2 * shape.edgeCount; h++) faces[halfEdgeFace[h]].push(h);
  return faces.flatMap((sides) => {
    const centre = [0, 1, 2].map((k) => sides.reduce((sum, h) => sum + corners[halfEdgeOrigin[h]][k], 0) / sides.length);
    const moved = (v: number): number[] => corners[v].map((x, k) => x + DRAWN_SHRINK * (centre[k] - x));
    return sides.flatMap((h) => [...moved(halfEdgeOrigin[h]), ...moved(halfEdgeOrigin[h ^ 1])]);
  });
}

/** The region that both bodies share, by both forms, with the force of the volume law for a stiffness of 1. */
export function commonRegion(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Search {
  const motion = { positions: new Float64Array(6), velocities: new Float64Array(6), spins: new Float64Array(6) };
  motion.positions.set([pose[9], pose[10], pose[11]], 3);
  const steps = [overlap, publishedOverlap].map((find): Step => {
    const region = createOverlapFor(a, b);
    find(region, a, b, pose);
    const { force, torqueA, torqueB } = volumeForce(createPairForce(), region, createVolumeLaw(1), motion, 0, 1);
    return {
      cells: [
        find === overlap ? 'by cuts' : 'as published',
        statusName(region.status),
        short(region.volume),
        short(region.area),
        shortVector(region.normal),
        shortVector(force),
        `${shortVector(torqueA)}; ${shortVector(torqueB)}`,
      ],
      drawing: regionDrawing(region, force),
    };
  });
  return {
    name: 'Common region and its force',
    about:
      'Nassauer, Liedke and Kuna 2012. The force on B is the volume (stiffness 1) along the normal, at the centroid of the region; its torques are about the centroids of A and B. The arrow shows its direction. The published form has no polyhedron to draw.',
    head: ['form', 'status', 'volume', 'area', 'normal', 'force on B', 'torques'],
    steps,
  };
}

function regionDrawing(region: Overlap, force: ArrayLike<number>): Drawing {
  if (!(region.volume > 0)) return {};
  const { faceStart, faceVertices, faceCount, vertices, vertexCount, centroid } = region;
  const triangles: number[] = [];
  for (let f = 0; f < faceCount; f++)
    for (let k = faceStart[f] + 2; k < faceStart[f + 1]; k++)
      triangles.push(faceVertices[faceStart[f]], faceVertices[k - 1], faceVertices[k]);
  const size = Math.hypot(force[0], force[1], force[2]);
  // As long as a cube of the volume is wide, and at least so that it is seen.
  const length = Math.max(Math.cbrt(region.volume), 0.3);
  const arrow = size > 0 ? [...centroid, ...Array.from(force).map((x) => (length * x) / size)] : [];
  return { region: { vertices: [...vertices.subarray(0, 3 * vertexCount)], triangles }, ...(arrow.length > 0 && { arrow }) };
}
