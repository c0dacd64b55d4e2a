import { it } from 'vitest';
import { checkRandomParticles, PARTICLES } from './random-particle-checks';

it(`${PARTICLES} random particles, quarter 1 of 4: valid, with the mass and the overlaps of the oracles`, { timeout: 300_000 }, () =>
  checkRandomParticles(1),
);
