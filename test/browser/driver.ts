/** A page in Chromium, served from memory. Where no Chromium is installed, tests say that they did not run. */
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a browser that is installed; undefined without one. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A module of this folder with all that it imports, as text. */
export function bundle(entry: string): string {
  const [file] = buildSync({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  }).outputFiles;
  return file.text;
}

/** Serves files by path, with these headers, and opens the first one in a browser while `look` runs. */
export async function withPage<T>(
  browserPath: string,
  files: Readonly<Record<string, { readonly type: string; readonly text: string }>>,
  headers: Readonly<Record<string, string>>,
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''] as { type: string; text: string } | undefined;
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': file?.type ?? 'text/plain', ...headers });
    response.end(file?.text ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${Object.keys(files)[0]}`);
    return await look(page);
  } finally {
    await browser.close();
    server.close();
  }
}
