import { describe, expect, it } from 'vitest';
import { centreOf, rotationBetween } from '../../app/rigid-fit';
import { blocksData, type BlockFrames } from '../../app/report/block-frames';
import { changeBytes, changedNumbers } from '../../app/report/frame-codes';
import type { SceneData } from '../../app/report/report-data';
import { blockValues, createBlocks, displacementOf, placesAt, velocitiesAt, type Blocks } from '../../app/report/viewer/blocks';
import { rotationOf } from '../../app/report/viewer/model';
import { box, createRandom, meshPolyhedron } from '../../src';

const random = createRandom(5);
const between = (low: number, high: number): number => low + (high - low) * random();

function unitQuaternion(): number[] {
  const q = [0, 0, 0, 0].map(() => between(-1, 1));
  const length = Math.hypot(...q);
  return length > 0.1 ? q.map((x) => x / length) : unitQuaternion();
}

/** Two meshed boxes that fly, turn and are strained, or only strained. */
function framesOf(moves: boolean, size: number, count = 6): BlockFrames {
  const meshes = [meshPolyhedron(box(4, 1, 1), 1), meshPolyhedron(box(1, 1, 1), 0)];
  const at = [
    [0, 0, 0],
    [1.4, 0.1, 1],
  ];
  const start = Float64Array.from(meshes.flatMap(({ nodes }, b) => Array.from(nodes, (x, i) => size * (x + at[b][i % 3]))));
  const nodes = meshes.map((mesh) => mesh.nodes.length / 3);
  const nodeStart = [0, nodes[0], nodes[0] + nodes[1]];
  const elementStart = [0, meshes[0].elements.length / 4, (meshes[0].elements.length + meshes[1].elements.length) / 4];
  const elements = [...meshes[0].elements, ...meshes[1].elements.map((n) => n + nodes[0])];
  const masses = Float64Array.from({ length: nodeStart[2] }, () => between(1, 3));
  const frames: BlockFrames = {
    nodeStart,
    elementStart,
    elements,
    corners: 4,
    masses,
    start,
    places: [],
    stresses: [],
    poses: [],
  } as never;
  for (let f = 0; f < count; f++) {
    const now = start.map((x) => x + between(-1e-4, 1e-4) * size);
    for (let b = 0; moves && b < 2; b++) {
      const r = rotationOf(unitQuaternion(), 0);
      const shift = [0, 1, 2].map(() => between(-5, 5) * size);
      for (let n = nodeStart[b]; n < nodeStart[b + 1]; n++) {
        const v = [...now.subarray(3 * n, 3 * n + 3)];
        for (let k = 0; k < 3; k++) now[3 * n + k] = shift[k] + r[3 * k] * v[0] + r[3 * k + 1] * v[1] + r[3 * k + 2] * v[2];
      }
    }
    const poses = new Float32Array(14);
    for (const b of [0, 1]) {
      const range = [nodeStart[b], nodeStart[b + 1]] as const;
      poses.set([...centreOf(now, masses, ...range), ...rotationBetween(start, now, masses, ...range)], 7 * b);
    }
    (frames.places as Float64Array[]).push(now);
    (frames.poses as Float32Array[]).push(poses);
    (frames.stresses as Float64Array[]).push(Float64Array.from({ length: elementStart[2] }, () => 10 ** between(2, 6)));
  }
  return frames;
}

/** What the page reads. */
async function read(frames: BlockFrames): Promise<Blocks> {
  const blocks = blocksData(frames);
  const playback = { times: frames.places.map((_, f) => 0.5 * f) };
  return (await createBlocks(JSON.parse(JSON.stringify({ blocks, playback })) as SceneData))!;
}

