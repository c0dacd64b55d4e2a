/**
 * Section 5.5, figure 34: the wedge meets the ground and breaks. The wedge is cut into tetrahedra that are rigid. Where
 * two of them share a face, three springs bond them (springForce with cohesion, tensile strength and friction), each
 * with a third of the face. A bond ends by sliding or tearing. Then the pair is one more contact of the detector.
 *
 * The slide before the collision is eq. 34, so the wedge starts just above the ground, with the speed after 1.9 s. The
 * paper has meshes of elastic tetrahedra, and breaks contacts between them; here all compliance is in the springs.
 *
 * Motion is not damped. What must hold: energy hardly rises; no piece is lost through the planes or the ground; and
 * with bonds that cannot break, the wedge stays whole.
 */
import {
  BodyFlag,
  box,
  clearSpring,
  createBodySet,
  createDetector,
  createPairForce,
  createSpringLaw,
  polyhedronFromVertices,
  SPRING_FLOATS,
  springForce,
  type BodySet,
  type ContactList,
  type SpringPoint,
} from 'dem-contact';
import { createDynamics, stepDynamics, type Dynamics } from '../../../sim/dynamics/dynamics';
import { balanceOf } from '../../../sim/dynamics/energy';
import { createFragments, turn } from './fragments';
import { cutTetrahedron, sharedFaces, type Point } from './tetrahedra';
import { G, radians, type Rival } from './scene';

const DENSITY = 2600;
/** Of a spring of a bond or a contact, N / m: a hundredth of table 1, for a longer step. */
const STIFFNESS = 2e9;
const SHEAR = 160 / 200;
const FRICTION = Math.tan(radians(30));
/** Strength of the intact rock, Pa: c and sigma_t. */
const COHESION = 8.6e6;
const TENSION = 5.3e6;
const DIP = radians(40);
/** When the wedge meets the ground, s. */
const MEETING = 1.9;
const TIME_STEP = 5e-6;
/** The planes and the ground. */
const FIXED = 3;

export interface BrokenWedge {
  times: number[];
  /** Broken part of the springs, number of pieces, mass of the largest over that of the wedge. */
  broken: number[];
  pieces: number[];
  largest: number[];
  /** The horizontal displacement of the centre since rest, m. */
  displacements: number[];
  /** Largest rise of kinetic, potential and elastic energy over the kinetic energy of the collision. */
  rise: number;
  /** Deepest overlap of a contact, m. */
  penetration: number;
  /** Deepest centroid of a piece below the ground, m: 0 if none. */
  lost: number;
  tetrahedra: number;
  /**
   * At each of `times`: the corners of each tetrahedron, horizontal place and height above the ground, m, 8 numbers.
   */
  pictures: number[][][];
}

/**
 * Up to the last of `times`, s since rest. `cuts` times each tetrahedron is cut into eight. `strength` scales both
 * strengths; Infinity: nothing breaks.
 */
export function breakWedge(rival: Rival, times: readonly number[], cuts: number, strength = 1): BrokenWedge {
  const across = G * Math.cos(DIP);
  const along = G * Math.sin(DIP);
  const parts = cutTetrahedron(
    [
      [0, 0, 0],
      [2, 0, 0],
      [1, 0.8, 0.8],
      [1, -0.8, 0.8],
    ],
    cuts,
  );
  const shapes = parts.map((part) => polyhedronFromVertices(part.flat()));
  const half = Math.SQRT1_2 * 0.5;
  const up = [-Math.sin(DIP), 0, Math.cos(DIP)];
  const level = [Math.cos(DIP), 0, Math.sin(DIP)];
  const ground = [0, 1, 2].map((c) => (c === 0 ? 2.001 : 0) + 2 * level[c] - 0.5 * up[c]);
  const bodies = createBodySet({
    shapes: [box(14, 4, 1), box(80, 40, 1), ...shapes],
    shapeIndex: Int32Array.from([0, 0, 1, ...shapes.map((_, k) => 2 + k)]),
    positions: Float64Array.from([5, half, -half, 5, -half, -half, ...ground, ...shapes.flatMap(({ origin }) => [...origin])]),
  });
  const s = Math.sin(Math.PI / 8);
  const c = Math.cos(Math.PI / 8);
  bodies.orientations.set([s, 0, 0, c, -s, 0, 0, c, 0, -Math.sin(0.5 * DIP), 0, Math.cos(0.5 * DIP)]);
  for (let body = 0; body < FIXED; body++) bodies.flags[body] = BodyFlag.Static;
  const dynamics = createDynamics(
    bodies,
    { density: DENSITY, normalStiffness: STIFFNESS, shearStiffness: SHEAR * STIFFNESS, friction: 0, restitution: 1 },
    { gravity: [along, 0, -across] },
  );
  const speed = along * MEETING;
  for (let body = FIXED; body < bodies.count; body++) dynamics.velocities[3 * body] = speed;

  const forces = createFragmentForces(parts, dynamics, strength);
  const detector = createDetector({ bodies, method: rival.method, band: rival.level });
  const masses = shapes.map(({ volume }) => DENSITY * volume);
  const mass = masses.reduce((sum, m) => sum + m, 0);
  const energy = 0.5 * mass * speed * speed;
  const out: BrokenWedge = {
    times: [],
    broken: [],
    pieces: [],
    largest: [],
    displacements: [],
    rise: 0,
    penetration: 0,
    lost: 0,
    tetrahedra: parts.length,
    pictures: [],
  };
  const from = bodies.positions.slice();
  let least = Infinity;
  let t = MEETING;
  for (const time of times) {
    for (let k = 0; t < time - 0.5 * TIME_STEP; k++) {
      stepDynamics(dynamics, TIME_STEP, () => detector.update(), forces.apply);
      t += TIME_STEP;
      if (k % 10 > 0) continue;
      const { total } = balanceOf(dynamics);
      least = Math.min(least, total);
      out.rise = Math.max(out.rise, (total - least) / energy);
    }
    const { pieces, largest } = forces.count(masses);
    out.times.push(t);
    out.pictures.push(shapes.map(({ vertices }, k) => sideView(bodies, FIXED + k, vertices, level, up)));
    out.broken.push(forces.broken());
    out.pieces.push(pieces);
    out.largest.push(largest / mass);
    let moved = 0;
    for (let body = FIXED; body < bodies.count; body++) {
      const at = [0, 1, 2].map((k) => bodies.positions[3 * body + k]);
      moved += masses[body - FIXED] * at.reduce((sum, x, k) => sum + (x - from[3 * body + k]) * level[k], 0);
      out.lost = Math.max(out.lost, -((at[0] - 2.001) * up[0] + at[2] * up[2]));
    }
    out.displacements.push(0.5 * along * MEETING * MEETING * level[0] + moved / mass);
  }
  out.penetration = forces.penetration();
  return out;
}

