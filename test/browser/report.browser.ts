/// <reference lib="dom" />
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { recordPouring } from '../../app/pour-record';
import { createPouring } from '../../app/pouring';
import { reportPage } from '../../app/report/page';
import { playbackData } from '../../app/report/playback-data';
import { sceneData } from '../../app/report/scene-data';
import { shortestLinkMethod } from '../../src';
import { keepFigure, keepScreenshot, openBrowser, openPage, PHONE, pixelsOf, seriousViolations } from './pages';

/** Pictures that the page has drawn since it was opened. */
const picturesOf = (page: Page): Promise<number> => page.evaluate(() => Number(document.getElementById('picture')!.dataset['pictures']));

/** Pictures a second while the camera turns. It depends on the machine: it is kept, not judged. */
function turnRate(page: Page, pictures: number): Promise<number> {
  return page.evaluate(async (count) => {
    const picture = document.getElementById('picture')!;
    const next = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    await next();
    const start = performance.now();
    for (let k = 0; k < count; k++) {
      picture.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
      await next();
    }
    return (1000 * count) / (performance.now() - start);
  }, pictures);
}

describe('the report in a browser', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const path = join(folder, 'report.html');
  const url = pathToFileURL(path).href;
  beforeAll(async () => {
    const pouring = createPouring(2000, 1, shortestLinkMethod);
    const { found, frames } = recordPouring(pouring, 40, 'method', { name: 'Start', seconds: 0 }, () => undefined);
    const scene = { ...sceneData(found), playback: playbackData(frames) };
    writeFileSync(path, reportPage({ title: 'pour', found, scene, provenance: [] }));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  it('draws, plays, and gives the body under the cursor', async () => {
    const { page, errors } = await openPage(browser, url);
    const canvas = page.locator('#picture');
    await canvas.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await pixelsOf(page, '#picture')).colours).toBeGreaterThan(500);
    const box = (await canvas.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => page.locator('#selection h3').textContent()).toMatch(/^(Body|Contact) \d+/);
    await keepScreenshot(page, 'report-desktop');
    await page.locator('#play').click();
    await expect.poll(() => page.locator('#frame').inputValue(), { timeout: 20_000 }).toBe('3');
    await page.locator('#play').click();
    const before = await picturesOf(page);
    const rate = await turnRate(page, 30);
    expect((await picturesOf(page)) - before).toBeGreaterThanOrEqual(30);
    keepFigure('report, 2,000 bodies', 'pictures a second, software GL', rate);
    expect(await seriousViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('fits a phone in the dark', async () => {
    const { page, errors } = await openPage(browser, url, { viewport: PHONE, deviceScaleFactor: 2, colorScheme: 'dark', touch: true });
    await page.locator('#picture').scrollIntoViewIfNeeded();
    expect((await pixelsOf(page, '#picture')).colours).toBeGreaterThan(200);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await keepScreenshot(page, 'report-phone');
    expect(await seriousViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
