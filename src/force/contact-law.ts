/**
 * Laws for a contact as a whole: the numbers of the spring law, and the source of the normal force. docs/laws.md says
 * when to use which law.
 *
 * Sources: pressure law, or elastic foundation: Nassauer, Liedke and Kuna 2012, eq. 43, and K. L. Johnson, Contact
 * Mechanics (1985), section 4.3; springs at the points: Wang, Li and Feng 2014, section 4.
 */
import { createSpringLaw, type MoreOfSpringLaw, type SpringLaw } from './spring-law';

/** The source of the normal force of a contact. */
export const NormalModel = {
  /** One spring at each contact point: the force depends on the number of points. */
  Points: 0,
  /**
   * k V along the normal at the pressure centre, with V the overlap volume (in the plane its area): an elastic layer on
   * the surface.
   */
  Pressure: 1,
  /** K V / A there, with A the area of the zone (in the plane its length): K times the mean depth. */
  MeanDepth: 2,
} as const;
export type NormalModel = (typeof NormalModel)[keyof typeof NormalModel];

/**
 * A law for contacts. The units of stiffness and damping are those of the model; in the plane all are for a thickness
 * of one.
 *
 * | model       | normalStiffness, shearStiffness            | normalDamping, shearDamping               |
 * | ----------- | ------------------------------------------ | ----------------------------------------- |
 * | `Points`    | of a point: force a length, N/m            | of a point: N s/m                         |
 * | `Pressure`  | of an area: pressure a length, N/m³        | of an area: N s/m³                        |
 * | `MeanDepth` | of the contact: force a length, N/m        | of the contact: N s/m                     |
 */
export interface ContactLaw extends SpringLaw {
  model: NormalModel;
}

/** One spring at each contact point, as in the papers. Throws as {@link createSpringLaw}. */
export function createPointLaw(normalStiffness: number, shearStiffness: number, friction: number, more: MoreOfSpringLaw = {}): ContactLaw {
  return createContactLaw(NormalModel.Points, normalStiffness, shearStiffness, friction, more);
}

/**
 * The pressure law. Throws as {@link createSpringLaw}.
 *
 * @example
 * ```ts
 * // A cube of 0.1 m and 2.5 kg sinks into a plate by its weight over k A, here 2.5 x 9.81 / (1e8 x 0.01) m.
 * const law = createPressureLaw(1e8, 8e7, 0.5, { normalDamping: 2e4, shearDamping: 2e4 });
 * console.log(law.normalStiffness * 0.01); // 1e6 N/m, flat on the plate
 * ```
 */
export function createPressureLaw(
  normalStiffness: number,
  shearStiffness: number,
  friction: number,
  more: Omit<MoreOfSpringLaw, 'slackGap'> = {},
): ContactLaw {
  return createContactLaw(NormalModel.Pressure, normalStiffness, shearStiffness, friction, more);
}

/** K times the mean depth V / A: a stiffness from K / 3 (a corner) to K (a face). Throws as {@link createSpringLaw}. */
export function createMeanDepthLaw(
  normalStiffness: number,
  shearStiffness: number,
  friction: number,
  more: Omit<MoreOfSpringLaw, 'slackGap'> = {},
): ContactLaw {
  return createContactLaw(NormalModel.MeanDepth, normalStiffness, shearStiffness, friction, more);
}

function createContactLaw(
  model: NormalModel,
  normalStiffness: number,
  shearStiffness: number,
  friction: number,
  more: MoreOfSpringLaw,
): ContactLaw {
  return { model, ...createSpringLaw(normalStiffness, shearStiffness, friction, more) };
}
