/** A worker of a parallel detector from the sources. */
import { tsImport } from 'tsx/esm/api';

await tsImport('../../src/worker/index.ts', import.meta.url);
