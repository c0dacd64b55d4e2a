/**
 * Contacts of the bodies with line walls, in order of body and wall. Walls have no memory and
 * need no near list: a body that is far from a wall costs one scalar product.
 */
import { BodyFlag } from '../../body/body-set';
import { edgeFeature } from '../../contact/feature';
import { roundedBand, sharpMargin } from '../../contact/rounding';
import { Status } from '../../contact/status';
import type { Keep } from '../../detector-shared/ask-pairs';
import { MARGIN_SLACK } from '../../detector-shared/near-list';
import { Health } from '../../detector-shared/row-watch';
import type { BodySet2d } from '../body/body-set-2d';
import type { Contact2d } from '../contact/contact-2d';
import type { DetectOptions2d } from '../contact/method-2d';
import { toWorld2d } from '../contact/to-world-2d';
import { wallLine, type LineWall } from '../wall/line-wall';
import { applyLineWallRounding, lineWallBand, lineWallContact } from '../wall/line-wall-contact';

const line = /* @__PURE__ */ new Float64Array(3);

/** Walls have no images. */
const NO_SHIFT = /* @__PURE__ */ new Float64Array(2);

/**
 * Passes the contacts of bodies `from` to `to` with all walls to `record`; bodies that feel no force have none.
 * `options` are the walls' own, `given` are those of the detector.
 */
export function findWallContacts2d(
  walls: readonly LineWall[],
  from: number,
  to: number,
  health: Uint8Array,
  bodies: BodySet2d,
  out: Contact2d,
  options: DetectOptions2d,
  { margin, pointMargin }: DetectOptions2d,
  record: Keep<Contact2d>,
): void {
  if (walls.length === 0) return;
  const { positions, rounding, flags } = bodies;
  for (let i = from; i < to; i++) {
    if (health[i] !== Health.Good || (flags[i] & (BodyFlag.Static | BodyFlag.Kinematic)) !== 0) continue;
    const shape = bodies.shapes[bodies.shapeIndex[i]];
    const band = lineWallBand(shape);
    options.margin = rounding[i] > 0 ? sharpMargin(margin, rounding[i], roundedBand(band, rounding[i])) : margin;
    options.pointMargin = pointMargin + rounding[i];
    options.rounding = rounding[i];
    for (let w = 0; w < walls.length; w++) {
      const { normal, offset } = walls[w];
      const px = normal[0] * positions[2 * i];
      const py = normal[1] * positions[2 * i + 1];
      const size = Math.abs(offset) + Math.abs(px) + Math.abs(py) + shape.radius + options.margin;
      // A normal that has drifted from unit length makes the distance as wrong; MARGIN_SLACK is for rounding.
      if (px + py - offset > shape.radius + options.margin + MARGIN_SLACK * size) continue;
      lineWallContact(out, shape, wallLine(line, walls[w], bodies, i), options);
      applyLineWallRounding(out, rounding[i], band);
      // The body is valid, so the wall is not; its contacts continue when it is finite again.
      if (out.status === Status.Invalid) out.featureB = edgeFeature(0);
      if (out.count > 0 || out.status === Status.Invalid) record(i, -1 - w, toWorld2d(out, bodies, i), NO_SHIFT);
    }
  }
}
