import { Scene } from 'three';
import { describe, expect, it } from 'vitest';
import { sceneData } from '../../app/report/scene-data';
import { createBodiesMesh, orderBodies, shapeCorners } from '../../app/report/viewer/bodies-mesh';
import { cameraView, createCamera } from '../../app/report/viewer/camera';
import { bodiesCsv, contactsCsv, surfacesVtk } from '../../app/report/viewer/export';
import { clustersOf, fieldTop, fieldValues } from '../../app/report/viewer/fields';
import { polygonsOfFrame } from '../../app/report/viewer/frame-polygons';
import { createModel, rotationOf } from '../../app/report/viewer/model';
import { createPace, notePicture, shareOf } from '../../app/report/viewer/pace';
import { clearGrid, createOcclusion, seenRadius } from '../../app/report/viewer/occlusion';
import { pickBody } from '../../app/report/viewer/pick';
import { projected, rayThrough } from '../../app/report/viewer/stage';
import { findContacts } from '../../app/scene-contacts';
import { addBody, BodyFlag, box, createBodySet, createRandom, tetrahedron } from '../../src';

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

  it('lists the faces that look at the eye, the nearest body first, and all faces for a slice', () => {
    const scattered = createBodySet();
    const random = createRandom(3);
    for (let b = 0; b < 40; b++) {
      const q = [0, 0, 0, 0].map(() => random() - 0.5);
      const length = Math.hypot(...q);
      const [x, y, z, w] = q.map((c) => c / length);
      const [px, py, pz] = [0, 1, 2].map(() => 20 * random());
      addBody(scattered, { shape: b % 2 === 0 ? box(1, 2, 3) : tetrahedron(2), position: [px, py, pz], orientation: [x, y, z, w] });
    }
    const names = Array.from({ length: 40 }, (_, b) => ['Box', 'Tetrahedron'][b % 2]);
    const scene = sceneData(findContacts({ bodies: scattered, names }, 0, []));
    const many = createModel(scene);
    const mesh = createBodiesMesh(many, new Scene());
    const view = cameraView(createCamera(many.centre, many.extent), 640, 400);
    const shown = Uint8Array.from({ length: 40 }, (_, b) => (b % 5 === 0 ? 0 : 1));
    const listed = (all: boolean): number[] => {
      orderBodies(mesh, many, shown, view, all);
      return Array.from(mesh.mesh.geometry.index!.array.subarray(0, mesh.mesh.geometry.drawRange.count));
    };
    const expected = new Set<number>();
    let every = 0;
    for (let b = 0; b < 40; b++) {
      if (!shown[b]) continue;
      const { vertices, faces } = scene.shapes[scene.bodies.shape[b]];
      const r = rotationOf(scene.bodies.orientation, 4 * b);
      let at = mesh.stride * b;
      for (const face of faces) {
        const [p, q, s] = face.map((v) =>
          [0, 3, 6].map(
            (k, i) =>
              scene.bodies.position[3 * b + i] + r[k] * vertices[3 * v] + r[k + 1] * vertices[3 * v + 1] + r[k + 2] * vertices[3 * v + 2],
          ),
        );
        // The volume that three corners span with the eye is positive where they turn anticlockwise as it sees them.
        const [u, v, w] = [p, q, s].map((corner) => corner.map((c, k) => view.eye[k] - c));
        const seen = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]) > 0;
        const corners = 3 * (face.length - 2);
        for (let i = 0; i < corners; i++) if (seen) expected.add(at + i);
        at += corners;
        every += corners;
      }
    }
    const facing = listed(false);
    expect(new Set(facing)).toEqual(expected);
    expect(facing).toHaveLength(expected.size);
    const depths = facing.map((i) => {
      const b = Math.floor(i / mesh.stride);
      return view.forward.reduce((sum, x, k) => sum + x * scene.bodies.position[3 * b + k], 0);
    });
    // Bodies of one layer, a 256th of the scene, are in no order.
    for (let k = 1; k < depths.length; k++) expect(depths[k]).toBeGreaterThan(depths[k - 1] - (2 * many.extent) / 256 - 1e-9);
    expect(listed(true)).toHaveLength(every);
  });

  it('draws few pixels while pictures are slow, and more again', () => {
    const pace = createPace();
    const shares = [60, 60, 5, 5].map((milliseconds) => {
      for (let k = 0; k < 600; k++) notePicture(pace, milliseconds);
      return shareOf(pace);
    });
    expect(shares.slice(0, 2)).toEqual([0.5, 0.5]);
    // It takes its time to come back, the longer the more often it has been slow.
    expect(shares[2]).toBeGreaterThan(0.5);
    expect(shares[2]).toBeLessThan(1);
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

describe('what the viewer leaves out of a picture in motion', () => {
  /** Cubes of side 1, not turned, at these places, seen by a camera from afar. */
  const scene = (places: readonly [number, number, number][]) => {
    const bodies = createBodySet();
    for (const position of places) addBody(bodies, { shape: box(1, 1, 1), position });
    const model = createModel(sceneData(findContacts({ bodies, names: places.map(() => 'Cube') }, 0, [])));
    const camera = createCamera(model.centre, model.extent);
    return { model, camera, mesh: createBodiesMesh(model, new Scene()), occlusion: createOcclusion(model) };
  };
  const inside = [1, 2, 3, 4, 5, 6].flatMap((x) =>
    [1, 2, 3, 4, 5, 6].flatMap((y) => [1, 2, 3, 4, 5, 6].map((z): [number, number, number] => [x, y, z])),
  );

  it('is most of a heap, and never a body that a ray through its centre meets first', () => {
    const { model, camera, mesh, occlusion } = scene(inside);
    const visible = new Uint8Array(model.count).fill(1);
    for (const [azimuth, elevation] of [
      [0.3, 0.4],
      [2.1, -0.2],
      [-1.2, 1.3],
    ]) {
      const view = cameraView({ ...camera, azimuth, elevation }, 800, 600);
      clearGrid(occlusion, model, view, camera.distance);
      orderBodies(mesh, model, visible, view, false, occlusion);
      const { hidden } = occlusion;
      expect(hidden.reduce((sum, h) => sum + h, 0)).toBeGreaterThan(0.3 * model.count);
      for (let b = 0; b < model.count; b++) {
        const way = [0, 1, 2].map((k) => model.data.bodies.position[3 * b + k] - view.eye[k]);
        const length = Math.hypot(...way);
        const first = pickBody(
          model,
          visible,
          null,
          view.eye,
          way.map((w) => w / length),
        );
        if (first?.body === b) expect(hidden[b]).toBe(0);
      }
    }
  });

  it('is nothing where bodies stand side by side, and what lies beside the picture', () => {
    const { model, camera, occlusion } = scene([
      [0, 0, 0],
      [3, 0, 0],
      [0, 3, 0],
    ]);
    const above = { ...camera, azimuth: -Math.PI / 2, elevation: 1.55 };
    const view = cameraView(above, 400, 400);
    clearGrid(occlusion, model, view, above.distance);
    for (let b = 0; b < 3; b++) expect(seenRadius(occlusion, model, view, b)).toBeGreaterThan(10);
    const close = { ...above, target: [0, 0, 0], distance: 6 };
    clearGrid(occlusion, model, cameraView(close, 400, 400), close.distance);
    expect(seenRadius(occlusion, model, cameraView(close, 400, 400), 0)).toBeGreaterThan(10);
    expect(seenRadius(occlusion, model, cameraView(close, 400, 400), 1)).toBe(0);
  });

  it('draws bodies of a few pixels as balls, each body once', () => {
    const { model, camera, mesh, occlusion } = scene([
      [0, 0, 0],
      [3, 0, 0],
      [0, 3, 0],
    ]);
    const view = cameraView({ ...camera, azimuth: -Math.PI / 2, elevation: 1.55 }, 40, 40);
    const drawn = (small: number): [number, number] => {
      clearGrid(occlusion, model, view, camera.distance);
      orderBodies(mesh, model, new Uint8Array(3).fill(1), view, false, occlusion, small);
      return [mesh.mesh.geometry.drawRange.count, mesh.balls.geometry.drawRange.count];
    };
    expect(drawn(0)[1]).toBe(0);
    expect(drawn(0)[0]).toBeGreaterThan(0);
    expect(drawn(40)).toEqual([0, 3]);
    orderBodies(mesh, model, new Uint8Array(3).fill(1), view, false);
    expect(mesh.balls.geometry.drawRange.count).toBe(0);
  });
});

it('finds the contact polygons of a frame as the run has found them', () => {
  const bodies = createBodySet();
  addBody(bodies, { shape: box(4, 4, 0.2), position: [0, 0, -0.1], flags: BodyFlag.Static });
  addBody(bodies, { shape: box(1, 1, 1), position: [0, 0, 0.499] });
  addBody(bodies, { shape: box(0.5, 0.5, 0.5), position: [0.4, 0.1, 1.2485], orientation: [0, 0, Math.sin(0.3), Math.cos(0.3)] });
  addBody(bodies, { shape: tetrahedron(1), position: [9, 9, 9] });
  const names = ['Floor', 'Cube', 'Cube', 'Tetrahedron'];
  const data = sceneData(findContacts({ bodies, names }, 0, []));
  const known = data.contacts.polygons!;
  expect(known.corners).toHaveLength(2);
  const found = polygonsOfFrame(data, new Map());
  expect([found.contact, found.corners]).toEqual([known.contact, known.corners]);
  found.points.forEach((x, k) => expect(x).toBeCloseTo(known.points[k], 7));
  // Of a frame that has moved: the upper cube is half as deep.
  const higher = { ...data, bodies: { ...data.bodies, position: data.bodies.position.map((x, k) => (k === 8 ? x + 0.00025 : x)) } };
  const moved = polygonsOfFrame(higher, new Map());
  const top = 3 * known.corners[0];
  expect(moved.points[top + 2] - known.points[top + 2]).toBeCloseTo(0.000125, 6);
  data.shapes.forEach((shape) => (shape.rounded = true));
  expect(polygonsOfFrame(data, new Map()).contact).toEqual([]);
});
