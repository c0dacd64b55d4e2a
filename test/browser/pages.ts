/// <reference lib="dom" />
/**
 * Pages in a real browser: Debian's Chromium (or another one found by its name), driven by playwright-core, with WebGL
 * drawn in software so that every machine gives the same picture.
 *
 * @example
 * ```ts
 * const browser = await openBrowser();
 * const { page, errors } = await openPage(browser, pathToFileURL('out/report.html').href, { viewport: DESKTOP });
 * expect(errors).toEqual([]);
 * expect(await seriousViolations(page)).toEqual([]);
 * await browser.close();
 * ```
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from './driver';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Folder of the screenshots. */
const SCREENSHOTS = fileURLToPath(new URL('../../out/browser/', import.meta.url));

export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('no Chromium found');
  // A container has no user namespaces for the sandbox; the pages are our own.
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
  return chromium.launch({ executablePath, args });
}

export interface PageOptions {
  viewport?: { width: number; height: number };
  /** Device pixels for each CSS pixel. */
  deviceScaleFactor?: number;
  colorScheme?: 'light' | 'dark';
  /** With fingers in place of a mouse. */
  touch?: boolean;
}

/** A page and all that it has reported as wrong since it was opened: console errors, exceptions and failed requests. */
export interface OpenPage {
  page: Page;
  errors: string[];
}

/** Opens the address in a fresh context and waits until it has loaded. */
export async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<OpenPage> {
  const { viewport = DESKTOP, deviceScaleFactor = 1, colorScheme = 'light', touch = false } = options;
  const context = await browser.newContext({ viewport, deviceScaleFactor, colorScheme, hasTouch: touch, isMobile: touch });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText ?? 'failed'}`));
  await page.goto(url, { waitUntil: 'load' });
  return { page, errors };
}

/** Keeps what the page shows as out/browser/NAME.png; with `selector` only that element. */
export async function keepScreenshot(page: Page, name: string, selector?: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const path = join(SCREENSHOTS, `${name}.png`);
  await (selector === undefined ? page.screenshot({ path }) : page.locator(selector).screenshot({ path }));
}

/** Prints a measured figure and keeps it in out/browser/figures.json, by name and unit. */
export function keepFigure(name: string, unit: string, value: number): void {
  const path = join(SCREENSHOTS, 'figures.json');
  mkdirSync(SCREENSHOTS, { recursive: true });
  const all = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>) : {};
  const figure = { [unit]: Number(value.toPrecision(3)), date: new Date().toISOString(), processor: cpus()[0]?.model ?? 'unknown' };
  writeFileSync(path, `${JSON.stringify({ ...all, [name]: figure }, null, 2)}\n`);
  console.log(`${name}: ${figure[unit]} ${unit}`);
}

/** How much of an element's picture differs from its top left corner, 0 .. 1, and its number of different colours. */
export async function pixelsOf(page: Page, selector: string): Promise<{ share: number; colours: number }> {
  const png = (await page.locator(selector).screenshot()).toString('base64');
  // A blank page decodes the picture: the page under test may forbid it.
  const blank = await page.context().newPage();
  const result = await blank.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.width;
    canvas.height = picture.height;
    const context = canvas.getContext('2d');
    if (context === null) return { share: 0, colours: 0 };
    context.drawImage(picture, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return { share: pixels.filter((pixel) => pixel !== pixels[0]).length / pixels.length, colours: new Set(pixels).size };
  }, png);
  await blank.close();
  return result;
}

interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string }[];
}

/** What axe-core finds wrong with the page and calls serious or critical, one line each. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  const violations = await page.evaluate<Violation[]>('axe.run().then((result) => result.violations)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export interface Site {
  readonly url: string;
  readonly close: () => void;
}

/** Serves a folder on this machine alone, for pages that use modules or workers. */
export function serveFolder(folder: string): Promise<Site> {
  return serve((name) => {
    const wanted = join(folder, name);
    const path = [wanted, join(wanted, 'index.html'), `${wanted}.html`].find((file) => existsSync(file) && statSync(file).isFile());
    if (path === undefined || name.includes('..')) return undefined;
    return { type: TYPES[extname(path)] ?? 'application/octet-stream', content: readFileSync(path) };
  });
}

/** Serves what `read` gives for a path, with these headers. */
export async function serve(
  read: (path: string) => { readonly type: string; readonly content: string | Uint8Array } | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const server = createServer((request, response) => {
    const file = read(normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)));
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? 'text/plain', ...headers });
    response.end(file?.content ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
