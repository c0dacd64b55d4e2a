/// <reference lib="dom" />
/** The live pours in a browser, as `npm run site` has built them. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  keepScreenshot,
  openBrowser,
  openPage,
  PHONE,
  pixelsOf,
  seriousViolations,
  serveFolder,
  type PageOptions,
  type Site,
} from './pages';

const folder = fileURLToPath(new URL('../../out/site/', import.meta.url));
let browser: Browser;
let site: Site;

beforeAll(async () => {
  if (!existsSync(`${folder}pours.html`)) throw new Error('There is no site yet: npm run site.');
  browser = await openBrowser();
  site = await serveFolder(folder);
});
afterAll(async () => {
  site.close();
  await browser.close();
});

/** The simulated time that a pour shows. */
const timeOf = async (page: Page, dimension: number): Promise<number> =>
  Number.parseFloat((await page.locator(`[data-pour=state-${dimension}]`).textContent()) ?? '');

const waitForTime = (page: Page, dimension: number, least: number): Promise<unknown> =>
  page.waitForFunction(([of, time]) => Number.parseFloat(document.querySelector(`[data-pour=state-${of}]`)?.textContent ?? '') >= time, [
    dimension,
    least,
  ] as const);

test.each<[string, PageOptions]>([
  ['desktop', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: PHONE, touch: true }],
])('%s: both pours run, pause, start again and take other bodies and methods', async (name, options) => {
  const { page, errors } = await openPage(browser, `${site.url}pours.html`, options);
  for (const dimension of [2, 3]) {
    const section = page.locator(`section[data-dimension="${dimension}"]`);
    await waitForTime(page, dimension, 0);
    const canvas = `section[data-dimension="${dimension}"] canvas`;
    const start = await pixelsOf(page, canvas);
    expect(start.share).toBeGreaterThan(0.03);
    expect(start.colours).toBeGreaterThan(10);
    const still = await page.locator(canvas).screenshot();
    await section.getByRole('button', { name: 'start', exact: true }).click();
    await waitForTime(page, dimension, 0.05);
    await section.getByRole('button', { name: 'pause' }).click();
    expect((await page.locator(canvas).screenshot()).equals(still)).toBe(false);
    await keepScreenshot(page, `pour-${dimension}-${name}`, canvas);
    await section.getByRole('button', { name: 'start again' }).click();
    await page.locator(`[data-pour=state-${dimension}]`, { hasText: '0.00 s in 0 steps' }).waitFor();
    await section.getByLabel('bodies').selectOption('50');
    await section.getByLabel('method').selectOption('exact');
    await section.getByRole('button', { name: 'start', exact: true }).click();
    await waitForTime(page, dimension, 0.02);
    await section.getByRole('button', { name: 'pause' }).click();
    expect(await timeOf(page, dimension)).toBeGreaterThan(0);
  }
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(options.viewport?.width ?? 1440);
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  expect(addresses.filter((address) => !address.startsWith(site.url) && !address.startsWith('data:'))).toEqual([]);
  expect(await seriousViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});
