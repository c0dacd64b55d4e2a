/**
 * dem-contact as the narrow phase of planck 1.4 (Box2D in TypeScript) for polygons.
 *
 * planck asks a function for each pair of polygon fixtures and gets a manifold back: a reference edge and up to two points of the other body. `useDemContact()` puts ours in its place, for all worlds. What the
 * solver needs of the library:
 *   owner        the reference edge is that of the body that owns the normal. A solver that always takes A's loses tall columns;
 *   maxPoints    two: the deepest and the farthest from it;
 *   margin       the engine's own skin (twice its linear slop for each body): a resting pair has a gap of about that, and lists its points;
 *   names        the engine carries impulses from step to step by a key for each point. Names flip where two features tie, so a point is known by name first, then by its place on body A.
 * `forget()` drops what is remembered of pairs; the engine's own narrow phase comes back with `useOwnContacts()`.
 */
import { Contact, PolygonShape, type Fixture, type Manifold, type TransformValue } from 'planck';
import { createState, NormalOwner, type ContactState } from 'dem-contact';
import {
  addBody2d,
  createBodySet2d,
  createContact2d,
  createDetectOptions2d,
  detect2d,
  exactLineMethod,
  pointOnA2d,
  pointOnB2d,
  polygonFromVertices,
  type ConvexPolygon,
} from 'dem-contact/planar';

type Evaluate = (
  manifold: Manifold,
  xfA: TransformValue,
  a: Fixture,
  indexA: number,
  xfB: TransformValue,
  b: Fixture,
  indexB: number,
) => void;

/** planck's table of functions by type of shape, which its types do not show. */
const contactTypes = Contact as unknown as {
  addType(typeA: string, typeB: string, evaluate: Evaluate): void;
  readonly s_registers?: unknown;
};

/** planck's values of a manifold's type. */
const FACE_A = 1;
const FACE_B = 2;

/** What is known of a pair from the last step: state of the method, keys and places (on body A) of up to two points. */
interface PairMemory {
  readonly state: ContactState;
  count: number;
  readonly keys: number[];
  readonly names: number[];
  readonly places: Float64Array;
  nextKey: number;
}

const shapes = new WeakMap<object, ConvexPolygon>();
let pairs = new WeakMap<object, WeakMap<object, PairMemory>>();

function polygonOf(fixture: Fixture): ConvexPolygon {
  const shape = fixture.getShape() as PolygonShape;
  let found = shapes.get(shape);
  if (found === undefined) {
    found = polygonFromVertices(shape.m_vertices.slice(0, shape.m_count).flatMap((v) => [v.x, v.y]));
    shapes.set(shape, found);
  }
  return found;
}

function memoryOf(a: Fixture, b: Fixture): PairMemory {
  let row = pairs.get(a);
  if (row === undefined) pairs.set(a, (row = new WeakMap()));
  let memory = row.get(b);
  if (memory === undefined) {
    memory = { state: createState(exactLineMethod), count: 0, keys: [0, 0], names: [0, 0, 0, 0], places: new Float64Array(4), nextKey: 1 };
    row.set(b, memory);
  }
  return memory;
}

const bodies = createBodySet2d();
const contact = createContact2d(64);
const options = { ...createDetectOptions2d(), maxPoints: 2 };
const onA = new Float64Array(2);
const onB = new Float64Array(2);

function place(row: number, shape: ConvexPolygon, { p, q }: TransformValue): void {
  if (row >= bodies.count) addBody2d(bodies, { shape });
  bodies.shapes[row] = shape;
  bodies.shapeIndex[row] = row;
  bodies.rotations[2 * row] = q.c;
  bodies.rotations[2 * row + 1] = q.s;
  // The engine's origin is that of the body; ours is the centroid.
  bodies.positions[2 * row] = p.x + q.c * shape.origin[0] - q.s * shape.origin[1];
  bodies.positions[2 * row + 1] = p.y + q.s * shape.origin[0] + q.c * shape.origin[1];
}

