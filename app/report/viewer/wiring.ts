/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** What the pointer, the keys and the form elements do to the picture. */
import { MAGNIFY_DECADE } from '../report-data';
import { elementsVtk, nodesCsv } from './block-data';
import { cameraView, panCamera, resetCamera, turnCamera, zoomCamera } from './camera';
import { byId, element, formatLength, inputById, listenToPointers, saveFile, setText } from './controls';
import { bodiesCsv, contactsCsv, surfacesVtk } from './export';
import { FIELDS, fieldValues, UNITS } from './fields';
import type { Picture } from './picture';
import { wirePlayback } from './player';
import { describe, selectionContent, type Picked } from './selection';
import { slicePlane } from './state';

export function wirePicture(picture: Picture): void {
  const showSelection = wireSelection(picture);
  wirePlayback(picture, () => {
    showSelection();
    showCounts(picture);
  });
  wireViews(picture);
  wireFilters(picture);
  wireSlice(picture);
  wireMagnifier(picture);
  wireExport(picture);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    picture.readTheme();
    picture.redraw({ colours: true, contacts: true });
  });
  new ResizeObserver(() => picture.redraw()).observe(picture.canvas);
  // A reload keeps what form elements say, so the state is read from them, not assumed.
  for (const chosen of document.querySelectorAll('#colour, [name="slice"]:checked')) chosen.dispatchEvent(new Event('change'));
  for (const box of document.querySelectorAll('[data-kind], [data-class]')) box.dispatchEvent(new Event('change'));
}

/** Contacts of each kind and gap class in the frame shown. */
function showCounts({ model }: Picture): void {
  const { contacts } = model.data;
  for (const [name, values] of [
    ['kind', contacts.kind],
    ['class', contacts.gapClass],
  ] as const) {
    const counts: number[] = [];
    for (let c = 0; c < values.length; c++) counts[values[c]] = (counts[values[c]] ?? 0) + 1;
    for (const box of document.querySelectorAll<HTMLInputElement>(`[data-${name}]`)) {
      const count = box.parentElement?.querySelector('.count');
      if (count) setText(count, (counts[Number(box.dataset[name])] ?? 0).toLocaleString('en-US'));
    }
  }
}

