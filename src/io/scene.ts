/**
 * Bodies from a scene file and its shapes, and back.
 *
 * Two frames meet here. A conf-file gives the pose of each shape's own frame, this library that of the polyhedron's
 * centroid. With R the rotation, h the homothety and o the centroid in the shape's frame (`polyhedron.origin`), a body
 * stands at pos + h R o and moves there with vel + vrot x (h R o). For shapes in their centroid's frame, the usual
 * case, o is of the order of 1e-17 and nothing changes.
 *
 * Rows of the body set are rows of the file. All particles with one shape and one homothety share one polyhedron; a
 * homothety scales the rounding too. Rockable's groups are materials and its clusters glue bodies that still touch:
 * both allow bodies to pair, so `bodies.group` stays 0. Groups and clusters are in `file`.
 */
import { InputError } from '../math/input-error';
import { QUATERNION_DRIFT, rotationFromQuaternion } from '../math/rotation';
import { BodyFlag, createBodySet, type BodySet } from '../body/body-set';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { scaledPolyhedron } from './scaled-polyhedron';
import { addNotice, attempt, beginReading, type FileNotice, type Reading, type ReadOptions } from './reading';
import { createSceneFile, readSceneFile, type SceneFile } from './scene-file';
import { selected, selectRows } from './scene-rows';
import type { FileShape, ShapeRecord } from './shp';
import { fileError, quoted } from './text';

/** A scene file made into bodies. */
export interface Scene {
  /** The contents of the conf-file, in its own frames: names, groups, clusters, homotheties, interactions, settings. */
  readonly file: SceneFile;
  /** The bodies, row by row as in the file; the first `file.driven` are flagged Kinematic. */
  readonly bodies: BodySet;
  /** The shape of each entry of bodies.shapes: index into the shapes that were given. */
  readonly shapeOf: Int32Array;
  /** Velocities of the centroids, length 3N. */
  readonly velocities: Float64Array;
  /** Angular velocities in the world, length 3N. */
  readonly angularVelocities: Float64Array;
  /** What was left out, skipped or changed: the notices of `file` and those of making the bodies. */
  readonly notices: readonly FileNotice[];
}

/** Shapes for a scene: what {@link readShapes} returns, or any others. */
export type SceneShapes = readonly FileShape[] & { readonly notices?: readonly FileNotice[] };

/**
 * The bodies of a scene. `shapes` are those of the file with the name `shapeFile` (see {@link readSceneFile}). Only the
 * shapes that the scene uses are needed. Lengths are in the unit of the files.
 *
 * Throws InputError 'bad-file' whose `index` is the line: text that does not follow the format, a table with more or
 * fewer rows than promised, a number that is not finite, a shape that is not among `shapes`, a quaternion that is not
 * of unit length (|q·q - 1| > 1e-3), an interaction of particles or sub-features that do not exist. With `onError:
 * 'collect'` these are notices and the rows are left out: the rows of `bodies` then are those of `file`, and
 * `file.lines` gives their lines. Throws 'bad-option' when two of `shapes` have one name.
 *
 * @example
 * ```ts
 * const scene = readScene(confText, readShapes(shapeText));
 * for (let i = scene.file.driven; i < scene.bodies.count; i++) console.log(scene.file.names[i],
 * scene.bodies.positions[3 * i]);
 * ```
 */
