/**
 * Particles that flow through a hopper into a silo (Nassauer, Liedke and Kuna 2012, section 6).
 *
 * From the paper: 200, 400 or 800 particles made as in its section 5, walls that are polyhedra fixed at their places,
 * the method (overlap of half-spaces), the volume law with friction and damping (eqs 42-46) and its one printed
 * constant, 0.1 m^2/s^2 in eq. 44. It prints no sizes and no other constants: these are ours.
 *
 * Container: a bin of square section, the store above and the silo below, and in it a hopper of four slabs with the
 * slope 3 : 2 and a square orifice. All walls are WALL thick, one and a half particles, so that a particle pressed into
 * a wall is pushed back the way it came. Slabs go on behind each other's faces instead of ending at the edges where
 * they meet: a particle in an edge then meets whole faces. So walls overlap each other, but bodies at rest never pair.
 *
 * Particles: cubes trimmed by up to 100 planes, which leaves 6 to 60 faces, scaled to the volume of spheres of 3.5 to
 * 4.5 cm, 2500 kg/m^3. They start at rest on a lattice above the hopper, turned at random and apart, and fall. The
 * orifice is open.
 *
 * Stiffness: the hardest blow is that of a corner after the fall from the rim to the floor, 1.3 m for 800 particles. A
 * right-angled corner at the depth d shares about V = d^3 and is stopped where k d^4 / 4 = m g h: with the k of the
 * scene, a mean particle of 84 g and without damping at 14 mm, a third of its size and a quarter of a wall. Resting on
 * a corner it sinks 2 mm.
 *
 * Damping along the normal: a third of the critical one for a mean particle on a wall with a region of a square
 * centimetre. In a step it takes 4 % of the velocity of the lightest particle, and of a corner far off the centre five
 * times that: far from what would make the step unstable. Along the plane half as much.
 */
import {
  addBody,
  BodyFlag,
  createBodySet,
  createDetector,
  createRandom,
  halfSpaceMethod,
  polyhedronFromVertices,
  randomPolyhedron,
  type BodySet,
  type ContactMethod,
  type ConvexPolyhedron,
  type Detector,
  type Random,
  type BodySetArrays,
  type DetectorOptions,
  type VolumeLaw,
} from 'dem-contact';
import type { ParallelDetector } from 'dem-contact/parallel';
import type { FindContacts } from '../dynamics/dynamics';
import {
  createVolumeDynamics,
  shareVolumeForces,
  stepVolumeDynamics,
  volumeTimeStep,
  type VolumeDynamics,
} from '../dynamics/volume-forces';
import { randomRotation } from './mixed-particles';

export interface Hopper {
  /** The particles, then the walls. */
  readonly bodies: BodySet;
  readonly particles: number;
  readonly names: string[];
  readonly detector: Detector;
  readonly volume: VolumeDynamics;
  readonly timeStep: number;
  /** Height of the upper rim, m. */
  readonly top: number;
  /** Factor of the widths of bin and orifice. */
  readonly width: number;
}

/**
 * For a detector on several threads: a pair of the half-space method costs as much as ten of the shortest link method.
 */
export const FEWEST_PAIRS = 40;

/** kg / m^3 and m / s^2. */
const DENSITY = 2500;
const GRAVITY = 9.81;
/** Equal-volume diameters, m. */
const SMALLEST = 0.035;
const LARGEST = 0.045;
const MOST_CUTS = 100;
const MOST_FACES = 60;

/** Half widths of the bin and of the orifice for a width of 1, m. */
const HALF_BIN = 0.32;
const HALF_ORIFICE = 0.15;
/** Height of the orifice; the floor is at 0. */
export const ORIFICE = 0.3;
const SLOPE = 1.5;
const WALL = 0.06;

/** The law of the scene. */
export function createLaw(): VolumeLaw {
  return { stiffness: 1e8, normalDamping: 20, tangentialDamping: 10, friction: 0.5, slip2: 0.1 };
}

/** The scene at its start. With a width of sqrt(particles / n) they lie in as many layers as n with a width of 1. */
export function createHopper(
  particles: number,
  seed: number,
  {
    method = halfSpaceMethod,
    law = createLaw(),
    width = 1,
    arrays,
    makeDetector = createDetector,
  }: {
    method?: ContactMethod;
    law?: VolumeLaw;
    width?: number;
    /** Shared ones if the detector is one on several threads, which then also find the forces. */
    arrays?: BodySetArrays | undefined;
    makeDetector?: (options: DetectorOptions) => Detector;
  } = {},
): Hopper {
  const random = createRandom(seed);
  const bodies = createBodySet(arrays);
  const names: string[] = [];
  const shapes = Array.from({ length: particles }, () => randomParticle(random));
  // Cells that hold the largest particle turned at will.
  const largest = Math.max(...shapes.map(({ radius }) => radius));
  const halfBin = width * HALF_BIN;
  const across = Math.floor(halfBin / (1.02 * largest));
  const cell = (2 * halfBin) / across;
  const slopeTop = ORIFICE + SLOPE * width * (HALF_BIN - HALF_ORIFICE);
  shapes.forEach((shape, p) => {
    const column = [p % across, Math.floor(p / across) % across];
    const [x, y] = column.map((n) => (n + 0.5) * cell - halfBin);
    const z = slopeTop + (Math.floor(p / (across * across)) + 0.5) * cell;
    addBody(bodies, { shape, position: [x, y, z], orientation: randomRotation(random) });
    names.push(nameOf(shape.faceCount));
  });
  const top = slopeTop + Math.ceil(particles / (across * across)) * cell;
  for (const [name, shape] of walls(top, width)) {
    addBody(bodies, { shape, flags: BodyFlag.Static });
    names.push(name);
  }
  const volume = createVolumeDynamics(bodies, DENSITY, law, [0, 0, -GRAVITY], arrays !== undefined);
  const detector = makeDetector({ bodies, method });
  if (arrays !== undefined) shareVolumeForces(volume, detector as ParallelDetector);
  return { bodies, particles, names, detector, volume, timeStep: volumeTimeStep(volume), top, width };
}

