import { describe, expect, it } from 'vitest';
import { createBlockRecorder } from '../../app/block-record';
import { blocksPage } from '../../app/report/blocks-page';
import { blocksScene } from '../../app/report/blocks-scene';
import { elementsVtk, nodesCsv } from '../../app/report/viewer/block-data';
import { blockValues, createBlocks, displacementOf, placesAt, type Blocks } from '../../app/report/viewer/blocks';
import { cutElements } from '../../app/report/viewer/cut-elements';
import { fieldTop } from '../../app/report/viewer/fields';
import { createModel } from '../../app/report/viewer/model';
import { pickBlocks } from '../../app/report/viewer/pick-blocks';
import { createPlayback } from '../../app/report/viewer/playback';
import type { SceneData } from '../../app/report/report-data';
import {
  box,
  createDeformables,
  createElasticMaterial,
  createRandom,
  meshPolyhedron,
  StepStatus,
  vonMisesStress,
  vtkDeformables,
} from '../../src';
import {
  createDeformables2d,
  meshPolygon,
  rectangle,
  stableStep2d,
  stepDeformables2d,
  vonMisesStress2d,
  vtkDeformables2d,
} from '../../src/planar';
import { recordDrop } from './deformable-drop';

const { set, contacts, record } = recordDrop(900);
const scene = JSON.parse(JSON.stringify(blocksScene(record))) as SceneData;
const blocks = (await createBlocks(scene)) as Blocks;

/** Volume that four points span. */
function volumeOf(points: readonly (readonly number[])[]): number {
  const [u, v, w] = points.slice(1).map((p) => p.map((x, k) => x - points[0][k]));
  return (u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0])) / 6;
}

