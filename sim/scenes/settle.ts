import {
  boundingRadii,
  createContactFor,
  createDetectOptions,
  createNbsWorkspace,
  createPairList,
  detect,
  exactMethod,
  nbsPairs3d,
  type BodySet,
  type Contact,
  type NbsWorkspace,
  type PairList,
} from 'dem-contact';

/**
 * Settles a packing under gravity, without friction and without inertia: how the shipped scene was made.
 *
 * Each step lets every particle sink by `sink` and then finds the smallest moves and turns (weighted with mass and
 * inertia) that put the contacts right: a linear complementarity problem in the contact points that detect() reports,
 * solved by projected Gauss-Seidel. A contact point is a linear spring: it may overlap by its force / stiffness, where
 * a step of length sink stands for the time sqrt(sink / gravity). The loads of a step start the next one, so they
 * travel through the whole packing however few the sweeps. When nothing moves any more the packing is in static
 * equilibrium, every overlap being the load the contact carries over its stiffness. So the last steps are short and
 * have many sweeps.
 *
 * Only + - * / and sqrt are used, so a seed gives the same packing on every engine.
 */
export interface Material {
  /** kg / m^3 */
  density: number;
  /** Stiffness of a contact point, N / m. */
  stiffness: number;
  /** m / s^2, along -z. */
  gravity: number;
}

/** Share of an overlap that one step takes back: all of it at once would overshoot where bodies are wedged. */
const CORRECTION = 0.25;

/**
 * No particle moves, and no corner of it turns, by more than this many times the sinking in one step: moves come from
 * planes that hold only near the start of the step. Falling takes 1; a wedged particle may ask for any number.
 */
const REACH = 5;

/**
 * Corners of a feature count as contact points when they are within this share of the mean radius of the deepest one.
 * Of a face that lies tilted by its overlaps, all corners must stay in the contact: one that comes and goes would rock
 * the body for ever.
 */
const BAND = 0.015;

/** Working memory: masses, and the moves of one step. */
export interface Settling {
  bodies: BodySet;
  /** The first bodies, this many, are walls, which stand still. */
  walls: number;
  material: Material;
  /** 1 / kg, 0 for walls. */
  inverseMass: Float64Array;
  /** Inverse inertia in the body's frame, row-major 3x3 a body. */
  inverseInertia: Float64Array;
  /** The same in the world, for the current step. */
  worldInverse: Float64Array;
  moves: Float64Array;
  turns: Float64Array;
  contact: Contact;
  radii: Float64Array;
  /** Mean bounding radius of the particles. */
  scale: number;
  pairs: PairList;
  workspace: NbsWorkspace;
  /** Loads of the last step by pair and features, and its sinking: where the next one starts. */
  loads: Map<string, number>;
  sink: number;
}

export function createSettling(bodies: BodySet, walls: number, material: Material): Settling {
  const n = bodies.count;
  const settling: Settling = {
    bodies,
    walls,
    material,
    inverseMass: new Float64Array(n),
    inverseInertia: new Float64Array(9 * n),
    worldInverse: new Float64Array(9 * n),
    moves: new Float64Array(3 * n),
    turns: new Float64Array(3 * n),
    radii: boundingRadii(new Float64Array(n), bodies),
    scale: 0,
    pairs: createPairList(),
    workspace: createNbsWorkspace(),
    loads: new Map(),
    sink: 0,
    contact: bodies.shapes
      .map((shape) => createContactFor(shape, shape))
      .reduce((most, c) => (c.gaps.length > most.gaps.length ? c : most)),
  };
  for (let i = walls; i < n; i++) {
    const shape = bodies.shapes[bodies.shapeIndex[i]];
    settling.scale += shape.radius / (n - walls);
    settling.inverseMass[i] = 1 / (material.density * shape.volume);
    invert(settling.inverseInertia, 9 * i, shape.inertia, material.density);
  }
  return settling;
}

/**
 * A contact point of one step: bodies, normal, lever arm x normal and what it turns, gap at the start (less what is not
 * corrected), load so far.
 */
