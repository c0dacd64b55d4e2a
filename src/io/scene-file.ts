/**
 * Reads and writes scene files (conf-files) of Rockable, which exaDEM reads too: text to record and record to text.
 *
 * A conf-file begins with `Rockable` and a date, the version of the format; that line may be missing. Keyword lines
 * follow; `Particles N` and `Interactions M` start tables of that many rows. Source: Rockable's documentation ("Format
 * of configuration files"). A particle row holds
 *   name group cluster homothety pos(3) vel(3) acc(3) Q(w x y z) vrot(3) arot(3)
 * and an interaction row
 *   i j type isub jsub n(3) dn pos(3) vel(3) fn ft(3) mom(3) damp.
 *
 * Nothing is lost: numbers are kept in full, and keywords without a meaning here are kept as words, also rows of
 * `Interfaces`. Each row is on its own line, as Rockable writes it. So a row with too few or too many numbers is
 * reported with its line, and so is a missing or an additional row.
 *
 * This file does not use shapes; readScene makes bodies from the record.
 */
import {
  COMMENT,
  checkWord,
  expectWords,
  fileError,
  formatNumber,
  formatNumbers,
  integerAt,
  isNumber,
  linesOf,
  numberAt,
  quoted,
  type Line,
} from './text';
import { addNotice, attempt, beginReading, type FileNotice, type Reading, type ReadOptions } from './reading';
import { selectRows } from './scene-rows';
import { formatSetting, type FileSetting } from './shp';

/** The contents of a conf-file. Positions and velocities are those of the origin of each shape's own frame. */
export interface SceneFile {
  /** The text after `Rockable` in the first line; '' if that line is missing. */
  version: string;
  /** Density of each group. */
  densities: Map<number, number>;
  /** All other keyword lines before the particles, in order. */
  settings: FileSetting[];
  /** Name of the .shp file; '' if the scene names none. */
  shapeFile: string;
  /** This number of particles, the first ones, are driven (walls): they feel no force. */
  driven: number;
  /** Number of particles, N below. */
  count: number;
  /** Shape of each particle. */
  names: string[];
  /**
   * Rockable's groups: materials, which pick densities and contact parameters. They do not decide which bodies pair.
   */
  groups: Int32Array;
  clusters: Int32Array;
  /** Scale of each particle's shape, > 0. */
  homotheties: Float64Array;
  /** Length 3N, as are the other vectors. */
  positions: Float64Array;
  velocities: Float64Array;
  accelerations: Float64Array;
  /** Quaternions x y z w (the file has w first), length 4N. */
  orientations: Float64Array;
  angularVelocities: Float64Array;
  angularAccelerations: Float64Array;
  /** Line of each particle's row; 0 for one that was not read. */
  lines: Int32Array;
  interactions: SceneInteractions;
  /** Rows of `Interfaces`, as words. */
  interfaces: string[][];
  /** Keyword lines after the particles (commands of Rockable's preprocessor), in order. */
  commands: FileSetting[];
  /** Parts that the reader left out, skipped or corrected. */
  notices: FileNotice[];
}

/** Contacts between sub-features, as the other code found them: M rows. */
export interface SceneInteractions {
  count: number;
  bodyI: Int32Array;
  bodyJ: Int32Array;
  /** 0 vertex-vertex, 1 vertex-edge, 2 vertex-face, 3 edge-edge; the first is of body I. */
  type: Uint8Array;
  /** Index of the vertex, edge or face in the shape file. */
  subI: Int32Array;
  subJ: Int32Array;
  /**
   * Unit normals from J to I, opposite to this library's direction if I is A. Length 3M, as for the other vectors.
   */
  normals: Float64Array;
  /** Gap of the rounded bodies at this place, `dn`: < 0 is an overlap. */
  gaps: Float64Array;
  positions: Float64Array;
  /** Velocity of J relative to I. */
  velocities: Float64Array;
  normalForces: Float64Array;
  tangentialForces: Float64Array;
  moments: Float64Array;
  damping: Float64Array;
  /** Line of each row; 0 for one that was not read. */
  lines: Int32Array;
}

