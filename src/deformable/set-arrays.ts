/**
 * The arrays of deformable blocks in space and in the plane. Masses are lumped: each corner of an element has an equal
 * share of its mass.
 */
import { InputError } from '../math/input-error';
import { checkMaterial, lameLambda, lameMu, type ElasticMaterial } from './material';
import { StepStatus } from './step-status';

/** What differs between space and the plane. An element has dimension + 1 corners. */
export interface SetLayout<D extends number> {
  readonly dimension: D;
  /** Numbers of the stress of an element. */
  readonly stresses: number;
  /** Name of an element, for messages. */
  readonly element: string;
  /** The element whose nodes start at elements[at]. */
  readonly measure: (mesh: Mesh, at: number) => ElementSize;
  /** Throws InputError, with the node or the element as index, for a mesh that is not one. */
  readonly check: (nodes: ArrayLike<number>, elements: ArrayLike<number>) => void;
}

export interface ElementSize {
  /** Volume, in the plane area. */
  volume: number;
  /** Sum of 1 / h^2 over its heights. */
  heights: number;
}

interface Mesh {
  readonly nodes: Float64Array;
  readonly elements: Int32Array;
}

interface Block {
  mesh: Mesh;
  material: ElasticMaterial;
  position?: ArrayLike<number>;
  velocity?: ArrayLike<number>;
}

interface Options {
  gravity?: ArrayLike<number>;
  massDamping?: number;
  localDamping?: number;
}

/** Slots of `work`: see {@link Work}. */
const WORK_SLOTS = 4;

/** The arrays of the blocks, checked and filled, as {@link createDeformables} describes them. */
export function createSetArrays<D extends number>(layout: SetLayout<D>, blocks: readonly Block[], options: Options) {
  const { dimension } = layout;
  const none = new Float64Array(dimension);
  const { gravity = none, massDamping = 0, localDamping = 0 } = options;
  checkVector('gravity', gravity, dimension, -1);
  if (!(massDamping >= 0 && massDamping < Infinity))
    throw new InputError('bad-option', `massDamping is ${massDamping}; it must be a number from 0 on`, -1, massDamping);
  if (!(localDamping >= 0 && localDamping < 1))
    throw new InputError('bad-option', `localDamping is ${localDamping}; it must be from 0 to below 1`, -1, localDamping);
  const nodeStart = new Int32Array(blocks.length + 1);
  const elementStart = new Int32Array(blocks.length + 1);
  blocks.forEach(({ mesh, material, position = none, velocity = none }, b) => {
    checkPresent(mesh, material, b);
    checkMaterial(material, b);
    checkVector('position', position, dimension, b);
    checkVector('velocity', velocity, dimension, b);
    checkBlockMesh(layout, mesh, b);
    nodeStart[b + 1] = nodeStart[b] + mesh.nodes.length / dimension;
    elementStart[b + 1] = elementStart[b] + mesh.elements.length / (dimension + 1);
  });
  const nodeCount = nodeStart[blocks.length];
  const elementCount = elementStart[blocks.length];
  const set = {
    dimension,
    blockCount: blocks.length,
    nodeCount,
    elementCount,
    nodeStart,
    elementStart,
    elements: new Int32Array((dimension + 1) * elementCount),
    startPositions: new Float64Array(dimension * nodeCount),
    positions: new Float64Array(dimension * nodeCount),
    velocities: new Float64Array(dimension * nodeCount),
    forces: new Float64Array(dimension * nodeCount),
    loads: new Float64Array(dimension * nodeCount),
    masses: new Float64Array(nodeCount),
    held: new Uint8Array(dimension * nodeCount),
    stresses: new Float64Array(layout.stresses * elementCount),
    lambda: Float64Array.from(blocks, ({ material }) => lameLambda(material)),
    mu: Float64Array.from(blocks, ({ material }) => lameMu(material)),
    gravity: Float64Array.from(gravity),
    stepRates: new Float64Array(nodeCount),
    massDamping,
    localDamping,
    work: new Float64Array(WORK_SLOTS),
    status: StepStatus.Done as StepStatus,
    statusElement: -1,
    time: 0,
  };
  blocks.forEach(({ mesh, position = none, velocity = none }, b) => {
    const first = dimension * nodeStart[b];
    for (let k = 0; k < mesh.nodes.length; k++) {
      set.positions[first + k] = mesh.nodes[k] + position[k % dimension];
      set.velocities[first + k] = velocity[k % dimension];
    }
  });
  blocks.forEach((block, b) => addElements(layout, set, block, b));
  blocks.forEach((block, b) => checkPlaced(layout, set, block, b));
  set.startPositions.set(set.positions);
  return set;
}

