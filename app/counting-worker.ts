/** The module of a thread of the job: the methods of the library, counted where the job reads it. */
import { workerData } from 'node:worker_threads';
import { contactMethods } from 'dem-contact/methods';
import { registerMethod } from 'dem-contact/worker';
import { counted } from './step-times';

const { iterations } = workerData as { iterations: Float64Array };
for (const method of contactMethods) registerMethod(counted(method, { iterations, firstCall: 0 }));
