/**
 * dem-contact as the narrow phase of cannon-es 0.20.
 *
 * cannon-es asks its narrow phase for each near pair of shapes and gets contact equations back. `useDemContact(world)`
 * answers for boxes and convex polyhedra; other shapes stay with the engine. What makes the difference to a solver:
 *
 *   pointMargin  pairs that touch list points a little before they press, so that a rocking box never loses a corner:
 *                about 0.5 % of the size;
 *   maxPoints    four points span a contact, and more only make the solver slower;
 *   memory       one state a pair of bodies and of places in their lists of shapes, so that a lasting contact is found
 *                again at once. The engine does not tell apart two entries of one shape in a compound body, so both
 *                share a state. That costs time and changes no answer.
 *
 * The engine's shapes have their own origin, dem-contact's have the centroid: position of the centroid = position of
 * the shape + rotation * origin.
 */
import type {
  Body,
  Box,
  ConvexPolyhedron as CannonPolyhedron,
  ContactEquation,
  Narrowphase,
  Quaternion,
  Shape,
  Vec3,
  World,
} from 'cannon-es';
import {
  addBody,
  createBodySet,
  createContactFor,
  createDetectOptions,
  createState,
  detect,
  pointOnA,
  pointOnB,
  polyhedronFromVertices,
  shortestLinkMethod,
  type Contact,
  type ContactMethod,
  type ContactState,
  type ConvexPolyhedron,
} from 'dem-contact';

/** What the adapter needs of the narrow phase of cannon-es beyond its public types. */
type Solver = Narrowphase & {
  result: ContactEquation[];
  frictionResult: unknown[];
  createContactEquation(bi: Body, bj: Body, si: Shape, sj: Shape, overrideI?: Shape, overrideJ?: Shape): ContactEquation;
  createFrictionEquationsFromContact(equation: ContactEquation, out: unknown[]): boolean;
};

export interface EngineOptions {
  /** Default: the certified shortest link. */
  readonly method?: ContactMethod;
  /** A length; default 0.005. */
  readonly pointMargin?: number;
  /** Default 4. */
  readonly maxPoints?: number;
}

/** One number for two whole numbers below 2^26. */
const pairOf = (i: number, j: number): number => i * 2 ** 26 + j;

/** A number for a shape of a body: bodies of up to 1024 shapes. */
const partOf = (body: Body, shape: Shape): number => 1024 * body.id + body.shapes.indexOf(shape);

/** Makes a world of cannon-es find the contacts of boxes and convex polyhedra with dem-contact. */
export function useDemContact(world: World, options: EngineOptions = {}): void {
  const method = options.method ?? shortestLinkMethod;
  const detectOptions = { ...createDetectOptions(), pointMargin: options.pointMargin ?? 0.005, maxPoints: options.maxPoints ?? 4 };
  const shapes = new Map<number, ConvexPolyhedron>();
  const states = new Map<number, ContactState>();
  const contacts = new Map<number, Contact>();
  // Two rows, written anew for each pair: body i is A, body j is B.
  const pair = createBodySet();
  const onA = new Float64Array(3);
  const onB = new Float64Array(3);

  const solid = (shape: CannonPolyhedron): ConvexPolyhedron => {
    let found = shapes.get(shape.id);
    if (found === undefined) {
      found = polyhedronFromVertices(shape.vertices.flatMap((v) => [v.x, v.y, v.z]));
      shapes.set(shape.id, found);
    }
    return found;
  };

  const place = (row: number, shape: ConvexPolyhedron, position: Vec3, q: Quaternion): void => {
    if (row >= pair.count) addBody(pair, { shape });
    pair.shapes[row] = shape;
    pair.shapeIndex[row] = row;
    pair.orientations.set([q.x, q.y, q.z, q.w], 4 * row);
    const [x, y, z] = shape.origin;
    const tx = 2 * (q.y * z - q.z * y);
    const ty = 2 * (q.z * x - q.x * z);
    const tz = 2 * (q.x * y - q.y * x);
    pair.positions[3 * row] = position.x + x + q.w * tx + q.y * tz - q.z * ty;
    pair.positions[3 * row + 1] = position.y + y + q.w * ty + q.z * tx - q.x * tz;
    pair.positions[3 * row + 2] = position.z + z + q.w * tz + q.x * ty - q.y * tx;
  };

  function meet(
    this: Solver,
    si: CannonPolyhedron,
    sj: CannonPolyhedron,
    xi: Vec3,
    xj: Vec3,
    qi: Quaternion,
    qj: Quaternion,
    bi: Body,
    bj: Body,
    rsi?: Shape,
    rsj?: Shape,
    justTest?: boolean,
  ): boolean {
    const a = solid(si);
    const b = solid(sj);
    place(0, a, xi, qi);
    place(1, b, xj, qj);
    const key = pairOf(partOf(bi, rsi ?? si), partOf(bj, rsj ?? sj));
    let state = states.get(key);
    if (state === undefined) states.set(key, (state = createState(method)));
    const size = pairOf(si.id, sj.id);
    let contact = contacts.get(size);
    if (contact === undefined) contacts.set(size, (contact = createContactFor(a, b)));
    detect(contact, method, pair, 0, 1, state, detectOptions);
    if (justTest === true) return contact.count > 0;
    for (let k = 0; k < contact.count; k++) {
      const equation = this.createContactEquation(bi, bj, si, sj, rsi, rsj);
      pointOnA(onA, contact, k);
      pointOnB(onB, contact, k);
      equation.ni.set(contact.normal[0], contact.normal[1], contact.normal[2]);
      equation.ri.set(onA[0] - bi.position.x, onA[1] - bi.position.y, onA[2] - bi.position.z);
      equation.rj.set(onB[0] - bj.position.x, onB[1] - bj.position.y, onB[2] - bj.position.z);
      this.result.push(equation);
      this.createFrictionEquationsFromContact(equation, this.frictionResult);
    }
    return contact.count > 0;
  }

  // The engine hands over a box as it is; contacts and materials are those of the box, geometry that of its hull.
  type Meet = (this: Solver, ...given: Parameters<typeof meet>) => boolean;
  const narrow = world.narrowphase as unknown as Record<'boxBox' | 'boxConvex' | 'convexConvex', Meet>;
  const hull = (shape: CannonPolyhedron): CannonPolyhedron => (shape as Shape as Box).convexPolyhedronRepresentation;
  narrow.boxBox = function (si, sj, xi, xj, qi, qj, bi, bj, rsi, rsj, justTest) {
    return meet.call(this, hull(si), hull(sj), xi, xj, qi, qj, bi, bj, rsi ?? si, rsj ?? sj, justTest);
  };
  narrow.boxConvex = function (si, sj, xi, xj, qi, qj, bi, bj, rsi, rsj, justTest) {
    return meet.call(this, hull(si), sj, xi, xj, qi, qj, bi, bj, rsi ?? si, rsj ?? sj, justTest);
  };
  narrow.convexConvex = meet;
}
