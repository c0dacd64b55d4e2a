/// <reference lib="dom" />
/** Pages of the main job, of a scene and of the hopper: pictures, picking, playback, barriers, phone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordHopper, writeHopperPage } from '../../app/hopper-report';
import { main } from '../../app/main-job';
import { recordPouring } from '../../app/pour-record';
import { createPouring } from '../../app/pouring';
import { reportPage } from '../../app/report/page';
import { playbackData } from '../../app/report/playback-data';
import { sceneData } from '../../app/report/scene-data';
import { findContacts } from '../../app/scene-contacts';
import { addBody, box, createBodySet, createRandom, shortestLinkMethod, tetrakisHexahedron } from '../../src';
import { keepFigure, keepScreenshot, openBrowser, PHONE, pixelsOf, seriousViolations, type OpenPage, type PageOptions } from './pages';
import { clippedLabels, colourAt, openReportAt, picturesOf, TALL, titleOf, untilStill } from './report-pages';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Pictures a second while the camera turns. It depends on the machine: it is kept, not judged. */
async function keepTurnRate(page: Page, bodies: string, pictures: number): Promise<void> {
  const before = await picturesOf(page);
  const rate = await page.evaluate(async (count) => {
    const picture = document.getElementById('picture')!;
    const next = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    const turn = async (times: number): Promise<void> => {
      for (let k = 0; k < times; k++) {
        picture.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
        await next();
      }
    };
    // The first pictures find out how many pixels the machine can draw.
    await turn(20);
    const start = performance.now();
    await turn(count);
    return (1000 * count) / (performance.now() - start);
  }, pictures);
  expect((await picturesOf(page)) - before).toBeGreaterThanOrEqual(pictures + 20);
  keepFigure(`report, ${bodies} bodies`, 'pictures a second, software GL', rate);
}

/** Opens a page of the folder at its picture. */
const openReport = (name: string, options?: PageOptions): Promise<OpenPage> => openReportAt(browser, join(folder, name), options);

