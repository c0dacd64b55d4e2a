/** What the picture does with blocks that deform. */
import type { Scene } from 'three';
import { blockValues, placesAt, type BlockField, type Blocks } from './blocks';
import { createBlocksMesh, paintBlocks, placeBlocks, showBlocks, sliceBlocks, type BlockColours } from './blocks-mesh';
import type { Model } from './model';
import type { Slice } from './pick';
import { pickBlocks, type BlockHit } from './pick-blocks';

/** How blocks are coloured: by a field with its scale, or each block in its colour. */
export interface BlockPaint {
  field: BlockField | null;
  frame: number;
  /** Colour of a value of the field. */
  ramp: (value: number) => number[];
  /** Colours of all bodies, 3 numbers each. */
  bodies: Float32Array;
  accent: readonly number[];
  selectedBody: number;
  selectedElement: number;
}

export interface BlockLayer {
  /** The bodies that are not blocks. */
  rigid: (visible: Uint8Array) => Uint8Array;
  place: (frame: number, magnified: number) => void;
  paint: (paint: BlockPaint) => void;
  /** Before each picture. */
  show: (visible: Uint8Array, slice: Slice | null, showsMesh: boolean) => void;
  pick: (visible: Uint8Array, slice: Slice | null, eye: readonly number[], way: readonly number[]) => BlockHit | null;
  /** Points of contacts, 3 numbers each, moved with the nearest nodes of their first blocks where displacements are magnified. */
  contactPoints: () => ArrayLike<number>;
}

/** Part of the accent in the colour of a selected block whose field still shows, and of a selected element. */
const SELECTED_BLOCK = 0.25;
const SELECTED_ELEMENT = 0.8;

export function createBlockLayer(model: Model, scene: Scene): BlockLayer | null {
  const { blocks } = model;
  if (blocks === null) return null;
  const mesh = createBlocksMesh(blocks, scene);
  let colours: BlockColours = { of: 'elements', values: new Float32Array(3 * blocks.elementCount) };
  let factor = 1;
  let shownFrame = 0;
  return {
    rigid: (visible) => visible.map((on, b) => (b < blocks.count ? 0 : on)),
    place(frame, magnified) {
      factor = magnified;
      shownFrame = frame;
      placesAt(mesh.places, blocks, frame, magnified);
      placeBlocks(mesh, blocks, model);
    },
    paint(paint) {
      colours = coloursOf(blocks, paint);
      paintBlocks(mesh, blocks, colours);
    },
    show(visible, slice, showsMesh) {
      mesh.lines.value = showsMesh ? 1 : 0;
      showBlocks(mesh, blocks, visible);
      sliceBlocks(mesh, blocks, model, visible, slice, colours);
    },
    pick: (visible, slice, eye, way) => pickBlocks(blocks, mesh.places, visible, slice, eye, way),
    contactPoints: () => (factor === 1 ? model.data.contacts.point : carriedPoints(model, blocks, mesh.places, shownFrame)),
  };
}

function coloursOf(blocks: Blocks, { field, frame, ramp, bodies, accent, selectedBody, selectedElement }: BlockPaint): BlockColours {
  const of = field === null || field === 'stress' ? 'elements' : 'nodes';
  const owner = of === 'nodes' ? blocks.nodeBlock : blocks.elementBlock;
  const values = field === null ? null : blockValues(blocks, field, frame);
  const out = new Float32Array(3 * owner.length);
  owner.forEach((b, k) => {
    const colour = values === null ? bodies.subarray(3 * b, 3 * b + 3) : ramp(values[k]);
    let share = values !== null && b === selectedBody ? SELECTED_BLOCK : 0;
    if (of === 'elements' && k === selectedElement) share = SELECTED_ELEMENT;
    for (let i = 0; i < 3; i++) out[3 * k + i] = (1 - share) * colour[i] + share * accent[i];
  });
  return { of, values: out };
}

function carriedPoints({ data }: Model, blocks: Blocks, drawn: Float64Array, frame: number): Float64Array {
  const { a, point } = data.contacts;
  const places = placesAt(new Float64Array(drawn.length), blocks, frame);
  const out = Float64Array.from(point);
  for (let c = 0; c < a.length; c++) {
    let nearest = -1;
    let least = Infinity;
    for (let n = blocks.data.nodeStart[a[c]]; n < blocks.data.nodeStart[a[c] + 1]; n++) {
      let square = 0;
      for (let k = 0; k < 3; k++) square += (places[3 * n + k] - point[3 * c + k]) ** 2;
      if (square < least) [nearest, least] = [n, square];
    }
    for (let k = 0; k < 3; k++) out[3 * c + k] += drawn[3 * nearest + k] - places[3 * nearest + k];
  }
  return out;
}
