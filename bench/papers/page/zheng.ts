import { definition, scene, type Paper, type Numbers } from './row';

const FORM =
  'FDS: the corrected form (true distances, slack proof), or published (n_j and n_v as printed) where a row says so; FCP and SLM: as the rows name them; warm calls unless a row says initial';
const SEARCH = '[direct searches](direct-search.md)';

const fds = (of: RegExp): Numbers => ({ bench: 'papers-fds', of });
const published = (of: RegExp): Numbers => ({ bench: 'papers-fds-published', of });

/** Zheng, Jiao, Gardner and Sitar 2017. */
export const zheng: Paper = {
  key: 'zheng',
  title: 'Zheng, Jiao, Gardner and Sitar (2017): a fast direct search',
  remark:
    'R is the time of DS over that of a method. The set-up is on [its page](fds-paper.md). The figures cannot be read, so numbers of the paper are those of its text and of table 1.',
  rows: [
    definition('Figure 1', 'entrance of a vertex to an edge, in the plane', SEARCH),
    definition('Figure 2', 'entrance of a vertex to a face', SEARCH, 'direct-search.svg'),
    definition('Figure 3', 'entrance of crossing edges', SEARCH, 'direct-search.svg'),
    definition('Figure 4', 'mean normal of a vertex-vertex contact in the plane', SEARCH),
    definition('Figure 5', 'procedure of the initial check of polygons', SEARCH),
    definition('Figure 6', 'procedure of the initial check of polyhedra', SEARCH),
    {
      item: 'Figure 7',
      shows: 'procedure of the vertex-face check: n_j says v-v, v-e or v-f',
      numbers: [published(/^n_j/)],
      paper: 'a procedure, no number',
      variant: 'as printed: n_j counts face planes within dTol',
      command: 'fds-published',
    },
    definition('Figure 8', 'procedure of the edge-edge check', SEARCH),
    {
      item: 'Figure 9',
      shows: 'procedure of the updated check: a type is kept while n_v is the same',
      numbers: [published(/^n_v/)],
      paper: 'a procedure, no number',
      variant: 'as printed: n_v, the number of vertices within dTol of the contact planes',
      command: 'fds-published',
    },
    scene(
      'Figure 10',
      'contact types of two hexahedra',
      'figure 11',
      '`bench/lib/contact-types.ts` has the pairs; those of the paper are only drawn.',
    ),
    {
      item: 'Figure 11',
      shows: 'R of FDS and FCP for each contact type of two hexahedra',
      numbers: [fds(/^figure 11/), published(/^figure 11/)],
      variant: FORM,
      command: 'fds fds-published',
      picture: 'fds-paper-11.svg',
    },
    scene(
      'Figure 12',
      'contact types of two tetrahedra',
      'figure 13',
      '`bench/lib/contact-types.ts` has the pairs; those of the paper are only drawn.',
    ),
    {
      item: 'Figure 13',
      shows: 'R of FDS and FCP for each contact type of two tetrahedra',
      numbers: [fds(/^figure 13/), published(/^figure 13/)],
      variant: FORM,
      command: 'fds fds-published',
      picture: 'fds-paper-13.svg',
    },
    scene(
      'Figure 14',
      'face-face contacts of two blocks cut from a hexahedron',
      'figure 15',
      '`bench/lib/contact-types.ts` has the blocks; those of the paper are only drawn.',
    ),
    {
      item: 'Figure 15',
      shows: 'R of FDS and FCP for the blocks of figure 14',
      numbers: [fds(/^figure 15/), published(/^figure 15/)],
      variant: FORM,
      command: 'fds fds-published',
      picture: 'fds-paper-15.svg',
    },
    scene(
      'Figure 16',
      'walls of 15, 55 and 125 blocks',
      'figure 17 and table 1',
      'The caption has 125 blocks, text and table 1 have 120. Here there are 120: 15, 55 and 120 are the sums of 1 to 5, 10 and 15, as in a wall with one block less in each row. 125 is no such sum.',
    ),
    {
      item: 'Figure 17',
      shows: 'vertical displacement of the top block of each wall',
      numbers: [{ bench: 'papers-fds-wall', of: /./ }],
      variant:
        'explicit steps with FDS contacts, density 2600 kg/m³, 1000 steps of 0.001 s as in the paper; the paper integrates implicitly, so its curve settles in another way',
      command: 'fds-wall',
      picture: 'fds-paper-17.svg',
    },
    scene(
      'Figure 18',
      '64, 125 and 216 falling tetrahedra at the start and after 3,000 steps',
      'table 1',
      'The pictures have no number. Sizes and places of the particles are not printed, so pictures of ours would not be comparable.',
    ),
    {
      item: 'Table 1',
      shows: 'R of FDS and FCP in walls and among falling tetrahedra',
      numbers: [fds(/^table 1/), published(/^table 1/)],
      variant: `${FORM}; walls run fewer steps than the paper unless --full is given, each row says how many`,
      command: 'fds fds-published',
    },
  ],
};
