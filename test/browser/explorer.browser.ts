/// <reference lib="dom" />
/** The pair explorer in a browser, as `npm run site` has built it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { contactMethods } from '../../src/methods';
import { counterexamples } from '../../site/explorer/counterexamples';
import { openBuiltSite } from './built-site';
import { keepScreenshot, openPage, PHONE, pixelsOf, seriousViolations, type OpenPage, type PageOptions } from './pages';

const site = openBuiltSite('explorer.html');

const open = async (hash = '', options: PageOptions = {}): Promise<OpenPage> => {
  const opened = await openPage(site.browser, `${site.url}explorer.html${hash}`, options);
  await opened.page.locator('tr[data-method=exact] td').first().waitFor();
  return opened;
};

/** The gap in the row of a method. */
const gapOf = async (page: Page, method: string): Promise<string> =>
  (await page.locator(`tr[data-method="${method}"] td`).nth(1).textContent()) ?? '';

const anglesOf = (page: Page): Promise<string> =>
  page.evaluate(() => Array.from(document.querySelectorAll<HTMLInputElement>('[data-field*=angles]'), ({ value }) => value).join());

const waitForGap = (page: Page, method: string, gap: string): Promise<unknown> =>
  page.locator(`tr[data-method="${method}"] td:nth-of-type(2)`, { hasText: gap }).waitFor();

describe.each<[string, PageOptions]>([
  ['desktop', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: PHONE, touch: true, deviceScaleFactor: 2 }],
])('%s', (name, options) => {
  test('a picture, a row for each method, no errors, nothing wider than the screen, no serious barrier', async () => {
    const { page, errors } = await open('', options);
    await page.locator('tr[data-method=exact] td:nth-of-type(8):not(:empty)').waitFor();
    const { share, colours } = await pixelsOf(page, '.live-view canvas');
    expect(share).toBeGreaterThan(0.05);
    expect(colours).toBeGreaterThan(20);
    expect(await page.locator('tr[data-method]').count()).toBe(contactMethods.length + 1);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(options.viewport?.width ?? 1440);
    expect(await seriousViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await keepScreenshot(page, `explorer-${name}`);
    await page.context().close();
  });
});

test('a field, the keys and the mouse change the answers, and the link brings them back', async () => {
  const { page, errors } = await open('#box/0,0,0/0,0,0/box/0,0,1.5/0,0,0');
  await waitForGap(page, 'exact', '0.5');
  await page.locator('[data-field=B-position-z]').fill('0.75');
  await waitForGap(page, 'exact', '−0.25');
  await page.locator('.live-view canvas').focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.waitForFunction(() => Number(document.querySelector<HTMLInputElement>('[data-field=B-position-z]')?.value) !== 0.75);
  // A drag at the middle of the picture turns the body that is there.
  const frame = await page.locator('.live-view canvas').boundingBox();
  if (frame === null) throw new Error('no canvas');
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const before = await anglesOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 20, { steps: 4 });
  await page.mouse.up();
  expect(await anglesOf(page)).not.toBe(before);
  await page.locator('tr[data-method=exact] td:nth-of-type(8):not(:empty)').waitFor();
  const gap = await gapOf(page, 'exact');
  const angles = await anglesOf(page);
  await page.waitForFunction(() => location.hash.length > 30);
  const again = await open(new URL(page.url()).hash);
  await waitForGap(again.page, 'exact', gap);
  expect(await anglesOf(again.page)).toBe(angles);
  expect([...errors, ...again.errors]).toEqual([]);
  await page.context().close();
  await again.page.context().close();
});

test('counterexamples give the answers of the pages, and show a search with its steps', async () => {
  const { page, errors } = await open();
  for (const [k, { name, answers, search }] of counterexamples.entries()) {
    await page.getByLabel('Counterexample of a paper').selectOption(String(k));
    await page.waitForFunction(
      (start) => document.querySelector<HTMLSelectElement>('.live-row select[data-shown]')?.value.startsWith(start),
      search,
    );
    for (const { method, value } of answers.filter((answer) => !answer.method.includes(':'))) {
      await page.waitForFunction(
        ([of, number]) => {
          const text = document.querySelector(`tr[data-method="${of}"] td:nth-of-type(2)`)?.textContent ?? '';
          return Math.abs(Number(text.replace('−', '-')) - Number(number)) < 1e-3;
        },
        [method, String(value)],
      );
    }
    await keepScreenshot(page, `explorer-counterexample-${k}-${name.replace(/\W+/g, '-').slice(0, 30)}`);
  }
  // The steps of the published link, by the slider and by the buttons of the rows.
  await page.getByLabel('Counterexample of a paper').selectOption('0');
  await page.locator('.live-about tbody tr').nth(3).waitFor();
  const canvas = '.live-view canvas';
  await page.locator('.live-about tbody tr').nth(0).locator('button').click();
  const first = await page.locator(canvas).screenshot();
  await page.locator('.live-about tbody tr').nth(3).locator('button').click();
  await page.waitForTimeout(100);
  expect((await page.locator(canvas).screenshot()).equals(first)).toBe(false);
  expect(await page.locator('.live-about tbody tr').nth(3).locator('button').getAttribute('aria-pressed')).toBe('true');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a pasted OBJ file, a bad one and a bad link', async () => {
  const { page, errors } = await open('#nothing');
  await page.locator('.live-note', { hasText: 'does not describe a pair' }).waitFor();
  await page.getByText('Paste an OBJ file').click();
  await page.getByLabel('Text of an OBJ file').fill('v 0 0 0\n');
  await page.getByRole('button', { name: 'use as B' }).click();
  await page.locator('[role=status]', { hasText: "expected faces ('f')" }).waitFor();
  await page.getByLabel('Text of an OBJ file').fill('v 1 0 0\nv 2 0 0\nv 1 1 0\nv 1 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n');
  await page.getByRole('button', { name: 'use as B' }).click();
  await page.waitForFunction(() => location.hash.includes('hull-1,0,0,2,0,0,1,1,0,1,0,1'));
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a link with a lone percent sign opens the first pair, and a note leaves with the pair it is about', async () => {
  const { page } = await open('#%');
  const note = page.locator('.live-note');
  await page.locator('.live-note', { hasText: 'does not describe a pair' }).waitFor();
  const examples = page.getByLabel('Counterexample of a paper');
  await examples.selectOption('0');
  await page.locator('.live-note', { hasText: 'rear face' }).waitFor();
  await page.locator('[data-field=B-position-z]').fill('1e308');
  await page.locator('.live-note', { hasText: 'exact plane has no answer' }).waitFor();
  await page.locator('[data-field=B-position-z]').fill('9');
  await page.waitForFunction(() => document.querySelector('.live-note')?.textContent === '');
  // The entry of the list can be chosen again.
  expect(await examples.inputValue()).toBe('-1');
  await examples.selectOption('0');
  await waitForGap(page, 'exact', '2');
  await page.evaluate(() => (location.hash = '#%'));
  await page.locator('.live-note', { hasText: 'stays as it is' }).waitFor();
  await page.getByRole('button', { name: 'First pair' }).click();
  expect(await note.textContent()).toBe('');
  await page.context().close();
});
