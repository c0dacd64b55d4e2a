import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { emptyContacts } from '../../app/frame-contacts';
import { recordPouring, type PourRecord } from '../../app/pour-record';
import { createPouring, type Pouring } from '../../app/pouring';
import { TIME_STEP } from '../../app/time-step';
import { createProgress } from '../../app/progress';
import { normalCode, normalOf, UNIT } from '../../app/report/frame-codes';
import { playbackData, type PlaybackData } from '../../app/report/playback-data';
import type { SceneData } from '../../app/report/report-data';
import { sceneData } from '../../app/report/scene-data';
import { createPlayback, pairAt, showFrame, speedOf, type Playback } from '../../app/report/viewer/playback';
import { createRandom, detect, createContact, exactMethod, shortestLinkMethod, Status, type ContactMethod } from '../../src';
import { folderWith, runMain } from './helpers';

const record = (particles: number, seed: number, steps: number, method: ContactMethod): { pouring: Pouring; record: PourRecord } => {
  const pouring = createPouring(particles, seed, method);
  return { pouring, record: recordPouring(pouring, steps, 'method', { name: 'Start', seconds: 0 }, () => undefined) };
};

function unitQuaternion(q: Float32Array): Float32Array {
  const length = Math.hypot(...q);
  return q.map((x) => x / length);
}

describe('the start of a pouring', () => {
  const { bodies, names, side, height } = createPouring(120, 3, shortestLinkMethod);

  it('has the four shapes in equal shares, apart from each other and inside the box', () => {
    expect(bodies.count).toBe(120);
    for (const name of ['Tetrahedron', 'Pyramid', 'Cube', 'TetrakisHexahedron']) expect(names.filter((n) => n === name)).toHaveLength(30);
    const contact = createContact(64);
    for (let i = 0; i < 120; i++) {
      const { radius } = bodies.shapes[bodies.shapeIndex[i]];
      const [x, y, z] = bodies.positions.subarray(3 * i);
      expect(Math.max(Math.abs(x), Math.abs(y)) + radius).toBeLessThanOrEqual(side / 2 + 1e-12);
      expect(z - radius).toBeGreaterThanOrEqual(-1e-12);
      expect(z + radius).toBeLessThanOrEqual(height + 1e-12);
      for (let j = 0; j < i; j++) expect(detect(contact, exactMethod, bodies, i, j)).toBe(Status.Separated);
    }
  });

  it('takes any number of particles', () => {
    for (const particles of [1, 2, 5]) expect(createPouring(particles, 1, shortestLinkMethod).bodies.count).toBe(particles);
  });
});

it('counts pairs of bodies alone where it compares them with the near list', () => {
  // One particle in the floor: a contact without a pair.
  const pouring = createPouring(1, 1, shortestLinkMethod);
  pouring.bodies.positions[2] = 0;
  const { series, found } = recordPouring(pouring, 1, 'method', { name: 'Start', seconds: 0 }, () => undefined);
  expect(found.contacts.count).toBe(1);
  expect([series.closed, series.asked, series.near]).toEqual([[0], [0], [0]]);
});