describe.each([
  ['that fly', true, 1],
  ['that only bend', false, 1],
  ['of a millimetre', true, 1e-3],
  ['of a kilometre', false, 1e3],
] as const)('frames of blocks %s', (_, moves, size) => {
  const frames = framesOf(moves, size);

  it('give the places of the nodes to half a step in each direction of the block', async () => {
    const blocks = await read(frames);
    expect(blocks.data.follows).toBe(moves);
    // The rounding of double precision at the places, and half a step along each axis of the block.
    const least = 1e-14 * size * 10;
    const bound = (Math.sqrt(3) / 2) * blocks.data.step * (1 + 1e-9) + least;
    // The largest displacement has the number 32767; it is some ten thousandths of the size.
    expect(blocks.data.step).toBeLessThan((3e-4 * size) / 32767);
    let worst = 0;
    for (let f = 0; f <= blocks.last; f++) {
      const now = placesAt(new Float64Array(3 * blocks.nodeCount), blocks, f);
      for (let n = 0; n < blocks.nodeCount; n++)
        worst = Math.max(worst, Math.hypot(...[0, 1, 2].map((k) => now[3 * n + k] - frames.places[f][3 * n + k])));
    }
    expect(worst).toBeLessThan(bound);
    // Half a step is lost somewhere.
    expect(worst).toBeGreaterThan(0.3 * blocks.data.step);
  });

  it('give stresses to 3 %, in the last frame to nine figures', async () => {
    const blocks = await read(frames);
    for (let f = 0; f <= blocks.last; f++) {
      const values = blockValues(blocks, 'stress', f);
      const bound = f === blocks.last ? 1e-8 : 0.03;
      values.forEach((stress, e) => expect(Math.abs(stress / frames.stresses[f][e] - 1)).toBeLessThan(bound));
    }
  });

  it('magnify displacements, not the motion of the block', async () => {
    const blocks = await read(frames);
    const [once, many] = [1, 100].map((by) => placesAt(new Float64Array(3 * blocks.nodeCount), blocks, 2, by));
    const none = placesAt(new Float64Array(3 * blocks.nodeCount), blocks, 2, 0);
    for (let n = 0; n < blocks.nodeCount; n++) {
      const [moved, magnified] = [once, many].map((to) => Math.hypot(...[0, 1, 2].map((k) => to[3 * n + k] - none[3 * n + k])));
      expect(Math.abs(moved - displacementOf(blocks, 2, n))).toBeLessThan(1e-12 * size);
      expect(Math.abs(magnified - 100 * moved)).toBeLessThan(1e-11 * size);
    }
  });
});

it('the surface of a mesh is closed and looks outwards', () => {
  const { triangles, triangleElement, start } = blocksData(framesOf(false, 1));
  const sides = new Map<string, number>();
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const nodes = triangles.slice(t, t + 3);
    nodes.forEach((n, k) => {
      const [p, q] = [n, nodes[(k + 1) % 3]];
      const key = `${Math.min(p, q)} ${Math.max(p, q)}`;
      sides.set(key, (sides.get(key) ?? 0) + (p < q ? 1 : -1));
    });
    const [a, b, c] = nodes.map((n) => start.slice(3 * n, 3 * n + 3));
    volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
  }
  expect([...sides.values()].every((sum) => sum === 0)).toBe(true);
  expect(volume).toBeCloseTo(5, 9);
  expect(triangleElement).toHaveLength(triangles.length / 3);
});

it('speeds are the way between two frames over their time', async () => {
  const frames = framesOf(false, 1, 3);
  const blocks = await read(frames);
  const velocities = velocitiesAt(blocks, 2);
  velocities.forEach((v, i) => expect(Math.abs(v - (frames.places[2][i] - frames.places[1][i]) / 0.5)).toBeLessThan(2 * blocks.data.step));
});

it('whole numbers of 16 bits come back from their changes', () => {
  const numbers = Int16Array.from({ length: 60 }, (_, k) =>
    k % 7 === 0 ? 32767 : k % 5 === 0 ? -32768 : Math.round(between(-32768, 32767)),
  );
  expect(changedNumbers(changeBytes(numbers, 12), 12)).toEqual(numbers);
});

it('the rotation between two poses of one block is that of the block', () => {
  const { start, masses, nodeStart } = framesOf(false, 1, 1);
  for (let k = 0; k < 50; k++) {
    const q = unitQuaternion();
    const r = rotationOf(q, 0);
    const now = start.slice();
    for (let i = 0; i < now.length; i += 3)
      for (let c = 0; c < 3; c++) now[i + c] = 7 + r[3 * c] * start[i] + r[3 * c + 1] * start[i + 1] + r[3 * c + 2] * start[i + 2];
    const found = rotationBetween(start, now, masses, nodeStart[0], nodeStart[1]);
    expect(Math.abs(found.reduce((sum, x, i) => sum + x * q[i], 0))).toBeGreaterThan(1 - 1e-12);
  }
});