interface Point {
  a: number;
  b: number;
  n: number[];
  armA: number[];
  armB: number[];
  turnA: number[];
  turnB: number[];
  gap: number;
  weight: number;
  load: number;
  key: string;
}

/**
 * One step; returns the largest move of a particle (a length). `sweeps` is the number of Gauss-Seidel sweeps.
 */
export function settleStep(settling: Settling, sink: number, sweeps: number): number {
  const { bodies, walls, inverseMass, worldInverse, moves, turns, material } = settling;
  rotateInertia(settling);
  // Points that are apart may close within the step: by the sinking, and by what neighbours push.
  const points = contactPoints(settling, 4 * sink);
  moves.fill(0);
  turns.fill(0);
  for (let i = walls; i < bodies.count; i++) moves[3 * i + 2] = -sink;
  const compliance = (CORRECTION * material.gravity) / (material.stiffness * sink);
  for (const p of points) {
    p.turnA = times(worldInverse, 9 * p.a, p.armA);
    p.turnB = times(worldInverse, 9 * p.b, p.armB);
    p.weight = 1 / (inverseMass[p.a] + inverseMass[p.b] + dot(p.armA, p.turnA) + dot(p.armB, p.turnB) + compliance);
    // The load of a step is a force times the square of its time, which is proportional to the sinking.
    const load = (settling.loads.get(p.key) ?? 0) * (settling.sink > 0 ? sink / settling.sink : 0);
    if (load > 0) push(settling, p, load);
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const p of points) {
      const { a, b, n, armA, armB } = p;
      let gap = p.gap + compliance * p.load;
      for (let k = 0; k < 3; k++) {
        gap += n[k] * (moves[3 * b + k] - moves[3 * a + k]) + armB[k] * turns[3 * b + k] - armA[k] * turns[3 * a + k];
      }
      const load = Math.max(0, p.load - gap * p.weight);
      const change = load - p.load;
      if (change === 0) continue;
      push(settling, p, change);
    }
  }
  settling.loads.clear();
  for (const p of points) if (p.load > 0) settling.loads.set(p.key, p.load);
  settling.sink = sink;
  return apply(settling, REACH * sink);
}

/** Adds to the load of a point and moves its bodies accordingly. */
function push({ inverseMass, moves, turns }: Settling, p: Point, change: number): void {
  const { a, b, n } = p;
  p.load += change;
  for (let k = 0; k < 3; k++) {
    moves[3 * a + k] -= change * inverseMass[a] * n[k];
    moves[3 * b + k] += change * inverseMass[b] * n[k];
    turns[3 * a + k] -= change * p.turnA[k];
    turns[3 * b + k] += change * p.turnB[k];
  }
}

/** The contact points of all pairs within reach, and of those only what lies within reach of the plane. */
function contactPoints(settling: Settling, reach: number): Point[] {
  const { bodies, walls, contact, pairs } = settling;
  const { positions } = bodies;
  const options = { ...createDetectOptions(), margin: reach, band: Math.max(reach, BAND * settling.scale) };
  const points: Point[] = [];
  const add = (i: number, j: number): void => {
    detect(contact, exactMethod, bodies, i, j, undefined, options);
    for (let p = 0; p < contact.count; p++) points.push(pointOf(contact, p, positions, i, j));
  };
  // Walls are as large as the scene and would make the cells of the broad phase so, too; they stand unrotated, so their
  // faces are known.
  for (let i = 0; i < walls; i++) {
    const wall = bodies.shapes[bodies.shapeIndex[i]];
    for (let j = walls; j < bodies.count; j++) {
      const [x, y, z] = [0, 1, 2].map((k) => positions[3 * j + k] - positions[3 * i + k]);
      if (faceDistance(wall.normals, wall.offsets, x, y, z) <= settling.radii[j] + reach) add(i, j);
    }
  }
  nbsPairs3d(pairs, bodies.count - walls, positions.subarray(3 * walls), settling.radii.subarray(walls), reach, settling.workspace);
  for (let p = 0; p < pairs.count; p++) add(walls + pairs.pairs[2 * p], walls + pairs.pairs[2 * p + 1]);
  return points;
}

