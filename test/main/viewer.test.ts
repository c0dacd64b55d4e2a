import { describe, expect, it } from 'vitest';
import { sceneData } from '../../app/report/scene-data';
import type { SceneData } from '../../app/report/report-data';
import { findContacts } from '../../app/scene-contacts';
import { addBody, BodyFlag, box, createBodySet } from '../../src';

/* The viewer is plain JavaScript for the page; these are the shapes of what is tested of it. */
interface Layer {
  depth: Float32Array;
  ids: Int32Array;
  slopes?: Float64Array;
}
interface View {
  width: number;
  height: number;
  eye: number[];
  forward: number[];
}
interface Model {
  faceCount: number;
  bodyOfFace: Int32Array;
  normals: Float64Array;
  centre: number[];
  extent: number;
  innerFace: Int32Array;
  contactsOf: number[][];
  closed: Int32Array;
}
interface Plane {
  normal: number[];
  offset: number;
  u: number[];
  v: number[];
  tolerance: number;
}
interface Raster {
  SHADES: number;
  screenX: Float64Array;
  screenY: Float64Array;
  createLayer: (pixels: number) => Layer;
  clearLayer: (layer: Layer) => void;
  fillPolygon: (layer: Layer, width: number, height: number, n: number, a: number, b: number, c: number, id: number) => void;
  fillBall: (
    layer: Layer,
    width: number,
    height: number,
    x: number,
    y: number,
    radius: number,
    w: number,
    bulge: number,
    item: number,
  ) => void;
}
interface Camera {
  azimuth: number;
  elevation: number;
}
const load = async <T>(file: string): Promise<T> => (await import(new URL(`../../app/report/viewer/${file}`, import.meta.url).href)) as T;
const raster = await load<Raster>('raster.js');
const { createModel } = await load<{ createModel: (data: SceneData) => Model }>('model.js');
const { createCamera, cameraView } = await load<{
  createCamera: (centre: number[], radius: number) => Camera;
  cameraView: (camera: Camera, width: number, height: number) => View;
}>('camera.js');
const { drawBodies, drawContacts } = await load<{
  drawBodies: (layer: Layer, model: Model, view: View, visible: Uint8Array, plane: Plane | null) => void;
  drawContacts: (layer: Layer, model: Model, view: View, visible: Uint8Array, grow: null, show: object, plane: Plane | null) => void;
}>('draw.js');

function fill(layer: Layer, points: number[][], w: number, id: number): void {
  points.forEach(([x, y], k) => {
    raster.screenX[k] = x;
    raster.screenY[k] = y;
  });
  raster.fillPolygon(layer, 8, 8, points.length, 0, 0, w, id);
}

describe('the rasteriser', () => {
  const layer = raster.createLayer(64);
  const clear = (): void => raster.clearLayer(layer);
  const count = (id: number): number => layer.ids.filter((x) => x === id).length;

  it('fills the pixels whose centre is inside, whatever the winding', () => {
    clear();
    fill(
      layer,
      [
        [1, 1],
        [5, 1],
        [5, 4],
        [1, 4],
      ],
      1,
      3,
    );
    expect(count(3)).toBe(12);
    expect(layer.ids[8 + 1]).toBe(3);
    expect(layer.ids[8 * 4 + 1]).toBe(-1);
    clear();
    fill(
      layer,
      [
        [1, 4],
        [5, 4],
        [5, 1],
        [1, 1],
      ],
      1,
      3,
    );
    expect(count(3)).toBe(12);
  });

  it('gives each pixel of a split square to one half', () => {
    clear();
    fill(
      layer,
      [
        [0, 0],
        [8, 0],
        [8, 8],
      ],
      1,
      1,
    );
    fill(
      layer,
      [
        [0, 0],
        [8, 8],
        [0, 8],
      ],
      1,
      2,
    );
    expect(count(1) + count(2)).toBe(64);
  });

  it('keeps what is nearer and cuts off what is outside', () => {
    clear();
    fill(
      layer,
      [
        [-10, -10],
        [20, -10],
        [20, 20],
        [-10, 20],
      ],
      0.5,
      1,
    );
    fill(
      layer,
      [
        [2, 2],
        [6, 2],
        [6, 6],
        [2, 6],
      ],
      0.7,
      2,
    );
    fill(
      layer,
      [
        [0, 0],
        [8, 0],
        [8, 8],
        [0, 8],
      ],
      0.4,
      3,
    );
    expect([count(1), count(2), count(3)]).toEqual([48, 16, 0]);
  });

  it('draws a ball as a disc of its item', () => {
    clear();
    raster.fillBall(layer, 8, 8, 4, 4, 3, 1, 0.1, 5);
    const items = Array.from(
      layer.ids.filter((id) => id >= 0),
      (id) => Math.floor(id / raster.SHADES),
    );
    expect(new Set(items)).toEqual(new Set([5]));
    expect(items.length).toBeGreaterThan(0.8 * Math.PI * 9);
    expect(items.length).toBeLessThan(1.2 * Math.PI * 9);
  });
});

