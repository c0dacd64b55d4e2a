/**
 * Section 5.5 without its failure: a tetrahedral wedge ABCD slides from rest down the line in which two smooth planes
 * meet; eq. 34 has its displacement.
 *
 * The text calls AB that line and then names ABD and ACD as the faces in contact, which meet in AD. Here the line is AB
 * and the faces are ABC and ABD. Sizes are not printed: AB is 2 m long, C and D are 0.8 m beside and above its middle,
 * the planes rise at 45 degrees to either side. The planes are slabs that go on below the line; fixed bodies may
 * overlap.
 */
import { box, createBodySet, polyhedronFromVertices } from 'dem-contact';
import { balanceOf } from '../../../sim/dynamics/energy';
import { G, createScene, radians, settle, type Rival } from './scene';

const DENSITY = 2600;
/** A hundredth of the paper's, so that the step may be ten times as long: eq. 34 does not know the stiffness. */
const STIFFNESS = 2e9;
const SHEAR = 160 / 200;

export interface WedgeSlide {
  times: number[];
  displacements: number[];
  /** Eq. 34. */
  analytical: number[];
  /** Largest |displacement / eq. 34 - 1| over those times. */
  error: number;
  /** Farthest from the line, m. */
  aside: number;
  penetration: number;
  /** Largest |energy - first| over the work of gravity at the end. */
  energyError: number;
}

/** `dip` of the line AB in degrees. */
export function slideWedge(rival: Rival, dip: number, time: number, samples: number, dt: number): WedgeSlide {
  const wedge = polyhedronFromVertices([0, 0, 0, 2, 0, 0, 1, 0.8, 0.8, 1, -0.8, 0.8]);
  const across = G * Math.cos(radians(dip));
  const along = G * Math.sin(radians(dip));
  // Slabs 4 m wide and 1 m thick, turned about x by +-45 degrees, with the middle line of their upper side on the x
  // axis.
  const half = Math.SQRT1_2 * 0.5;
  const bodies = createBodySet({
    shapes: [box(14, 4, 1), wedge],
    shapeIndex: new Int32Array([0, 0, 1]),
    positions: new Float64Array([5, half, -half, 5, -half, -half, ...wedge.origin]),
  });
  const s = Math.sin(Math.PI / 8);
  const c = Math.cos(Math.PI / 8);
  bodies.orientations.set([s, 0, 0, c, -s, 0, 0, c]);
  // Three points on each face, as stiff as four over 4/3 of its area.
  const area = (4 / 3) * 0.5 * 2 * 0.8 * Math.SQRT2;
  const springs = { normal: STIFFNESS, shear: SHEAR * STIFFNESS, friction: 0, area };
  const scene = createScene(bodies, rival, DENSITY, springs, [along, 0, -across], [0, 1]);
  settle(scene, [0, 0, -across], dt, 2000);
  const origin = bodies.positions.slice(6, 9);
  const first = balanceOf(scene.dynamics).total;
  const out: WedgeSlide = { times: [], displacements: [], analytical: [], error: 0, aside: 0, penetration: 0, energyError: 0 };
  const steps = Math.round(time / (samples * dt));
  for (let sample = 1; sample <= samples; sample++) {
    for (let k = 0; k < steps; k++) scene.step(dt);
    const t = sample * steps * dt;
    const analytical = 0.5 * along * t * t;
    const [x, y, z] = bodies.positions.subarray(6, 9);
    out.times.push(t);
    out.displacements.push(x - origin[0]);
    out.analytical.push(analytical);
    out.error = Math.max(out.error, Math.abs((x - origin[0]) / analytical - 1));
    out.aside = Math.max(out.aside, Math.abs(y - origin[1]), Math.abs(z - origin[2]));
    const work = DENSITY * wedge.volume * along * analytical;
    out.energyError = Math.max(out.energyError, Math.abs(balanceOf(scene.dynamics).total - first) / work);
  }
  out.penetration = scene.springs.penetration;
  return out;
}