describe('the report of a pouring', () => {
  beforeAll(() => {
    const pouring = createPouring(2000, 1, shortestLinkMethod);
    const record = recordPouring(pouring, 40, 'Shortest link', { name: 'Start', seconds: 0 }, () => undefined);
    const scene = { ...sceneData(record.found, record.loads), playback: playbackData(record.frames) };
    writeFileSync(join(folder, 'pour.html'), reportPage({ title: 'pour', found: record.found, scene, pouring: record, provenance: [] }));
  });

  it('draws, and gives the body under the cursor', async () => {
    const { page, errors } = await openReport('pour.html', { viewport: TALL });
    await expect.poll(async () => (await pixelsOf(page, '#picture')).colours).toBeGreaterThan(500);
    await keepScreenshot(page, 'report-desktop');
    await page.uncheck('#show-points');
    const canvas = (await page.locator('#picture').boundingBox())!;
    const seen = new Set<string>();
    for (const [u, v] of [
      [0.4, 0.5],
      [0.5, 0.45],
      [0.55, 0.6],
      [0.6, 0.55],
    ]) {
      const [x, y] = [Math.round(canvas.x + u * canvas.width), Math.round(canvas.y + v * canvas.height)];
      await page.mouse.click(x, y);
      await expect.poll(() => titleOf(page), { timeout: 20_000 }).toMatch(/^(Body|Wall) \d+$/);
      seen.add((await titleOf(page))!);
      await untilStill(page);
      const chosen = await colourAt(page, x, y);
      await page.locator('.close').click();
      await page.mouse.move(5, 5);
      await untilStill(page);
      // What was selected is what is drawn there: it alone has another colour as long as it is selected.
      expect(await colourAt(page, x, y)).not.toBe(chosen);
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(await clippedLabels(page)).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('finds a body by its number, alone in the middle of the picture', async () => {
    const { page, errors } = await openReport('pour.html', { viewport: TALL });
    await page.fill('#search-number', '1234');
    await page.click('#search button');
    expect(await titleOf(page)).toBe('Body 1234');
    await page.locator('#selection input[type="checkbox"]').check();
    await untilStill(page);
    const canvas = (await page.locator('#picture').boundingBox())!;
    await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
    await expect.poll(() => page.locator('#tip strong').textContent({ timeout: 2000 })).toBe('Body 1234');
    // The focus does not fall out of the page with the button that is gone.
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '');
    await page.getByRole('button', { name: 'Hide this body' }).press('Enter');
    expect(await focused()).toBe('picture');
    await page.locator('#show-hidden').press('Enter');
    expect(await focused()).toBe('picture');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('plays, steps by keys, and colours by every field', async () => {
    const { page, errors } = await openReport('pour.html');
    const frame = async (): Promise<number> => Number(await page.locator('#frame').inputValue());
    const last = await frame();
    await page.locator('#picture').focus();
    await page.keyboard.press(' ');
    await expect.poll(frame, { timeout: 20_000 }).toBeLessThan(last);
    const before = await picturesOf(page);
    const from = await frame();
    // The slider follows a few times a second.
    await expect.poll(frame, { timeout: 20_000 }).toBeGreaterThan(from + 6);
    expect(await picturesOf(page)).toBeGreaterThan(before + 1);
    await page.keyboard.press(' ');
    const at = await frame();
    await page.keyboard.press(',');
    expect(await frame()).toBe(at - 1);
    await page.keyboard.press('.');
    expect(await frame()).toBe(at);
    for (const field of ['speed', 'contacts', 'pressure', 'cluster', 'shape']) {
      await page.selectOption('#colour', field);
      await untilStill(page);
      expect((await pixelsOf(page, '#picture')).share).toBeGreaterThan(0.1);
    }
    for (const part of ['#show-chains', '#show-normals', '#show-polygons']) await page.check(part);
    await untilStill(page);
    await keepTurnRate(page, '2,000', 40);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('saves the frame as PNG, CSV and VTK', async () => {
    const { page, errors } = await openReport('pour.html');
    for (const [button, start, least] of [
      ['#save-png', '\u0089PNG', 10_000],
      ['#save-csv', 'body,shape,scale', 100_000],
      ['#save-contacts', 'body_a,body_b', 1000],
      ['#save-vtk', '# vtk DataFile', 300_000],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
      const content = readFileSync(await download.path(), 'latin1');
      expect(content.startsWith(start)).toBe(true);
      expect(content.length).toBeGreaterThan(least);
    }
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('fits a phone in the dark', async () => {
    const { page, errors } = await openReport('pour.html', { viewport: PHONE, deviceScaleFactor: 2, colorScheme: 'dark', touch: true });
    expect((await pixelsOf(page, '#picture')).colours).toBeGreaterThan(200);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await keepScreenshot(page, 'report-phone');
    const canvas = (await page.locator('#picture').boundingBox())!;
    await page.touchscreen.tap(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
    await expect.poll(() => titleOf(page), { timeout: 20_000 }).toMatch(/^(Body|Contact) \d+/);
    expect(await clippedLabels(page)).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

it('the report of a scene draws, picks and has no serious barrier', async () => {
  const scene = fileURLToPath(new URL('../../sim/scenes/packing-500/scene.conf', import.meta.url));
  const silent = { write: () => undefined };
  expect(main(['--scene', scene, '--out', 'scene.html'], { out: silent, progress: silent, folder })).toBe(0);
  const { page, errors } = await openReport('scene.html');
  await expect.poll(async () => (await pixelsOf(page, '#picture')).colours).toBeGreaterThan(300);
  const canvas = (await page.locator('#picture').boundingBox())!;
  await page.mouse.click(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
  await expect.poll(() => titleOf(page), { timeout: 20_000 }).toMatch(/^(Body|Contact) \d+/);
  await keepScreenshot(page, 'scene-desktop');
  expect(await clippedLabels(page)).toEqual([]);
  expect(await seriousViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

it('the report of the hopper draws, plays, picks and has no serious barrier', async () => {
  writeHopperPage(join(folder, 'hopper.html'), recordHopper(40, 1, 0.3), 1);
  const { page, errors } = await openReport('hopper.html');
  await expect.poll(async () => (await pixelsOf(page, '#picture')).colours).toBeGreaterThan(200);
  await page.fill('#search-number', '7');
  await page.click('#search button');
  expect(await titleOf(page)).toBe('Body 7');
  await page.locator('#play').click();
  await expect.poll(async () => Number(await page.locator('#frame').inputValue()), { timeout: 20_000 }).toBeGreaterThan(3);
  await page.locator('#play').click();
  await keepScreenshot(page, 'hopper-desktop');
  expect(await clippedLabels(page)).toEqual([]);
  expect(await seriousViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

it('a scene of 20,000 bodies draws and turns', async () => {
  const random = createRandom(1);
  const bodies = createBodySet();
  const shapes = [box(0.03, 0.03, 0.03), tetrakisHexahedron(0.03)];
  for (let b = 0; b < 20_000; b++) {
    const q = [0, 0, 0, 0].map(() => random() - 0.5);
    const length = Math.hypot(...q);
    const [x, y, z, w] = q.map((c) => c / length);
    const position: [number, number, number] = [0.06 * (b % 28), 0.06 * (Math.floor(b / 28) % 28), 0.06 * Math.floor(b / 784)];
    addBody(bodies, { shape: shapes[b % 2], position, orientation: [x, y, z, w] });
  }
  const names = Array.from({ length: 20_000 }, (_, b) => ['Cube', 'Tetrakis hexahedron'][b % 2]);
  const found = findContacts({ bodies, names }, 0, []);
  writeFileSync(join(folder, 'many.html'), reportPage({ title: 'many', found, scene: sceneData(found), provenance: [] }));
  const { page, errors } = await openReport('many.html');
  expect((await pixelsOf(page, '#picture')).share).toBeGreaterThan(0.1);
  await keepTurnRate(page, '20,000', 20);
  expect(errors).toEqual([]);
  await page.context().close();
});
