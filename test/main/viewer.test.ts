import { describe, expect, it } from 'vitest';
import { sceneData } from '../../app/report/scene-data';
import { shapeCorners } from '../../app/report/viewer/bodies-mesh';
import { cameraView, createCamera } from '../../app/report/viewer/camera';
import { frameCsv, frameVtk } from '../../app/report/viewer/export';
import { createModel } from '../../app/report/viewer/model';
import { createPace, notePicture, shareOf } from '../../app/report/viewer/pace';
import { pickBody } from '../../app/report/viewer/pick';
import { projected, rayThrough } from '../../app/report/viewer/stage';
import { findContacts } from '../../app/scene-contacts';
import { addBody, BodyFlag, box, createBodySet } from '../../src';

describe('the viewer of a cube on a slab', () => {
  const bodies = createBodySet();
  addBody(bodies, { shape: box(4, 4, 0.2), position: [0, 0, -0.1], flags: BodyFlag.Static });
  addBody(bodies, { shape: box(1, 1, 1), position: [0, 0, 0.499] });
  const data = sceneData(findContacts({ bodies, names: ['Floor', 'Cube'] }, 0, []));
  const model = createModel(data);
  const all = new Uint8Array([1, 1]);

  it('knows each body’s contacts and the inner side of the slab', () => {
    expect(model.contactsOf).toEqual([[0], [0]]);
    expect(Array.from(model.closed)).toEqual([1, 1]);
    expect(model.inner[0]?.slice(0, 3)).toEqual([0, 0, 1]);
    expect(model.inner[0]?.[3]).toBeCloseTo(0, 9);
    expect(model.inner[1]).toBeNull();
  });

  it('picks the first body on a ray, at its distance', () => {
    const hit = pickBody(model, all, null, [5, 0, 0.5], [-1, 0, 0]);
    expect(hit?.body).toBe(1);
    expect(hit?.distance).toBeCloseTo(4.5, 9);
    expect(pickBody(model, all, null, [1.5, 0, 5], [0, 0, -1])?.body).toBe(0);
    expect(pickBody(model, all, null, [5, 0, 1.2], [-1, 0, 0])).toBeNull();
    expect(pickBody(model, new Uint8Array([1, 0]), null, [0, 0, 5], [0, 0, -1])?.body).toBe(0);
  });

  it('picks the cut of a slice, and nothing that the slice takes away', () => {
    const slice = { normal: [1, 0, 0], offset: 0.125 };
    expect(pickBody(model, all, slice, [5, 0, 0.5], [-1, 0, 0])?.distance).toBeCloseTo(4.875, 9);
    expect(pickBody(model, all, slice, [0.3, 0, 5], [0, 0, -1])).toBeNull();
    expect(pickBody(model, all, { normal: [-1, 0, 0], offset: -0.6 }, [5, 0, 0.5], [-1, 0, 0])).toBeNull();
  });

  it('sends a ray through the pixel to which it projects a point', () => {
    const view = cameraView(createCamera(model.centre, model.extent), 640, 400);
    for (const [x, y] of [
      [320, 200],
      [10, 390],
      [600, 20],
    ]) {
      const way = rayThrough(view, x, y);
      const at = projected(
        view,
        view.eye.map((e, k) => e + 3 * way[k]),
      );
      expect(at.x).toBeCloseTo(x, 6);
      expect(at.y).toBeCloseTo(y, 6);
    }
  });

  it('marks the edges of faces, not the diagonals of their triangles', () => {
    const corners = shapeCorners(data.shapes[1]);
    expect(corners).toHaveLength(8 * 36);
    for (let t = 0; t < 12; t++) {
      const marks = [0, 1, 2].map((k) => corners[8 * (3 * t + k) + 3]);
      expect(marks.map((mark) => mark % 4)).toEqual([0, 1, 2]);
      // Two sides of a triangle are edges of the cube: those along an axis.
      const sides = Math.floor(marks[0] / 4);
      for (let k = 0; k < 3; k++) {
        const [p, q] = [(k + 1) % 3, (k + 2) % 3].map((c) => Array.from(corners.subarray(8 * (3 * t + c), 8 * (3 * t + c) + 3)));
        const differs = p.filter((x, axis) => x !== q[axis]).length;
        expect((sides >> k) & 1).toBe(differs === 1 ? 1 : 0);
      }
    }
  });

  it('draws few pixels while pictures are slow, and more again', () => {
    const pace = createPace();
    const shares = [60, 60, 5, 5].map((milliseconds) => {
      for (let k = 0; k < 14; k++) notePicture(pace, milliseconds);
      return shareOf(pace);
    });
    expect(shares[1]).toBe(0.5);
    expect(shares[0]).toBeLessThan(1);
    expect(shares[3]).toBe(1);
  });

  it('exports a row for each body', () => {
    const rows = frameCsv(data).trim().split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[2]).toBe('1,"Cube",1,0,0,0.499,0,0,0,1');
    expect(frameVtk(data)).toContain('POINTS 2 double\n0 0 -0.1\n0 0 0.499\nVERTICES 2 4\n1 0\n1 1\n');
  });
});
