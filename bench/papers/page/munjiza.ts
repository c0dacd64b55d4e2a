import { definition, scene, type Paper, type Numbers } from './row';

const NBS = '[NBS](nbs.md)';
const FORM = 'nbsPairs2d, the algorithm as published, with list (X-1, Y) of section 5';

const nbs = (of: RegExp): Numbers => ({ bench: 'papers-nbs', of });

/** Munjiza and Andrews 1998. */
export const munjiza: Paper = {
  key: 'munjiza',
  title: 'Munjiza and Andrews (1998): NBS',
  remark:
    'Times of the paper are of a workstation of 133 MHz and are only drawn, so shapes of curves are compared. The set-up is on [its page](nbs-paper.md).',
  rows: [
    {
      item: 'Figure 1',
      shows: 'dense and loose packing',
      numbers: [nbs(/^memory, density/)],
      variant: 'eq. 13, by count',
      command: 'nbs',
    },
    {
      item: 'Figure 2',
      shows: 'a typical quasi-static problem',
      paper: 'a drawing, no number',
      here: 'An illustration of the introduction, without data.',
    },
    {
      item: 'Figure 3',
      shows: 'a typical dynamic problem',
      numbers: [nbs(/^detection, part/)],
      variant: 'the jet of figure 23',
      command: 'nbs',
    },
    definition('Figure 4', 'subspaces and buffer zones of other searches', NBS),
    definition('Figure 5', 'the problem of contact detection', NBS),
    definition('Figure 6', 'division of space into cells', NBS, 'nbs.svg'),
    definition('Figure 7', 'discs on cells', NBS, 'nbs.svg'),
    definition('Figure 8', 'lists Y', NBS, 'nbs.svg'),
    definition('Figure 9', 'lists Y in arrays', NBS),
    definition('Figure 10', 'lists (X, Y)', NBS, 'nbs.svg'),
    definition('Figure 11', 'lists (X, Y) in arrays', NBS),
    definition('Figure 12', 'cells that are compared', NBS, 'nbs.svg'),
    scene('Figure 13', 'packing A', 'figure 14', '`bench/papers/nbs/packings.ts` has it.'),
    {
      item: 'Figure 14',
      shows: 'time over the number of discs, packing A',
      numbers: [nbs(/^example I,/)],
      variant: FORM,
      command: 'nbs',
      picture: 'nbs-paper-14.svg',
    },
    scene('Figure 15', 'packing B', 'figure 16', '`bench/papers/nbs/packings.ts` has it.'),
    {
      item: 'Figure 16',
      shows: 'time over packing density, packing B',
      numbers: [nbs(/^example II,/)],
      variant: FORM,
      command: 'nbs',
      picture: 'nbs-paper-16.svg',
    },
    scene('Figure 17', 'packing C', 'figure 18', '`bench/papers/nbs/packings.ts` has it.'),
    {
      item: 'Figure 18',
      shows: 'time over packing density, packing C',
      numbers: [nbs(/^example III,/)],
      variant: FORM,
      command: 'nbs',
      picture: 'nbs-paper-18.svg',
    },
    scene('Figure 19', 'packing D', 'figure 20', '`bench/papers/nbs/packings.ts` has it.'),
    {
      item: 'Figure 20',
      shows: 'time over packing density, packing D',
      numbers: [nbs(/^example IV,/)],
      variant: FORM,
      command: 'nbs',
      picture: 'nbs-paper-20.svg',
    },
    {
      item: 'Figure 21',
      shows: 'time of classes of algorithms over the number of discs',
      paper: 'from theory, no number',
      here: 'Measured, see the picture: NBS, sorting with binary search, direct checking.',
      variant: `${FORM}; discs of radius 0.51 D, numbered at random`,
      command: 'nbs',
      picture: 'nbs-paper-21.svg',
    },
    {
      item: 'Figure 22',
      shows: 'the same for each disc',
      paper: 'from theory, no number',
      here: 'Measured, see the picture.',
      variant: `${FORM}; discs of radius 0.51 D, numbered at random`,
      command: 'nbs',
      picture: 'nbs-paper-22.svg',
    },
    {
      item: 'Figure 23',
      shows: 'a jet of half a million discs',
      numbers: [nbs(/^jet/)],
      variant: `${FORM}; shape of the jet, stiffness and time step are our choice`,
      command: 'nbs',
      picture: 'nbs-paper-jet.svg',
    },
  ],
};