/** Returns what shows the data of the selection anew. */
function wireSelection(picture: Picture): () => void {
  const { canvas, state, model, camera } = picture;
  const tip = byId('tip');
  const pickAt = (event: MouseEvent): Picked => {
    const box = canvas.getBoundingClientRect();
    const touch = event instanceof PointerEvent && event.pointerType === 'touch';
    return picture.pick(event.clientX - box.left, event.clientY - box.top, touch ? 14 : 6);
  };
  const changed = (): void => picture.redraw({ colours: true, contacts: true });
  const isolate = (on: boolean): void => {
    state.isolate = on;
    changed();
  };
  const hide = (body: number): void => {
    state.hidden.add(body);
    byId('show-hidden').hidden = false;
    select({});
  };
  const show = (): void => {
    const moment = { playback: picture.playback, frame: state.frame };
    const panel = byId('selection');
    const hadFocus = panel.contains(document.activeElement);
    panel.replaceChildren(...selectionContent(model, state, moment, { select, isolate, hide }));
    // Who works with the keyboard stays in the panel, or goes to the picture when the panel is empty.
    if (hadFocus) (panel.querySelector('button') ?? canvas).focus({ preventScroll: true });
  };
  const select = ({ body = -1, contact = -1, place }: Picked): void => {
    const { a, b } = model.data.contacts;
    state.selectedBody = body;
    state.selectedPlace = place ?? null;
    state.selectedContact = contact;
    state.selectedPair = contact < 0 ? null : [a[contact], b[contact]];
    if (body < 0) state.isolate = false;
    show();
    changed();
  };
  const centreOn = (body: number): void => {
    camera.target = model.data.bodies.position.slice(3 * body, 3 * body + 3);
    picture.redraw();
  };
  byId('search').addEventListener('submit', (event) => {
    event.preventDefault();
    const body = Number(inputById('search-number').value);
    if (!Number.isInteger(body) || body < 0 || body >= model.count) return;
    state.hidden.delete(body);
    byId('show-hidden').hidden = state.hidden.size === 0;
    select({ body });
    centreOn(body);
  });
  byId('show-hidden').addEventListener('click', () => {
    state.hidden.clear();
    byId('show-hidden').hidden = true;
    // The button that had the focus is gone.
    canvas.focus({ preventScroll: true });
    changed();
  });
  const showTip = (event: PointerEvent): void => {
    const found = pickAt(event);
    const empty = found.body === undefined && found.contact === undefined;
    canvas.style.cursor = empty ? 'grab' : 'pointer';
    tip.hidden = empty;
    if (empty) return;
    const [title, ...rest] = describe(model, found, state.frame);
    tip.replaceChildren(element('strong', {}, title), ...rest.map((line) => element('span', {}, line)));
    const box = canvas.getBoundingClientRect();
    const x = Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 8);
    const below = event.clientY - box.top + 16;
    const y = below + tip.offsetHeight > box.height ? below - tip.offsetHeight - 26 : below;
    tip.style.transform = `translate(${Math.max(8, x)}px, ${Math.max(8, y)}px)`;
  };
  const moved = (): void => {
    tip.hidden = true;
    picture.redraw();
  };
  listenToPointers(canvas, {
    turn(dx, dy) {
      if (model.data.isFlat) panCamera(camera, picture.view(), dx, dy);
      else turnCamera(camera, -0.008 * dx, 0.008 * dy);
      moved();
    },
    pan(dx, dy) {
      panCamera(camera, picture.view(), dx, dy);
      moved();
    },
    zoom(factor) {
      zoomCamera(camera, factor);
      moved();
    },
    hover: showTip,
    click(event) {
      tip.hidden = true;
      select(pickAt(event));
    },
    leave: () => (tip.hidden = true),
  });
  canvas.addEventListener('dblclick', (event) => {
    const { body } = pickAt(event);
    if (body !== undefined) centreOn(body);
  });
  return () => {
    if (state.selectedBody >= 0 || state.selectedPair) show();
  };
}

/** Pixels that an arrow key moves the plane, and radians that it turns space. */
const KEY_PIXELS = 40;
const KEY_TURN = 0.12;

function wireViews({ canvas, camera, model, view, redraw }: Picture): void {
  const move = (x: number, y: number): void => {
    if (model.data.isFlat) panCamera(camera, view(), KEY_PIXELS * x, KEY_PIXELS * y);
    else turnCamera(camera, KEY_TURN * x, KEY_TURN * y);
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(1, 0),
    ArrowRight: () => move(-1, 0),
    ArrowUp: () => move(0, 1),
    ArrowDown: () => move(0, -1),
    '+': () => zoomCamera(camera, 0.88),
    '=': () => zoomCamera(camera, 0.88),
    '-': () => zoomCamera(camera, 1.14),
    0: () => resetCamera(camera),
  };
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
    redraw();
  });
  const views: Record<string, () => void> = {
    reset: () => resetCamera(camera),
    front: () => Object.assign(camera, { azimuth: -Math.PI / 2, elevation: 0 }),
    side: () => Object.assign(camera, { azimuth: 0, elevation: 0 }),
    top: () => Object.assign(camera, { azimuth: -Math.PI / 2, elevation: 1.55 }),
  };
  for (const button of document.querySelectorAll<HTMLElement>('[data-view]')) {
    button.addEventListener('click', () => {
      views[button.dataset['view'] ?? 'reset']();
      redraw();
    });
  }
}

