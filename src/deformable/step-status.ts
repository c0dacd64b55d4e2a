/** The result of a step of deformable blocks. */
export const StepStatus = {
  Done: 0,
  /**
   * A tetrahedron has no positive volume, or a stress that is no number: the step is too long, or the load too large.
   */
  Inverted: 1,
  /** The time step is not above 0, or longer than the stable step of elements and contacts: nothing was moved. */
  TooLong: 2,
  /**
   * Blocks overlap by more than half of `reach`: contacts would be lost. Take a larger normal stiffness. In the first
   * step also: `unseenPairs` pairs of blocks overlap so deep that they have no contact point. Move them apart.
   */
  TooDeep: 3,
  /** The contacts are those of another set of blocks: nothing was moved. */
  OtherSet: 4,
} as const;
export type StepStatus = (typeof StepStatus)[keyof typeof StepStatus];