export function readScene(conf: string, shapes: SceneShapes, options: ReadOptions = {}): Scene {
  const file = readSceneFile(conf, options);
  const reading: Reading = { ...beginReading(options), notices: file.notices };
  const given = shapesOfParticles(file, shapes, reading);
  const polyhedra: ConvexPolyhedron[] = [];
  const shapeOf: number[] = [];
  const indexOf = new Map<string, number>();
  const shapeIndex = new Int32Array(file.count);
  const arms = new Float64Array(3 * file.count);
  const arm = new Float64Array(3);
  const readBody = (i: number): boolean => {
    if (given[i] < 0) return false;
    const shape = shapes[given[i]];
    const h = file.homotheties[i];
    const key = `${given[i]} ${h}`;
    let s = indexOf.get(key);
    const polyhedron = s !== undefined ? polyhedra[s] : h === 1 ? shape.polyhedron : scaledPolyhedron(shape.polyhedron, h);
    // Inertia grows with the fifth power, so it leaves the range of doubles first.
    const size = h * shape.rounding;
    const inertia = polyhedron.dimension === 3 ? polyhedron.inertia[0] : size * size * size * size * size;
    if (!(inertia > 0 && inertia < Infinity && polyhedron.radius < LARGEST_RADIUS)) {
      throw fileError(file.lines[i], `expected a homothety that gives ${quoted(shape.name)} a size with finite inertia, found ${h}`, h);
    }
    if (!armOf(arm, polyhedron, file.orientations, i)) {
      const [x, y, z, w] = file.orientations.subarray(4 * i, 4 * i + 4);
      const square = x * x + y * y + z * z + w * w;
      throw fileError(file.lines[i], `expected a quaternion with |q·q - 1| <= ${QUATERNION_DRIFT}, found q·q = ${square}`, square);
    }
    if (s === undefined) {
      s = polyhedra.push(polyhedron) - 1;
      shapeOf.push(given[i]);
      indexOf.set(key, s);
    }
    shapeIndex[i] = s;
    arms.set(arm, 3 * i);
    return true;
  };
  const good = file.names.map((name, i) => attempt(reading, name, () => readBody(i)) ?? false);
  const goodInteractions = checkInteractions(file, shapes, given, reading);
  selectRows(file, good, goodInteractions);

  const keptArms = selected(arms, good, 3);
  const positions = file.positions.map((x, k) => x + keptArms[k]);
  const velocities = file.velocities.slice();
  const rounding = new Float64Array(file.count);
  const keptShapes = selected(shapeIndex, good);
  for (let i = 0; i < file.count; i++) {
    rounding[i] = file.homotheties[i] * shapes[shapeOf[keptShapes[i]]].rounding;
    addTurning(velocities, file.angularVelocities, keptArms.subarray(3 * i, 3 * i + 3), i, 1);
  }
  return {
    file,
    bodies: createBodySet({
      shapes: polyhedra,
      shapeIndex: keptShapes,
      positions,
      orientations: file.orientations.slice(),
      rounding,
      flags: new Uint8Array(file.count).fill(BodyFlag.Kinematic, 0, file.driven),
      grow: true,
    }),
    shapeOf: Int32Array.from(shapeOf),
    velocities,
    angularVelocities: file.angularVelocities.slice(),
    notices: file.notices,
  };
}

/**
 * Index among `shapes` of each particle's shape. A name without a shape is an error; when errors are collected, -1 and
 * one notice for each name.
 */
function shapesOfParticles(file: SceneFile, shapes: SceneShapes, reading: Reading): Int32Array {
  const shapeNamed = new Map<string, number>();
  shapes.forEach((shape, k) => {
    if (shapeNamed.has(shape.name)) throw new InputError('bad-option', `two of the shapes given have the name ${quoted(shape.name)}`, k);
    shapeNamed.set(shape.name, k);
  });
  const missing = new Map<string, { line: number; count: number }>();
  const given = Int32Array.from(file.names, (name, i) => {
    const k = shapeNamed.get(name) ?? -1;
    if (k >= 0) return k;
    const earlier = missing.get(name);
    if (earlier) earlier.count++;
    else missing.set(name, { line: file.lines[i], count: 1 });
    return k;
  });
  const leftOut = new Map<string, FileNotice>();
  for (const notice of missing.size > 0 ? (shapes.notices ?? []) : []) {
    if (!['skipped', 'mended', 'changed'].includes(notice.code)) leftOut.set(notice.name, notice);
  }
  for (const [name, { line, count }] of missing) {
    const left = leftOut.get(name);
    const why = left ? `; the shape file has it, but ${left.reason}` : '';
    if (!reading.collects) throw fileError(line, `expected the name of one of the ${shapes.length} shapes, found ${quoted(name)}${why}`);
    const words = `${count} particles were left out, since none of the ${shapes.length} shapes has the name ${quoted(name)}`;
    addNotice(reading, 'bad-file', line, words + why, name);
  }
  return given;
}