const PARTICLE = 'a particle, name group cluster homothety pos(3) vel(3) acc(3) Q(4) vrot(3) arot(3)';
const PARTICLE_WORDS = 23;
const INTERACTION = 'an interaction, i j type isub jsub n(3) dn pos(3) vel(3) fn ft(3) mom(3) damp';
const INTERACTION_WORDS = 23;
const INT32 = 0x7fffffff;
/** Keywords with rows after them. */
const ROWS: ReadonlySet<string> = /* @__PURE__ */ new Set(['Particles', 'Interactions', 'Interfaces']);
/** Keywords that occur once in a file. */
const ONCE: ReadonlySet<string> = /* @__PURE__ */ new Set(['Particles', 'Interactions', 'Interfaces', 'nDriven', 'shapeFile']);

/** Tables for these numbers of particles and interactions, all zero. */
export function createSceneFile(particles: number, interactions = 0): SceneFile {
  return {
    version: '29-11-2018',
    densities: new Map(),
    settings: [],
    shapeFile: '',
    driven: 0,
    count: particles,
    names: new Array<string>(particles).fill(''),
    groups: new Int32Array(particles),
    clusters: new Int32Array(particles),
    homotheties: new Float64Array(particles).fill(1),
    positions: new Float64Array(3 * particles),
    velocities: new Float64Array(3 * particles),
    accelerations: new Float64Array(3 * particles),
    orientations: new Float64Array(4 * particles).map((_, k) => (k % 4 === 3 ? 1 : 0)),
    angularVelocities: new Float64Array(3 * particles),
    angularAccelerations: new Float64Array(3 * particles),
    lines: new Int32Array(particles),
    interactions: createInteractions(interactions),
    interfaces: [],
    commands: [],
    notices: [],
  };
}

function createInteractions(count: number): SceneInteractions {
  return {
    count,
    bodyI: new Int32Array(count),
    bodyJ: new Int32Array(count),
    type: new Uint8Array(count),
    subI: new Int32Array(count),
    subJ: new Int32Array(count),
    normals: new Float64Array(3 * count),
    gaps: new Float64Array(count),
    positions: new Float64Array(3 * count),
    velocities: new Float64Array(3 * count),
    normalForces: new Float64Array(count),
    tangentialForces: new Float64Array(3 * count),
    moments: new Float64Array(3 * count),
    damping: new Float64Array(count),
    lines: new Int32Array(count),
  };
}

/**
 * The record of a conf-file, without shapes. {@link readScene} starts from it, and it gives the names of the shape file
 * and of the shapes. All quantities are in the units of the file.
 *
 * Throws InputError 'bad-file' whose `index` is the line. With `onError: 'collect'` bad lines and rows are notices and
 * are left out; interactions of particles that are left out go too.
 *
 * @example
 * ```ts
 * const file = readSceneFile(text);
 * console.log(file.count, 'particles with the shapes of', file.shapeFile);
 * ```
 */