describe('the drawn scene', () => {
  // A cube on a slab, seen from the front right above.
  const bodies = createBodySet();
  addBody(bodies, { shape: box(4, 4, 0.2), position: [0, 0, -0.1], flags: BodyFlag.Static });
  addBody(bodies, { shape: box(1, 1, 1), position: [0, 0, 0.499] });
  const data = sceneData(findContacts({ bodies, names: ['Floor', 'Cube'] }, 0, []));
  const model = createModel(data);
  const size = 200;
  const layer: Layer = { ...raster.createLayer(size * size), slopes: new Float64Array(2 * model.bodyOfFace.length) };
  const visible = new Uint8Array([1, 1]);
  const middle = (size / 2) * size + size / 2;
  const draw = (camera: Camera, plane: Plane | null): View => {
    const view = cameraView(camera, size, size);
    raster.clearLayer(layer);
    drawBodies(layer, model, view, visible, plane);
    return view;
  };

  it('knows each body’s contacts and the inner side of the slab', () => {
    expect(model.contactsOf).toEqual([[0], [0]]);
    expect(Array.from(model.closed)).toEqual([1, 1]);
    const inner = model.innerFace[0];
    expect(Array.from(model.normals.subarray(3 * inner, 3 * inner + 3))).toEqual([0, 0, 1]);
    expect(model.innerFace[1]).toBe(-1);
  });

  it('has the cube in the middle, the slab around it and nothing in the corners', () => {
    const camera = createCamera(model.centre, model.extent);
    draw(camera, null);
    expect(model.bodyOfFace[layer.ids[middle]]).toBe(1);
    const shown = new Set(
      Array.from(
        layer.ids.filter((id) => id >= 0),
        (id) => model.bodyOfFace[id],
      ),
    );
    expect(shown).toEqual(new Set([0, 1]));
  });

  it('shows only faces that look to the eye, at their distance', () => {
    const camera = { ...createCamera(model.centre, model.extent), azimuth: 0, elevation: 0 };
    const view = draw(camera, null);
    const face = layer.ids[middle];
    expect(Array.from(model.normals.subarray(3 * face, 3 * face + 3))).toEqual([1, 0, 0]);
    // The face x = 0.5, seen along -x.
    expect(1 / layer.depth[middle]).toBeCloseTo(view.eye[0] - 0.5, 4);
  });

  it('shows the cut of a sliced body, at the distance of the plane', () => {
    const camera = { ...createCamera(model.centre, model.extent), azimuth: 0, elevation: 0 };
    const plane = { normal: [1, 0, 0], offset: 0.125, u: [0, 1, 0], v: [0, 0, 1], tolerance: 1e-9 };
    const view = draw(camera, plane);
    expect(layer.ids[middle]).toBe(model.faceCount + 1);
    expect(1 / layer.depth[middle]).toBeCloseTo(view.eye[0] - 0.125, 4);
    // The cut is the whole square: as many pixels as the front face had, a little less for being farther away.
    const cut = layer.ids.filter((id) => id === model.faceCount + 1).length;
    draw(camera, null);
    const front = layer.ids.filter((id) => id >= 0 && id < model.faceCount && model.bodyOfFace[id] === 1).length;
    expect(cut).toBeLessThan(front);
    expect(cut / front).toBeCloseTo(((view.eye[0] - 0.5) / (view.eye[0] - 0.125)) ** 2, 1);
  });

  it('leaves out bodies and contacts beyond the slice', () => {
    const camera = createCamera(model.centre, model.extent);
    const view = draw(camera, { normal: [0, 0, 1], offset: -0.05, u: [1, 0, 0], v: [0, 1, 0], tolerance: 1e-9 });
    expect(
      new Set(
        Array.from(
          layer.ids.filter((id) => id >= 0),
          (id) => model.bodyOfFace[id],
        ),
      ),
    ).toEqual(new Set([0]));
    const show = { points: true, normals: true, network: true, pixel: 1 };
    const contactLayer = raster.createLayer(size * size);
    raster.clearLayer(contactLayer);
    drawContacts(contactLayer, model, view, new Uint8Array([1]), null, show, {
      normal: [0, 0, 1],
      offset: -0.05,
      u: [],
      v: [],
      tolerance: 0,
    });
    expect(contactLayer.ids.every((id) => id === -1)).toBe(true);
    drawContacts(contactLayer, model, view, new Uint8Array([1]), null, show, null);
    expect(contactLayer.ids.some((id) => id >= 0)).toBe(true);
  });
});