function wireFilters({ state, redraw }: Picture): void {
  for (const id of ['bodies', 'walls', 'points', 'normals', 'chains', 'polygons', 'mesh'])
    byId(`show-${id}`).addEventListener('change', () => redraw({ contacts: true }));
  inputById('opacity').addEventListener('input', () => {
    byId('opacity-value').textContent = `${inputById('opacity').value} %`;
    redraw();
  });
  const colour = byId('colour') as HTMLSelectElement;
  colour.addEventListener('change', () => {
    state.colourBy = FIELDS.find((field) => field === colour.value) ?? 'shape';
    byId('legend-shape').hidden = state.colourBy !== 'shape';
    byId('legend-ramp').hidden = UNITS[state.colourBy] === undefined;
    byId('legend-clusters').hidden = state.colourBy !== 'cluster';
    redraw({ colours: true });
  });
  for (const [name, chosen] of [
    ['kind', state.kinds],
    ['class', state.classes],
  ] as const) {
    for (const box of document.querySelectorAll<HTMLInputElement>(`[data-${name}]`)) {
      box.addEventListener('change', () => {
        const value = Number(box.dataset[name]);
        if (box.checked) chosen.add(value);
        else chosen.delete(value);
        redraw({ contacts: true });
      });
    }
  }
}

/** The slider of displacements, on pages of blocks. */
function wireMagnifier({ state, redraw }: Picture): void {
  const slider = document.querySelector<HTMLInputElement>('#magnify');
  const value = document.querySelector('#magnify-value');
  if (slider === null || value === null) return;
  const update = (): void => {
    state.magnified = Number((10 ** (Number(slider.value) / MAGNIFY_DECADE)).toPrecision(2));
    value.textContent = `${state.magnified.toLocaleString('en-US')}×`;
    redraw({ poses: true, contacts: true });
  };
  slider.addEventListener('input', update);
  // A reload keeps the position of the slider.
  update();
}

function wireSlice({ state, camera, model, redraw }: Picture): void {
  const update = (): void => {
    const plane = slicePlane(model, state);
    inputById('slice-at').disabled = !plane;
    inputById('slice-flip').disabled = !plane;
    byId('slice-value').textContent = plane
      ? `${state.slice.axis} = ${formatLength(plane.at, Math.max(0.05 * model.extent, 1e-4 * Math.abs(plane.at)))}`
      : 'off';
    redraw();
  };
  for (const radio of document.querySelectorAll<HTMLInputElement>('[name="slice"]')) {
    radio.addEventListener('change', () => {
      state.slice.axis = radio.value;
      // What lies on the eye's side goes, so that the cut is seen.
      state.slice.flip = cameraView(camera, 2, 2).forward['xyz'.indexOf(radio.value)] > 0;
      update();
    });
  }
  inputById('slice-at').addEventListener('input', () => {
    state.slice.at = Number(inputById('slice-at').value) / 1000;
    update();
  });
  byId('slice-flip').addEventListener('click', () => {
    state.slice.flip = !state.slice.flip;
    update();
  });
}

function wireExport(picture: Picture): void {
  const { model, playback, state } = picture;
  const save: Record<string, () => void> = {
    png: () => {
      // The canvas keeps its pixels only until the browser has shown them.
      picture.drawNow();
      picture.canvas.toBlob((blob) => blob && saveFile('picture.png', blob));
    },
    csv: () => saveFile('bodies.csv', new Blob([bodiesCsv(model)], { type: 'text/csv' })),
    contacts: () => saveFile('contacts.csv', new Blob([contactsCsv(model)], { type: 'text/csv' })),
    nodes: () => model.blocks && saveFile('nodes.csv', new Blob([nodesCsv(model.blocks, state.frame)], { type: 'text/csv' })),
    vtk: () => {
      if (model.blocks) {
        saveFile('blocks.vtk', new Blob([elementsVtk(model.blocks, state.frame)]));
        return;
      }
      const fields = [...(playback ? (['speed'] as const) : []), ...(model.data.contacts.load ? (['pressure'] as const) : [])];
      const values = fields.map((field) => [field, fieldValues(new Float64Array(model.count), model, playback, field, state.frame)]);
      saveFile('bodies.vtk', new Blob([surfacesVtk(model, Object.fromEntries(values) as Record<string, Float64Array>)]));
    },
  };
  for (const [name, action] of Object.entries(save)) document.getElementById(`save-${name}`)?.addEventListener('click', action);
}
