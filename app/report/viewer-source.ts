import { readFileSync } from 'node:fs';

/** In this order each file stands behind those it imports. */
const FILES = ['camera.js', 'model.js', 'playback.js', 'raster.js', 'draw.js', 'shade.js', 'controls.js', 'selection.js', 'viewer.js'];

/**
 * The viewer as one script without imports. Its files import each other by one-line statements and have different
 * top-level names, so joining them is dropping those lines and the word `export`.
 */
export function viewerSource(): string {
  const parts = FILES.map((file) =>
    readFileSync(new URL(`viewer/${file}`, import.meta.url), 'utf8')
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  );
  // A script element ends at the first `</script`, wherever it stands.
  return parts.join('\n').replaceAll('</script', '<\\/script');
}
