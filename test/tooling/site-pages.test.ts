/** Every page of docs/ is in the side bar of the site, so that readers find it. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import config from '../../site/.vitepress/config';

it('the side bar has every page of docs/, and no other page of it', () => {
  const sidebar = config.themeConfig?.sidebar;
  if (!Array.isArray(sidebar)) throw new Error('the side bar is a list');
  const linked = sidebar.flatMap(({ items = [] }) => items.map(({ link = '' }) => link));
  const pages = readdirSync(new URL('../../docs/', import.meta.url)).filter((name) => name.endsWith('.md'));
  const named = linked.filter((link) => link.startsWith('/docs/')).map((link) => `${link.slice(6)}.md`);
  expect([...new Set(named)].sort()).toEqual(pages.sort());
});
