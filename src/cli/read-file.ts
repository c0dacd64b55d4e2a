/** Reads a file of any format into bodies. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { addBody, createBodySet, type BodySet } from '../body/body-set';
import { readObj } from '../io/obj';
import { readOff } from '../io/off';
import type { FileNotice, FileRecords } from '../io/reading';
import { readScene, type Scene } from '../io/scene';
import type { SceneFile } from '../io/scene-file';
import { readShapes, type FileShape } from '../io/shp';
import { readStl } from '../io/stl';
import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { polyhedronFromTriangles } from '../polyhedron/from-triangles';

export type FileKind = 'scene' | 'shapes' | 'obj' | 'off' | 'stl';

/** What a file holds. */
export interface Contents {
  readonly kind: FileKind;
  /** Bodies in the world; shapes of a .shp file all stand at their own origin. */
  readonly bodies: BodySet;
  /** Name of each body, '' without one. */
  readonly names: readonly string[];
  /** Time of a scene that states it. */
  readonly time: number | undefined;
  readonly notices: readonly FileNotice[];
  /** Of a scene. */
  readonly scene?: Scene;
  /** Of a .shp file. */
  readonly shapes?: readonly FileShape[];
}

/** Files that were read, as they were then: name, bytes and time of the last change. */
export interface ReadFile {
  readonly path: string;
  readonly bytes: number;
  readonly changed: number;
}

/** Reads files; the shapes of the last shape file are kept, because the scenes of a series share them. */
export interface FileReader {
  /** Bodies of a file. Throws InputError, or the error of the file system. */
  read(path: string): Contents;
  /** Shapes of the file that a scene names. */
  shapesOf(scenePath: string, shapeFile: string): FileRecords<FileShape>;
  /** Files read so far. */
  readonly files: ReadFile[];
  /** Writes down that a file is read. */
  note(path: string): void;
}

/** `collects`: records that are at fault are left out, with a notice. `folder`: relative paths start here. */
export function createFileReader(folder: string, collects = false): FileReader {
  const options = collects ? ({ onError: 'collect' } as const) : {};
  const files: ReadFile[] = [];
  let kept: { key: string; shapes: FileRecords<FileShape> } | undefined;
  const note = (path: string): void => {
    if (!files.some((file) => file.path === path)) files.push(stampOf(folder, path));
  };
  const shapesOf = (scenePath: string, shapeFile: string): FileRecords<FileShape> => {
    if (shapeFile === '') throw new InputError('bad-file', 'the scene names no shapeFile');
    const path = resolve(folder, dirname(scenePath), shapeFile);
    const stamp = JSON.stringify(attempt(shapeFile, () => stampOf(folder, path)));
    if (kept?.key !== stamp) {
      // A shape at fault matters only if the scene uses it: the reader of the scene then says why it is missing.
      kept = { key: stamp, shapes: attempt(shapeFile, () => readShapes(readFileSync(path, 'utf8'), { onError: 'collect' })) };
    }
    note(path);
    return kept.shapes;
  };
  const read = (path: string): Contents => {
    const bytes = readFileSync(resolve(folder, path));
    note(path);
    const kind = kindOf(path);
    if (kind === 'stl') {
      const solids = readStl(bytes, options);
      const parts = solids.map(({ name, positions, triangles }) => ({ name, polyhedron: polyhedronFromTriangles(positions, triangles) }));
      return { kind, ...ofSolids(parts), notices: solids.notices };
    }
    const text = bytes.toString('utf8');
    if (kind === 'shapes') {
      const shapes = readShapes(text, options);
      return { kind, ...ofSolids(shapes), notices: shapes.notices, shapes };
    }
    if (kind !== 'scene') {
      const solids =
        kind === 'obj'
          ? welded((weld) => readObj(text, { ...options, ...weld }))
          : welded((weld) => readOff(text, { ...options, ...weld }));
      return { kind, ...ofSolids(solids), notices: solids.notices };
    }
    const scene = readScene(text, shapesOf(path, /^\s*shapeFile\s+(\S+)/m.exec(text)?.[1] ?? ''), options);
    const { bodies, file, notices } = scene;
    return { kind, bodies, names: file.names, time: timeOf(file), notices, scene };
  };
  return { read, shapesOf, files, note };
}

export function stampOf(folder: string, path: string): ReadFile {
  const { size, mtimeMs } = statSync(resolve(folder, path));
  return { path, bytes: size, changed: mtimeMs };
}

const KINDS: Readonly<Record<string, FileKind>> = { '.obj': 'obj', '.off': 'off', '.stl': 'stl', '.shp': 'shapes' };

/** Conf-files of Rockable have numbers in place of an ending, so everything else is a scene. */
export function kindOf(path: string): FileKind {
  return KINDS[extname(path).toLowerCase()] ?? 'scene';
}

/**
 * Many programs write a corner anew for each face; such a surface is open until equal corners are joined. A reader that
 * collects faults does not throw: then the way with fewer faults is taken.
 */
function welded<T extends FileRecords<unknown>>(read: (weld: { weld?: number }) => T): T {
  let plain: T;
  try {
    plain = read({});
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== 'open-surface') throw error;
    return read({ weld: 0 });
  }
  if (!plain.notices.some(({ code }) => code === 'open-surface')) return plain;
  const joined = read({ weld: 0 });
  return faultsIn(joined) < faultsIn(plain) ? joined : plain;
}

const faultsIn = ({ notices }: FileRecords<unknown>): number => notices.filter((notice) => !isHarmless(notice)).length;

/** Whether a notice tells of something that was read, or that has no meaning here. */
export function isHarmless({ code }: FileNotice): boolean {
  return code === 'skipped' || code === 'mended' || code === 'changed';
}

/** Solids where their files put them. */
function ofSolids(solids: readonly { readonly name: string; readonly polyhedron: ConvexPolyhedron; readonly rounding?: number }[]) {
  const bodies = createBodySet();
  for (const { polyhedron, rounding = 0 } of solids) addBody(bodies, { shape: polyhedron, rounding });
  return { bodies, names: solids.map(({ name }) => name), time: undefined };
}

/** The keyword `t` of a scene. */
function timeOf({ settings }: SceneFile): number | undefined {
  const time = Number(settings.find(({ keyword }) => keyword === 't')?.values[0] ?? Number.NaN);
  return Number.isFinite(time) ? time : undefined;
}

/** Adds the name of the shape file to an error. */
function attempt<T>(shapeFile: string, what: () => T): T {
  try {
    return what();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const reason = code === 'ENOENT' ? 'there is no such file beside the scene' : message;
    throw new InputError('bad-file', `its shape file ${shapeFile}: ${reason}`);
  }
}