/** A world point in the frame of a body. */
function toLocal(out: { x: number; y: number }, x: number, y: number, { p, q }: TransformValue): void {
  out.x = q.c * (x - p.x) + q.s * (y - p.y);
  out.y = q.c * (y - p.y) - q.s * (x - p.x);
}

const local = { x: 0, y: 0 };

/** The key of point k: that of the point of the last step with its names, or else at its place within `cap`; a new one where there is none. */
function keyOf(memory: PairMemory, taken: boolean[], k: number, cap: number): number {
  let best = -1;
  for (let i = 0; i < memory.count && best < 0; i++)
    if (!taken[i] && memory.names[2 * i] === contact.features[2 * k] && memory.names[2 * i + 1] === contact.features[2 * k + 1]) best = i;
  for (let i = 0, least = cap * cap; i < memory.count && best < 0; i++) {
    const x = memory.places[2 * i] - local.x;
    const y = memory.places[2 * i + 1] - local.y;
    if (!taken[i] && x * x + y * y <= least) best = i;
  }
  if (best < 0) return memory.nextKey++;
  taken[best] = true;
  return memory.keys[best];
}

const evaluate: Evaluate = (manifold, xfA, fixtureA, _indexA, xfB, fixtureB) => {
  const a = polygonOf(fixtureA);
  const b = polygonOf(fixtureB);
  place(0, a, xfA);
  place(1, b, xfB);
  const memory = memoryOf(fixtureA, fixtureB);
  options.margin = (fixtureA.getShape() as PolygonShape).m_radius + (fixtureB.getShape() as PolygonShape).m_radius;
  detect2d(contact, exactLineMethod, bodies, 0, 1, memory.state, options);
  const count = Math.min(contact.count, 2);
  manifold.pointCount = count;
  if (count === 0) {
    memory.count = 0;
    return;
  }
  const ofB = contact.owner === NormalOwner.FaceB;
  manifold.type = (ofB ? FACE_B : FACE_A) as unknown as Manifold['type'];
  // The reference edge: its normal, out of its body, and a point of it. The witness point of the gap lies on it.
  const { q } = ofB ? xfB : xfA;
  const sign = ofB ? -1 : 1;
  const nx = sign * contact.normal[0];
  const ny = sign * contact.normal[1];
  manifold.localNormal.x = q.c * nx + q.s * ny;
  manifold.localNormal.y = q.c * ny - q.s * nx;
  const witness = ofB ? contact.pointB : contact.pointA;
  toLocal(manifold.localPoint, witness[0], witness[1], ofB ? xfB : xfA);
  const taken = [false, false];
  const keys: number[] = [];
  const places: number[] = [];
  const names: number[] = [];
  for (let k = 0; k < count; k++) {
    pointOnA2d(onA, contact, k);
    pointOnB2d(onB, contact, k);
    const point = manifold.points[k];
    if (ofB) toLocal(point.localPoint, onA[0], onA[1], xfA);
    else toLocal(point.localPoint, onB[0], onB[1], xfB);
    toLocal(local, onA[0], onA[1], xfA);
    keys.push(keyOf(memory, taken, k, 0.02 * Math.min(a.inradius, b.inradius)));
    places.push(local.x, local.y);
    names.push(contact.features[2 * k], contact.features[2 * k + 1]);
    point.id.key = keys[k];
  }
  memory.count = count;
  for (let k = 0; k < count; k++) memory.keys[k] = keys[k];
  for (let k = 0; k < 2 * count; k++) {
    memory.places[k] = places[k];
    memory.names[k] = names[k];
  }
};

/** Makes planck find the contacts of polygons with dem-contact. */
export function useDemContact(): void {
  contactTypes.addType(PolygonShape.TYPE, PolygonShape.TYPE, evaluate);
}

/** Forgets what is known of pairs. */
export function forget(): void {
  pairs = new WeakMap();
}