export function readSceneFile(text: string, options: ReadOptions = {}): SceneFile {
  const reading = beginReading(options);
  const lines = linesOf(text, COMMENT);
  if (lines.length === 0) throw fileError(1, `expected 'Rockable' and a date, found nothing`);
  const hasVersion = lines[0].words[0] === 'Rockable';
  if (!hasVersion) addNotice(reading, 'mended', lines[0].number, `the first line, 'Rockable' and the version of the format, is missing`);
  const settings: FileSetting[] = [];
  const commands: FileSetting[] = [];
  const densities = new Map<number, number>();
  const tables = new Map<string, Line[]>();
  let shapeFile = '';
  let driven: Line | undefined;
  const lineOf = new Map<string, number>();

  const readKeyword = (line: Line): void => {
    const keyword = line.words[0];
    if (keyword === 'density') {
      expectWords(line, 3, `'density', a group and its density`);
      const group = integerAt(line, 1, 'a group', -INT32, INT32);
      if (densities.has(group)) throw fileError(line.number, `expected one density of group ${group}, found a second`, group);
      densities.set(group, numberAt(line, 2, 'a density'));
      return;
    }
    if (!ONCE.has(keyword)) {
      checkKeyword(line);
      noticePeriod(line, reading);
      (tables.has('Particles') ? commands : settings).push({ keyword, values: line.words.slice(1) });
      return;
    }
    const earlier = lineOf.get(keyword);
    if (earlier !== undefined) throw fileError(line.number, `'${keyword}' stands in line ${earlier} already, expected it once`);
    lineOf.set(keyword, line.number);
    expectWords(line, 2, `'${keyword}' with one value`);
    if (keyword === 'shapeFile') shapeFile = line.words[1];
    else if (keyword === 'nDriven') driven = line;
  };
  for (let at = hasVersion ? 1 : 0; at < lines.length; at++) {
    attempt(reading, '', () => readKeyword(lines[at]));
    const keyword = lines[at].words[0];
    if (!ROWS.has(keyword)) continue;
    const rows = rowsOfTable(lines, at, reading);
    // The rows of a second table of one kind are skipped: the table is an error already.
    if (!tables.has(keyword)) tables.set(keyword, rows);
    at += rows.length;
  }
  const particles = tables.get('Particles');
  const interactions = tables.get('Interactions') ?? [];
  if (!particles) throw fileError(lines[lines.length - 1].number, `expected 'Particles' and their number, found the end of the file`);

  const file = createSceneFile(particles.length, interactions.length);
  file.version = hasVersion ? lines[0].words.slice(1).join(' ') : '';
  file.densities = densities;
  file.settings = settings;
  file.commands = commands;
  file.shapeFile = shapeFile;
  file.notices = reading.notices;
  const drivenLine = driven;
  if (drivenLine) {
    file.driven = attempt(reading, '', () => integerAt(drivenLine, 1, 'the number of driven particles', 0, particles.length)) ?? 0;
  }
  const goodParticles = particles.map((line, row) => attempt(reading, '', () => readParticle(file, row, line)) ?? false);
  const goodInteractions = interactions.map((line, row) => attempt(reading, '', () => readInteraction(file, row, line)) ?? false);
  const interfaces = tables.get('Interfaces') ?? [];
  const goodInterfaces = interfaces.filter(
    (line, row) => attempt(reading, '', () => checkInterface(line, row, interfaces.length)) ?? false,
  );
  file.interfaces = goodInterfaces.map(({ words }) => words);
  selectRows(file, goodParticles, goodInteractions);
  return file;
}

/**
 * The announced rows of the table in line `at`. Their lengths are checked here, so that a table cannot include the
 * keywords after it. When bad rows are collected, a table ends before the next one.
 */
function rowsOfTable(lines: readonly Line[], at: number, reading: Reading): Line[] {
  const keyword = lines[at].words[0];
  const promised = attempt(reading, '', () => integerAt(lines[at], 1, `the number of ${keyword}`, 0, INT32));
  const count = promised ?? lines.length;
  let end = at + 1;
  while (end < lines.length && end - at - 1 < count && !(lines[end].words.length === 2 && ROWS.has(lines[end].words[0]))) end++;
  const rows = lines.slice(at + 1, end);
  if (!reading.collects) rows.forEach((row, k) => checkLength(keyword, row, k, count));
  attempt(reading, '', () => {
    if (promised === undefined || rows.length === promised) return;
    const found = end === lines.length ? 'the end of the file' : quoted(lines[end].words[0]);
    throw fileError(
      lines[Math.min(end, lines.length - 1)].number,
      `expected ${count} rows of ${keyword} after line ${lines[at].number}, found ${found} after ${rows.length}`,
      count,
    );
  });
  return rows;
}

