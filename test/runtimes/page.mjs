/* global Worker */
import { compare } from './scene.mjs';

const createWorker = () => new Worker(new URL('./page-worker.mjs', import.meta.url), { type: 'module' });
globalThis.result = compare({ createWorker }, false).catch((error) => ({ error: error.message }));
