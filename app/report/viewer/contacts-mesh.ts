/** Contacts as points, normals and chains of branch lines, each drawn twice: as it is, and shining through the bodies. */
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Mesh, Points, type Scene } from 'three';
import { createTable, setDrawn, type Table } from './bodies-mesh';
import type { View } from './camera';
import { CONTACT_COLOURS, CONTACT_TEXELS, pointMaterial, ribbonMaterial } from './contact-shaders';
import type { Model } from './model';
import { isPointHidden, type Occlusion } from './occlusion';

export interface ContactsMesh {
  contacts: Table;
  colours: { value: Color[] };
  points: BufferGeometry;
  normals: BufferGeometry;
  chains: BufferGeometry;
  /** Rows of the table, and the contact of each. */
  count: number;
  contact: Int32Array;
  /** Meshes of what shines through. */
  behind: (Mesh | Points)[];
}

/** What of the contacts is drawn. */
export interface ContactsShown {
  visible: Uint8Array;
  /** Points of all contacts, 3 numbers each. */
  place: ArrayLike<number>;
  /** Contacts of the selection, drawn larger. */
  large: Uint8Array;
  /** Force of the widest chains; 0: all are thin lines in the colour of their kind. */
  topLoad: number;
  /** Colours of the kinds, then RAMP colours of growing force, 0 .. 1. */
  colours: readonly (readonly number[])[];
}

/** Whether each part is drawn. */
type ContactParts = Record<'points' | 'normals' | 'chains', boolean>;

/** First of the colours of growing force, and their number. */
export const RAMP_FROM = 8;
export const RAMP = 8;
/** In mean radii of a particle: radius of a point, half length and half width of a normal, half width of a branch. */
const POINT = 0.085;
const NORMAL = 0.42;
const LINE = 0.0275;
/** Half width of the widest chains. */
const CHAIN = 0.2;
/** Half length and half width of the bar that stands for the largest force at a point of a block. */
const BAR = 0.2;
const BAR_WIDTH = 0.05;
/** Points and normals of blocks, which have many of them, are as many times smaller. */
const BLOCK = 0.4;
/** Of a ribbon: two triangles. */
const VERTICES = 6;

export function createContactsMesh(count: number, model: Model, scene: Scene): ContactsMesh {
  const unit = ((model.blocks === null ? 1 : BLOCK) * model.meanRadius) / model.extent;
  const contacts = createTable(CONTACT_TEXELS * count);
  const colours = { value: Array.from({ length: CONTACT_COLOURS }, () => new Color()) };
  const uniforms = {
    contacts: { value: contacts.texture },
    colours,
    radius: { value: POINT * unit },
    reach: { value: NORMAL * unit },
    thickness: { value: LINE * unit },
  };
  const [points, normals, chains] = [1, VERTICES, VERTICES].map((vertices) => {
    const geometry = new BufferGeometry();
    geometry.setIndex(new BufferAttribute(new Uint32Array(vertices * count), 1).setUsage(DynamicDrawUsage));
    return geometry;
  });
  const behind: ContactsMesh['behind'] = [];
  for (const through of [true, false]) {
    for (const drawn of [
      new Points(points, pointMaterial(through, uniforms)),
      new Mesh(normals, ribbonMaterial(through, true, uniforms)),
      new Mesh(chains, ribbonMaterial(through, false, uniforms)),
    ]) {
      drawn.frustumCulled = false;
      drawn.renderOrder = through ? 1 : 2;
      scene.add(drawn);
      if (through) behind.push(drawn);
    }
  }
  return { contacts, colours, count: 0, contact: new Int32Array(count), points, normals, chains, behind };
}

export function writeContacts(mesh: ContactsMesh, model: Model, shown: ContactsShown): void {
  const { bodies, contacts } = model.data;
  const { centre, extent, meanRadius, isWall } = model;
  const { texture, data } = mesh.contacts;
  const { position } = bodies;
  shown.colours.forEach((colour, k) => mesh.colours.value[k].fromArray(colour));
  const bar = model.blocks === null ? 0 : (BAR * meanRadius) / extent;
  const chain = model.blocks === null ? CHAIN : BAR_WIDTH;
  let n = 0;
  for (let c = 0; c < contacts.a.length; c++) {
    if (!shown.visible[c]) continue;
    const at = 4 * CONTACT_TEXELS * n;
    const size = shown.large[c] ? 1.7 : 1;
    const a = 3 * contacts.a[c];
    const b = 3 * contacts.b[c];
    for (let k = 0; k < 3; k++) {
      const point = (shown.place[3 * c + k] - centre[k]) / extent;
      data[at + k] = point;
      data[at + 4 + k] = contacts.normal[3 * c + k];
      data[at + 8 + k] = isWall[contacts.a[c]] ? point : (position[a + k] - centre[k]) / extent;
      data[at + 12 + k] = isWall[contacts.b[c]] ? point : (position[b + k] - centre[k]) / extent;
      // Many points of two blocks share their centres: a force is a bar along the normal.
      if (bar > 0) data[at + 8 + k] = point - bar * contacts.normal[3 * c + k];
      if (bar > 0) data[at + 12 + k] = point + bar * contacts.normal[3 * c + k];
    }
    data[at + 3] = size;
    data[at + 7] = data[at + 15] = contacts.kind[c];
    data[at + 11] = size * LINE * (meanRadius / extent);
    if (shown.topLoad > 0) {
      const share = Math.min(1, (contacts.load?.[c] ?? 0) / shown.topLoad);
      data[at + 11] = chain * share * (meanRadius / extent);
      data[at + 15] = RAMP_FROM + Math.min(RAMP - 1, Math.floor(RAMP * share));
    }
    mesh.contact[n++] = c;
  }
  texture.needsUpdate = true;
  mesh.count = n;
}

/**
 * Lists the contacts to draw. With `occlusion` points that bodies cover are left out, and lines between two bodies that
 * are left out.
 */
export function listRows(mesh: ContactsMesh, model: Model, shown: ContactParts, view: View, occlusion: Occlusion | null): void {
  const { contact, count } = mesh;
  const { a, b, point } = model.data.contacts;
  const isPointLeftOut = (c: number): boolean => occlusion !== null && isPointHidden(occlusion, model, view, point, c);
  const isLineLeftOut = (c: number): boolean => occlusion !== null && occlusion.hidden[a[c]] + occlusion.hidden[b[c]] === 2;
  for (const part of ['points', 'normals', 'chains'] as const) {
    const isLeftOut = part === 'points' ? isPointLeftOut : isLineLeftOut;
    const vertices = part === 'points' ? 1 : VERTICES;
    const { array } = mesh[part].index!;
    let at = 0;
    for (let row = 0; shown[part] && row < count; row++) {
      if (isLeftOut(contact[row])) continue;
      for (let k = 0; k < vertices; k++) array[at++] = vertices * row + k;
    }
    setDrawn(mesh[part], at);
  }
}
