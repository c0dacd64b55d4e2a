import { definition, scene, type Numbers, type Paper, type PaperRow } from './row';

const EDGE = '[shrunken edge](shrunken-edge.md)';
const FORM = 'shrunken edge, rigid blocks, springs at contact points';
const AT = 'stiffness and time step of the paper';

/** Lines of the table of verification problems, by the shrunken edge. */
function problem(item: string, shows: string, of: RegExp, paper: string, variant: string, picture?: string): PaperRow {
  const numbers = [{ bench: 'papers-verification', table: 'methods', of, column: 'shrunken edge' }];
  const row = { item, shows, numbers, paper, variant: `${FORM}; ${variant}`, command: 'verification' };
  return picture === undefined ? row : { ...row, picture };
}

/** The lines of the same problem with deformable blocks. */
const deformable = (of: RegExp): Numbers => ({ bench: 'papers-deformable', of, before: 'deformable blocks, ' });

/** The row of a problem with rigid blocks, and below it the numbers of deformable blocks. */
function withDeformable(row: PaperRow, of: RegExp, variant: string): PaperRow {
  return {
    ...row,
    numbers: [...(row.numbers ?? []), deformable(of)],
    variant: `${row.variant ?? ''}; deformable blocks: ${variant}`,
    command: `${row.command ?? ''} deformable`,
  };
}

