/** The site in a browser, as `npm run site` has built it: pages without errors, search, links to the reference. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openBuiltSite } from './built-site';
import { keepScreenshot, openPage, PHONE, pixelsOf, seriousViolations } from './pages';

const site = openBuiltSite('index.html');

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  const names = ['index', 'README', 'docs/shortest-link', 'docs/choose-a-method', 'api/functions/detect'];
  test.each(colorScheme === 'light' ? names : names.slice(2, 3))(
    '%s: no errors, nothing from other hosts, no serious barrier',
    async (name) => {
      const { page, errors } = await openPage(site.browser, `${site.url}${name}.html`, { colorScheme });
      await page.waitForFunction('document.querySelector("#app")?.__vue_app__ !== undefined');
      const addresses = await page.evaluate<string[]>('performance.getEntriesByType("resource").map((entry) => entry.name)');
      expect(addresses.filter((address) => !address.startsWith(site.url) && !address.startsWith('data:'))).toEqual([]);
      expect((await pixelsOf(page, '#app')).colours).toBeGreaterThan(20);
      expect(await seriousViolations(page)).toEqual([]);
      expect(errors).toEqual([]);
      await keepScreenshot(page, `site-${name.replaceAll('/', '-')}-${colorScheme}`);
      await page.context().close();
    },
  );
});

test('on a phone nothing is wider than the screen', async () => {
  const { page, errors } = await openPage(site.browser, `${site.url}docs/shortest-link.html`, { viewport: PHONE, touch: true });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
  expect(errors).toEqual([]);
  await keepScreenshot(page, 'site-phone');
  await page.context().close();
});

test('search finds a page; a name of the library on a page leads to its reference', async () => {
  const { page, errors } = await openPage(site.browser, `${site.url}docs/shortest-link.html`);
  await page.waitForFunction('document.querySelector("#app")?.__vue_app__ !== undefined');
  await page.keyboard.press('Control+k');
  await page.locator('#localsearch-input').fill('shrunken edge');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  expect(await page.locator('.VPLocalSearchBox .result').first().textContent()).toMatch(/shrunken edge/i);
  await page.keyboard.press('Escape');
  await page
    .locator('main a', { hasText: /^shortestLink$/ })
    .first()
    .click();
  await page.waitForURL('**/api/functions/shortestLink.html');
  await page.locator('h1', { hasText: 'shortestLink' }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('every link of every page leads to a page, and to a heading that is there', () => {
  const files = readdirSync(site.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const texts = new Map(files.map((name) => [name, readFileSync(join(site.folder, name), 'utf8')]));
  const ids = new Map(Array.from(texts, ([name, text]) => [name, new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id))]));
  const broken = new Set<string>();
  let links = 0;
  for (const [name, text] of texts) {
    for (const [, href] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (/^(https?|mailto|data):/.test(href)) continue;
      links++;
      const { pathname, hash } = new URL(href, `http://site/${name}`);
      const path = relative('/', decodeURIComponent(pathname));
      const target = [path, `${path}.html`, join(path, 'index.html')].find(
        (each) => existsSync(join(site.folder, each)) && each.includes('.'),
      );
      const id = decodeURIComponent(hash.slice(1));
      if (target === undefined || (id !== '' && ids.get(target)?.has(id) === false)) broken.add(`${name}: ${href}`);
    }
  }
  expect([...broken]).toEqual([]);
  expect(links).toBeGreaterThan(1000);
});