function checkLength(keyword: string, row: Line, k: number, count: number): void {
  if (keyword === 'Particles') expectWords(row, PARTICLE_WORDS, `particle ${k} of ${count}: ${PARTICLE}`);
  else if (keyword === 'Interactions') expectWords(row, INTERACTION_WORDS, `interaction ${k} of ${count}: ${INTERACTION}`);
  else checkInterface(row, k, count);
}

function checkInterface(row: Line, k: number, count: number): true {
  integerAt(row, 0, `a particle, the first number of interface ${k} of ${count},`, 0, INT32);
  return true;
}

/** Adds a notice that a scene is periodic, because bodies have no period. */
function noticePeriod({ number, words }: Line, reading: Reading): void {
  const [keyword, ...values] = words;
  if (keyword !== 'usePeriodicCell' && keyword !== 'periodicity') return;
  const axes = values
    .map((value, k) => (isNumber(value) && Number(value) !== 0 ? 'xyz'[k] : undefined))
    .filter((axis) => axis !== undefined);
  if (axes.length === 0) return;
  const along = keyword === 'periodicity' ? ` along ${axes.join(', ')}` : '';
  addNotice(
    reading,
    'skipped',
    number,
    `the scene is periodic${along}; the line stands in \`settings\`, and the bodies have no period: give it to the detector as \`periodic\``,
  );
}

/** Throws for rows beyond the announced number of a table. Otherwise they would count as keywords. */
function checkKeyword(line: Line): void {
  const { number, words } = line;
  if (words.length === PARTICLE_WORDS && words.slice(1).every(isNumber)) {
    throw fileError(number, `expected a keyword, found a row of a particle ${quoted(words[0])} more than 'Particles' promises`);
  }
  if (!/^[A-Za-z_]/.test(words[0])) throw fileError(number, `expected a keyword, found ${quoted(words[0])}`, Number(words[0]));
}

function readParticle(file: SceneFile, row: number, line: Line): true {
  file.lines[row] = line.number;
  checkLength('Particles', line, row, file.count);
  file.names[row] = line.words[0];
  file.groups[row] = integerAt(line, 1, 'a group', -INT32, INT32);
  file.clusters[row] = integerAt(line, 2, 'a cluster', -INT32, INT32);
  const homothety = numberAt(line, 3, 'a homothety');
  if (!(homothety > 0)) throw fileError(line.number, `expected a homothety > 0, found ${homothety}`, homothety);
  file.homotheties[row] = homothety;
  readNumbers(file.positions, 3 * row, line, 4, 3, 'a position');
  readNumbers(file.velocities, 3 * row, line, 7, 3, 'a velocity');
  readNumbers(file.accelerations, 3 * row, line, 10, 3, 'an acceleration');
  file.orientations[4 * row + 3] = numberAt(line, 13, 'Q.w');
  readNumbers(file.orientations, 4 * row, line, 14, 3, 'Q.x, Q.y or Q.z');
  readNumbers(file.angularVelocities, 3 * row, line, 17, 3, 'an angular velocity');
  readNumbers(file.angularAccelerations, 3 * row, line, 20, 3, 'an angular acceleration');
  return true;
}

