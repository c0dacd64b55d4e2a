/** A parallel detector in a page: the lists of Node with cross-origin isolation, a plain message without it. */
import { expect, test } from 'vitest';
import { createDetector } from '../../src/detector';
import { bundle, findBrowser, withPage } from './driver';
import { hashOf, moveScene, STEPS, threadsScene } from './threads-scene';

const browser = findBrowser();
if (browser === undefined) console.log('Not run: the tests of threads in a page. They need Chromium on the PATH.');

const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

test.runIf(browser !== undefined)('two threads of a page: the lists of Node; a page that is not isolated says so', async () => {
  const files = {
    '/': { type: 'text/html', text: '<!doctype html><script type="module" src="/page.js"></script>' },
    '/page.js': { type: 'text/javascript', text: bundle('./threads-page.ts') },
    '/worker.js': { type: 'text/javascript', text: bundle('../../src/worker/index.ts') },
  };
  const resultOf = (headers: Readonly<Record<string, string>>): Promise<unknown> =>
    withPage(browser ?? '', files, headers, async (page) => {
      await page.waitForFunction('globalThis.result !== undefined');
      return page.evaluate('globalThis.result');
    });
  const scene = threadsScene();
  const plain = createDetector(scene);
  const hashes = Array.from({ length: STEPS }, (_, step) => {
    const hash = hashOf(plain.update());
    moveScene(scene.bodies, step);
    return hash;
  });
  expect(await resultOf(ISOLATED)).toEqual({ hashes, used: Array<number>(STEPS).fill(2) });
  expect(await resultOf({})).toEqual({ error: expect.stringContaining('cross-origin isolated') as string });
});