/** Corners of a body: along the ground and above it, from where the wedge meets it. */
function sideView(bodies: BodySet, body: number, vertices: Float64Array, level: readonly number[], up: readonly number[]): number[] {
  const view: number[] = [];
  const corner = new Float64Array(3);
  for (let v = 0; v < vertices.length; v += 3) {
    turn(corner, bodies, body, [...vertices.subarray(v, v + 3)]);
    for (const axis of [level, up])
      view.push(corner.reduce((sum, x, c) => sum + (x + bodies.positions[3 * body + c] - (c === 0 ? 2.001 : 0)) * axis[c], 0));
  }
  return view;
}

interface FragmentForces {
  apply: (dynamics: Dynamics, list: ContactList, dt: number) => void;
  /** Broken part of the springs. */
  broken: () => number;
  count: (masses: readonly number[]) => { pieces: number; largest: number };
  penetration: () => number;
}

/** Bonds between tetrahedra that share a face, and contacts of all other pairs. */
function createFragmentForces(parts: readonly Point[][], { bodies }: Dynamics, strength: number): FragmentForces {
  const more = { cohesion: strength * COHESION, tensileStrength: strength * TENSION };
  const bond = createSpringLaw(STIFFNESS, SHEAR * STIFFNESS, FRICTION, more);
  const touch = createSpringLaw(STIFFNESS, SHEAR * STIFFNESS, FRICTION);
  // The planes are smooth.
  const smooth = createSpringLaw(STIFFNESS, SHEAR * STIFFNESS, 0);
  const joints = sharedFaces(parts, FIXED);
  const fragments = createFragments(joints, bodies, bond);
  const pair = createPairForce();
  const point = new Float64Array(3);
  const normal = new Float64Array(3);
  const contact: SpringPoint = { bodyA: 0, bodyB: 0, point, normal, gap: 0, area: 0 };
  let history = new Float64Array(0);
  let deepest = 0;
  return {
    apply: (dynamics, list, dt) => {
      const motion = { positions: bodies.positions, velocities: dynamics.velocities, spins: dynamics.angularVelocities };
      dynamics.forces.fill(0);
      dynamics.torques.fill(0);
      dynamics.elasticEnergy = fragments.addForces(dynamics, dt);
      if (history.length < SPRING_FLOATS * list.pointSlotCount) {
        const longer = new Float64Array(2 * SPRING_FLOATS * list.pointSlotCount);
        longer.set(history);
        history = longer;
      }
      for (let c = 0; c < list.count; c++) {
        contact.bodyA = list.bodyA[c];
        contact.bodyB = list.bodyB[c];
        if (fragments.isBonded(contact.bodyA, contact.bodyB)) continue;
        const law = Math.min(contact.bodyA, contact.bodyB) < 2 ? smooth : touch;
        for (let k = 0; k < 3; k++) normal[k] = list.normals[3 * c + k];
        for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
          const slot = list.pointSlot[p];
          if (list.pointBegan[p] === 1) clearSpring(history, slot);
          for (let k = 0; k < 3; k++) point[k] = list.points[3 * p + k];
          contact.gap = list.pointGaps[p];
          springForce(pair, law, history, slot, contact, motion, dt);
          addPair(dynamics, contact.bodyA, contact.bodyB, pair);
          deepest = Math.max(deepest, -contact.gap);
          if (contact.gap < 0) dynamics.elasticEnergy += 0.5 * STIFFNESS * contact.gap * contact.gap;
          dynamics.elasticEnergy += shearEnergyOf(history, slot, law.shearStiffness);
        }
      }
    },
    broken: fragments.broken,
    count: (masses) => fragments.count(masses, FIXED),
    penetration: () => deepest,
  };
}

/** Adds the force of a pair to both bodies. */
export function addPair({ forces, torques }: Dynamics, i: number, j: number, pair: ReturnType<typeof createPairForce>): void {
  for (let k = 0; k < 3; k++) {
    forces[3 * i + k] -= pair.force[k];
    forces[3 * j + k] += pair.force[k];
    torques[3 * i + k] += pair.torqueA[k];
    torques[3 * j + k] += pair.torqueB[k];
  }
}

/** Energy of the shear spring of a slot: its force is in the first three numbers of the history. */
export function shearEnergyOf(history: Float64Array, slot: number, stiffness: number): number {
  const h = SPRING_FLOATS * slot;
  return (history[h] ** 2 + history[h + 1] ** 2 + history[h + 2] ** 2) / (2 * stiffness);
}
