/** Contacts as points, normals and chains of branch lines, each drawn twice: as it is, and shining through the bodies. */
import { BufferGeometry, Color, Mesh, Points, type Scene } from 'three';
import { createTable, type Table } from './bodies-mesh';
import { CONTACT_COLOURS, CONTACT_TEXELS, pointMaterial, ribbonMaterial } from './contact-shaders';
import type { Model } from './model';

export interface ContactsMesh {
  contacts: Table;
  colours: { value: Color[] };
  points: BufferGeometry;
  normals: BufferGeometry;
  chains: BufferGeometry;
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
  points: boolean;
  normals: boolean;
  chains: boolean;
  /** Force of the widest chains; 0: all are thin lines in the colour of their kind. */
  topLoad: number;
  /** Colours of the kinds, then RAMP colours of growing force, 0 .. 1. */
  colours: readonly (readonly number[])[];
}

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
  const [points, normals, chains] = [0, 1, 2].map(() => new BufferGeometry());
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
  return { contacts, colours, points, normals, chains, behind };
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
    n++;
  }
  texture.needsUpdate = true;
  mesh.points.setDrawRange(0, shown.points ? n : 0);
  mesh.normals.setDrawRange(0, shown.normals ? 6 * n : 0);
  mesh.chains.setDrawRange(0, shown.chains ? 6 * n : 0);
}
