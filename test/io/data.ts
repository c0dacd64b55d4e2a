import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(process.cwd(), process.env.DEM_CONTACT_DATA ?? '../shared/data');

/** Text of a file made by another DEM code; undefined, with a notice, where the data folder is absent. */
export function dataFile(name: string): string | undefined {
  const path = resolve(folder, name);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  console.log(`notice: ${path} is absent, so the tests that read it check nothing (set DEM_CONTACT_DATA to the folder of the data)`);
  return undefined;
}
