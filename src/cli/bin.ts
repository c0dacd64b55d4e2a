#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { main } from './main';

// A reader that has seen enough, such as head, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
process.exitCode = await main(process.argv.slice(2), { out: process.stdout, err: process.stderr, folder: process.cwd() }, manifest.version);
