import { definition, type Paper } from './row';

const HALF_SPACE = '[half-space overlap](half-space.md)';

/** Nassauer, Liedke and Kuna 2012. */
export const nassauer: Paper = {
  key: 'nassauer',
  title: 'Nassauer, Liedke and Kuna (2012): half-space overlap',
  remark: 'The figures cannot be read. The flow is on [its page](hopper.md), the search on [that of the method](half-space.md).',
  rows: [
    definition('Figure 1', 'a particle as a set of half-spaces', HALF_SPACE, 'half-space.svg'),
    definition('Figure 2', 'corners and planes that can be part of the overlap', HALF_SPACE),
    definition('Figure 3', 'the overlap gives magnitude, point and direction of the force', '[force laws](laws.md)'),
    {
      item: 'Figure 4',
      shows: 'a random plane cuts a primary solid',
      numbers: [{ bench: 'papers-particles', of: /./ }],
      variant: 'cube cut by random planes, as section 5 describes',
      command: 'particles',
    },
    {
      item: 'Figure 5',
      shows: 'a random particle',
      paper: 'a picture, no number',
      here: 'A particle of the same process, see the picture. Its cuts are not printed, so it is another particle.',
      variant: 'cube cut by random planes, as section 5 describes',
      command: 'particles',
      picture: 'random-particle.svg',
    },
    {
      item: 'Figure 6',
      shows: '800 particles fall into a hopper',
      numbers: [{ bench: 'papers-hopper', of: /^800 particles, (lost|through|deepest)/ }],
      variant: 'volume law of section 4 with 1e8 N/m³, steps of about 0.1 ms; shape of hopper and silo are our choice',
      command: 'hopper',
      picture: 'hopper-paper-6.svg',
    },
    {
      item: 'Figure 7',
      shows: 'time over the number of processors',
      numbers: [{ bench: 'papers-processors', of: /speed-up/ }],
      variant: 'threads find the contacts; one thread computes forces and motion, [page of the hopper](hopper.md#processors)',
      command: 'processors',
    },
    {
      item: 'Figure 8',
      shows: 'time over the number of particles',
      numbers: [
        { bench: 'papers-overlap', of: /./ },
        { bench: 'papers-hopper', of: /time a particle/, before: 'bin of one width, whole run, ' },
        { bench: 'papers-processors', of: /^Time a particle/, before: 'bin of one width, 0.20 s to 0.32 s, wall time: ' },
      ],
      variant:
        'overlap, the default form, moves the bodies; the search as published is timed on the same pairs; 0.35 s to 0.40 s after the start, bin as wide as the root of the number of particles, unless a line says otherwise',
      command: 'overlap hopper processors',
      picture: 'half-space-paper-8.svg',
    },
  ],
};
