/** `convert`: a file in another format. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { sceneFileFromBodies } from '../io/scene';
import { writeScene } from '../io/scene-file';
import { shapeRecord, writeShapes, type ShapeRecord } from '../io/shp';
import { stlMesh, writeStl, type StlMesh } from '../io/stl-write';
import { vtkBodies } from '../io/vtk';
import { InputError } from '../math/input-error';
import { rotationFromQuaternion } from '../math/rotation';
import { Exit, reasonOf, StoppedError, UsageError } from './faults';
import { createMessages } from './messages';
import { createFileReader, type Contents } from './read-file';
import type { Surroundings } from './surroundings';
import { fileTarget } from './target';

/** Formats that can be written, by the ending of the name. */
const ENDINGS = ['.stl', '.vtk', '.shp', '.conf'] as const;
type Ending = (typeof ENDINGS)[number];

export function convertCommand(from: string, to: string, { err, folder }: Surroundings): Exit {
  const ending = ENDINGS.find((known) => known === extname(to).toLowerCase());
  if (ending === undefined) throw new UsageError(`convert writes ${ENDINGS.join(', ')}; the name ${to} ends in none of them`);
  const messages = createMessages(err);
  let files: [name: string, text: string][];
  try {
    const contents = createFileReader(folder).read(from);
    for (const { line, reason } of contents.notices) messages.notice(from, line, reason);
    files = filesOf(contents, to, ending);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    messages.fail(from, reasonOf(error));
    return Exit.FileFailed;
  }
  for (const [name, text] of files) {
    const path = resolve(folder, name);
    if (path === resolve(folder, from)) throw new StoppedError(`${name} is the file that is read: choose another name`);
    const target = fileTarget(path);
    target.write(text);
    target.finish();
  }
  return Exit.Done;
}

function filesOf(contents: Contents, to: string, ending: Ending): [name: string, text: string][] {
  const { bodies, kind } = contents;
  if (kind === 'shapes' && ending !== '.shp' && ending !== '.stl') {
    throw new UsageError(`a file of shapes has no positions: it becomes .stl or .shp, not ${ending}`);
  }
  if (ending === '.vtk') return [[to, vtkBodies(bodies)]];
  if (ending === '.stl') return [[to, writeStl(meshesOf(contents))]];
  const records = recordsOf(contents);
  if (ending === '.shp') return [[to, writeShapes(records)]];
  const shapeFile = `${basename(to, extname(to))}.shp`;
  return [
    [join(dirname(to), shapeFile), writeShapes(records)],
    [to, writeScene(sceneFileFromBodies(bodies, records, shapeFile))],
  ];
}

/** A shape for each entry of bodies.shapes; names are made words of their own. */
function recordsOf({ bodies, names, shapes }: Contents): readonly ShapeRecord[] {
  if (shapes !== undefined) return shapes;
  return bodies.shapes.map((shape, s) => {
    const body = bodies.shapeIndex.indexOf(s);
    if (bodies.shapeIndex.some((other, i) => i < bodies.count && other === s && bodies.rounding[i] !== bodies.rounding[body])) {
      throw new InputError('bad-radius', `bodies of shape ${s} have several rounding radii, which a shape file cannot state`, s);
    }
    const name = names[body].replace(/[^\w.-]+/g, '_');
    return shapeRecord(`${name === '' ? 'Shape' : name}_${s}`, shape, bodies.rounding[body]);
  });
}

/** The surfaces of all bodies in the world. */
function meshesOf({ bodies, names }: Contents): StlMesh[] {
  const r = new Float64Array(9);
  return Array.from({ length: bodies.count }, (_, i) => {
    const mesh = stlMesh(bodies.shapes[bodies.shapeIndex[i]], names[i], bodies.rounding[i]);
    rotationFromQuaternion(r, 0, bodies.orientations, 4 * i);
    const positions = new Float64Array(mesh.positions.length);
    for (let v = 0; v < positions.length; v += 3) {
      for (let k = 0; k < 3; k++) {
        positions[v + k] =
          r[3 * k] * mesh.positions[v] +
          r[3 * k + 1] * mesh.positions[v + 1] +
          r[3 * k + 2] * mesh.positions[v + 2] +
          bodies.positions[3 * i + k];
      }
    }
    return { ...mesh, positions };
  });
}
