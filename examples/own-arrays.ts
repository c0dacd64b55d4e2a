/**
 * A simulator that keeps its own arrays: poses in one shared buffer, which the library reads in place, and the memory
 * of all pairs in two flat arrays.
 */
import {
  box,
  boundingRadii,
  createBodySet,
  createContactFor,
  createDetectOptions,
  createPairList,
  detect,
  nbsPairs3d,
  shortestLinkMethod,
  type ContactState,
} from 'dem-contact';

// The simulator's memory: 7 doubles a body, in a buffer that its worker threads see, too.
const count = 10;
const memory = new SharedArrayBuffer(7 * 8 * count);
const positions = new Float64Array(memory, 0, 3 * count);
const orientations = new Float64Array(memory, 3 * 8 * count, 4 * count);
for (let i = 0; i < count; i++) {
  positions[3 * i] = 0.1 * i; // a row of dominoes along x, 0.1 apart
  positions[3 * i + 2] = i % 2 === 0 ? 0.1 : 0.08; // half of the height
  orientations[4 * i + 3] = 1;
}

// Views on that memory; nothing is copied. Heights differ, so there are two shapes.
const tall = box(0.02, 0.1, 0.2);
const short = box(0.02, 0.1, 0.16);
const shapeIndex = Int32Array.from({ length: count }, (_, i) => i % 2);
const bodies = createBodySet({ shapes: [tall, short], shapeIndex, positions, orientations });
const radii = boundingRadii(new Float64Array(count), bodies);

// One slot of memory for every pair: fixed size, plain numbers, all zero at first. Ten bodies can afford a square of
// slots.
const { stateInts, stateFloats } = shortestLinkMethod;
const ints = new Int32Array(stateInts * count * count);
const floats = new Float64Array(stateFloats * count * count);
const state: ContactState = { ints, floats, intOffset: 0, floatOffset: 0 };
const contact = createContactFor(tall, short);
const near = createPairList();
const options = { ...createDetectOptions(), margin: 0.002 };

for (let step = 0; step <= 54; step++) {
  // The first domino tips about its lower edge, half a degree a step; the simulator writes its pose where it keeps it.
  const angle = (0.5 * step * Math.PI) / 180;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  positions[0] = 0.01 - 0.01 * c + 0.1 * s;
  positions[2] = 0.01 * s + 0.1 * c;
  orientations[1] = Math.sin(angle / 2);
  orientations[3] = Math.cos(angle / 2);

  nbsPairs3d(near, count, positions, radii, options.margin);
  for (let p = 0; p < near.count; p++) {
    const i = near.pairs[2 * p];
    const j = near.pairs[2 * p + 1];
    state.intOffset = stateInts * (i * count + j);
    state.floatOffset = stateFloats * (i * count + j);
    detect(contact, shortestLinkMethod, bodies, i, j, state, options);
    if (contact.count === 0) continue;
    const gap = (1000 * contact.gap).toFixed(2);
    console.log(`${(0.5 * step).toFixed(1)} degrees: ${i} and ${j} ${gap} mm apart, ${contact.points[2].toFixed(3)} m above the ground`);
  }
}
// 26.0 degrees: 0 and 1 1.76 mm apart, 0.160 m above the ground
// 26.5 degrees: 0 and 1 0.20 mm apart, 0.160 m above the ground
// 27.0 degrees: 0 and 1 -1.36 mm apart, 0.160 m above the ground
