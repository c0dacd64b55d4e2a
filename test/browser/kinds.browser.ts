/// <reference lib="dom" />
/** Pages of bodies in the plane and of blocks that deform, in the viewer of the report. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePlanarPage } from '../../app/planar-report';
import { writeBlocksPage } from '../../app/report/blocks-page';
import { recordDrop } from '../main/deformable-drop';
import { recordRoundGrains } from '../main/planar-grains';
import { keepScreenshot, openBrowser, PHONE, pixelsOf, seriousViolations, type OpenPage, type PageOptions } from './pages';
import { clippedLabels, colourAt, openReportAt, picturesOf, TALL, titleOf, untilStill } from './report-pages';

const folder = mkdtempSync(join(tmpdir(), 'kinds-'));
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const openReport = (name: string, options?: PageOptions): Promise<OpenPage> => openReportAt(browser, join(folder, name), options);

describe('a run of discs, rods and rounded polygons in the plane', () => {
  const grains = recordRoundGrains(4500);
  beforeAll(() => {
    writePlanarPage(join(folder, 'planar.html'), 'Grains', grains, []);
  });

  it('is seen from above, and gives the body under the cursor', async () => {
    const { page, errors } = await openReport('planar.html', { viewport: TALL });
    await expect.poll(async () => (await pixelsOf(page, '#picture')).colours).toBeGreaterThan(50);
    await page.check('#show-chains');
    await untilStill(page);
    await keepScreenshot(page, 'planar-desktop');
    await page.uncheck('#show-chains');
    await page.uncheck('#show-points');
    const canvas = (await page.locator('#picture').boundingBox())!;
    const [x, y] = [Math.round(canvas.x + canvas.width / 2), Math.round(canvas.y + canvas.height / 2)];
    await page.fill('#search-number', '8');
    await page.click('#search button');
    await page.locator('.close').click();
    await page.mouse.move(5, 5);
    await untilStill(page);
    const plain = await colourAt(page, x, y);
    await page.mouse.click(x, y);
    await expect.poll(() => titleOf(page), { timeout: 20_000 }).toBe('Body 8');
    await page.mouse.move(5, 5);
    await untilStill(page);
    expect(await colourAt(page, x, y)).not.toBe(plain);
    await page.locator('.close').click();
    // A drag moves the plane and does not turn it: the body goes where the cursor goes, less the first pixels of a
    // click.
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 1, y + 1);
    await page.mouse.move(x + 91, y + 61, { steps: 3 });
    await page.mouse.up();
    await untilStill(page);
    await page.mouse.click(x + 90, y + 60);
    await expect.poll(() => titleOf(page), { timeout: 20_000 }).toBe('Body 8');
    expect(await clippedLabels(page)).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('plays, and colours by every field', async () => {
    const { page, errors } = await openReport('planar.html');
    const frame = async (): Promise<number> => Number(await page.locator('#frame').inputValue());
    const last = await frame();
    await page.locator('#picture').focus();
    await page.keyboard.press(' ');
    await expect.poll(frame, { timeout: 20_000 }).toBeLessThan(last);
    const [from, before] = [await frame(), await picturesOf(page)];
    await expect.poll(frame, { timeout: 20_000 }).toBeGreaterThan(from + 2);
    expect(await picturesOf(page)).toBeGreaterThan(before + 1);
    await page.keyboard.press(' ');
    // At the end all fields have values.
    await page.locator('#frame').focus();
    await page.keyboard.press('End');
    const pictures = new Set<string>();
    for (const field of ['shape', 'speed', 'contacts', 'pressure', 'cluster']) {
      await page.selectOption('#colour', field);
      await untilStill(page);
      pictures.add((await page.locator('#picture').screenshot()).toString('base64'));
    }
    expect(pictures.size).toBe(5);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save-contacts').click()]);
    expect(readFileSync(await download.path(), 'latin1')).toMatch(/^body_a,body_b,kind,class,gap,length,/);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('fits a phone in the dark', async () => {
    const { page, errors } = await openReport('planar.html', { viewport: PHONE, deviceScaleFactor: 2, colorScheme: 'dark', touch: true });
    expect((await pixelsOf(page, '#picture')).colours).toBeGreaterThan(50);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await keepScreenshot(page, 'planar-phone');
    expect(await clippedLabels(page)).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('a cube that falls on a slab, both deformable', () => {
  beforeAll(() => {
    writeBlocksPage(join(folder, 'blocks.html'), 'A cube on a slab', recordDrop(900).record);
  });

  it('is coloured by stress, and gives the block, the element and the node under the cursor', async () => {
    const { page, errors } = await openReport('blocks.html', { viewport: TALL });
    await expect.poll(async () => (await pixelsOf(page, '#picture')).colours).toBeGreaterThan(100);
    expect(await page.locator('#legend-most').textContent()).toMatch(/^[\d.,]+ [kM]?Pa$/);
    await keepScreenshot(page, 'blocks-desktop');
    await page.uncheck('#show-points');
    const canvas = (await page.locator('#picture').boundingBox())!;
    await page.fill('#search-number', '1');
    await page.click('#search button');
    expect(await titleOf(page)).toBe('Block 1');
    await page.locator('.close').click();
    await page.mouse.move(5, 5);
    await untilStill(page);
    const [x, y] = [Math.round(canvas.x + canvas.width / 2), Math.round(canvas.y + canvas.height / 2) + 3];
    const plain = await colourAt(page, x, y);
    await page.mouse.move(x, y);
    await expect.poll(() => page.locator('#tip').textContent({ timeout: 2000 })).toMatch(/^Block 1element \d+: .*Panode \d+: displacement/);
    await page.mouse.click(x, y);
    await expect.poll(() => titleOf(page), { timeout: 20_000 }).toBe('Block 1');
    await expect.poll(() => page.locator('#selection').textContent()).toMatch(/Element \d+.*von Mises stress.*Node \d+.*Its displacement/);
    expect(await page.locator('#selection .history svg').count()).toBe(2);
    await page.mouse.move(5, 5);
    await untilStill(page);
    expect(await colourAt(page, x, y)).not.toBe(plain);
    expect(await clippedLabels(page)).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('plays, colours by every field, magnifies displacements and cuts', async () => {
    const { page, errors } = await openReport('blocks.html');
    const frame = async (): Promise<number> => Number(await page.locator('#frame').inputValue());
    const shot = async (): Promise<string> => {
      await untilStill(page);
      return (await page.locator('#picture').screenshot()).toString('base64');
    };
    await page.locator('#play').click();
    await expect.poll(frame, { timeout: 20_000 }).toBeGreaterThan(3);
    await page.locator('#play').click();
    await page.locator('#frame').focus();
    await page.keyboard.press('End');
    const pictures = new Set<string>();
    for (const field of ['stress', 'nodal', 'displacement', 'speed', 'shape']) {
      await page.selectOption('#colour', field);
      pictures.add(await shot());
    }
    await page.locator('#magnify').fill('10');
    expect(await page.locator('#magnify-value').textContent()).toBe('10×');
    pictures.add(await shot());
    await page.locator('input[name="slice"][value="x"]').check({ force: true });
    pictures.add(await shot());
    await page.selectOption('#colour', 'stress');
    await page.check('#show-chains');
    pictures.add(await shot());
    await page.uncheck('#show-mesh');
    pictures.add(await shot());
    expect(pictures.size).toBe(9);
    await keepScreenshot(page, 'blocks-slice');
    for (const [button, start] of [
      ['#save-vtk', '# vtk DataFile Version 3.0\ndeformable blocks\nASCII\nDATASET UNSTRUCTURED_GRID'],
      ['#save-nodes', 'node,block,x,y,z'],
      ['#save-contacts', 'body_a,body_b'],
    ]) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
      expect(readFileSync(await download.path(), 'latin1').startsWith(start)).toBe(true);
    }
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('fits a phone in the dark', async () => {
    const { page, errors } = await openReport('blocks.html', { viewport: PHONE, deviceScaleFactor: 2, colorScheme: 'dark', touch: true });
    expect((await pixelsOf(page, '#picture')).colours).toBeGreaterThan(50);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await keepScreenshot(page, 'blocks-phone');
    const canvas = (await page.locator('#picture').boundingBox())!;
    await page.touchscreen.tap(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
    await expect.poll(() => titleOf(page), { timeout: 20_000 }).toMatch(/^(Block|Contact) \d+/);
    expect(await seriousViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
