import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordPouring, type PourRecord } from '../../app/pour-record';
import { createPouring, type Pouring } from '../../app/pouring';
import { TIME_STEP } from '../../app/time-step';
import { createProgress } from '../../app/progress';
import { playbackData, type PlaybackData } from '../../app/report/playback-data';
import type { SceneData } from '../../app/report/report-data';
import { sceneData } from '../../app/report/scene-data';
import { createPlayback, showFrame } from '../../app/report/viewer/playback';
import { detect, createContact, exactMethod, shortestLinkMethod, Status, type ContactMethod } from '../../src';
import { folderWith, runMain } from './helpers';

const record = (particles: number, seed: number, steps: number, method: ContactMethod): { pouring: Pouring; record: PourRecord } => {
  const pouring = createPouring(particles, seed, method);
  return { pouring, record: recordPouring(pouring, steps, 'method', { name: 'Start', seconds: 0 }, () => undefined) };
};

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

describe('the playback', () => {
  const { pouring, record: made } = record(12, 2, 300, shortestLinkMethod);
  const data = playbackData(made.frames);

  it('has frames from the start to the end', () => {
    expect(data.times[0]).toBe(0);
    expect(data.times[data.times.length - 1]).toBeCloseTo(300 * TIME_STEP, 6);
    expect(data.times).toHaveLength(100);
    expect(data.times).toEqual([...data.times].sort((a, b) => a - b));
  });

  it('keeps poses to a 16-bit step, and the viewer moves the bodies there and back', () => {
    const scene: SceneData = { ...sceneData(made.found), playback: data };
    const playback = createPlayback(scene)!;
    for (const f of [0, 50, 98]) {
      showFrame(scene, playback, f);
      made.frames.poses[f].forEach((value, k) => {
        const [b, c] = [Math.floor(k / 7), k % 7];
        if (c < 3) expect(Math.abs(scene.bodies.position[3 * b + c] - value)).toBeLessThanOrEqual(0.51 * data.step[c]);
        else expect(Math.abs(scene.bodies.orientation[4 * b + c - 3] - value)).toBeLessThanOrEqual(2e-5);
      });
    }
    expect(scene.bodies.position).not.toEqual(sceneData(made.found).bodies.position);
    showFrame(scene, playback, 99);
    expect(scene.bodies).toEqual(sceneData(made.found).bodies);
    expect(createPlayback(sceneData(made.found))).toBeNull();
    expect(scene.bodies.position.slice(0, 3)).toEqual(sceneData(made.found).bodies.position.slice(0, 3));
    expect(pouring.bodies.count).toBe(12);
  });

  it('is left out of all poses that a page cannot hold', () => {
    const many = { times: [0, 1], poses: [new Float32Array(7), new Float32Array(7)] };
    // One body that stands still: no range to divide by.
    expect(playbackData(many).step).toEqual([1, 1, 1]);
  });
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
    expect(Buffer.from(playback.poses, 'base64')).toHaveLength(14 * 25 * playback.times.length);
    const text = page.replace(/<script[\s\S]*?<\/script>/g, '');
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
    for (const id of ['play', 'play-speed', 'play-loop', 'frame', 'frame-time'])
      expect(text.match(new RegExp(` id="${id}"`, 'g'))).toHaveLength(1);
    for (const title of ['Energy', 'Contacts', 'Time of a step']) expect(text).toContain(`<h3>${title}</h3>`);
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
