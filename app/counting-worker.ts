/** The module of a thread of the job: forces, and the methods of the library, counted where the job reads it. */
import { workerData } from 'node:worker_threads';
import { contactMethods } from 'dem-contact/methods';
import { registerForceModel, registerMethod } from 'dem-contact/worker';
import { lawModel } from '../sim/dynamics/law-model';
import { volumeModel } from '../sim/dynamics/volume-model';
import { counted } from './step-times';

const { iterations } = workerData as { iterations: Float64Array };
for (const method of contactMethods) registerMethod(counted(method, { iterations, firstCall: 0 }));
registerForceModel(lawModel);
registerForceModel(volumeModel);
