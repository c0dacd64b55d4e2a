#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Exit } from './faults';
import { main } from './main';

// A reader that has seen enough, such as head, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
try {
  process.exitCode = await main(
    process.argv.slice(2),
    { out: process.stdout, err: process.stderr, folder: process.cwd() },
    manifest.version,
  );
} catch (error) {
  // A fault of the program: Node's own exit code for it would say that a file failed.
  console.error(error);
  process.exitCode = Exit.Stopped;
}