describe('the playback', () => {
  const { pouring, record: made } = record(12, 2, 300, shortestLinkMethod);
  const data = playbackData(made.frames);

  it('has frames from the start to the end', () => {
    expect(data.times[0]).toBe(0);
    expect(data.times[data.times.length - 1]).toBeCloseTo(300 * TIME_STEP, 6);
    expect(data.times).toHaveLength(100);
    expect(data.times).toEqual([...data.times].sort((a, b) => a - b));
  });

  const opened = async (): Promise<{ scene: SceneData; playback: Playback }> => {
    const scene: SceneData = { ...sceneData(made.found, made.loads), playback: data };
    return { scene, playback: (await createPlayback(scene))! };
  };

  it('keeps poses to half a step of its numbers, and the viewer moves the bodies there and back', async () => {
    const { scene, playback } = await opened();
    for (const f of [0, 1, 50, 98]) {
      showFrame(scene, playback, f);
      for (let b = 0; b < 12; b++) {
        const pose = made.frames.poses[f].subarray(7 * b, 7 * b + 7);
        const turn = scene.bodies.orientation.slice(4 * b, 4 * b + 4);
        // q and -q are the same turn.
        const sign = Math.sign(turn.reduce((sum, x, c) => sum + x * pose[3 + c], 0));
        for (let c = 0; c < 3; c++) expect(Math.abs(scene.bodies.position[3 * b + c] - pose[c])).toBeLessThanOrEqual(0.51 * data.step[c]);
        for (let c = 0; c < 4; c++) expect(Math.abs(sign * turn[c] - pose[3 + c])).toBeLessThanOrEqual(0.51 / UNIT);
      }
    }
    expect(scene.bodies.position).not.toEqual(sceneData(made.found).bodies.position);
    showFrame(scene, playback, 99);
    expect(scene.bodies).toEqual(sceneData(made.found).bodies);
    expect(await createPlayback(sceneData(made.found))).toBeNull();
    expect(pouring.bodies.count).toBe(12);
  });

  it('keeps the contacts of every frame: pairs and kinds exactly, sizes to 3 %, directions to a degree', async () => {
    const { scene, playback } = await opened();
    const end = scene.contacts;
    const close = (value: number, exact: number, top: number): void => {
      // Sizes below 1e-5 of the largest are told as that.
      expect(Math.abs(value - exact)).toBeLessThanOrEqual(0.03 * Math.abs(exact) + 1.01e-5 * top);
    };
    let seen = 0;
    made.frames.contacts.slice(0, -1).forEach((exact, f) => {
      showFrame(scene, playback, f);
      const { contacts } = scene;
      for (const key of ['a', 'b', 'kind', 'gapClass', 'points'] as const)
        expect(Array.from(contacts[key])).toEqual(Array.from(exact[key]));
      for (let c = 0; c < exact.a.length; c++, seen++) {
        close(contacts.gap[c], exact.gap[c], data.gap.high);
        close(contacts.area[c], exact.area[c], data.area.high);
        close(contacts.load![c], exact.load[c], data.load.high);
        let cosine = 0;
        for (let k = 0; k < 3; k++) {
          cosine += contacts.normal[3 * c + k] * exact.normal[3 * c + k];
          const place = made.frames.poses[f][7 * exact.a[c] + k] + exact.offset[3 * c + k];
          expect(Math.abs(contacts.point[3 * c + k] - place)).toBeLessThanOrEqual(0.51 * (data.reach + data.step[k]));
        }
        expect(cosine).toBeGreaterThan(Math.cos(Math.PI / 180));
      }
    });
    expect(seen).toBeGreaterThan(100);
    showFrame(scene, playback, 99);
    expect(scene.contacts).toBe(end);
    expect(end.load).toHaveLength(end.a.length);
  });

  it('knows the course of a pair and of a body', async () => {
    const { playback } = await opened();
    const f = made.frames.contacts.findIndex(({ a }) => a.length > 0);
    const { a, b, load } = made.frames.contacts[f];
    expect(pairAt(playback, f, a[0], b[0])!.load / load[0]).toBeCloseTo(1, 1);
    expect(pairAt(playback, 0, a[0], b[0])).toBeNull();
    // All fall alike at first.
    expect(speedOf(playback, 1, 0)).toBeCloseTo(2.5, 1);
  });

  it('keeps a body that stands still', () => {
    const still = { times: [0, 1], poses: [new Float32Array(7), new Float32Array(7)], contacts: [emptyContacts(0), emptyContacts(0)] };
    // One body: no range to divide by. The range of all numbers of 16 bits is still none.
    for (const step of playbackData(still).step) expect([step > 0, 0.25 + 65535 * step]).toEqual([true, 0.25]);
  });
});