describe('a recording of deformable blocks', () => {
  it('ends with the blocks as they are, and has their contacts and forces', () => {
    expect(set.status).toBe(StepStatus.Done);
    const last = record.frames.times.length - 1;
    const end = record.frames.contacts[last];
    expect(record.frames.times.length).toBeLessThanOrEqual(100);
    expect(record.series.between[last] + record.series.onPlanes[last]).toBe(end.a.length);
    expect(record.series.onPlanes[last]).toBeGreaterThan(4);
    expect(record.series.between[last]).toBeGreaterThan(3);
    // The plane carries what the springs at the nodes give: their sum along the normal, without dashpots here.
    let onPlane = 0;
    for (let c = 0; c < end.a.length; c++) {
      if (end.b[c] !== set.blockCount) continue;
      expect(Array.from(end.normal.subarray(3 * c, 3 * c + 3))).toEqual([-0, -0, -1]);
      onPlane += contacts.planeLaw.normalStiffness * Math.max(0, -end.gap[c]);
      expect(end.load[c]).toBeGreaterThanOrEqual(contacts.planeLaw.normalStiffness * Math.max(0, -end.gap[c]) * (1 - 1e-12));
    }
    expect(-contacts.planeForces[2]).toBeCloseTo(onPlane, 3);
    for (let c = 0; c < end.a.length; c++) expect(end.a[c]).toBeLessThan(end.b[c]);
  });

  it('has forces that add to those of the blocks, where nothing acts along the planes', () => {
    const slippery = recordDrop(700, 0);
    const { nodeStart, forces, blockCount } = slippery.set;
    const end = slippery.record.frames.contacts.at(-1)!;
    expect(end.a.length).toBeGreaterThan(9);
    for (let b = 0; b < blockCount; b++) {
      const sum = [0, 0, 0];
      // Stresses add to nothing over a block.
      for (let i = 3 * nodeStart[b]; i < 3 * nodeStart[b + 1]; i++) sum[i % 3] += forces[i];
      for (let c = 0; c < end.a.length; c++) {
        if (end.a[c] !== b && end.b[c] !== b) continue;
        for (let k = 0; k < 3; k++) sum[k] += (end.a[c] === b ? 1 : -1) * end.load[c] * end.normal[3 * c + k];
      }
      for (const rest of sum) expect(Math.abs(rest)).toBeLessThan(1e-6 * Math.max(...end.load));
    }
  });

  it('has the places and stresses of the end', () => {
    const now = placesAt(new Float64Array(3 * blocks.nodeCount), blocks, blocks.last);
    now.forEach((x, i) => expect(Math.abs(x - set.positions[i])).toBeLessThan(2 * blocks.data.step));
    const stresses = vonMisesStress(new Float64Array(set.elementCount), set.stresses);
    blockValues(blocks, 'stress', blocks.last).forEach((x, e) => expect(Math.abs(x - stresses[e])).toBeLessThan(1e-8 * stresses[e]));
  });

  it('stays small, whatever is kept: every second frame goes, and the last one stays', () => {
    const still = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: createElasticMaterial(1e9, 0.2, 2000) }]);
    const recorder = createBlockRecorder(still);
    for (let k = 0; k < 1000; k++) {
      still.time = k;
      recorder.keep(1);
    }
    const { times } = recorder.record().frames;
    expect(times.length).toBeLessThanOrEqual(101);
    expect(times.length).toBeGreaterThan(49);
    expect([times[0], times[times.length - 1]]).toEqual([0, 999]);
    const gaps = times.slice(1, -1).map((t, k) => t - times[k]);
    expect(new Set(gaps).size).toBe(1);
  });

  it('has pages of one frame, of blocks without stress, and none without a frame', () => {
    const still = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: createElasticMaterial(1e9, 0.2, 2000) }]);
    const recorder = createBlockRecorder(still);
    expect(() => recorder.record()).toThrow('call keep');
    recorder.keep(1e-6);
    const page = blocksPage('still', recorder.record());
    expect(page.replace(/<script[^]*?<\/script>/g, '')).not.toMatch(/NaN|Infinity/);
    expect(page).toContain('1 block of 6 tetrahedra');
  });

  it('puts planes below the blocks as slabs', () => {
    const model = createModel(scene, blocks);
    expect(scene.bodies.walls).toEqual([2]);
    expect(model.inner[2]?.[2]).toBeCloseTo(1, 9);
    expect(model.inner[2]?.[3]).toBeCloseTo(0, 6);
  });
});

