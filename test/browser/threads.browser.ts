/** A parallel detector in a page: the lists of Node, on one thread and with a notice if the page is not isolated. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDetector } from '../../src/detector';
import { bundle } from './driver';
import { openBrowser, openPage, serve } from './pages';
import { hashOf, moveScene, STEPS, threadsScene } from './threads-scene';

const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
});

test('two threads of a page: the lists of Node; one thread of a page that is not isolated, which says so', async () => {
  const files = new Map([
    ['/', { type: 'text/html', content: '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>' }],
    ['/page.js', { type: 'text/javascript', content: bundle('./threads-page.ts') }],
    ['/worker.js', { type: 'text/javascript', content: bundle('../../src/worker/index.ts') }],
  ]);
  const resultOf = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const site = await serve((path) => files.get(path), headers);
    try {
      const { page, errors } = await openPage(browser, site.url);
      await page.waitForFunction('globalThis.result !== undefined');
      const result = await page.evaluate('globalThis.result');
      expect(errors).toEqual([]);
      return result;
    } finally {
      site.close();
    }
  };
  const scene = threadsScene();
  const plain = createDetector(scene);
  const hashes = Array.from({ length: STEPS }, (_, step) => {
    const hash = hashOf(plain.update());
    moveScene(scene.bodies, step);
    return hash;
  });
  expect(await resultOf(ISOLATED)).toEqual({ hashes, used: Array<number>(STEPS).fill(2), notice: '' });
  const notice = expect.stringContaining('cross-origin isolated') as string;
  expect(await resultOf({})).toEqual({ hashes, used: Array<number>(STEPS).fill(1), notice });
});