/** The arrays of the mesh and the material are there, also for callers without types. */
function checkPresent(mesh: Partial<Mesh> | undefined, material: ElasticMaterial | undefined, b: number): void {
  if (mesh?.nodes === undefined || mesh.elements === undefined)
    throw new InputError('bad-option', `block ${b} has no mesh with nodes and elements; make it from a shape first`, b);
  if (material === undefined) throw new InputError('bad-option', `block ${b} has no material; createElasticMaterial makes one`, b);
}

function checkVector(name: string, vector: ArrayLike<number>, size: number, index: number): void {
  if (vector.length !== size)
    throw new InputError('bad-length', `${name} has ${vector.length} numbers; it must have ${size}`, index, vector.length);
  for (let k = 0; k < size; k++)
    if (!Number.isFinite(vector[k])) throw new InputError('not-finite', `${name} has the component ${vector[k]}`, index, vector[k]);
}

/** A mesh made by hand is refused here with the words of meshFromElements, and the block as index. */
function checkBlockMesh({ check }: SetLayout<number>, mesh: Mesh, b: number): void {
  try {
    check(mesh.nodes, mesh.elements);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.code, `mesh of block ${b}: ${error.message}`, b, error.value);
  }
}

/** A volume may change by this part when the block is moved to its place; far from the origin nodes are rounded. */
const MOVED = 1e-6;

function checkPlaced({ dimension, element, measure }: SetLayout<number>, set: Parts, { mesh }: Block, b: number): void {
  const corners = dimension + 1;
  for (let k = 0; k < mesh.elements.length; k += corners) {
    const { volume } = measure(mesh, k);
    const placed = measure({ nodes: set.positions, elements: set.elements }, corners * set.elementStart[b] + k).volume;
    if (!(Math.abs(placed - volume) <= MOVED * volume))
      throw new InputError(
        'flat',
        `${element} ${k / corners} of block ${b} loses its shape at the position of the block: nodes so far from the origin have too few digits`,
        b,
        placed,
      );
  }
  for (let node = set.nodeStart[b]; node < set.nodeStart[b + 1]; node++) {
    const mass = set.masses[node];
    const rate = set.stepRates[node];
    if (mass > 0 && mass < Infinity && rate > 0 && rate < Infinity) continue;
    throw new InputError(
      'not-finite',
      `a node of block ${b} has the mass ${mass} and the stable step ${1 / Math.sqrt(rate)}: density and Young's modulus do not go with its size`,
      b,
      mass,
    );
  }
}

interface Parts {
  positions: Float64Array;
  nodeStart: Int32Array;
  elementStart: Int32Array;
  elements: Int32Array;
  masses: Float64Array;
  stepRates: Float64Array;
}

function addElements({ dimension, measure }: SetLayout<number>, set: Parts, { mesh, material }: Block, b: number): void {
  const { elements, masses, stepRates } = set;
  const corners = dimension + 1;
  const speedSquared = (lameLambda(material) + 2 * lameMu(material)) / material.density;
  const start = corners * set.elementStart[b];
  for (let k = 0; k < mesh.elements.length; k += corners) {
    const { volume, heights } = measure(mesh, k);
    // Largest 1 / dt^2: see stable-step.ts.
    const rate = 0.25 * corners * speedSquared * heights;
    for (let c = 0; c < corners; c++) {
      const node = set.nodeStart[b] + mesh.elements[k + c];
      elements[start + k + c] = node;
      masses[node] += (material.density * volume) / corners;
      stepRates[node] = Math.max(stepRates[node], rate);
    }
  }
}
