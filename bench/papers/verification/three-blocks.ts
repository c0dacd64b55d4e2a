/**
 * Section 5.1, second case: a block falls on two fixed ones side by side, 0.5 m square and 1 m and 0.5 m high: corner
 * on face, edge on edge, edge on face and face on face.
 *
 * Size, place and height of the falling block are not printed: a cube of 0.4 m, turned, over the higher block, so that
 * the kinds come in the order of the paper's figure 18: a corner on the upper face first, at 0.18 s, then the rims.
 * There is no solution to compare with. What must hold: all these kinds of contact are met; energy never grows; at the
 * end the cube lies on the lower block, pressed in by its weight.
 *
 * A thousandth of the paper's stiffness, and motion is damped in proportion to mass (C of eq. 9), for otherwise it
 * would never rest.
 */
import { ContactKind, box, createBodySet } from 'dem-contact';
import { balanceOf } from '../../../sim/dynamics/energy';
import { G, createScene, radians, slow, type Rival } from './scene';

const DENSITY = 2500;
const STIFFNESS = 450e6;
const SHEAR = 368 / 450;
const SIDE = 0.4;
/** Place and turn of the falling cube: x, and x y z w not normalised. */
const PLACE = -0.1;
const TURN = [-0.12, -0.21, 0.17, 0.9];
/** Height of its lowest corner over the face, m: 0.18 s of fall with the damping. */
const DROP = 0.114;
/** 1 / s. */
const DAMPING = 6;

interface ThreeBlocks {
  /** Height of the cube's centre above the lower block, at each `every`. */
  times: number[];
  heights: number[];
  /** First time of each kind of contact that was met. */
  kinds: Map<ContactKind, number>;
  penetration: number;
  /** Largest rise of the whole energy over that of the fall from the lower block's height. */
  rise: number;
  /** Distance of the cube's centre from its place of rest, straight above the lower block's top, m. */
  restError: number;
}

export function threeBlocks(rival: Rival, time: number, dt: number, every = 0.02): ThreeBlocks {
  const cube = box(SIDE, SIDE, SIDE);
  const bodies = createBodySet({
    shapes: [box(0.5, 0.5, 1), box(0.5, 0.5, 0.5), cube],
    shapeIndex: new Int32Array([0, 1, 2]),
    positions: new Float64Array([-0.25, 0, 0.5, 0.25, 0, 0.25, PLACE, 0, 0]),
  });
  const length = Math.sqrt(TURN.reduce((sum, x) => sum + x * x, 0));
  const [x, y, z, w] = TURN.map((q) => q / length);
  bodies.orientations.set([x, y, z, w], 8);
  // The lowest corner is this much below the centre: half a side times the sizes of the axes' heights.
  const low = 0.5 * SIDE * (Math.abs(2 * (x * z - w * y)) + Math.abs(2 * (y * z + w * x)) + Math.abs(1 - 2 * (x * x + y * y)));
  bodies.positions[8] = 1 + low + DROP;
  const springs = { normal: STIFFNESS, shear: SHEAR * STIFFNESS, friction: Math.tan(radians(30)), area: SIDE * SIDE };
  const scene = createScene(bodies, rival, DENSITY, springs, [0, 0, -G], [0, 1]);
  const { dynamics } = scene;
  const weight = DENSITY * cube.volume * G;
  const keep = Math.exp(-DAMPING * dt);
  let least = balanceOf(dynamics).total;
  const out: ThreeBlocks = { times: [], heights: [], kinds: new Map(), penetration: 0, rise: 0, restError: 0 };
  const steps = Math.round(time / dt);
  for (let k = 1; k <= steps; k++) {
    scene.step(dt);
    slow(dynamics, keep);
    const { total } = balanceOf(dynamics);
    least = Math.min(least, total);
    out.rise = Math.max(out.rise, (total - least) / (weight * 0.5));
    const { contacts } = scene;
    for (let c = 0; c < contacts.count; c++) {
      const kind = contacts.kind[c] as ContactKind;
      if (contacts.gaps[c] < 0 && kind !== ContactKind.None && !out.kinds.has(kind)) out.kinds.set(kind, k * dt);
    }
    if (k * dt < out.times.length * every) continue;
    out.times.push(k * dt);
    out.heights.push(bodies.positions[8] - 0.5);
  }
  out.penetration = scene.springs.penetration;
  const stiffness = 4 * STIFFNESS;
  out.restError = Math.abs(bodies.positions[8] - (0.5 + 0.5 * SIDE - weight / stiffness));
  return out;
}
