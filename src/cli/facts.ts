/** Words about bodies that several commands print. */
import type { BodySet } from '../body/body-set';

/** The shortest text of a number to `digits` digits. */
export function shortNumber(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

/** The box around the bounding spheres of some bodies, along each axis. `radii` are those of all bodies. */
export function boxAround({ positions }: BodySet, rows: readonly number[], radii: Float64Array): { least: number; most: number }[] {
  return [0, 1, 2].map((axis) => {
    let least = Infinity;
    let most = -Infinity;
    for (const i of rows) {
      least = Math.min(least, positions[3 * i + axis] - radii[i]);
      most = Math.max(most, positions[3 * i + axis] + radii[i]);
    }
    return { least, most };
  });
}

/** A number of things in words. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
