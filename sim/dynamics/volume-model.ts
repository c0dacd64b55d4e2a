/** One contact of the forces by the volume law, as threads compute it. volume-forces.ts has what they are for. */
import {
  createOverlap,
  createPairForce,
  createPose,
  overlap,
  overlapToWorld,
  relativePose,
  Status,
  volumeForce,
  type BodyMotion,
  type BodySet,
  type ContactList,
  type PairForce,
  type VolumeLaw,
} from 'dem-contact';
import type { ForceModel } from 'dem-contact/parallel';

/** What the forces of a contact follow from. Arrays are those of the loop. */
export interface VolumeData {
  readonly law: VolumeLaw;
  readonly velocities: Float64Array;
  readonly spins: Float64Array;
}

/** Numbers of a body: force and torque, then the same of the elastic part alone. */
export const VOLUME_WIDTH = 12;
const ELASTIC = 6;
/** Where a row has its depths: see {@link VolumePair}. */
export const DEEPEST_VOLUME = 24;
export const DEEPEST_EXTENT = 25;

export const volumeModel: ForceModel<VolumeData> = {
  name: 'volume law',
  width: VOLUME_WIDTH,
  extras: 2,
  fewest: 40,
  create: (bodies, contacts, { law, velocities, spins }) => {
    const motion = { positions: bodies.positions, velocities, spins };
    return (c, out, at) => {
      motion.positions = bodies.positions;
      forceOfVolume(law, motion, bodies, contacts, c);
      writePart(out, at, volumePair.whole);
      writePart(out, at + ELASTIC, volumePair.elastic);
      out[at + DEEPEST_VOLUME] = volumePair.volume;
      out[at + DEEPEST_EXTENT] = volumePair.extent;
    };
  },
};

/** Forces of a contact with what the motion adds, and without. */
interface VolumePair {
  readonly whole: PairForce;
  readonly elastic: PairForce;
  /** The shared volume as a part of the smaller body's, and the depth over the smaller bounding radius. */
  volume: number;
  extent: number;
}

/** Those of the last contact. */
export const volumePair: VolumePair = { whole: createPairForce(), elastic: createPairForce(), volume: 0, extent: 0 };

/** Writes the forces of contact c to {@link volumePair}. */
export function forceOfVolume(law: VolumeLaw, motion: BodyMotion, bodies: BodySet, list: ContactList, c: number): void {
  const i = list.bodyA[c];
  const j = list.bodyB[c];
  const a = bodies.shapes[bodies.shapeIndex[i]];
  const b = bodies.shapes[bodies.shapeIndex[j]];
  const isShared = overlap(region, a, b, relativePose(pose, bodies, i, j)) === Status.Overlapping;
  if (isShared) overlapToWorld(region, bodies, i);
  // Zero where nothing is shared.
  volumeForce(volumePair.whole, region, law, motion, i, j);
  volumeForce(volumePair.elastic, region, law, motionless(motion.positions), i, j);
  volumePair.volume = isShared ? region.volume / Math.min(a.volume, b.volume) : 0;
  volumePair.extent = isShared ? -list.gaps[c] / Math.min(a.radius, b.radius) : 0;
}

const region = createOverlap(0, 0, 0);
const pose = createPose();
const rest: BodyMotion = { positions: new Float64Array(0), velocities: new Float64Array(0), spins: new Float64Array(0) };

function motionless(positions: Float64Array): BodyMotion {
  if (rest.velocities.length < positions.length) rest.velocities = rest.spins = new Float64Array(positions.length);
  rest.positions = positions;
  return rest;
}

/** As writeForce, in the two widths of a row. */
function writePart(out: Float64Array, at: number, { force, torqueA, torqueB }: PairForce): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = -force[k];
    out[at + 3 + k] = torqueA[k];
    out[at + VOLUME_WIDTH + k] = force[k];
    out[at + VOLUME_WIDTH + 3 + k] = torqueB[k];
  }
}