/**
 * The scene with the current poses and velocities of its bodies, for {@link writeScene}: positions, orientations and
 * velocities are taken from `scene.bodies`, `scene.velocities` and `scene.angularVelocities`. A body that has not moved
 * keeps exactly the position of the file. Accelerations are 0, and there are no interactions, because those of the file
 * belong to the old positions. Throws InputError 'bad-length' when bodies were added, 'bad-index' when one was removed:
 * a conf-file cannot describe that.
 */
export function movedSceneFile(scene: Scene): SceneFile {
  const { file, bodies } = scene;
  if (bodies.count !== file.count) {
    throw new InputError('bad-length', `the scene has ${file.count} particles, its body set now ${bodies.count} bodies`, -1, bodies.count);
  }
  const moved = createSceneFile(file.count);
  moved.version = file.version;
  moved.densities = new Map(file.densities);
  moved.settings = [...file.settings];
  moved.shapeFile = file.shapeFile;
  moved.driven = file.driven;
  moved.names = [...file.names];
  moved.groups.set(file.groups);
  moved.clusters.set(file.clusters);
  moved.homotheties.set(file.homotheties);
  moved.orientations.set(bodies.orientations.subarray(0, 4 * file.count));
  moved.velocities.set(scene.velocities);
  moved.angularVelocities.set(scene.angularVelocities);
  moved.commands = [...file.commands];
  const arm = new Float64Array(3);
  for (let i = 0; i < file.count; i++) {
    const shape = shapeAt(bodies, i);
    checkOrientation(armOf(arm, shape, file.orientations, i), i);
    let still = true;
    for (let k = 3 * i; k < 3 * i + 3; k++) still &&= file.positions[k] + arm[k - 3 * i] === bodies.positions[k];
    for (let k = 4 * i; k < 4 * i + 4; k++) still &&= file.orientations[k] === bodies.orientations[k];
    checkOrientation(armOf(arm, shape, bodies.orientations, i), i);
    for (let k = 0; k < 3; k++) moved.positions[3 * i + k] = still ? file.positions[3 * i + k] : bodies.positions[3 * i + k] - arm[k];
    addTurning(moved.velocities, moved.angularVelocities, arm, i, -1);
  }
  return moved;
}

/**
 * A scene of bodies at rest, for {@link writeScene}. `records[s]` must be the {@link shapeRecord} of bodies.shapes[s],
 * so that positions are those of the centroids; the text of both files is a packing that Rockable, exaDEM and {@link
 * readScene} can read.
 *
 * In a conf-file driven bodies come first, and the rounding belongs to the shape. Throws InputError 'bad-option' when a
 * static or kinematic body comes after a free one, 'bad-radius' when a body's rounding is not the radius of its record,
 * 'not-unit' for an orientation that is not a rotation, 'bad-index' when a body was removed or has no record.
 *
 * @example
 * ```ts
 * const records = [shapeRecord('Cube', cube, 0.01)];
 * const files = { 'packing.shp': writeShapes(records), 'packing.conf': writeScene(sceneFileFromBodies(bodies, records,
 * 'packing.shp')) };
 * ```
 */