/** One time step. */
export function stepHopper({ detector, volume, timeStep }: Hopper, findContacts: FindContacts = () => detector.update()): void {
  stepVolumeDynamics(volume, timeStep, findContacts);
}

/** Particles below the orifice. */
export function passed({ bodies, particles }: Hopper): number {
  let count = 0;
  for (let p = 0; p < particles; p++) if (bodies.positions[3 * p + 2] < ORIFICE) count++;
  return count;
}

/**
 * Particles whose centroid is in a wall or outside of the container, the open top left out. A particle that gets
 * through a wall is seen on its way, if this is asked more often than a particle needs for the thickness of a wall.
 */
export function lost({ bodies, particles, top, width }: Hopper): number {
  let count = 0;
  for (let p = 0; p < particles; p++) {
    const [x, y, z] = bodies.positions.subarray(3 * p, 3 * p + 3);
    const beside = !(Math.max(Math.abs(x), Math.abs(y)) < width * HALF_BIN);
    if ((beside && !(z > top)) || !(z > 0) || isInWall(bodies, particles, x, y, z)) count++;
  }
  return count;
}

function isInWall(bodies: BodySet, particles: number, x: number, y: number, z: number): boolean {
  for (let w = particles; w < bodies.count; w++) {
    const { normals, offsets, faceCount } = bodies.shapes[bodies.shapeIndex[w]];
    const [dx, dy, dz] = [x - bodies.positions[3 * w], y - bodies.positions[3 * w + 1], z - bodies.positions[3 * w + 2]];
    let f = 0;
    while (f < faceCount && normals[3 * f] * dx + normals[3 * f + 1] * dy + normals[3 * f + 2] * dz < offsets[f]) f++;
    if (f === faceCount) return true;
  }
  return false;
}

/**
 * A cube trimmed by a number of planes, scaled to a drawn size. Of one in some hundred the planes leave too many faces:
 * it is drawn again.
 */
function randomParticle(random: Random): ConvexPolyhedron {
  let rough: ConvexPolyhedron;
  do rough = randomPolyhedron(random, { cuts: Math.floor(random() * (MOST_CUTS + 1)), spread: 0.05 });
  while (rough.faceCount > MOST_FACES);
  const size = SMALLEST + (LARGEST - SMALLEST) * random();
  // Six figures, because Math.cbrt differs between engines in the last bit.
  const scale = Number((size * Math.cbrt(Math.PI / 6 / rough.volume)).toPrecision(6));
  return polyhedronFromVertices(rough.vertices.map((x) => scale * x));
}

/** Classes of faces, for colours. */
function nameOf(faces: number): string {
  if (faces < 15) return '6 to 14 faces';
  if (faces < 30) return '15 to 29 faces';
  return faces < 45 ? '30 to 44 faces' : '45 to 60 faces';
}

/** The walls at their places in the world. */
function walls(top: number, width: number): [name: string, shape: ConvexPolyhedron][] {
  const wide = width * HALF_BIN + WALL;
  const prism = (outline: readonly Point[], upright: (x: number, y: number, z: number) => number[]): ConvexPolyhedron =>
    polyhedronFromVertices([-wide, wide].flatMap((y) => outline.flatMap(([x, z]) => upright(x, y, z))));
  return outlineOfWalls({ top, width }).flatMap((outline, k): [string, ConvexPolyhedron][] => {
    const along = prism(outline, (x, y, z) => [x, y, z]);
    if (k === 0) return [['Floor', along]];
    const name = k < 3 ? 'Wall' : 'Hopper';
    return [
      [name, along],
      [name, prism(outline, (x, y, z) => [y, x, z])],
    ];
  });
}

type Point = [x: number, z: number];

/** Outlines of the walls in a vertical cut through the middle: floor, walls at -x and x, slabs at -x and x. */
export function outlineOfWalls({ top, width }: Pick<Hopper, 'top' | 'width'>): Point[][] {
  const halfBin = width * HALF_BIN;
  const halfOrifice = width * HALF_ORIFICE;
  const wide = halfBin + WALL;
  // The slope goes on into the middle of the wall; the lower face of a slab is WALL under the upper one.
  const end = halfBin + 0.5 * WALL;
  const rise = SLOPE * (end - halfOrifice);
  const under = WALL * Math.sqrt(1 + SLOPE * SLOPE);
  const wall: Point[] = [
    [halfBin, -WALL],
    [wide, -WALL],
    [wide, top],
    [halfBin, top],
  ];
  const slab: Point[] = [
    [halfOrifice, ORIFICE],
    [halfOrifice + under / SLOPE, ORIFICE],
    [end, ORIFICE + rise - under],
    [end, ORIFICE + rise],
  ];
  const mirrored = (outline: readonly Point[]): Point[] => outline.map(([x, z]) => [-x, z]);
  const floor: Point[] = [
    [-wide, -WALL],
    [wide, -WALL],
    [wide, 0],
    [-wide, 0],
  ];
  return [floor, mirrored(wall), wall, mirrored(slab), slab];
}
