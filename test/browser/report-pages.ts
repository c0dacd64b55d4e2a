/// <reference lib="dom" />
/** Pages with the viewer of a report: how they are opened, waited for and looked at. */
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage, type OpenPage, type PageOptions } from './pages';

/** Picture and data of the selection without scrolling. */
export const TALL = { width: 1440, height: 1500 };

/** Opens a page at its picture. */
export async function openReportAt(browser: Browser, path: string, options?: PageOptions): Promise<OpenPage> {
  const opened = await openPage(browser, pathToFileURL(path).href, options);
  await opened.page.locator('#picture').scrollIntoViewIfNeeded();
  await expect.poll(() => picturesOf(opened.page), { timeout: 20_000 }).toBeGreaterThan(0);
  await untilStill(opened.page);
  return opened;
}

/** Pictures that the page has drawn since it was opened. */
export const picturesOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.getElementById('picture')!.dataset['pictures'] ?? 0));

/** Waits until nothing moves and the picture with all its pixels is on the screen. */
export async function untilStill(page: Page): Promise<void> {
  await expect.poll(() => page.locator('#picture').getAttribute('data-still'), { timeout: 20_000 }).toBe('true');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Colour of a point of the page: a picture of one pixel. */
export async function colourAt(page: Page, x: number, y: number): Promise<string> {
  return (await page.screenshot({ clip: { x, y, width: 1, height: 1 } })).toString('base64');
}

/** Labels of plots that reach out of their plot. */
export function clippedLabels(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('figure svg')].flatMap((svg) => {
      const plot = svg.getBoundingClientRect();
      return [...svg.querySelectorAll('text')]
        .filter((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          return left < plot.left - 1 || right > plot.right + 1 || top < plot.top - 1 || bottom > plot.bottom + 1;
        })
        .map((text) => text.textContent);
    }),
  );
}

export const titleOf = (page: Page): Promise<string | null> => page.locator('#selection h3').textContent({ timeout: 2000 });