export function sceneFileFromBodies(bodies: BodySet, records: readonly ShapeRecord[], shapeFile: string): SceneFile {
  const file = createSceneFile(bodies.count);
  file.shapeFile = shapeFile;
  file.positions.set(bodies.positions.subarray(0, 3 * bodies.count));
  file.orientations.set(bodies.orientations.subarray(0, 4 * bodies.count));
  for (let i = 0; i < bodies.count; i++) {
    shapeAt(bodies, i);
    checkOrientation(rotationFromQuaternion(rotation, 0, bodies.orientations, 4 * i), i);
    const record = records[bodies.shapeIndex[i]] as ShapeRecord | undefined;
    if (!record)
      throw new InputError(
        'bad-index',
        `body ${i} has shape ${bodies.shapeIndex[i]}, there are ${records.length} records`,
        i,
        bodies.shapeIndex[i],
      );
    file.names[i] = record.name;
    if (bodies.rounding[i] !== record.radius) {
      throw new InputError(
        'bad-radius',
        `body ${i} has rounding ${bodies.rounding[i]}, its shape ${quoted(record.name)} ${record.radius}`,
        i,
        bodies.rounding[i],
      );
    }
    if (bodies.flags[i] === BodyFlag.None) continue;
    if (file.driven !== i)
      throw new InputError('bad-option', `body ${i} is static or kinematic but follows a free body; such bodies must come first`, i, i);
    file.driven = i + 1;
  }
  return file;
}

/**
 * Writes R o, the vector from the origin of the shape's frame to the centroid in the world, to `out`. False for an
 * orientation that is not a rotation.
 */
function armOf(out: Float64Array, polyhedron: ConvexPolyhedron, orientations: Float64Array, i: number): boolean {
  const ok = rotationFromQuaternion(rotation, 0, orientations, 4 * i);
  const [x, y, z] = polyhedron.origin;
  for (let k = 0; k < 3; k++) out[k] = rotation[3 * k] * x + rotation[3 * k + 1] * y + rotation[3 * k + 2] * z;
  return ok;
}

const rotation = /* @__PURE__ */ new Float64Array(9);

/** The fifth power of twice this is still finite. */
const LARGEST_RADIUS = 2 ** 203;

/** Adds sign * (angular velocity x arm) to a velocity of body i. */
function addTurning(velocities: Float64Array, angular: Float64Array, arm: Float64Array, i: number, sign: number): void {
  const [x, y, z] = angular.subarray(3 * i, 3 * i + 3);
  velocities[3 * i] += sign * (y * arm[2] - z * arm[1]);
  velocities[3 * i + 1] += sign * (z * arm[0] - x * arm[2]);
  velocities[3 * i + 2] += sign * (x * arm[1] - y * arm[0]);
}

function shapeAt(bodies: BodySet, i: number): ConvexPolyhedron {
  if (bodies.shapeIndex[i] < 0) throw new InputError('bad-index', `body ${i} was removed; a scene file has no room for a gap`, i, i);
  return bodies.shapes[bodies.shapeIndex[i]];
}

function checkOrientation(ok: boolean, i: number): void {
  if (!ok) throw new InputError('not-unit', `the orientation of body ${i} is no unit quaternion`, i);
}

/**
 * Whether each interaction names sub-features that its shapes have. Those of particles without a shape are not checked.
 */
function checkInteractions(file: SceneFile, shapes: SceneShapes, given: Int32Array, reading: Reading): boolean[] {
  const table = file.interactions;
  const check = (sub: number, kind: number, body: number, line: number, what: string): void => {
    if (given[body] < 0) return;
    const shape = shapes[given[body]];
    const count = [shape.points.length / 3, shape.edges.length / 2, shape.faces.length][kind];
    if (sub >= count) {
      const feature = ['vertices', 'edges', 'faces'][kind];
      throw fileError(line, `expected ${what} below ${count}, the number of ${feature} of ${quoted(shape.name)}, found ${sub}`, sub);
    }
  };
  return Array.from(table.type, (type, c) => {
    const good = attempt(reading, '', () => {
      check(table.subI[c], type === 3 ? 1 : 0, table.bodyI[c], table.lines[c], 'isub');
      check(table.subJ[c], type === 3 ? 1 : type, table.bodyJ[c], table.lines[c], 'jsub');
      return true;
    });
    return good ?? false;
  });
}
