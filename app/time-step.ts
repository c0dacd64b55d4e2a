/** Time step of the pouring, s. */
export const TIME_STEP = 7.5e-5;
