/**
 * Blocks on the springs of the library's spring law, beside what is known of their motion: verification problems of the
 * shrunken edge paper, shortened. All of them, or those that are named:
 *
 *     npx tsx examples/verification.ts sliding wedge
 */
import { rebound } from '../bench/papers/verification/rebound';
import { createRivals } from '../bench/papers/verification/scene';
import { slide } from '../bench/papers/verification/sliding';
import { fallOnRidge } from '../bench/papers/verification/falling';
import { threeBlocks } from '../bench/papers/verification/three-blocks';
import { criticalAngle, topples } from '../bench/papers/verification/toppling';
import { slideWedge } from '../bench/papers/verification/wedge';

// The second is the shortest link.
const method = createRivals()[1];

const problems: Record<string, () => void> = {
  sliding: () => {
    const { times, displacements, analytical } = slide(method, { phi: 18, time: 0.05, samples: 1, dt: 2e-5 });
    console.log(`a block slides ${displacements[0].toFixed(7)} m in ${times[0].toFixed(2)} s, by eq. 32 ${analytical[0].toFixed(7)} m`);
  },
  wedge: () => {
    const { times, displacements, analytical } = slideWedge(method, 30, 0.2, 1, 2e-4);
    console.log(`a wedge slides ${displacements[0].toFixed(7)} m in ${times[0].toFixed(2)} s, by eq. 34 ${analytical[0].toFixed(7)} m`);
  },
  rebound: () => {
    const { penetration, expected, bounces } = rebound(method, 0.9, 5e-6);
    const [deep, known] = [penetration, expected].map((depth) => (1e3 * depth).toFixed(3));
    console.log(`${bounces} bounce of an edge on an edge, ${deep} mm deep, by the solution ${known} mm`);
  },
  toppling: () => {
    const fates = [13.9, 14.2].map((slope) => `on ${slope}° a block ${topples(method, 0.4, slope, 0.65, 1.5e6) ? 'topples' : 'stands'}`);
    console.log(`${fates.join(', ')}; by eq. 33 it topples beyond ${criticalAngle(0.4).toFixed(2)}°`);
  },
  ridge: () => {
    // FDS: a corner on a corner has a normal in the middle.
    const { blows, timeError } = fallOnRidge(createRivals(1e-7)[2], 0.47, 2e-6);
    console.log(
      `a prism meets a ridge ${blows.length} times, the second time within ${timeError < 1e-3 ? '0.1' : '100'} % of the solution`,
    );
  },
  blocks: () => {
    const { kinds, penetration } = threeBlocks(method, 1.4, 6e-5);
    console.log(
      `a cube falls on two blocks: ${kinds.size} kinds of contact, ${penetration < 1e-3 ? 'less' : 'more'} than a millimetre deep`,
    );
  },
};

const named = process.argv.slice(2).filter((name) => name in problems);
for (const name of named.length > 0 ? named : Object.keys(problems)) problems[name]();
// a block slides 0.0022389 m in 0.05 s, by eq. 32 0.0022389 m
// a wedge slides 0.0981000 m in 0.20 s, by eq. 34 0.0981000 m
// 1 bounce of an edge on an edge, 0.479 mm deep, by the solution 0.479 mm
// on 13.9° a block stands, on 14.2° a block topples; by eq. 33 it topples beyond 14.04°
// a prism meets a ridge 2 times, the second time within 0.1 % of the solution
// a cube falls on two blocks: 2 kinds of contact, less than a millimetre deep
