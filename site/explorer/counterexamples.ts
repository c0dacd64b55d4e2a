/**
 * Pairs on which a published search goes wrong, from the pages of the methods. The numbers are those of the pages; a
 * test computes them.
 */
import { pairFromPoints, type Pair } from './pair';

export interface Answer {
  /** A name of the table of answers, or of a search and a row of it: `search: row`. */
  method: string;
  /** The gap; for the common region the volume. */
  value: number;
  /** The kind of contact, where the method errs in it. */
  kind?: string;
}

export interface Counterexample {
  name: string;
  pair: Pair;
  /** What to look at. */
  text: string;
  /** The inside of a method that shows it best: the start of its name. */
  search: string;
  answers: readonly Answer[];
}

const SLAB = boxPoints([10, 10, 0.5], [0, 0, 0.5]);
const CUBE = boxPoints([0.5, 0.5, 0.5], [0, 0, 0]);

export const counterexamples: readonly Counterexample[] = [
  {
    name: 'Shortest link, 3.5.1: start on a rear face',
    pair: pairFromPoints(SLAB, [3, 6, 4, 2, 6, 3, 2, 7, 4, -6, -1, 4]),
    text: 'The vertex of the slab nearest to the bisector is on its rear face. P never leaves that face, and the link is 3 long. The distance is 2.',
    search: 'SLM as published (replaces)',
    answers: [
      { method: 'slm-published', value: 3 },
      { method: 'exact', value: 2 },
      { method: 'slm', value: 2 },
    ],
  },
  {
    name: 'Shortest link, 3.5.2: the special case stops too early',
    pair: pairFromPoints([2, -1, 1, 1, 2, 2, -1, -1, 2, -1, 2, 2], [2, 0, 2, 1, 1, 5, 2, 0, 4, 0, 0, 2]),
    text: 'Read word for word, the special case of two edges takes the place of the sweep. It stops at 0.632; the distance is 0.103.',
    search: 'SLM as published (replaces)',
    answers: [
      { method: 'slm-published', value: 0.632 },
      { method: 'exact', value: 0.103 },
      { method: 'slm', value: 0.103 },
    ],
  },
  {
    name: 'Fast common plane: the closest corner gains nothing',
    pair: pairFromPoints([0, 1, 1, 2, -1, 1, 1, -2, 1, 0, -2, 0], [-1, 0, 2, 1, -2, 3, -2, -2, 3, 2, 1, 3]),
    text: 'The closest pair of vertices that touch the plane gives no better candidate, because the nearest point of the face is on a longer edge. The published search stops at 1.162; the distance is 1.335.',
    search: 'FCP',
    answers: [
      { method: 'fcp-published', value: 1.162 },
      { method: 'exact', value: 1.335 },
      { method: 'fcp', value: 1.335 },
    ],
  },
  {
    name: 'Fast common plane: a deep overlap has many best planes',
    pair: pairFromPoints([-2, -2, 2, 0, 2, 1, 2, 0, -1, -1, -1, 2], [-2, -1, 0, 2, -2, 2, 1, 2, 2, -2, 0, -1]),
    text: 'No tilt of the plane of the fast common plane gives a larger g, but another plane does: a depth of 2.198, while the shortest way out is 1.633 long.',
    search: 'FCP',
    answers: [
      { method: 'fcp', value: -2.198 },
      { method: 'exact', value: -1.633 },
      { method: 'slm', value: -1.633 },
    ],
  },
  {
    name: 'Fast common plane: an overlap needs a proof',
    pair: pairFromPoints(
      [19, 10, 1, 0, 6, -1, 9, -14, 0, -4, 19, 1, 9, -16, -1],
      [10.125, 0.125, 2.125, 10, 0, 2.25, 10, 0, 1.875, 10, 0.25, 2],
    ),
    text: 'A thin lens and a small body, 1.358 apart. The search for candidates ends at a plane with g = −2.505, which no tilt improves. There is no common point, so the exact plane decides.',
    search: 'FCP',
    answers: [
      { method: 'exact', value: 1.358 },
      { method: 'fcp', value: 1.358 },
    ],
  },
  {
    name: "Cundall's plane: a ridge on which no tilt gains",
    pair: pairFromPoints(CUBE, boxPoints([0.5, 0.5, 0.5], [1.2, 0.9, 0.4])),
    text: 'Two cubes, 0.2 apart along x. The tilts start along the line of centroids and stop on a ridge, with a smaller gap.',
    search: 'Cundall',
    answers: [
      { method: 'exact', value: 0.2 },
      { method: 'slm', value: 0.2 },
    ],
  },
  {
    name: 'Direct search, 2.1.3: the mean of normals at two corners',
    pair: pairFromPoints(CUBE, boxPoints([0.5, 0.5, 0.5], [1.02, 1.01, 1.01])),
    text: 'Corner on corner, apart by 0.0245. The published mean has equal parts of all normals, 19.5° off the shortest link, and the gap 0.0231. The bounded mean leans towards the nearest plane.',
    search: 'DS and FDS',
    answers: [
      { method: 'exact', value: 0.02449 },
      { method: 'fds, published normal', value: 0.02309 },
    ],
  },
  {
    name: 'Direct search, 2.2.1: a plane is near where its face is not',
    pair: pairFromPoints(
      [-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0, 0, -1, 0.1, 0, 1, 0.1],
      [0.15, 0, 0.095, 0.85, 0, 1.095, -0.55, 0.7, 1.095, -0.55, -0.7, 1.095],
    ),
    text: 'A corner over one side of a roof of 11°, 0.15 from the ridge. The planes of both sides are within dTol = 0.05 of it, so n_j says corner on edge. It is corner on face.',
    search: 'DS and FDS',
    answers: [
      { method: 'direct-search', value: 0.00993, kind: 'VertexFace' },
      { method: 'fds', value: 0.00993, kind: 'VertexFace' },
      { method: 'fds-published', value: 0.00993, kind: 'VertexEdge' },
    ],
  },
  {
    name: 'Shrunken edge, eq. 2: a slim tip has no approaching face',
    pair: pairFromPoints([0, 0, 0, 0.1, 0, 2, -0.05, 0.08, 2, -0.05, -0.08, 2], boxPoints([0.5, 0.5, 0.5], [0, 0, -0.5])),
    text: 'The sides of the tip are more opposed to the sides of the cube than to its top. The printed form looks only there, and finds nothing.',
    search: 'Shrunken edges',
    answers: [
      { method: 'exact', value: 0 },
      { method: 'Shrunken edges: corrected', value: 0 },
    ],
  },
  {
    name: 'Shrunken edge: an overlap deeper than the tolerance is lost',
    pair: pairFromPoints(CUBE, boxPoints([0.5, 0.5, 0.5], [0.2, 0.1, 0.999])),
    text: 'Flush faces, 0.001 deep. The printed form has no case for overlaps deeper than its tolerance, 0.0005 here.',
    search: 'Shrunken edges',
    answers: [
      { method: 'exact', value: -0.001 },
      { method: 'shrunken-edge', value: -0.001 },
    ],
  },
  {
    name: 'Half-spaces: flush faces count twice',
    pair: pairFromPoints(CUBE, boxPoints([0.5, 0.5, 0.5], [0.5, 0, 0])),
    text: 'Planes with three points or more are faces in the paper, so faces that lie on each other count twice. The common volume is 0.5; the published form has 3.333.',
    search: 'Common region',
    answers: [
      { method: 'Common region and its force: by cuts', value: 0.5 },
      { method: 'Common region and its force: as published', value: 10 / 3 },
    ],
  },
  {
    name: 'Half-spaces, eqs 36 and 37: a particle in a wide floor',
    pair: pairFromPoints(boxPoints([0.5, 0.5, 0.5], [2, 0.2, 0.9]), boxPoints([4, 4, 0.5], [0, 0, 0])),
    text: 'Absolute values make corners behind a centre count as in front of it. The particle is 0.1 deep in the floor, beside its middle, and the published form loses it.',
    search: 'Common region',
    answers: [
      { method: 'exact', value: -0.1 },
      { method: 'Common region and its force: by cuts', value: 0.1 },
      { method: 'Common region and its force: as published', value: 0 },
    ],
  },
];

/** Corners of a box of half edges h about c. */
function boxPoints(h: readonly number[], c: readonly number[]): number[] {
  return Array.from({ length: 24 }, (_, k) => c[k % 3] + ((Math.floor(k / 3) >> (k % 3)) & 1 ? h[k % 3] : -h[k % 3]));
}
