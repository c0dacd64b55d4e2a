/** The site that `npm run site` has built, served to the tests of one file in one browser. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, serveFolder, type Site } from './pages';

const folder = fileURLToPath(new URL('../../out/site/', import.meta.url));

/** Opens and closes both around the tests of the file. `page` is a page that the tests need. */
export function openBuiltSite(page: string): { readonly folder: string; readonly browser: Browser; readonly url: string } {
  let browser: Browser;
  let site: Site;
  beforeAll(async () => {
    if (!existsSync(`${folder}${page}`)) throw new Error('There is no site yet: npm run site.');
    browser = await openBrowser();
    site = await serveFolder(folder);
  });
  afterAll(async () => {
    site.close();
    await browser.close();
  });
  return {
    folder,
    get browser() {
      return browser;
    },
    get url() {
      return site.url;
    },
  };
}
