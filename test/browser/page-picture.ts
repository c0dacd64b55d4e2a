/// <reference lib="dom" />
/**
 * Makes a picture of the viewer of a page, as WebP. Further arguments are boxes to check and fields to set.
 *
 *     npx tsx test/browser/page-picture.ts out/deformable.html docs/figures/viewer-blocks.webp '#magnify=20'
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser, openPage } from './pages';

const [source = 'out/report.html', target = 'out/report.webp', ...settings] = process.argv.slice(2);
const browser = await openBrowser();
const { page } = await openPage(browser, pathToFileURL(resolve(source)).href, { viewport: { width: 1180, height: 1000 } });
await page.addStyleTag({ content: '.hint, .selection { display: none !important }' });
for (const setting of settings) {
  const [selector, value] = setting.split(/=(?=[^=\]]*$)/);
  if (value === undefined) await page.locator(selector).check({ force: true });
  else if (selector === '#colour') await page.selectOption(selector, value);
  else await page.locator(selector).fill(value);
}
await page.waitForSelector('#picture[data-still="true"]');
const png = (await page.locator('#viewer').screenshot()).toString('base64');
// A blank page turns it into WebP: the page itself may load nothing.
const blank = await page.context().newPage();
const webp = await blank.evaluate(async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.86).split(',')[1];
}, png);
writeFileSync(target, Buffer.from(webp, 'base64'));
await browser.close();