describe('the viewer of deformable blocks', () => {
  const places = placesAt(new Float64Array(3 * blocks.nodeCount), blocks, blocks.last);
  const all = new Uint8Array([1, 1]);
  const random = createRandom(2);
  const at = (n: number): number[] => Array.from(places.subarray(3 * n, 3 * n + 3));
  const middle = (e: number): number[] => [0, 1, 2].map((k) => [0, 1, 2, 3].reduce((sum, c) => sum + at(blocks.data.elements[4 * e + c])[k] / 4, 0)); // prettier-ignore
  const holds = (e: number, p: number[]): boolean => {
    const corners = [0, 1, 2, 3].map((c) => at(blocks.data.elements[4 * e + c]));
    return corners.every((_, c) => volumeOf(corners.map((q, i) => (i === c ? p : q))) > -1e-12);
  };

  it('gives the element and its nearest node that a ray meets first', () => {
    for (let k = 0; k < 60; k++) {
      const target = middle(Math.floor(random() * blocks.elementCount));
      const eye = [4 * random() - 2, 4 * random() - 2, 3 + random()];
      const away = Math.hypot(...target.map((x, i) => x - eye[i]));
      const way = target.map((x, i) => (x - eye[i]) / away);
      const hit = pickBlocks(blocks, places, all, null, eye, way)!;
      expect(hit.distance).toBeLessThan(away);
      const place = eye.map((x, i) => x + hit.distance * way[i]);
      const inside = eye.map((x, i) => x + (hit.distance + 1e-6) * way[i]);
      const before = eye.map((x, i) => x + (hit.distance - 1e-6) * way[i]);
      const elements = [...Array(blocks.elementCount).keys()];
      expect(elements.filter((e) => holds(e, inside))).toContain(hit.element);
      // Up to there the ray is in the open.
      for (let s = 0; s < 1; s += 0.02) {
        const p = eye.map((x, i) => x + s * (before[i] - x));
        expect(elements.some((e) => holds(e, p))).toBe(false);
      }
      const from = (n: number): number => Math.hypot(...at(n).map((x, i) => x - place[i]));
      const nodes = blocks.data.elements.slice(4 * hit.element, 4 * hit.element + 4);
      expect(from(hit.node)).toBe(Math.min(...nodes.map(from)));
    }
    expect(pickBlocks(blocks, places, new Uint8Array([1, 0]), null, [0.1, 0.05, 5], [0, 0, -1])?.body).toBe(0);
    expect(pickBlocks(blocks, places, all, null, [0.1, 0.05, 5], [0, 0, -1])?.body).toBe(1);
    expect(pickBlocks(blocks, places, all, null, [9, 9, 5], [0, 0, -1])).toBeNull();
  });

  it('picks the cut of a slice', () => {
    const slice = { normal: [1, 0, 0], offset: 0.2 };
    const hit = pickBlocks(blocks, places, all, slice, [5, 0.03, 0.6], [-1, 0, 0])!;
    expect(hit.distance).toBeCloseTo(4.8, 9);
    expect(holds(hit.element, [0.2, 0.03, 0.6])).toBe(true);
  });

  it('cuts elements in triangles that cover the section once', () => {
    for (const [axis, offset] of [
      [0, 0.13],
      [1, -0.21],
      [2, 0.31],
    ]) {
      const slice = { normal: [0, 1, 2].map((k) => (k === axis ? 1 : 0)), offset };
      let area = 0;
      cutElements(blocks, places, new Uint8Array([1, 0]), slice, (element, corners, isSide) => {
        expect(isSide.filter(Boolean).length).toBeGreaterThan(1);
        const [a, b, c] = corners.map(({ place }) => place);
        for (const { place, from, to, share } of corners) {
          expect(place[axis]).toBeCloseTo(offset, 9);
          place.forEach((x, k) => expect(x).toBeCloseTo((1 - share) * at(from)[k] + share * at(to)[k], 9));
        }
        const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
        const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        area += Math.hypot(...n) / 2;
        expect(blocks.elementBlock[element]).toBe(0);
      });
      // The slab of 2 x 2 x 0.5, strained by less than 1 %.
      expect(Math.abs(area / (axis === 2 ? 4 : 1) - 1)).toBeLessThan(0.02);
    }
  });

  it('has scales for stress, displacement and speed', async () => {
    const model = createModel(scene, blocks);
    const playback = await createPlayback(scene);
    const [stress, nodal, moved, speed] = (['stress', 'nodal', 'displacement', 'speed'] as const).map((field) =>
      fieldTop(model, playback, field, blocks.last),
    );
    expect(nodal).toBeLessThanOrEqual(Math.max(...record.series.stress));
    expect(stress).toBeGreaterThan(0);
    expect(moved).toBeGreaterThan(0);
    // It fell with 1 m/s and more.
    expect(speed).toBeGreaterThan(0.1);
    expect(speed).toBeLessThan(5);
  });

  it('saves the file of the library, and the nodes', () => {
    const [mine, library] = [elementsVtk(blocks, blocks.last), vtkDeformables(set)].map((text) => text.split('\n'));
    expect(mine).toHaveLength(library.length);
    const from = mine.indexOf('VECTORS velocity double');
    const to = mine.indexOf(`CELL_DATA ${set.elementCount}`);
    mine.forEach((line, k) => {
      // Velocities are means between two frames.
      if (k > from && k < to) return;
      const [p, q] = [line, library[k]].map((text) => text.split(' '));
      expect(p).toHaveLength(q.length);
      p.forEach((word, i) => {
        if (Number.isNaN(Number(word))) expect(word).toBe(q[i]);
        else expect(Math.abs(Number(word) - Number(q[i]))).toBeLessThan(2 * blocks.data.step + 1e-8 * Math.abs(Number(q[i])));
      });
    });
    const rows = nodesCsv(blocks, 0).trim().split('\n');
    expect(rows).toHaveLength(blocks.nodeCount + 1);
    for (const row of rows) expect(row.split(',')).toHaveLength(11);
  });

  it('is one page with its plots', () => {
    const page = blocksPage('drop', record);
    expect(page).toContain('Largest von Mises stress');
    expect(page).toContain('id="magnify"');
    for (const plot of ['Energy', 'Largest stress', 'Contact points']) expect(page).toContain(`<h3>${plot}</h3>`);
    expect(page.length).toBeLessThan(1_500_000);
  });
});

