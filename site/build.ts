/**
 * Builds the site into out/site: `npm run site`. The pages are the repository's own: docs/, README, CHANGELOG and
 * the pages beside the code. They are copied to out/site-pages with their folders, so links between them stay right.
 * The reference of every function comes from the docstrings. Each source file that a page links to becomes a page.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const pages = join(root, 'out/site-pages');
rmSync(pages, { recursive: true, force: true });
mkdirSync(pages, { recursive: true });

/** Pages outside docs/. */
const OTHERS = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'bench/peers/README.md', 'sim/README.md', 'test/cases/README.md'];
for (const file of OTHERS) if (existsSync(join(root, file))) cpSync(join(root, file), join(pages, file));
cpSync(join(root, 'docs'), join(pages, 'docs'), { recursive: true, filter: (from) => relative(root, from) !== 'docs/api' });
for (const page of ['index', 'explorer', 'pours']) cpSync(join(root, `site/${page}.md`), join(pages, `${page}.md`));
// The picture of the first page, which VitePress takes from a folder of this name.
cpSync(join(root, 'docs/figures/contact.svg'), join(pages, 'public/contact.svg'));

const texts = markdownBelow(pages);
for (const page of texts) linkSources(page);
run('typedoc', [
  '--plugin',
  'typedoc-plugin-markdown',
  '--plugin',
  './typedoc.families.js',
  '--out',
  join(pages, 'api'),
  '--hideBreadcrumbs',
  '--hidePageHeader',
  '--readme',
  'none',
  '--entryFileName',
  'index',
]);
const reference = referencePages();
for (const page of texts) linkNames(page);
run('vitepress', ['build', 'site']);

function markdownBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? markdownBelow(path) : entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Turns links to files of the repository that are no pages into links to a page with their text. */
function linkSources(page: string): void {
  const text = readFileSync(page, 'utf8');
  const linked = text.replace(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g, (whole, target: string) => {
    const path = normalize(join(dirname(relative(pages, page)), target.split('#')[0]));
    const file = resolve(root, path);
    // Pages of the site itself lie at its root.
    if (/^site\/\w+\.md$/.test(path)) return `](/${basename(path, '.md')})`;
    if (/\.(md|svg|webp)$/.test(path) || !existsSync(file)) return whole;
    if (statSync(file).isDirectory()) {
      const readme = join(path, 'README.md');
      return existsSync(join(pages, readme)) ? `](/${readme})` : `](/source/${addList(path)})`;
    }
    return `](/source/${addSource(path)})`;
  });
  if (linked !== text) writeFileSync(page, linked);
}

/** Pages of the reference by the names that they describe; of two pages of one name the one with the shorter path. */
function referencePages(): Map<string, string> {
  const found = new Map<string, string>();
  for (const page of markdownBelow(join(pages, 'api'))) {
    const path = relative(pages, page);
    const name = basename(page, '.md');
    const before = found.get(name);
    if (before === undefined || path.length < before.length) found.set(name, path);
  }
  return found;
}

/**
 * The first mention of each name of the library on a page, outside of code blocks, headings and links, becomes a link.
 */
function linkNames(page: string): void {
  const linked = new Set<string>();
  let inBlock = false;
  const lines = readFileSync(page, 'utf8')
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) inBlock = !inBlock;
      if (inBlock || line.startsWith('#') || line.startsWith('```')) return line;
      return line.replace(/(\[[^\]]*\]\([^)]*\))|`(\w+)`/g, (whole, link: string | undefined, name: string) => {
        const path = link === undefined ? reference.get(name) : undefined;
        if (path === undefined || linked.has(name)) return whole;
        linked.add(name);
        return `[\`${name}\`](/${path})`;
      });
    });
  writeFileSync(page, lines.join('\n'));
}

function addSource(path: string): string {
  const kind = path.split('.').pop() ?? '';
  const language = ['ts', 'json', 'sh', 'js', 'mjs', 'py', 'cpp'].includes(kind) ? kind : 'txt';
  const text = readFileSync(join(root, path), 'utf8').slice(0, 100_000);
  return addPage(path, `# ${path}\n\n\`\`\`\`${language}\n${text}\n\`\`\`\`\n`);
}

function addList(path: string): string {
  const names = readdirSync(join(root, path)).map((name) => `- ${name}`);
  return addPage(path, `# ${path}\n\n${names.join('\n')}\n`);
}

function addPage(path: string, text: string): string {
  const name = `${path.replace(/\/$/, '').replace(/[^\w/-]/g, '-')}.md`;
  const file = join(pages, 'source', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return name;
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${command} failed`);
    process.exit(1);
  }
}
