import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The viewer with three.js as one script without imports, whose names stay inside it. */
export function viewerSource(): string {
  const [file] = buildSync({
    entryPoints: [fileURLToPath(new URL('viewer/viewer.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'inline',
    write: false,
  }).outputFiles;
  // A script element ends at the first `</script`, and `<!--` opens a comment, wherever they stand.
  return file.text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}
