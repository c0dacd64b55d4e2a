import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, pixelsOf, seriousViolations, serveFolder } from './pages';

describe('pages in a browser', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'driver-'));
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  it('reports errors, serious violations and empty pictures', async () => {
    writeFileSync(
      join(folder, 'bad.html'),
      '<!doctype html><html><title>x</title><canvas id="c"></canvas><img src="none.png"><script>throw new Error("broken")</script></html>',
    );
    const { url, close } = await serveFolder(folder);
    const { page, errors } = await openPage(browser, `${url}bad`);
    expect(errors.some((error) => error.includes('broken'))).toBe(true);
    expect(errors.some((error) => error.includes('404'))).toBe(true);
    expect((await seriousViolations(page)).map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['html-has-lang', 'image-alt']),
    );
    expect(await pixelsOf(page, '#c')).toEqual({ share: 0, colours: 1 });
    close();
  });

  it('draws with WebGL 2', async () => {
    const { page } = await openPage(browser, 'about:blank');
    const version = await page.evaluate(() => document.createElement('canvas').getContext('webgl2')?.getParameter(0x1f02) as unknown);
    expect(version).toMatch(/WebGL 2/);
  });
});
