/// <reference lib="dom" />
/**
 * Makes the picture of the README from a page of the main job: the particles on their way, and the force chains of the
 * end.
 *
 *     npm start
 *     npx tsx test/browser/pour-picture.ts out/report.html docs/figures/pour.webp
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser, openPage } from './pages';

const [report = 'out/report.html', target = 'docs/figures/pour.webp'] = process.argv.slice(2);
const SIZE = { width: 1500, height: 1100 };
/** Of one of the pictures, which stand side by side, and device pixels for each of its CSS pixels. */
const PART = { width: 400, height: 400 };
const SHARPNESS = 2;

const browser = await openBrowser();
const { page } = await openPage(browser, pathToFileURL(resolve(report)).href, { viewport: SIZE, deviceScaleFactor: SHARPNESS });
await page.addStyleTag({
  content: `.views, .hint, .tip { display: none !important }
    .canvas { width: ${PART.width}px !important; height: ${PART.height}px !important; flex: none }
    #picture { outline: none !important }`,
});
const last = Number(await page.locator('#frame').getAttribute('max'));
await page.locator('#picture').hover();
await page.mouse.wheel(0, -60);
const parts = [
  await takePart(Math.round(0.02 * last), {}),
  await takePart(Math.round(0.42 * last), {}),
  await takePart(last, { '#show-chains': true, '#show-bodies': false, '#show-points': false }),
];
writeFileSync(target, await joined(parts));
await browser.close();

/** The picture at a frame, as base64, with some boxes checked or not. */
async function takePart(frame: number, boxes: Readonly<Record<string, boolean>>): Promise<string> {
  for (const [box, on] of Object.entries(boxes)) await page.setChecked(box, on);
  await page.evaluate((value) => {
    const slider = document.querySelector<HTMLInputElement>('#frame')!;
    slider.value = String(value);
    slider.dispatchEvent(new Event('input'));
  }, frame);
  await page.waitForSelector('#picture[data-still="true"]');
  return (await page.locator('#picture').screenshot()).toString('base64');
}

/** One WebP picture of the parts side by side. A blank page joins them: the report may load nothing. */
async function joined(pictures: readonly string[]): Promise<Buffer> {
  const blank = await page.context().newPage();
  const data = await blank.evaluate(async (all) => {
    const images = await Promise.all(
      all.map(async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        return image;
      }),
    );
    const canvas = document.createElement('canvas');
    canvas.width = images.reduce((sum, { width }) => sum + width, 0);
    canvas.height = images[0].height;
    const drawing = canvas.getContext('2d')!;
    let x = 0;
    for (const image of images) {
      drawing.drawImage(image, x, 0);
      x += image.width;
    }
    return canvas.toDataURL('image/webp', 0.86).split(',')[1];
  }, pictures);
  return Buffer.from(data, 'base64');
}
