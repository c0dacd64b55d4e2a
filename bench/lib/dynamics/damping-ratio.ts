/**
 * The share of critical damping that makes two bodies part with `restitution` times the speed at which they met.
 *
 * The contact is a spring with a dashpot that cannot pull, so it ends when its force is zero and not when the overlap is: Schwager and Pöschel, "Coefficient of
 * restitution and linear-dashpot model revisited", Granular Matter 9 (2007). With the usual formula, which lets it pull, bodies would part faster than
 * asked. The restitution falls as the share grows, so bisection finds the share.
 */
export function dampingRatio(restitution: number): number {
  if (!(restitution >= 0.01 && restitution <= 1)) throw new Error(`the restitution is ${restitution}, expected 0.01 to 1`);
  if (restitution === 1) return 0;
  let low = 0;
  let high = 10;
  // 60 halvings use up the digits of a double.
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (restitutionOf(middle) > restitution) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** Speed at the end of the contact for one that begins with speed 1, mass and stiffness 1: x'' + 2 z x' + x = 0 from x = 0, x' = 1 until x'' = 0. */
function restitutionOf(z: number): number {
  const w = Math.sqrt(Math.abs(1 - z * z));
  if (w < 1e-6) return Math.exp(-2);
  if (z < 1) {
    const angle = Math.atan2(2 * z * w, z * z - w * w);
    return -Math.exp((-z * angle) / w) * (Math.cos(angle) - (z / w) * Math.sin(angle));
  }
  const angle = Math.atanh((2 * z * w) / (z * z + w * w));
  return -Math.exp((-z * angle) / w) * (Math.cosh(angle) - (z / w) * Math.sinh(angle));
}
