import { describe, expect, it } from 'vitest';
import { outlineOf, planarScene } from '../../app/report/planar-scene';
import { playbackData } from '../../app/report/playback-data';
import { cameraView, createCamera, panCamera } from '../../app/report/viewer/camera';
import { contactsCsv, surfacesVtk } from '../../app/report/viewer/export';
import { fieldValues } from '../../app/report/viewer/fields';
import { createModel, faceNormal } from '../../app/report/viewer/model';
import { pickBody } from '../../app/report/viewer/pick';
import { createPlayback, heightOf, showFrame, speedOf } from '../../app/report/viewer/playback';
import { projected, rayThrough } from '../../app/report/viewer/stage';
import { pointCore2d, polygonFromVertices, regularPolygon, segmentCore2d } from '../../src/planar';
import { recordRoundGrains } from './planar-grains';

describe('a run of discs, rods and rounded polygons in the plane', () => {
  const { found, record } = recordRoundGrains(4500);
  const read = () =>
    JSON.parse(JSON.stringify({ ...planarScene(found, record.loads), playback: playbackData(record.frames) })) as ReturnType<
      typeof planarScene
    >;
  const { bodies } = found;

  it('has contacts with forces, and frames', () => {
    expect(found.contacts.count).toBeGreaterThan(15);
    expect(record.loads.some((load) => load > 0)).toBe(true);
    expect(record.frames.times.length).toBe(100);
    expect(read().contacts.load).toHaveLength(found.contacts.count);
  });

  it('draws each body as a closed prism with the outline of the body', () => {
    const data = read();
    data.bodies.shape.forEach((s, b) => {
      const { vertices, faces } = data.shapes[s];
      const sum = [0, 0, 0];
      for (const face of faces) faceNormal(vertices, face).forEach((x, k) => (sum[k] += x));
      expect(Math.hypot(...sum)).toBeLessThan(1e-9);
      const polygon = bodies.shapes[bodies.shapeIndex[b]];
      const r = bodies.rounding[b];
      // Steiner: area, perimeter times r, and a disc. Chords of 7.5 degrees take away 0.3 % of a disc.
      const sides = polygon.dimension === 1 ? 2 * Math.hypot(polygon.vertices[2] - polygon.vertices[0], polygon.vertices[3] - polygon.vertices[1]) : polygon.perimeter; // prettier-ignore
      const area = polygon.area + r * sides + Math.PI * r * r;
      const drawn = 0.5 * faceNormal(vertices, faces[0])[2];
      expect(drawn).toBeLessThanOrEqual(area * (1 + 1e-9));
      expect(drawn).toBeGreaterThan(area - 0.004 * Math.PI * r * r - 1e-9 * area);
    });
  });

  it('gives the body whose outline holds the point under the cursor', () => {
    const model = createModel(read());
    const camera = createCamera(model.centre, model.extent, true);
    const view = cameraView(camera, 800, 600);
    const all = new Uint8Array(model.count).fill(1);
    let inside = 0;
    for (let x = 5; x < 800; x += 23) {
      for (let y = 5; y < 600; y += 23) {
        const way = rayThrough(view, x, y);
        const hit = pickBody(model, all, null, view.eye, way);
        const at = view.eye.map((e, k) => e - (view.eye[2] / way[2]) * way[k]);
        const holds = model.data.bodies.shape.flatMap((s, b) => {
          const { vertices, faces } = model.data.shapes[s];
          const [c, n] = [bodies.rotations[2 * b], bodies.rotations[2 * b + 1]];
          const [dx, dy] = [at[0] - bodies.positions[2 * b], at[1] - bodies.positions[2 * b + 1]];
          const [u, v] = [c * dx + n * dy, -n * dx + c * dy];
          const [top] = faces;
          const least = Math.min(
            ...top.map((p, k) => {
              const q = top[(k + 1) % top.length];
              const [ex, ey] = [vertices[3 * q] - vertices[3 * p], vertices[3 * q + 1] - vertices[3 * p + 1]];
              return (ex * (v - vertices[3 * p + 1]) - ey * (u - vertices[3 * p])) / Math.hypot(ex, ey);
            }),
          );
          return [{ b, depth: least }];
        });
        // Where two bodies overlap either may be seen; a point near a rim may be on either side.
        const sure = holds.filter(({ depth }) => depth > 1e-3);
        const doubtful = holds.some(({ depth }) => Math.abs(depth) <= 1e-3);
        if (doubtful || sure.length > 1) continue;
        expect(hit?.body).toBe(sure[0]?.b);
        inside += sure.length;
      }
    }
    expect(inside).toBeGreaterThan(60);
  });

  it('is seen in parallel lines: x and y go to the picture by one scale', () => {
    const model = createModel(read());
    const camera = createCamera(model.centre, model.extent, true);
    const view = cameraView(camera, 640, 480);
    const scale = view.focal / camera.distance;
    for (const [x, y, z] of [
      [0, 0, 0],
      [0.3, 0.2, 0],
      [-0.4, 0.5, -0.01],
    ]) {
      const at = projected(view, [x, y, z]);
      expect(Math.abs(at.x - (320 + scale * (x - model.centre[0])))).toBeLessThan(0.05);
      expect(Math.abs(at.y - (240 - scale * (y - model.centre[1])))).toBeLessThan(0.05);
    }
    panCamera(camera, view, 10, 20);
    const moved = projected(cameraView(camera, 640, 480), [0.3, 0.2, 0]);
    const before = projected(view, [0.3, 0.2, 0]);
    expect([moved.x - before.x, moved.y - before.y]).toEqual([expect.closeTo(10, 3), expect.closeTo(20, 3)]);
  });

  it('plays the poses to half of a step, in z = 0', async () => {
    const data = { ...read(), playback: playbackData(record.frames) };
    const playback = (await createPlayback(data))!;
    const { step } = data.playback;
    for (const f of [0, 37, 98]) {
      showFrame(data, playback, f);
      const frame = record.frames.poses[f];
      for (let b = 0; b < bodies.count; b++) {
        for (let k = 0; k < 2; k++) expect(Math.abs(data.bodies.position[3 * b + k] - frame[7 * b + k])).toBeLessThan(0.51 * step[k]);
        expect(Math.abs(data.bodies.position[3 * b + 2])).toBeLessThan(1e-9);
        expect(heightOf(playback, f, b)).toBe(data.bodies.position[3 * b + 1]);
      }
    }
  });

  it('gives a wall no speed in any frame, and one height', async () => {
    const playback = (await createPlayback({ ...read(), playback: playbackData(record.frames) }))!;
    const { poses } = record.frames;
    const still = Array.from({ length: bodies.count }, (_, b) => b).filter((b) =>
      poses.every((frame) => [0, 1].every((k) => frame[7 * b + k] === poses[0][7 * b + k])),
    );
    expect(still.length).toBeGreaterThan(0);
    for (const b of still) {
      for (let f = 0; f <= playback.last; f++) {
        expect(speedOf(playback, f, b)).toBe(0);
        expect(heightOf(playback, f, b)).toBe(heightOf(playback, 0, b));
      }
    }
  });

  it('exports lengths of contacts and outlines', () => {
    const model = createModel(read());
    expect(contactsCsv(model)).toContain('gap,length,points');
    const vtk = surfacesVtk(model, {}).split('\n');
    expect(vtk.find((line) => line.startsWith('POLYGONS'))).toMatch(new RegExp(`^POLYGONS ${bodies.count} `));
    const points = vtk.slice(5, 5 + Number(/POINTS (\d+)/.exec(vtk[4])![1]));
    for (const point of points) expect(point.split(' ')[2]).toBe('0');
  });

  it('has the pressure of half a trace over the area', () => {
    const model = createModel(read());
    const values = fieldValues(new Float64Array(model.count), model, null, 'pressure', 0);
    const { contacts } = model.data;
    for (let b = 3; b < model.count; b++) {
      let trace = 0;
      for (let c = 0; c < contacts.a.length; c++) {
        if (contacts.a[c] !== b && contacts.b[c] !== b) continue;
        const arm = [0, 1].reduce((sum, k) => sum + (contacts.point[3 * c + k] - model.data.bodies.position[3 * b + k]) * contacts.normal[3 * c + k], 0); // prettier-ignore
        trace += contacts.load![c] * Math.abs(arm);
      }
      const [top] = model.data.shapes[model.data.bodies.shape[b]].faces;
      const area = 0.5 * faceNormal(model.data.shapes[model.data.bodies.shape[b]].vertices, top)[2];
      expect(values[b]).toBeCloseTo(trace / (2 * area), 6);
    }
  });
});

it('an outline goes round its polygon once', () => {
  const lean = polygonFromVertices([0, 0, 3, 0, 1, 2]);
  for (const [polygon, rounding] of [
    [pointCore2d(), 0.5],
    [segmentCore2d(2), 0.3],
    [regularPolygon(5, 1), 0.2],
    [lean, 0.4],
    [lean, 0],
  ] as const) {
    const rim = outlineOf(polygon, rounding);
    const n = rim.length / 2;
    let turn = 0;
    for (let k = 0; k < n; k++) {
      const [p, q, r] = [k, (k + 1) % n, (k + 2) % n].map((i) => [rim[2 * i], rim[2 * i + 1]]);
      const [ux, uy, vx, vy] = [q[0] - p[0], q[1] - p[1], r[0] - q[0], r[1] - q[1]];
      const bend = Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
      expect(bend).toBeGreaterThan(0);
      turn += bend;
    }
    expect(turn).toBeCloseTo(2 * Math.PI, 9);
  }
});