describe('blocks of triangles in the plane', () => {
  const material = createElasticMaterial(1e7, 0.2, 2000);
  const beam = createDeformables2d([{ mesh: meshPolygon(rectangle(4, 1), 2), material }], { gravity: [0, -9.81], localDamping: 0.7 });
  for (let n = 0; n < beam.nodeCount; n++) if (beam.positions[2 * n] < -1.999) beam.held.fill(1, 2 * n, 2 * n + 2);
  const dt = 0.8 * stableStep2d(beam);
  const recorder = createBlockRecorder(beam);
  for (let k = 0; k < 1500; k++) {
    stepDeformables2d(beam, dt);
    if (k % 50 === 0) recorder.keep(dt);
  }
  recorder.keep(dt);
  const flat = JSON.parse(JSON.stringify(blocksScene(recorder.record()))) as SceneData;

  it('have places and stresses as in the set, and are picked from above', async () => {
    const read = (await createBlocks(flat))!;
    expect([flat.isFlat, read.corners, read.elementCount]).toEqual([true, 3, beam.elementCount]);
    // It bends far, but its end is held: what is magnified is its way from the start.
    for (let n = 0; n < read.nodeCount; n++) {
      const way = Math.hypot(...[0, 1].map((k) => beam.positions[2 * n + k] - beam.startPositions[2 * n + k]));
      expect(Math.abs(displacementOf(read, read.last, n) - way)).toBeLessThan(read.data.step);
    }
    const places = placesAt(new Float64Array(3 * read.nodeCount), read, read.last);
    places.forEach((x, i) => {
      const place = i % 3 === 2 ? 0 : beam.positions[2 * Math.floor(i / 3) + (i % 3)];
      expect(Math.abs(x - place)).toBeLessThan(read.data.step);
    });
    const stresses = vonMisesStress2d(new Float64Array(beam.elementCount), beam);
    blockValues(read, 'stress', read.last).forEach((x, e) => expect(Math.abs(x - stresses[e])).toBeLessThan(1e-8 * stresses[e]));
    const model = createModel(flat, read);
    expect(model.high[0] - model.low[0]).toBeGreaterThan(3.9);
    const [mine, library] = [elementsVtk(read, read.last), vtkDeformables2d(beam)].map((text) => text.split('\n'));
    expect(mine).toHaveLength(library.length);
    for (const title of ['CELLS', 'CELL_TYPES', 'SCALARS']) {
      const at = library.findIndex((line) => line.startsWith(title));
      expect(mine.slice(at, at + 5)).toEqual(library.slice(at, at + 5));
    }
    for (let e = 0; e < read.elementCount; e += 7) {
      const [x, y] = [0, 1].map((k) => [0, 1, 2].reduce((sum, c) => sum + places[3 * read.data.elements[3 * e + c] + k] / 3, 0));
      expect(pickBlocks(read, places, new Uint8Array([1]), null, [x, y, 5], [0, 0, -1])?.element).toBe(e);
    }
  });
});
