/**
 * The share of critical damping that makes two bodies part with `restitution` times the speed at which they met, for
 * two kinds of contact. The restitution falls as the share grows, so bisection finds the share.
 */

/**
 * A spring with a dashpot that cannot pull: it ends when its force is zero and not when the overlap is. Schwager and
 * Pöschel, "Coefficient of restitution and linear-dashpot model revisited", Granular Matter 9 (2007). With the usual
 * formula, which lets it pull, bodies would part faster than asked.
 */
export function dampingRatio(restitution: number): number {
  return findRatio(restitution, restitutionOf, 10);
}

/** A spring with a dashpot whose force ends at that of the spring (contactForce of the area laws). */
export function cutDampingRatio(restitution: number): number {
  return findRatio(restitution, cutRestitutionOf, 100);
}

function findRatio(restitution: number, of: (ratio: number) => number, most: number): number {
  if (!(restitution >= 0.01 && restitution <= 1)) throw new Error(`the restitution is ${restitution}, expected 0.01 to 1`);
  if (restitution === 1) return 0;
  let low = 0;
  let high = most;
  // 60 halvings use up the digits of a double.
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (of(middle) > restitution) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/**
 * Speed at the end of the contact for one that begins with speed 1, mass and stiffness 1: x'' + 2 z x' + x = 0 from x =
 * 0, x' = 1 until x'' = 0.
 */
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

/**
 * The same where the dashpot's force ends at that of the spring. While 2 z x' > x the body feels -2 x, so x = sin(s) /
 * sqrt(2) with s = sqrt(2) t, until tan(s) = 2 sqrt(2) z. From then on the equation is the one above, and so is the
 * path, but for its size: it is taken up where x' = x / (2 z).
 */
function cutRestitutionOf(z: number): number {
  if (z === 0) return 1;
  const s = Math.atan(2 * Math.SQRT2 * z);
  const w = Math.sqrt(Math.abs(1 - z * z));
  let x: number;
  if (w < 1e-6) x = (2 / 3) * Math.exp(-2 / 3);
  else if (z < 1) {
    const angle = Math.atan2(2 * z * w, 1 + 2 * z * z);
    x = (Math.exp((-z * angle) / w) * Math.sin(angle)) / w;
  } else {
    const angle = Math.atanh((2 * z * w) / (1 + 2 * z * z));
    x = (Math.exp((-z * angle) / w) * Math.sinh(angle)) / w;
  }
  return (restitutionOf(z) * Math.sin(s)) / (Math.SQRT2 * x);
}