it('frames of any contacts come back: numbers of bodies up to 50,000, pairs that come, go and repeat', async () => {
  const random = createRandom(9);
  const below = (n: number): number => Math.floor(n * random());
  const bodies = 50_000;
  const pool = Array.from({ length: 60 }, () => [below(bodies), bodies + below(6)]);
  pool.push([0, 1], [0, bodies + 5], [bodies - 1, bodies]);
  const contacts = Array.from({ length: 9 }, (_, f) => {
    const pairs = pool
      .flatMap((pair) => Array.from({ length: f === 4 ? 0 : below(3) }, () => pair))
      .sort(([a, b], [c, d]) => a - c || b - d);
    const frame = emptyContacts(pairs.length);
    pairs.forEach(([a, b], row) => {
      frame.a[row] = a;
      frame.b[row] = b;
      frame.kind[row] = below(8);
      frame.gapClass[row] = below(2);
      frame.points[row] = below(16);
      frame.gap[row] = -(10 ** (-8 * random()));
      frame.area[row] = random() < 0.3 ? 0 : random();
      frame.load[row] = 1e5 * random() ** 4;
      const v = [random() - 0.5, random() - 0.5, random() - 0.5];
      frame.normal.set(
        v.map((x) => x / Math.hypot(...v)),
        3 * row,
      );
      frame.offset.set([random() - 0.5, random() - 0.5, random() - 0.5], 3 * row);
    });
    return frame;
  });
  const poses = contacts.map(() => new Float32Array(7).map(() => random() - 0.5));
  for (const pose of poses) pose.set(unitQuaternion(pose.subarray(3)), 3);
  const data = playbackData({ times: contacts.map((_, f) => f), poses, contacts });
  const position = Array<number>(3 * (bodies + 6)).fill(0);
  const end = { a: [], b: [], kind: [], gapClass: [], gap: [], area: [], points: [], point: [], normal: [] };
  const scene = { bodies: { position, orientation: [0, 0, 0, 1] }, contacts: end, playback: data } as unknown as SceneData;
  const playback = (await createPlayback(scene))!;
  for (let f = 0; f < 8; f++) {
    showFrame(scene, playback, f);
    const { contacts: back } = scene;
    for (const key of ['a', 'b', 'kind', 'gapClass', 'points'] as const)
      expect(Array.from(back[key])).toEqual(Array.from(contacts[f][key]));
    for (let c = 0; c < back.a.length; c++) {
      for (const key of ['gap', 'area', 'load'] as const) {
        const exact = contacts[f][key][c];
        expect(Math.abs(back[key]![c] - exact)).toBeLessThanOrEqual(0.03 * Math.abs(exact) + 1.01e-5 * data[key].high);
      }
    }
    for (let k = 0; k < 3; k++) expect(Math.abs(scene.bodies.position[k] - poses[f][k])).toBeLessThanOrEqual(0.51 * data.step[k]);
    const product = scene.bodies.orientation.reduce((sum, x, k) => sum + x * poses[f][3 + k], 0);
    expect(Math.abs(product)).toBeGreaterThan(1 - 1e-6 - 2 / UNIT);
  }
});

it('the bytes of a normal give it back to a degree', () => {
  const random = createRandom(5);
  for (let k = 0; k < 2000; k++) {
    const v = [0, 1, 2].map(() => (k % 7 === 0 ? Math.round(2 * random() - 1) : 2 * random() - 1));
    const length = Math.hypot(...v);
    if (length === 0) continue;
    const [x, y, z] = v.map((c) => c / length);
    const back = normalOf(...normalCode(x, y, z));
    expect(back[0] * x + back[1] * y + back[2] * z).toBeGreaterThan(Math.cos(Math.PI / 180));
  }
});

describe('the main job without a scene', () => {
  it('pours, prints the table and writes a page that plays', () => {
    const folder = folderWith({});
    const { code, out, progress } = runMain(['--bodies', '25', '--steps', '400', '--seed', '7', '--out', 'report.html'], folder);
    expect(code).toBe(0);
    expect(out).toMatch(/Simulated +30 ms in 400 steps of 75 µs/);
    for (const row of ['Broad phase', 'Contacts', 'Forces and motion', 'Iterations', 'skin used up by motion', 'Face – face'])
      expect(out).toContain(row);
    expect(out).not.toMatch(/NaN|Infinity|undefined/);
    expect(progress.match(/^(Start|Pour|Report): .+$/gm)).toHaveLength(3);
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    const scene = JSON.parse(/<script type="application\/json" id="scene-data">(.*?)<\/script>/s.exec(page)![1]) as SceneData;
    const playback = scene.playback as PlaybackData;
    expect(inflateRawSync(Buffer.from(playback.streams, 'base64'))).toHaveLength(
      14 * 25 * playback.times.length + 13 * playback.contacts.reduce((sum, n) => sum + n, 0),
    );
    const text = page.replace(/<script[\s\S]*?<\/script>/g, '');
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
    for (const id of ['play', 'play-speed', 'play-loop', 'frame', 'frame-time'])
      expect(text.match(new RegExp(` id="${id}"`, 'g'))).toHaveLength(1);
    for (const title of ['Energy', 'Pairs of bodies', 'Time of a step']) expect(text).toContain(`<h3>${title}</h3>`);
  });

  it('has the same contacts for the same seed', () => {
    const fingerprints = [1, 2].map((run) => {
      const folder = folderWith({});
      runMain(['--bodies', '10', '--steps', '200', '--out', `${run}.html`], folder);
      return /Fingerprint of the contacts<\/dt><dd>(\w+)/.exec(readFileSync(join(folder, `${run}.html`), 'utf8'))![1];
    });
    expect(fingerprints[0]).toBe(fingerprints[1]);
  });
});

it('the progress has a bar where there is a detail', () => {
  let text = '';
  const times = [0, 150];
  const progress = createProgress({ isTTY: true, write: (t) => (text += t) }, () => times.shift()!);
  progress.update('Pour', 1, 4, () => 't = 1 s');
  expect(text).toBe('Pour: [#####...............] 25 %, t = 1 s');
});
