import { definition, scene, type Paper, type Numbers } from './row';

const FORMS = 'named in each line; SLM published has two readings of section 3.5.2, both with the separation step';
const LINK = '[shortest link](shortest-link.md)';

const slm = (of: RegExp): Numbers => ({ bench: 'papers-slm', of });
const sizes = (of: RegExp): Numbers => ({ bench: 'papers-slm-sizes', of });

/** Nezami, Hashash, Zhao and Ghaboussi 2006. */
export const nezami: Paper = {
  key: 'nezami',
  title: 'Nezami, Hashash, Zhao and Ghaboussi (2006): the shortest link',
  remark:
    'R is the time of Cundall’s plane over that of a method, on the same pairs. The set-up is on [its page](slm-paper.md). The figures cannot be read, so numbers of the paper are those of its text and of table I.',
  rows: [
    definition('Figure 1', 'the common plane of two particles', '[contact](contact.md)'),
    definition('Figure 2', 'a link between two particles', LINK, 'shortest-link.svg'),
    definition('Figure 3', 'closest points of a particle to the plane', LINK),
    definition('Figure 4', 'places of both sets of closest points', LINK),
    definition('Figure 5', 'the shortest link', LINK, 'shortest-link.svg'),
    definition('Figure 6', 'shortest link between a point and a particle', LINK),
    {
      item: 'Figure 7',
      shows: 'the algorithm of SLM',
      numbers: [slm(/two iterations or fewer; of pairs apart$/), sizes(/two iterations or fewer; gap off/)],
      variant: FORMS,
      command: 'slm slm-sizes',
    },
    definition('Figure 8', 'cases in which the shortest link is not unique', LINK),
    {
      item: 'Figure 9',
      shows: 'special case of section 3.5.2: two edges',
      numbers: [{ bench: 'papers-slm', table: 'readings', of: /./, column: 'wrong, apart', name: ['form', 'pairs'] }],
      paper: 'a definition, no number',
      here: 'Share of wrong planes of pairs apart, by reading of the special cases:',
      variant: FORMS,
      command: 'slm',
    },
    {
      item: 'Figure 10',
      shows: 'special case of section 3.5.2: two faces',
      numbers: [{ bench: 'papers-slm', table: 'readings', of: /./, column: 'iterations a call', name: ['form', 'pairs'] }],
      paper: 'a definition, no number',
      here: 'Sweeps a call, by reading of the special cases:',
      variant: FORMS,
      command: 'slm',
    },
    definition('Figure 11', 'special case of section 3.5.2: an edge and a face', LINK),
    {
      item: 'Figure 12',
      shows: 'proof that the common plane is unique',
      paper: 'a proof, no number',
      here: 'Nothing to measure. Planes of all exact forms are compared with the exact plane in every run of the bench.',
    },
    {
      item: 'Figure 13',
      shows: 'R of SLM and FCP for nine pairs in the plane, without memory',
      numbers: [{ bench: 'papers-planar', of: /^R of|common lines|^depth by FCP/ }],
      variant: 'named in each line; nine pairs of our choice, cold',
      command: 'planar',
      picture: 'planar-nine-pairs.svg',
    },
    {
      item: 'Figure 14',
      shows: 'the four shapes of particles',
      paper: '4, 5, 8 and 14 vertices',
      here: 'The scenes of figures 16 and 18 have the same four numbers of vertices in equal parts (`sim/scenes/mixed-particles.ts`).',
    },
    scene(
      'Figure 15',
      'flow of 45,000 particles at 0, 1.4 and 2.0 s',
      'figure 16',
      'The pictures have no number. Figure 16 has this size: its pile takes 15 minutes of processor time, and its first 100 steps are measured. 2 s of flow (15,000 steps) take hours.',
    ),
    {
      item: 'Figure 16',
      shows: 'R of SLM and FCP over the number of particles, first 1,000 steps of the flow',
      numbers: [slm(/^figure 16/), sizes(/R, smallest to largest flow$|^analysis time/)],
      variant: `${FORMS}; larger flows run fewer steps, each line says how many; the ten sizes are 500 to 4000 particles, 100 steps`,
      command: 'slm slm-sizes',
      picture: 'slm-paper-sizes.svg',
    },
    scene(
      'Figure 17',
      'the loader bucket of five plates',
      'table I',
      '`sim/scenes/soil-tool.ts` has the plates; their sizes are not printed.',
    ),
    {
      item: 'Figure 18',
      shows: 'section through the pile at 0, 5 and 20 s',
      numbers: [slm(/^soil-tool, particles/)],
      variant: 'fewer particles and a faster bucket than in print; `--side=28` has 21,952 particles',
      command: 'slm --side=28',
      here: 'The pictures have no number.',
    },
    {
      item: 'Figure A1',
      shows: 'shortest link of two segments in one plane',
      paper: 'a definition, no number (the text calls it figure 19)',
      here: 'Implemented as printed in the published forms; the page has the one misprint of its list (AD, CD for AD, BD).',
    },
    {
      item: 'Table I',
      shows: 'R of SLM and FCP in the three phases of the bucket',
      numbers: [slm(/^table I,/)],
      variant: `${FORMS}; the first 600 steps of each phase (paper: 1000), 1000 particles (paper: 21 952), bucket 24 times as fast`,
      command: 'slm',
    },
  ],
};
