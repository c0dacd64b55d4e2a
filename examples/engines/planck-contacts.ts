/**
 * dem-contact as the narrow phase of planck 1.4 (Box2D in TypeScript) for polygons.
 *
 * planck asks a function for each pair of polygon fixtures and gets a manifold back: a reference edge and up to two
 * points of the other body. `useDemContact()` puts ours in its place, for all worlds. What the solver needs:
 *
 *   owner        the reference edge is that of the body that owns the normal. A solver that always takes A's loses tall
 *                columns;
 *   maxPoints    two: the deepest and the farthest from it;
 *   margin       the engine's own skin, the radii of both shapes: bodies rest inside it with their borders apart;
 *   history      the engine carries impulses from step to step by a key for each point. Names flip where two features
 *                tie, so a point is known by its names first, then by its place on body A.
 *
 * `forget()` drops what is remembered of pairs.
 */
import { Contact, ContactFeatureType, PolygonShape, type Fixture, type Manifold, type TransformValue } from 'planck';
import { createState, NormalOwner, type ContactState } from 'dem-contact';
import {
  addBody2d,
  createBodySet2d,
  createContact2d,
  createDetectOptions2d,
  detect2d,
  pointOnA2d,
  pointOnB2d,
  polygonFromVertices,
  shortestLinkMethod2d,
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
const contactTypes = Contact as unknown as { addType(typeA: string, typeB: string, evaluate: Evaluate): void };

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
    found = polygonFromVertices(shape.m_vertices.slice(0, shape.m_count).flatMap(({ x, y }) => [x, y]));
    shapes.set(shape, found);
  }
  return found;
}

function memoryOf(a: Fixture, b: Fixture): PairMemory {
  let row = pairs.get(a);
  if (row === undefined) pairs.set(a, (row = new WeakMap()));
  let memory = row.get(b);
  if (memory === undefined) {
    memory = {
      state: createState(shortestLinkMethod2d),
      count: 0,
      keys: [0, 0],
      names: [0, 0, 0, 0],
      places: new Float64Array(4),
      nextKey: 1,
    };
    row.set(b, memory);
  }
  return memory;
}

const bodies = createBodySet2d();
// The engine's polygons have up to 12 corners.
const contact = createContact2d(32);
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
function toLocal(out: { x: number; y: number }, point: Float64Array, { p, q }: TransformValue): void {
  const x = point[0] - p.x;
  const y = point[1] - p.y;
  out.x = q.c * x + q.s * y;
  out.y = q.c * y - q.s * x;
}

/**
 * Keys of the points: those of the last step by names, then by place within `cap`, each given once; new ones for the
 * rest. `places` are those of the points on body A.
 */
function carryKeys(memory: PairMemory, count: number, places: Float64Array, cap: number): void {
  const keys = [0, 0];
  const isTaken = [false, false];
  for (const byName of [true, false])
    for (let k = 0; k < count; k++) {
      let best = -1;
      let least = cap * cap;
      for (let i = 0; i < memory.count && keys[k] === 0; i++) {
        if (isTaken[i]) continue;
        const x = memory.places[2 * i] - places[2 * k];
        const y = memory.places[2 * i + 1] - places[2 * k + 1];
        const isNamesake = memory.names[2 * i] === contact.features[2 * k] && memory.names[2 * i + 1] === contact.features[2 * k + 1];
        if (byName ? !isNamesake : x * x + y * y > least) continue;
        best = i;
        least = x * x + y * y;
      }
      if (best < 0) continue;
      isTaken[best] = true;
      keys[k] = memory.keys[best];
    }
  memory.count = count;
  for (let k = 0; k < count; k++) memory.keys[k] = keys[k] > 0 ? keys[k] : memory.nextKey++;
  for (let k = 0; k < 2 * count; k++) {
    memory.places[k] = places[k];
    memory.names[k] = contact.features[k];
  }
}

const places = new Float64Array(4);
const local = { x: 0, y: 0 };

const evaluate: Evaluate = (manifold, xfA, fixtureA, _indexA, xfB, fixtureB) => {
  const a = polygonOf(fixtureA);
  const b = polygonOf(fixtureB);
  place(0, a, xfA);
  place(1, b, xfB);
  const memory = memoryOf(fixtureA, fixtureB);
  options.margin = (fixtureA.getShape() as PolygonShape).m_radius + (fixtureB.getShape() as PolygonShape).m_radius;
  detect2d(contact, shortestLinkMethod2d, bodies, 0, 1, memory.state, options);
  const { count, owner, normal } = contact;
  manifold.pointCount = count;
  if (count === 0) {
    memory.count = 0;
    return;
  }
  // The reference edge: its normal, out of its body, and a point of it, which is where the gap is measured.
  const isOfB = owner === NormalOwner.FaceB;
  manifold.type = (isOfB ? FACE_B : FACE_A) as unknown as Manifold['type'];
  const { q } = isOfB ? xfB : xfA;
  const sign = isOfB ? -1 : 1;
  manifold.localNormal.x = sign * (q.c * normal[0] + q.s * normal[1]);
  manifold.localNormal.y = sign * (q.c * normal[1] - q.s * normal[0]);
  if (isOfB) toLocal(manifold.localPoint, contact.pointB, xfB);
  else toLocal(manifold.localPoint, contact.pointA, xfA);
  for (let k = 0; k < count; k++) {
    const { localPoint } = manifold.points[k];
    pointOnA2d(onA, contact, k);
    pointOnB2d(onB, contact, k);
    if (isOfB) toLocal(localPoint, onA, xfA);
    else toLocal(localPoint, onB, xfB);
    toLocal(local, onA, xfA);
    places[2 * k] = local.x;
    places[2 * k + 1] = local.y;
  }
  carryKeys(memory, count, places, 0.02 * Math.min(a.inradius, b.inradius));
  // planck makes its key of two features again when it copies a manifold: ours goes where it survives that.
  const { e_vertex } = ContactFeatureType;
  for (let k = 0; k < count; k++) manifold.points[k].id.setFeatures(memory.keys[k], e_vertex, 0, e_vertex);
};

/** Makes planck find the contacts of polygons with dem-contact. */
export function useDemContact(): void {
  contactTypes.addType(PolygonShape.TYPE, PolygonShape.TYPE, evaluate);
}

/** Forgets what is known of pairs. */
export function forget(): void {
  pairs = new WeakMap();
}