function readInteraction(file: SceneFile, row: number, line: Line): true {
  const table = file.interactions;
  table.lines[row] = line.number;
  checkLength('Interactions', line, row, table.count);
  const i = integerAt(line, 0, 'i, a particle', 0, file.count - 1);
  const j = integerAt(line, 1, 'j, a particle', 0, file.count - 1);
  if (i === j) throw fileError(line.number, `expected two different particles, found ${i} twice`, i);
  table.bodyI[row] = i;
  table.bodyJ[row] = j;
  table.type[row] = integerAt(line, 2, 'a type', 0, 3);
  table.subI[row] = integerAt(line, 3, 'isub', 0, INT32);
  table.subJ[row] = integerAt(line, 4, 'jsub', 0, INT32);
  readNumbers(table.normals, 3 * row, line, 5, 3, 'a normal');
  table.gaps[row] = numberAt(line, 8, 'dn');
  readNumbers(table.positions, 3 * row, line, 9, 3, 'a position');
  readNumbers(table.velocities, 3 * row, line, 12, 3, 'a relative velocity');
  table.normalForces[row] = numberAt(line, 15, 'fn');
  readNumbers(table.tangentialForces, 3 * row, line, 16, 3, 'ft');
  readNumbers(table.moments, 3 * row, line, 19, 3, 'a moment');
  table.damping[row] = numberAt(line, 22, 'a damping value');
  return true;
}

function readNumbers(out: Float64Array, start: number, line: Line, word: number, count: number, what: string): void {
  for (let k = 0; k < count; k++) out[start + k] = numberAt(line, word + k, what);
}

/**
 * The text of a conf-file. {@link readSceneFile} reads back every number to the bit. For a scene whose bodies have
 * moved, see {@link movedSceneFile}. Throws InputError 'not-finite' for a number that is not finite, 'bad-option' for a
 * name that is not one word.
 *
 * @example
 * ```ts
 * const text = writeScene(readScene(conf, shapes).file);
 * ```
 */
export function writeScene(file: SceneFile): string {
  const rows: string[] = [`Rockable ${file.version}`.trim()];
  for (const [group, density] of file.densities) rows.push(`density ${group} ${formatNumber(density)}`);
  for (const setting of file.settings) rows.push(formatSetting(setting));
  rows.push(`nDriven ${file.driven}`);
  if (file.shapeFile !== '') rows.push(`shapeFile ${checkWord(file.shapeFile, 'the name of the shape file')}`);
  rows.push(`Particles ${file.count}`);
  rows.push(
    '#name group cluster homothety pos.x pos.y pos.z vel.x vel.y vel.z acc.x acc.y acc.z Q.w Q.x Q.y Q.z vrot.x vrot.y vrot.z arot.x arot.y arot.z',
  );
  for (let i = 0; i < file.count; i++) {
    const vector = (values: Float64Array): string => formatNumbers(values, 3 * i, 3);
    rows.push(
      `${checkWord(file.names[i], 'the name of a shape')} ${file.groups[i]} ${file.clusters[i]} ${formatNumber(file.homotheties[i])} ` +
        `${vector(file.positions)} ${vector(file.velocities)} ${vector(file.accelerations)} ` +
        `${formatNumber(file.orientations[4 * i + 3])} ${formatNumbers(file.orientations, 4 * i, 3)} ` +
        `${vector(file.angularVelocities)} ${vector(file.angularAccelerations)}`,
    );
  }
  const table = file.interactions;
  rows.push(`Interactions ${table.count}`);
  for (let c = 0; c < table.count; c++) {
    const vector = (values: Float64Array): string => formatNumbers(values, 3 * c, 3);
    rows.push(
      `${table.bodyI[c]} ${table.bodyJ[c]} ${table.type[c]} ${table.subI[c]} ${table.subJ[c]} ${vector(table.normals)} ` +
        `${formatNumber(table.gaps[c])} ${vector(table.positions)} ${vector(table.velocities)} ${formatNumber(table.normalForces[c])} ` +
        `${vector(table.tangentialForces)} ${vector(table.moments)} ${formatNumber(table.damping[c])}`,
    );
  }
  rows.push(`Interfaces ${file.interfaces.length}`);
  for (const words of file.interfaces) rows.push(words.map((word) => checkWord(word, 'each word of an interface')).join(' '));
  for (const setting of file.commands) rows.push(formatSetting(setting));
  return rows.join('\n') + '\n';
}
