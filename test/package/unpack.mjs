import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Packs the built package and lays it out in a temporary folder as an installation would: node_modules/dem-contact from
 * the tarball, and beside it exactly the dependencies that its package.json names. Needs `npm run build`, but no
 * network.
 */
export function installPacked() {
  const folder = mkdtempSync(join(tmpdir(), 'dem-contact-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, encoding: 'utf8' }),
  );
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', modules]);
  execFileSync('mv', [join(modules, 'package'), join(modules, 'dem-contact')]);
  const manifest = JSON.parse(readFileSync(join(modules, 'dem-contact/package.json'), 'utf8'));
  for (const name of Object.keys(manifest.dependencies ?? {})) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  return {
    root,
    folder,
    manifest,
    /** Paths in the tarball. */
    files: files.map((file) => file.path),
    /** 'dem-contact' and every 'dem-contact/FAMILY'. */
    entries: Object.keys(manifest.exports)
      .filter((path) => path !== './package.json')
      .map((path) => `dem-contact${path.slice(1)}`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
