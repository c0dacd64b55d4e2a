import type { RunRecord } from '../pour-record';
import type { FoundContacts } from '../summary';
import type { SizeScale } from './frame-codes';
import type { PlaybackData } from './playback-data';

/** One contact kind or gap class as the page names it. */
export interface Category {
  /** Part of CSS names. */
  id: string;
  label: string;
}

/** Contact kinds, indexed by ContactKind. */
export const KINDS: readonly Category[] = [
  { id: 'none', label: 'Without kind' },
  { id: 'vertex-vertex', label: 'Vertex – vertex' },
  { id: 'vertex-edge', label: 'Vertex – edge' },
  { id: 'vertex-face', label: 'Vertex – face' },
  { id: 'edge-edge', label: 'Edge – edge' },
  { id: 'parallel-edges', label: 'Parallel edges' },
  { id: 'edge-face', label: 'Edge – face' },
  { id: 'face-face', label: 'Face – face' },
];

/** Gap classes. A closed contact is one that carries force; the others are only near. */
export const GAP_CLASSES: readonly (Category & { closed: boolean })[] = [
  { id: 'overlapping', label: 'Overlapping', closed: true },
  { id: 'touching', label: 'Touching', closed: true },
  { id: 'margin', label: 'Within margin', closed: false },
  { id: 'unresolved', label: 'Unresolved', closed: false },
];

/** The slider of displacements: position 0 is 1, and MAGNIFY_DECADE positions are a factor of ten. */
export const MAGNIFY_STEPS = 50;
export const MAGNIFY_DECADE = 10;

/** Number of body colours in page.css. */
export const COLOURS = 6;

/**
 * What the page's viewer reads: the scene and its contacts as plain arrays, embedded as JSON. Lengths as in the scene
 * file.
 */
export interface SceneData {
  kinds: readonly Category[];
  classes: readonly (Category & { closed: boolean })[];
  shapes: ShapeData[];
  bodies: {
    shape: number[];
    scale: number[];
    /** Centroids, 3 a body. */
    position: number[];
    /** Quaternions x y z w, 4 a body. */
    orientation: number[];
    /** Indices of the bodies that are walls. */
    walls: number[];
  };
  contacts: ContactData;
  /** Absent where nothing moves. */
  playback?: PlaybackData;
  /** The plane z = 0 seen from above. Areas of contacts are lengths, forces are those of a metre of thickness. */
  isFlat?: boolean;
  /** Blocks that deform: block b is body b. Absent where all bodies are rigid. */
  blocks?: BlocksData;
}

/**
 * Blocks of elements with constant strain: tetrahedra, in the plane triangles. Places of nodes have three numbers. Block
 * b has nodes nodeStart[b] up to, not including, nodeStart[b + 1], and elements in the same way.
 */
export interface BlocksData {
  nodeStart: number[];
  elementStart: number[];
  /** Nodes of the elements, 4 each, in the plane 3. */
  elements: number[];
  /** Places of the nodes at the start, 3 numbers each. */
  start: number[];
  /** Nodes of the triangles of the surface, 3 each, counter-clockwise from outside, and the element of each triangle. */
  triangles: number[];
  triangleElement: number[];
  /**
   * Whether displacements count from the rigid motion of each block: a block that flies is not strained. Else they count
   * from the start.
   */
  follows: boolean;
  /** Centre of each block at the start, 3 numbers. */
  centres: number[];
  /** A displacement is step * number, in the frame of the block. */
  step: number;
  /** Von Mises stresses. */
  stress: SizeScale;
  /** Von Mises stress of each element in the last frame. */
  endStress: number[];
  /**
   * In base64: for each frame the rigid motion of each block (7 numbers of 32 bits: place of the centre, quaternion);
   * then displacements, and codes of stresses, as changes from frame to frame.
   */
  streams: string;
}

/** Contact polygons: their contacts, numbers of corners, and corners in order, 3 numbers each. */
export interface Polygons {
  contact: number[];
  corners: number[];
  points: number[];
}

/** Contacts of one moment, a row each. */
export interface ContactData {
  a: ArrayLike<number>;
  b: ArrayLike<number>;
  kind: ArrayLike<number>;
  gapClass: ArrayLike<number>;
  gap: ArrayLike<number>;
  area: ArrayLike<number>;
  /** Number of contact points. */
  points: ArrayLike<number>;
  /** Middle of the two witness points, 3 a contact. */
  point: ArrayLike<number>;
  /** Unit normal from a to b, 3 a contact. */
  normal: ArrayLike<number>;
  /** Size of the force, N; absent where no law acts. */
  load?: ArrayLike<number>;
  polygons?: Polygons;
}

export interface ShapeData {
  name: string;
  /** Corners about the centroid, 3 a corner. */
  vertices: number[];
  /** Corner indices of each face, counter-clockwise from outside. */
  faces: number[][];
  /** Drawn with the edges rounded off, so edges are not outlined. */
  rounded: boolean;
  /** Number of its colour on the page. */
  colour: number;
}

/** All that the page shows. */
export interface Report {
  /** Name of the scene. */
  title: string;
  found: FoundContacts;
  scene: SceneData;
  /** How the scene came about, where particles were poured. */
  pouring?: RunRecord;
  /** Term and value, shown at the end of the page. */
  provenance: [string, string][];
}
