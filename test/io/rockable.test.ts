import { describe, expect, it } from 'vitest';
import { boundingRadii } from '../../src/body/body-set';
import { createPose, relativePose } from '../../src/body/pose';
import { createPairList, nbsPairs3d } from '../../src/broad-phase';
import { exactPlane } from '../../src/exact-plane/exact-plane';
import { exactMethod } from '../../src/exact-plane/exact-method';
import { shortestLink } from '../../src/shortest-link/shortest-link';
import { shortestLinkMethod } from '../../src/shortest-link/shortest-link-method';
import { createCommonPlane } from '../../src/contact/common-plane';
import { createState } from '../../src/contact/method';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import type { CommonPlane } from '../../src/contact/common-plane';
import type { Pose } from '../../src/body/pose';
import { toWorld } from '../../src/contact/to-world';
import { readScene, readShapes, type Scene } from '../../src/io';
import { dataFile } from './data';

// A packing of 512 rounded dodecahedra between six walls that another DEM code compacted, with the list of contacts
// that this code found: contacts between vertices, edges and faces, several a pair. The least `dn` of a pair is its
// gap.
//
// The other code takes each face of a dodecahedron for one plane, but its vertices leave a common plane by 6.7e-9. Our
// polyhedron is the hull of the vertices as they stand, with three triangles for a pentagon. Gaps so differ by a small
// multiple of that.
const shapeText = dataFile('rockable-518/shape.shp');
const sceneText = dataFile('rockable-518/scene.conf');

/** Least gap in the file and its row for each pair, i < j. */
function pairsOfFile(scene: Scene): Map<string, number> {
  const { interactions } = scene.file;
  const least = new Map<string, number>();
  for (let c = 0; c < interactions.count; c++) {
    const key = [interactions.bodyI[c], interactions.bodyJ[c]].sort((a, b) => a - b).join(' ');
    const row = least.get(key);
    if (row === undefined || interactions.gaps[c] < interactions.gaps[row]) least.set(key, c);
  }
  return least;
}

/** Any way to a common plane, cold. */
type Method = (plane: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose) => void;

const METHODS: [string, Method][] = [
  ['exact plane', (plane, a, b, pose) => exactPlane(plane, a, b, pose, createState(exactMethod))],
  ['shortest link', (plane, a, b, pose) => shortestLink(plane, a, b, pose, createState(shortestLinkMethod))],
];

interface Pair {
  i: number;
  j: number;
  gap: number;
  normal: number[];
}

/** Gap of the rounded bodies and world normal from i to j for all pairs of near bodies, walls with walls left out. */
function nearPairs(scene: Scene, method: Method): Pair[] {
  const { bodies, file } = scene;
  const radii = boundingRadii(new Float64Array(bodies.count), bodies);
  const pose = createPose();
  const plane = createCommonPlane();
  const pairs: Pair[] = [];
  const near = nbsPairs3d(createPairList(), bodies.count, bodies.positions, radii, 0);
  expect(near.invalidCount).toBe(0);
  for (let p = 0; p < near.count; p++) {
    const i = near.pairs[2 * p];
    const j = near.pairs[2 * p + 1];
    if (j < file.driven) continue;
    relativePose(pose, bodies, i, j);
    method(plane, bodies.shapes[bodies.shapeIndex[i]], bodies.shapes[bodies.shapeIndex[j]], pose);
    toWorld(plane, bodies, i);
    pairs.push({ i, j, gap: plane.gap - bodies.rounding[i] - bodies.rounding[j], normal: [...plane.normal] });
  }
  return pairs;
}

interface Comparison {
  scene: Scene;
  /** Row of the file's least gap for each pair. */
  file: Map<string, number>;
  ours: Pair[];
}

function compare(method: Method): Comparison | undefined {
  if (!shapeText || !sceneText) return undefined;
  const scene = readScene(sceneText, readShapes(shapeText));
  return { scene, file: pairsOfFile(scene), ours: nearPairs(scene, method) };
}

describe.each(METHODS)('a packing made and measured by another code, %s', (_, method) => {
  const comparison = compare(method);

  it('has the contacts that the file lists, and no others', () => {
    if (!comparison) return;
    const { scene, file, ours } = comparison;
    const isWall = (key: string) => Number(key.split(' ')[0]) < scene.file.driven;
    const found = new Set(ours.filter((pair) => pair.gap < 0).map((pair) => `${pair.i} ${pair.j}`));
    expect([...file.keys()].filter((key) => !isWall(key)).length).toBe(1466);
    expect([...found].filter((key) => !isWall(key)).length).toBe(1466);
    expect([...found].sort()).toEqual([...file.keys()].sort());
  });

  it('has the gaps of the file to within 2e-8, those at walls to rounding', () => {
    if (!comparison) return;
    const { scene, file, ours } = comparison;
    let compared = 0;
    for (const { i, j, gap } of ours) {
      const row = file.get(`${i} ${j}`);
      if (row === undefined) continue;
      const difference = Math.abs(gap - scene.file.interactions.gaps[row]);
      expect(difference, `${i} ${j}`).toBeLessThan(i < scene.file.driven ? 1e-14 : 2e-8);
      compared++;
    }
    expect(compared).toBe(file.size);
  });

  it('has the normals of the file to within 1e-6', () => {
    if (!comparison) return;
    // The sharp bodies are apart, by almost the sum of two radii, so the normal at the least gap is unique.
    const { interactions } = comparison.scene.file;
    for (const { i, j, normal } of comparison.ours) {
      const row = comparison.file.get(`${i} ${j}`);
      if (row === undefined) continue;
      // The file's normals point from its j to its i.
      const sign = interactions.bodyI[row] === i ? -1 : 1;
      for (let k = 0; k < 3; k++) expect(Math.abs(normal[k] - sign * interactions.normals[3 * row + k]), `${i} ${j}`).toBeLessThan(1e-6);
    }
  });
});
