/**
 * Three cubes on a plate: near pairs by NBS, contacts by the exact shortest link, all in the world.
 */
import {
  addBody,
  box,
  boundingRadii,
  checkSpheres,
  ContactKind,
  createBodySet,
  createContactFor,
  createDetectOptions,
  createPairList,
  createState,
  detect,
  nbsPairs3d,
  shortestLinkMethod,
  Status,
} from 'dem-contact';

// Shapes are shared: three bodies, one polyhedron. Lengths are in any unit, here metres.
const cube = box(0.04, 0.04, 0.04);
const plate = box(0.3, 0.3, 0.02);

const bodies = createBodySet();
addBody(bodies, { shape: plate, position: [0, 0, -0.01] });
addBody(bodies, { shape: cube, position: [0, 0, 0.0199] }); // sunk in by 0.1 mm
// 0.3 mm above the plate.
addBody(bodies, { shape: cube, position: [0.05, 0, 0.0203], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
addBody(bodies, { shape: cube, position: [0, 0, 0.2] }); // far above

// 1. Near pairs: bounding spheres at most `margin` apart. The list is kept from step to step.
const margin = 0.001;
const radii = boundingRadii(new Float64Array(bodies.count), bodies);
checkSpheres(bodies.count, bodies.positions, radii, margin);
const near = nbsPairs3d(createPairList(), bodies.count, bodies.positions, radii, margin);

// 2. Contacts, with potential ones up to the margin. In a simulation keep one state for each pair: calls with memory
// are several times faster.
const options = { ...createDetectOptions(), margin };
const kinds = Object.entries(ContactKind);
for (let p = 0; p < near.count; p++) {
  const i = near.pairs[2 * p];
  const j = near.pairs[2 * p + 1];
  const contact = createContactFor(bodies.shapes[bodies.shapeIndex[i]], bodies.shapes[bodies.shapeIndex[j]]);
  const status = detect(contact, shortestLinkMethod, bodies, i, j, createState(shortestLinkMethod), options);
  if (contact.count === 0) continue;
  const kind = kinds.find(([, code]) => code === contact.kind)?.[0] ?? '';
  const depth = (-1000 * contact.gap).toFixed(3);
  console.log(`${i}-${j}: ${kind}, ${status === Status.Overlapping ? `${depth} mm deep` : 'potential'}, ${contact.count} points`);
}
// 0-2: FaceFace, potential, 4 points
// 0-1: FaceFace, 0.100 mm deep, 4 points
