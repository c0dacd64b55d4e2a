/** The site. Its pages are made by site/build.ts. SITE_BASE is the path at which it is served; '/' by default. */
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme } from 'vitepress';

const docs = (text: string, page: string): DefaultTheme.SidebarItem => ({ text, link: `/docs/${page}` });

const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      { text: 'Overview and first example', link: '/README' },
      docs('Choose a method', 'choose-a-method'),
      docs('Bodies and contacts', 'contact'),
      { text: 'Pair explorer', link: '/explorer' },
      { text: 'Live pours', link: '/pours' },
    ],
  },
  {
    text: 'Guides',
    items: [
      docs('A simulator of your own', 'time-step'),
      docs('The detector', 'detector'),
      docs('Force laws and friction', 'laws'),
      docs('In a physics engine', 'engines'),
      docs('Your own shapes', 'polyhedron'),
      docs('Files: STL, OBJ, VTK', 'io'),
      docs('Clumps', 'clumps'),
      docs('Spheres, rods, plates', 'rounded-bodies'),
      docs('Discs and rods in the plane', 'rounded-bodies-2d'),
      docs('Walls', 'walls'),
      docs('Several cores', 'parallel'),
      docs('Command line', 'command-line'),
      docs('Cluster', 'cluster'),
      docs('Deformable blocks', 'deformable'),
      docs('Seams', 'seams'),
      docs('Periodic cells', 'periodic'),
      docs('Bodies in the plane', 'planar'),
      docs('Pages of the main job', 'viewer'),
      docs('Reproduce a figure', 'papers'),
    ],
  },
  {
    text: 'Methods',
    items: [
      docs('Exact plane', 'exact-plane'),
      docs('Overlap certificate', 'overlap-certificate'),
      docs('Shortest link', 'shortest-link'),
      docs('Separation step', 'separation'),
      docs('Fast common plane', 'fcp'),
      docs("Cundall's plane", 'cundall'),
      docs('Direct search', 'direct-search'),
      docs('Shrunken edge', 'shrunken-edge'),
      docs('Overlap of half-spaces', 'half-space'),
      docs('Contact points', 'contact-points'),
      docs('Broad phase', 'broad-phase'),
      docs('NBS', 'nbs'),
      docs('Near pairs', 'near-pairs'),
    ],
  },
  {
    text: 'Benches and papers',
    items: [
      docs('Benches', 'benches'),
      { text: 'Other libraries', link: '/bench/peers/README' },
      docs('All papers', 'papers'),
      docs('NBS paper', 'nbs-paper'),
      docs('Shortest-link paper', 'slm-paper'),
      docs('Fast-direct-search paper', 'fds-paper'),
      docs('Half-space paper: hopper', 'hopper'),
      docs('Verification', 'verification'),
      docs('Stability', 'stability'),
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Every function', link: '/api/' },
      docs('How the library is built', 'architecture'),
      { text: 'Contributing', link: '/CONTRIBUTING' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
  },
];

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

export default defineConfig({
  title: 'dem-contact',
  description: 'Contact detection for the discrete element method',
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: '../out/site-pages',
  outDir: '../out/site',
  cacheDir: '../out/site-cache',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    languageAlias: { txt: 'text' },
    // As on GitHub, so that one link leads to a heading in both.
    anchor: {
      slugify: (text) =>
        text
          .trim()
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, '')
          .replace(/\s/g, '-'),
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  // Pages that run the library have the package as it is built.
  vite: {
    resolve: {
      alias: [
        { find: /^dem-contact$/, replacement: `${dist}index.js` },
        { find: /^dem-contact\/(.+)$/, replacement: `${dist}$1/index.js` },
      ],
    },
    worker: { format: 'es' },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/README' },
      { text: 'Choose a method', link: '/docs/choose-a-method' },
      { text: 'Explorer', link: '/explorer' },
      { text: 'Pours', link: '/pours' },
      { text: 'Reference', link: '/api/' },
      { text: 'Benches', link: '/docs/benches' },
    ],
    sidebar,
    search: { provider: 'local' },
    outline: [2, 3],
    footer: { message: 'MIT licence' },
  },
});