/** Wang, Li and Feng 2014. */
export const wang: Paper = {
  key: 'wang',
  title: 'Wang, Li and Feng (2014): the shrunken edge',
  remark:
    'Errors are relative to the known solutions. Blocks of the paper are elastic meshes. Ours are rigid, and in figures 16, 18, 22, 24, 30, 32 and 34 deformable too ([deformable blocks](deformable.md)). Other methods and starts are on the page of the [verification](verification.md). The figures cannot be read.',
  rows: [
    definition('Figure 1', 'four vertices at one place', EDGE),
    definition('Figure 2', 'shrunken points and edges of a block', EDGE, 'shrunken-edge.svg'),
    definition('Figure 3', 'approaching faces', EDGE, 'shrunken-edge.svg'),
    definition('Figure 4', 'a shrunken edge and its approaching face', EDGE),
    definition('Figure 5', 'the four cases A to D', EDGE),
    definition('Figure 6', 'projection inside a face', EDGE),
    definition('Figure 7', 'projection on an edge', EDGE),
    definition('Figure 8', 'cutting of a segment', EDGE),
    definition('Figure 9', 'the algorithm', EDGE),
    definition('Figure 10', 'contact types of case B', EDGE, 'shrunken-edge-types.svg'),
    definition('Figure 11', 'edge on edge in case C', EDGE, 'shrunken-edge-types.svg'),
    definition('Figure 12', 'edge on face in case D', EDGE, 'shrunken-edge-types.svg'),
    {
      item: 'Figure 13',
      shows: 'procedure of the deformable discrete element method',
      paper: 'a procedure, no number',
      here: 'A procedure, not a measurement. It is implemented as [deformable blocks](deformable.md) describes.',
    },
    definition('Figure 14', 'a contact before and after a step', '[force laws](laws.md)'),
    scene(
      'Figure 15',
      'two prisms before their collision',
      'figure 16',
      '`bench/papers/verification/falling.ts` has the sizes; they are not printed.',
    ),
    withDeformable(
      problem(
        'Figure 16',
        'a prism falls on another one, corner on corner',
        /^5\.1 corner on corner/,
        'first contact v-v at 0.46 s, second v-e at 0.78 s',
        '875 GN/m, dTol 1e-7 m, step 1e-6 s near the contact (paper: at most 4e-5 s); drop of 1 m',
        'verification-5-1.svg',
      ),
      /^5\.1, a prism /,
      'stiffness of the paper, 0.4 of the stable step, dTol 1e-7 m; the first blow only',
    ),
    scene(
      'Figure 17',
      'three blocks',
      'figure 18',
      '`bench/papers/verification/three-blocks.ts` has them; size and place of the falling block are not printed.',
    ),
    withDeformable(
      problem(
        'Figure 18',
        'a block falls on two blocks',
        /^5\.1 three blocks/,
        'v-f 0.18 s, e-e 0.50 to 0.80 s, e-f 1.10 s, f-f 1.40 s',
        'a thousandth of the stiffness of the paper, step 5e-5 s (paper: at most 1e-5 s), damping 6 / s',
      ),
      /^5\.1, three blocks/,
      'a thousandth of the stiffness of the paper, dTol 1e-5 m, damping 6 / s',
    ),
    scene(
      'Figure 19',
      'two crossed prisms',
      'figures 20 to 22',
      '`bench/papers/verification/rebound.ts` has the sizes; they are not printed.',
    ),
    problem(
      'Figure 20',
      'edge on edge at four times',
      /^5\.2 .*(sideways|penetration)/,
      'contact at 0.45 s; no number for penetration',
      '100 GN/m, step 2e-6 s near the edge, drop of 0.9 m (contact at 0.43 s)',
    ),
    problem(
      'Figure 21',
      'height during fall and rebound',
      /^5\.2 .*height/,
      'no interpenetration',
      '100 GN/m, step 2e-6 s near the edge',
      'verification-5-2-height.svg',
    ),
    withDeformable(
      problem(
        'Figure 22',
        'work of gravity, kinetic and elastic energy',
        /^5\.2 .*energy/,
        'energy is conserved (no number)',
        '100 GN/m, step 2e-6 s near the edge, no damping',
        'verification-5-2.svg',
      ),
      /^5\.2, /,
      'E = 2 GPa, 100 GN/m, no damping',
    ),
    scene(
      'Figure 23',
      'a block on a slope',
      'figures 24 to 26',
      '`bench/papers/verification/sliding.ts` has it; its size is not printed, here a cube of 1 m.',
    ),
    withDeformable(
      problem(
        'Figure 24',
        'displacement at friction of 6, 12, 18 and 24 degrees',
        /^5\.3 sliding, friction \d+°: displacement/,
        'error below 0.001 % (1e-5)',
        `${AT}; springs wound to the limit of friction at the start`,
        'verification-5-3.svg',
      ),
      /^5\.3, /,
      'a cube, stiffness of the paper; with and without damping of its vibrations, which friction feeds',
    ),
    {
      item: 'Figure 25',
      shows: 'displacement with other stiffnesses, friction of 18 degrees',
      numbers: [
        {
          bench: 'papers-verification',
          table: 'sliding',
          of: / 18° /,
          column: 'error after 2.6 s',
          name: ['start', 'friction', 'Kn, GN/m', 'step, s'],
        },
      ],
      paper: 'solved well with different values (no number)',
      variant: 'SLM, by start, stiffness and time step; the error after 2.6 s',
      command: 'verification',
      picture: 'verification-5-3-stiffness.svg',
    },
    problem(
      'Figure 26',
      'the block at four times, Kn = 150 GN/m',
      /^5\.3 sliding, 18°, Kn 150/,
      'no interpenetration (no number)',
      'a tenth of the stiffness and three times the step of the paper; springs wound to the limit of friction',
    ),
    scene('Figure 27', 'a block that topples', 'figures 28 to 30', '0.1 m wide and 0.4 m high, as printed.'),
    problem(
      'Figure 28',
      'angle during toppling, slopes of 14.0, 14.1, 14.5 and 16.0 degrees',
      /^5\.4 toppling, slope/,
      'critical angle 14.1° against 14.0°',
      'a thousandth of the stiffness of the paper, step 2.2e-5 s',
      'verification-5-4.svg',
    ),
    problem(
      'Figure 29',
      'horizontal displacement at four times',
      /^5\.4 toppling to 60°/,
      'pictures without numbers; text: slope of 15.0°, 0.4, 0.6, 0.8, 0.9 s; caption: 0.40, 0.60, 0.76, 0.88 s',
      'a thousandth of the stiffness of the paper, step 2.2e-5 s; of the centre, at the times of the caption; fallen: beyond 60°',
    ),
    withDeformable(
      problem(
        'Figure 30',
        'critical angle over the height of the block',
        /^5\.4 critical/,
        'arctan(W / H)',
        'a ten-thousandth of the stiffness of the paper, steps of 5e-5 to 1e-4 s; bisection to 0.01°',
        'verification-5-4-critical.svg',
      ),
      /^5\.4, /,
      'a thousandth of the stiffness of the paper; bisection to 0.01°',
    ),
    scene(
      'Figure 31',
      'a wedge on two planes',
      'figures 32 to 34',
      '`bench/papers/verification/wedge.ts` has the sizes; they are not printed.',
    ),
    withDeformable(
      problem(
        'Figure 32',
        'displacement of the wedge at 20, 30 and 40 degrees',
        /^5\.5 wedge, ..°: displacement, error/,
        'corresponds well with eq. 34 (no number)',
        'a hundredth of the stiffness of the paper, step 2e-4 s (paper: at most 1e-5 s)',
        'verification-5-5.svg',
      ),
      /^5\.5, wedge /,
      'stiffness of the paper',
    ),
    problem(
      'Figure 33',
      'the wedge at four times, 40 degrees',
      /^5\.5 wedge, 40°: (displacement after|farthest)/,
      'contacts stay on both planes (no number)',
      'rigid wedge, a hundredth of the stiffness of the paper, step 2e-4 s; the curve for 40° of figure 32 has these times',
      'verification-5-5.svg',
    ),
    {
      item: 'Figure 34',
      shows: 'failure of the wedge after it meets the ground',
      numbers: [
        { bench: 'papers-wedge', of: /./ },
        { bench: 'papers-impacts', table: 'fragments', of: /^shrunken edge/, column: 'most', name: ['method'] },
        deformable(/^5\.5, failure/),
      ],
      here: 'The lines “shrunken edge” are 300 collisions of one fragment with another: the most that the energy after it is of that before.',
      variant:
        '64 rigid tetrahedra, bonded by springs with c, sigma_t and friction of section 5.5, a hundredth of the stiffness of the paper, step 5e-6 s; deformable blocks: each tetrahedron is a block, same bonds, stiffness of the paper, of a point or of a square metre',
      command: 'wedge impacts deformable',
      picture: 'verification-5-5-failure.svg',
    },
    {
      item: 'Table 1',
      shows: 'properties of the wedge',
      paper: '2600 kg/m³, 20 GPa, 0.25, Kn 200 GN/m, Ks 160 GN/m',
      here: 'Density and Ks / Kn are used as printed. Kn is a hundredth in figures 32 and 33; eq. 34 does not contain it. Rigid blocks have no E and no Poisson’s ratio.',
      variant: FORM,
      command: 'verification',
    },
  ],
};
