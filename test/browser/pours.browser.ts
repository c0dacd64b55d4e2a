/// <reference lib="dom" />
/** The live pours in a browser, as `npm run site` has built them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltSite } from './built-site';
import { keepScreenshot, openPage, PHONE, pixelsOf, seriousViolations, type PageOptions } from './pages';

const site = openBuiltSite('pours.html');

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
  const { page, errors } = await openPage(site.browser, `${site.url}pours.html`, options);
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
