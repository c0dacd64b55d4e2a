/** Checks what a program passes to the forces of a parallel detector. */
import { InputError } from '../math/input-error';
import type { ContactLawData, ForceModel } from './force-model';

/** Throws InputError 'bad-option' for a model that is none. */
export function checkModel<Data extends object, Bodies, Contacts>(model: ForceModel<Data, Bodies, Contacts>): void {
  const { name, width, extras, create } = (model ?? {}) as Partial<ForceModel>;
  if (typeof name !== 'string' || typeof create !== 'function')
    throw new InputError('bad-option', 'the model of forces must have a name and a function create, as contactLawForces has');
  checkCount('width', width, 1);
  checkCount('extras', extras, 0);
}

function checkCount(name: string, value: number | undefined, least: number): void {
  if (value !== undefined && Number.isInteger(value) && value >= least) return;
  throw new InputError('bad-option', `${name} of the model of forces must be an integer from ${least} on, got ${String(value)}`, -1, value);
}

/** The numbers of a body: of its velocity, and of its angular velocity. */
export interface MotionWidths {
  readonly velocities: number;
  readonly spins: number;
}

/**
 * Throws InputError 'bad-option' without a law or without arrays, 'not-finite' for the time, and 'bad-length' for
 * arrays too short for `count` bodies.
 */
export function checkLawData(data: ContactLawData, count: number, widths: MotionWidths): void {
  const { law, history, velocities, spins, dt } = data as Partial<ContactLawData>;
  if (typeof law !== 'object') throw new InputError('bad-option', 'data.law must be a contact law, such as createPressureLaw gives');
  if (!Number.isFinite(dt)) throw new InputError('not-finite', `data.dt must be a finite time, got ${String(dt)}`, -1, dt);
  checkArray('history', history, 0);
  checkArray('velocities', velocities, widths.velocities * count);
  checkArray('spins', spins, widths.spins * count);
}

function checkArray(name: string, array: unknown, least: number): void {
  if (!(array instanceof Float64Array)) throw new InputError('bad-option', `data.${name} must be a Float64Array`);
  if (array.length < least)
    throw new InputError('bad-length', `data.${name} has ${array.length} numbers; the bodies need ${least}`, array.length, least);
}
