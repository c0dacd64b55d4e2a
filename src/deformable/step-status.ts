/** The result of a step of deformable blocks. */
export const StepStatus = {
  Done: 0,
  /** A tetrahedron has no positive volume: the step is too long, or the load too large. */
  Inverted: 1,
  /** The time step is not above 0, or is longer than the stable step of the elements: nothing was moved. */
  TooLong: 2,
} as const;
export type StepStatus = (typeof StepStatus)[keyof typeof StepStatus];