function faceDistance(normals: Float64Array, offsets: Float64Array, x: number, y: number, z: number): number {
  let most = -Infinity;
  for (let f = 0; f < offsets.length; f++) {
    most = Math.max(most, normals[3 * f] * x + normals[3 * f + 1] * y + normals[3 * f + 2] * z - offsets[f]);
  }
  return most;
}

function pointOf(contact: Contact, p: number, positions: Float64Array, a: number, b: number): Point {
  const key = `${a} ${b} ${contact.features[2 * p]} ${contact.features[2 * p + 1]}`;
  const gap = contact.gaps[p] < 0 ? CORRECTION * contact.gaps[p] : contact.gaps[p];
  const n = Array.from(contact.normal);
  const arm = (body: number): number[] =>
    cross(
      [0, 1, 2].map((k) => contact.points[3 * p + k] - positions[3 * body + k]),
      n,
    );
  return { a, b, n, armA: arm(a), armB: arm(b), turnA: [], turnB: [], gap, weight: 0, load: 0, key };
}

/** Moves and turns the particles, none by more than the limit or half its inradius; returns the largest move. */
function apply(settling: Settling, limit: number): number {
  const { bodies, walls, moves, turns } = settling;
  const { positions, orientations: q } = bodies;
  let most = 0;
  for (let i = walls; i < bodies.count; i++) {
    const shape = bodies.shapes[bodies.shapeIndex[i]];
    const move = Math.sqrt(moves[3 * i] ** 2 + moves[3 * i + 1] ** 2 + moves[3 * i + 2] ** 2);
    const turn = Math.sqrt(turns[3 * i] ** 2 + turns[3 * i + 1] ** 2 + turns[3 * i + 2] ** 2) * shape.radius;
    const allowed = Math.min(0.5 * shape.inradius, limit);
    const scale = Math.min(1, allowed / Math.max(move, turn, allowed));
    most = Math.max(most, scale * Math.max(move, turn));
    for (let k = 0; k < 3; k++) positions[3 * i + k] += scale * moves[3 * i + k];
    const [x, y, z, w] = q.subarray(4 * i, 4 * i + 4);
    const [tx, ty, tz] = [0, 1, 2].map((k) => 0.5 * scale * turns[3 * i + k]);
    const turned = [x + tx * w + ty * z - tz * y, y + ty * w + tz * x - tx * z, z + tz * w + tx * y - ty * x, w - tx * x - ty * y - tz * z];
    const length = Math.sqrt(turned.reduce((sum, v) => sum + v * v, 0));
    for (let k = 0; k < 4; k++) q[4 * i + k] = turned[k] / length;
  }
  return most;
}

/** R I^-1 R^T of every particle. */
function rotateInertia({ bodies, walls, inverseInertia, worldInverse }: Settling): void {
  for (let i = walls; i < bodies.count; i++) {
    const [x, y, z, w] = bodies.orientations.subarray(4 * i, 4 * i + 4);
    const r = [
      ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
    for (let row = 0; row < 3; row++) {
      const m = [0, 1, 2].map((k) => {
        let sum = 0;
        for (let l = 0; l < 3; l++) sum += r[3 * row + l] * inverseInertia[9 * i + 3 * l + k];
        return sum;
      });
      for (let column = 0; column < 3; column++) {
        worldInverse[9 * i + 3 * row + column] = m[0] * r[3 * column] + m[1] * r[3 * column + 1] + m[2] * r[3 * column + 2];
      }
    }
  }
}

/** Inverse of factor * m (3x3, row-major) into out[o..o+8]. */
function invert(out: Float64Array, o: number, m: Float64Array, factor: number): void {
  const cofactor = (r: number, c: number): number => {
    const [r1, r2, c1, c2] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3];
    return m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
  };
  const determinant = m[0] * cofactor(0, 0) + m[1] * cofactor(0, 1) + m[2] * cofactor(0, 2);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) out[o + 3 * r + c] = cofactor(c, r) / (determinant * factor);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function times(m: Float64Array, o: number, v: readonly number[]): number[] {
  return [0, 3, 6].map((r) => m[o + r] * v[0] + m[o + r + 1] * v[1] + m[o + r + 2] * v[2]);
}
