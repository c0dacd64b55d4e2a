/**
 * Readers on files of 1 to 64 MB: time of the processor and memory, each reader and size in a process of its own. Files
 * are made of many equal records: dodecahedra 1 m in size for shapes, OBJ and OFF, particles, interactions and
 * triangles; and one OBJ line that is continued in every row. The time a megabyte must not grow with the size.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  createSceneFile,
  dodecahedron,
  readObj,
  readOff,
  readScene,
  readShapes,
  readStl,
  shapeRecord,
  stlMesh,
  writeScene,
  writeShapes,
  writeStl,
  writeStlBinary,
} from 'dem-contact';
import { openBench } from '../lib/measure';

interface Job {
  readonly name: string;
  /** A file of about this many bytes. */
  readonly make: (bytes: number) => string | Uint8Array;
  /** Reads the file; returns the number of records. */
  readonly read: (file: string | Uint8Array) => number;
}

interface Measured {
  bytes: number;
  records: number;
  seconds: number;
  memory: number;
}

const MEGABYTE = 1e6;
const solid = dodecahedron(1);
const record = shapeRecord('Rock', solid, 0.01);
const points = Array.from({ length: solid.vertexCount }, (_, v) => Array.from(solid.vertices.subarray(3 * v, 3 * v + 3)).join(' '));
const mesh = stlMesh(solid, 'rock');

/** Pieces 0, 1, 2, ... of equal length, as many as the size has room for. */
function repeated(bytes: number, piece: (k: number) => string): string {
  const pieces: string[] = [];
  const count = Math.max(1, Math.floor(bytes / piece(0).length));
  for (let k = 0; k < count; k++) pieces.push(piece(k));
  return pieces.join('');
}

const faceOf = (face: readonly number[], first: number): string => face.map((v) => v + first).join(' ');

function offFile(bytes: number): string {
  const count = Math.max(1, Math.floor(bytes / 1800));
  const rows = [`OFF\n${count * points.length} ${count * record.faces.length} 0`];
  for (let k = 0; k < count; k++) rows.push(...points);
  for (let k = 0; k < count; k++) for (const face of record.faces) rows.push(`${face.length} ${faceOf(face, k * points.length)}`);
  return rows.join('\n');
}

/** As many interactions as particles. */
function sceneFile(bytes: number): string {
  const count = Math.max(2, Math.floor(bytes / 180));
  const file = createSceneFile(count, count);
  file.names.fill('Rock');
  for (let k = 0; k < 3 * count; k++) file.positions[k] = k / 3;
  for (let k = 0; k < count; k++) {
    file.interactions.bodyI[k] = k;
    file.interactions.bodyJ[k] = (k + 1) % count;
    file.interactions.gaps[k] = -k / 7;
  }
  return writeScene(file);
}

function copies(bytes: number, size: number): (typeof mesh)[] {
  return new Array<typeof mesh>(Math.max(1, Math.floor(bytes / size))).fill(mesh);
}

const jobs: readonly Job[] = [
  {
    name: 'readShapes',
    make: (bytes) => repeated(bytes, (k) => writeShapes([{ ...record, name: `R${k}` }])),
    read: (file) => readShapes(file as string).length,
  },
  {
    name: 'readScene',
    make: sceneFile,
    read: (file) => readScene(file as string, readShapes(writeShapes([record]))).bodies.count,
  },
  {
    name: 'readObj',
    make: (bytes) =>
      repeated(bytes, (k) => {
        const first = k * points.length + 1;
        const faces = record.faces.map((face) => `f ${face.map((v) => `${v + first}/${v + first}/${v + first}`).join(' ')}\n`);
        const lists = ['v', 'vt', 'vn'].flatMap((keyword) => points.map((p) => `${keyword} ${p}\n`));
        return `o R${k}\n${lists.join('')}${faces.join('')}`;
      }),
    read: (file) => readObj(file as string).length,
  },
  {
    name: 'readObj, one continued line',
    make: (bytes) => `# a line \\\n${repeated(bytes, () => 'of words \\\n')}\n${points.map((p) => `v ${p}\n`).join('')}` + objFaces(),
    read: (file) => readObj(file as string).length,
  },
  { name: 'readOff', make: offFile, read: (file) => readOff(file as string).length },
  {
    name: 'readStl, text',
    make: (bytes) => writeStl(copies(bytes, 36 * 250)),
    read: (file) => readStl(file).reduce((sum, { triangles }) => sum + triangles.length / 3, 0),
  },
  {
    name: 'readStl, bytes',
    make: (bytes) => writeStlBinary(copies(bytes, 36 * 50)),
    read: (file) => readStl(file)[0].triangles.length / 3,
  },
];

function objFaces(): string {
  return record.faces.map((face) => `f ${faceOf(face, 1)}\n`).join('');
}

/** One file in this process. */
function measure({ make, read }: Job, size: number): Measured {
  // Read once in small, so that the code is compiled.
  read(make(0.1 * MEGABYTE));
  const file = make(size * MEGABYTE);
  const rss = process.memoryUsage().rss;
  const before = process.cpuUsage();
  const records = read(file);
  const { user, system } = process.cpuUsage(before);
  const memory = process.resourceUsage().maxRSS * 1024 - rss;
  return { bytes: file.length, records, seconds: (user + system) / 1e6, memory: Math.max(0, memory) };
}

/** In this many digits, without an exponent. */
function rounded(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

const one = process.argv.find((argument) => argument.startsWith('--one='))?.slice('--one='.length);
if (one !== undefined) {
  const [job, size] = one.split(':').map(Number);
  console.log(JSON.stringify(measure(jobs[job], size)));
} else {
  const bench = openBench('files');
  const rows: Record<string, string>[] = [];
  jobs.forEach((job, number) => {
    for (const size of bench.quick ? [0.1, 0.4] : [1, 4, 16, 64]) {
      const script = fileURLToPath(import.meta.url);
      const run = spawnSync(process.execPath, [...process.execArgv, script, `--one=${number}:${size}`], { encoding: 'utf8' });
      if (run.status !== 0) throw new Error(`${job.name}, ${size} MB: ${run.stderr}`);
      const { bytes, records, seconds, memory } = JSON.parse(run.stdout) as Measured;
      const row = {
        reader: job.name,
        'file, MB': rounded(bytes / MEGABYTE, 3),
        records: String(records),
        seconds: rounded(seconds, 2),
        'seconds a MB': rounded(seconds / (bytes / MEGABYTE), 2),
        'memory, MB': rounded(memory / MEGABYTE, 2),
        'memory / file': rounded(memory / bytes, 2),
      };
      console.log(Object.values(row).join('  '));
      rows.push(row);
    }
  });
  bench.note('readers', rows);
  bench.save();
}
