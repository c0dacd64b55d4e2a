/** What the main thread tells the others, as data that can be cloned. Arrays lie on shared memory unless said. */
import type { ContactRows } from '../contact/contact-rows';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { ConvexPolygon } from '../planar/polygon/convex-polygon';
import type { Control } from './control';

export type Shape = ConvexPolyhedron | ConvexPolygon;

/** Arrays that finders read and write; the detector replaces them when they become too short. */
export interface Views {
  readonly bodies: Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;
  readonly radii: Float64Array;
  readonly edges: Float64Array;
  /** Of a periodic cell with vectors. */
  readonly cell: { readonly vectors: Float64Array; readonly duals: Float64Array } | undefined;
  readonly reach: Float64Array;
  readonly health: Uint8Array;
  readonly motion: Float64Array;
  /** Poses of the last step. */
  readonly lastPositions: Float64Array;
  readonly lastTurns: Float64Array;
  /** Arrays of the list of the step, and of the contacts of the last step. */
  readonly contacts: Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;
  readonly history: Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;
  readonly pairs: Int32Array;
  readonly live: Uint8Array;
  readonly ints: Int32Array;
  readonly floats: Float64Array;
  /** Places of the walls: {@link wallNumbers} numbers a wall. */
  readonly walls: Float64Array;
}

/** The first message of a thread. */
export interface StartMessage {
  readonly kind: 'start';
  readonly space: boolean;
  readonly thread: number;
  readonly threads: number;
  /** Name of the method, and what a method of that name must agree in. */
  readonly method: string;
  readonly certified: boolean | undefined;
  readonly methodInts: number;
  readonly methodFloats: number;
  readonly options: object;
  /** Copies: places are read from the views. */
  readonly walls: readonly object[];
  /** Numbers of a pair's slot. */
  readonly stateInts: number;
  readonly stateFloats: number;
  readonly control: Control;
}

/** Sent whenever an array was replaced or a shape added. */
export interface ViewsMessage {
  readonly kind: 'views';
  readonly number: number;
  readonly views: Views;
  /** All shapes, copied; absent if they are the same. */
  readonly shapes: readonly Shape[] | undefined;
  /** The thread's own list of contacts; absent if it is the same. */
  readonly list: ContactRows | undefined;
}

/** Sent when the data or an array of forces was replaced. */
export interface ForcesMessage {
  readonly kind: 'forces';
  readonly number: number;
  /** Which forces of the detector. */
  readonly forces: number;
  /** Name of the model, and what a model of that name must agree in. */
  readonly model: string;
  readonly width: number;
  readonly extras: number;
  readonly data: object;
  readonly rows: Float64Array;
  readonly sums: Float64Array;
}

export type Message = StartMessage | ViewsMessage | ForcesMessage;
/** A message to threads that have started, before it gets its number. */
export type Told = Omit<ViewsMessage, 'number'> | Omit<ForcesMessage, 'number'>;
