import { describe, expect, it } from 'vitest';
import { sceneData } from '../../app/report/scene-data';
import { shapeCorners } from '../../app/report/viewer/bodies-mesh';
import { cameraView, createCamera } from '../../app/report/viewer/camera';
import { bodiesCsv, contactsCsv, surfacesVtk } from '../../app/report/viewer/export';
import { clustersOf, fieldTop, fieldValues } from '../../app/report/viewer/fields';
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

  it('exports bodies, contacts and surfaces', () => {
    const rows = bodiesCsv(model).trim().split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[2]).toBe('1,"Cube",1,0,0,0.499,0,0,0,1,1');
    const contacts = contactsCsv(model).trim().split('\n');
    expect(contacts).toHaveLength(2);
    expect(contacts[1]).toMatch(/^0,1,"Face – face","Overlapping",-0.001/);
    expect(contacts[1].split(',')).toHaveLength(contacts[0].split(',').length);
    const vtk = surfacesVtk(model, { speed: [0, 2] }).split('\n');
    expect(vtk).toContain('POINTS 16 double');
    expect(vtk).toContain('POLYGONS 12 60');
    expect(vtk.slice(vtk.indexOf('SCALARS speed double 1') + 2, -1)).toEqual([
      ...Array<string>(6).fill('0'),
      ...Array<string>(6).fill('2'),
    ]);
  });

  it('knows the pressure of a body and the clusters of particles', () => {
    const loaded = createModel({ ...data, contacts: { ...data.contacts, load: [6] } });
    // 6 N on arms of 0.499 m over 3 m3.
    expect(fieldValues(new Float64Array(2), loaded, null, 'pressure', 0)[1]).toBeCloseTo(2 * 0.4995, 3);
    expect(fieldTop(loaded, null, 'contacts', 0)).toBe(1);
    const row = createBodySet();
    for (const x of [0, 0.999, 5, 5.999, 6.998, 20]) addBody(row, { shape: box(1, 1, 1), position: [x, 0, 0] });
    const { cluster, sizes } = clustersOf(
      createModel(sceneData(findContacts({ bodies: row, names: Array<string>(6).fill('Cube') }, 0, []))),
    );
    expect(Array.from(cluster)).toEqual([1, 1, 0, 0, 0, -1]);
    expect(sizes).toEqual([3, 2]);
  });

  it('embeds the polygon of a face on a face in order around it', () => {
    const { contact, corners, points } = data.contacts.polygons!;
    expect(contact).toEqual([0]);
    expect(corners).toEqual([4]);
    const sides = [0, 1, 2, 3].map((k) => Math.hypot(...[0, 1, 2].map((i) => points[3 * k + i] - points[3 * ((k + 1) % 4) + i])));
    for (const side of sides) expect(side).toBeCloseTo(1, 6);
  });
});
