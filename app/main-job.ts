import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readScene, readSceneFile, readShapes, type ContactList, type FileNotice, type InputError } from 'dem-contact';
import { DEFAULT_MARGIN, HELP, parseArguments, type Arguments } from './arguments';
import { closedContacts, durationOf, recordPouring } from './pour-record';
import { usefulThreads } from './job-threads';
import { createPouring, LAW } from './pouring';
import { createProgress, type Progress, type Sink } from './progress';
import { formatCount, formatLength, formatSeconds } from './report/html';
import { reportPage } from './report/page';
import { playbackData } from './report/playback-data';
import type { Report } from './report/report-data';
import { sceneData } from './report/scene-data';
import { findContacts, meanRadius, METHODS, takesBodies, wallsOf, type SceneBodies } from './scene-contacts';
import type { Phase, SceneContacts } from './summary';
import { pourTable, textTable } from './text-table';
import { TIME_STEP } from './time-step';
import { sayUsage, UsageError } from './usage';

/** What the job touches besides files. */
export interface Surroundings {
  out: Sink;
  progress: Sink;
  /** Relative paths start here. */
  folder: string;
}

/**
 * Runs the job and returns its exit code: 0, or 2 with one line on `progress` when an argument or a file is at fault.
 */
export function main(argv: readonly string[], { out, progress: sink, folder }: Surroundings): number {
  const progress = createProgress(sink);
  try {
    const options = parseArguments(argv);
    if (options.help) out.write(HELP);
    else if (options.scene === undefined) pourJob(options, out, progress, folder);
    else sceneJob(options, options.scene, out, progress, folder);
    return 0;
  } catch (error) {
    progress.clear();
    return sayUsage(error, sink);
  }
}

/** Pours particles into a box. */
function pourJob(options: Arguments, out: Sink, progress: Progress, folder: string): void {
  const { bodies: particles, steps, seed } = options;
  const { method, label } = METHODS[options.method];
  const begin = performance.now();
  const threads = options.threads ?? usefulThreads(particles);
  const pouring = createPouring(particles, seed, method, threads);
  const start: Phase = { name: 'Start', seconds: (performance.now() - begin) / 1000 };
  progress.finish('Start', `${formatCount(particles)} particles placed apart, ${formatSeconds(start.seconds)}`);
  const poured = performance.now();
  const detail = (step: number): string => {
    const spent = (performance.now() - poured) / 1000;
    const left = Math.ceil((spent / step) * (steps - step));
    const closed = formatCount(closedContacts(pouring.detector.contacts));
    return `t = ${pouring.dynamics.time.toFixed(3)} s, ${closed} contacts, ${formatSeconds(spent / step)} a step, ${left} s left`;
  };
  const record = (() => {
    try {
      return recordPouring(pouring, steps, label, start, (step) => progress.update('Pour', step, steps, () => detail(step)));
    } finally {
      pouring.close();
    }
  })();
  progress.finish('Pour', `${formatCount(steps)} steps, ${formatSeconds((performance.now() - poured) / 1000)}`);
  const { found } = record;
  const title = `${formatCount(particles)} particles poured into a box`;
  const provenance: [string, string][] = [
    ['Particles', `${formatCount(particles)}, seed ${seed}; tetrahedra, pyramids, cubes and tetrakis hexahedra of 2 to 5 cm`],
    ['Box', `${formatLength(pouring.side)} wide, plane walls`],
    ['Contact law', LAW],
    ['Time', `${formatCount(steps)} steps of ${formatSeconds(TIME_STEP)}: ${formatSeconds(durationOf(record))} of simulated time`],
    ['Method', `Detector with ${label.toLowerCase()}, near list and memory of each pair`],
    ['Margin', formatLength(found.margin)],
    ['Threads', `${threads}; the result is the same for any number`],
    ...provenanceOf(found.contacts),
  ];
  const scene = { ...sceneData(found, record.loads), playback: playbackData(record.frames) };
  writeReport(options, out, progress, folder, pourTable(title, record), { title, found, scene, pouring: record, provenance });
}

/** Finds the contacts of a scene file. */
function sceneJob(options: Arguments, scene: string, out: Sink, progress: Progress, folder: string): void {
  const start = performance.now();
  const path = resolve(folder, scene);
  const { bodies, names, notices } = readPacking(path);
  if (!takesBodies(options.method, bodies)) {
    throw new UsageError(`${path}: the scene has spheres, rods or plates; --method for them is slm or exact, not ${options.method}`);
  }
  const read: Phase = { name: 'Read', seconds: (performance.now() - start) / 1000 };
  for (const { line, reason } of notices) progress.finish('Notice', `line ${line}: ${reason}`);
  progress.finish('Read', `${formatCount(bodies.count)} bodies, ${formatSeconds(read.seconds)}`);

  const margin = options.margin ?? Number((DEFAULT_MARGIN * meanRadius(bodies, wallsOf(bodies))).toPrecision(2));
  const { label } = METHODS[options.method];
  const found = findContacts({ bodies, names }, margin, [read], (done, total) => progress.update(label, done, total), options.method);
  const [, broad, narrow] = found.phases;
  progress.finish(broad.name, `${formatCount(found.candidates)} candidate pairs, ${formatSeconds(broad.seconds)}`);
  progress.finish(
    narrow.name,
    `${formatCount(found.contacts.count)} contacts within ${formatLength(margin)}, ${formatSeconds(narrow.seconds)}`,
  );

  const title = titleOf(path);
  const provenance = sceneProvenance(path, options, found);
  writeReport(options, out, progress, folder, textTable(title, found), { title, found, scene: sceneData(found), provenance });
}

/** Writes the page and prints the table. */
function writeReport(options: Arguments, out: Sink, progress: Progress, folder: string, table: string, report: Report): void {
  const begin = performance.now();
  const target = resolve(folder, options.out);
  const page = reportPage(report);
  attempt(`cannot write ${target}`, () => {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, page);
  });
  const kilobytes = formatCount(Math.ceil(page.length / 1024));
  progress.finish('Report', `${kilobytes} kB, ${formatSeconds((performance.now() - begin) / 1000)}`);
  out.write(`\n${table}\nReport: ${target}\n`);
}

/** The bodies of a scene file and of the shape file that it names. */
export function readPacking(path: string): SceneBodies & { notices: readonly FileNotice[] } {
  const conf = readText(path);
  const { shapeFile, names } = inFile(path, () => readSceneFile(conf));
  if (shapeFile === '') throw new UsageError(`${path}: no 'shapeFile' line; expected the name of a .shp file`);
  const shapePath = resolve(dirname(path), shapeFile);
  const shapeText = readText(shapePath);
  const shapes = inFile(shapePath, () => readShapes(shapeText, { names }));
  const { bodies, file, notices } = inFile(path, () => readScene(conf, shapes));
  if (bodies.count === 0) throw new UsageError(`${path}: the scene has no particles`);
  return { bodies, names: file.names, notices: [...shapes.notices, ...notices] };
}

function readText(path: string): string {
  return attempt(`cannot read ${path}`, () => readFileSync(path, 'utf8'));
}

/** Faults of a file's content, told with its path; the messages name the line. */
function inFile<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    // By name, not by class: an installed package may hold two copies of it.
    if ((error as Error).name === 'InputError') throw new UsageError(`${path}: ${(error as InputError).message}`);
    throw error;
  }
}

/** Faults of the file system (no such file, no permission, a folder) in one line. */
function attempt<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    // Node's messages are 'ENOENT: no such file or directory, open ...'.
    throw new UsageError(`${what}: ${message.replace(/^[A-Z]+: /, '').replace(/, [a-z]+( '.*)?$/, '')}`);
  }
}

/** A scene file is mostly called scene.conf, and its folder then has the name. */
function titleOf(path: string): string {
  const name = basename(path).replace(/\.[^.]*$/, '');
  return /^(scene|conf\d*|input)$/i.test(name) ? basename(dirname(path)) || name : name;
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));

function sceneProvenance(path: string, options: Arguments, found: SceneContacts): [string, string][] {
  const inside = relative(ROOT, path);
  return [
    ['Scene', inside.startsWith('..') ? basename(path) : inside],
    ['Method', `Broad phase NBS, then ${found.method.toLowerCase()} of each candidate pair, without memory`],
    ['Margin', `${formatLength(found.margin)}${options.margin === undefined ? ' (default)' : ''}`],
    ...provenanceOf(found.contacts),
  ];
}

function provenanceOf(contacts: ContactList): [string, string][] {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return [
    ['Date', `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['dem-contact', version],
    ['Node.js', `${process.versions.node}, ${process.platform} ${process.arch}`],
    ['Processor', cpus()[0]?.model ?? 'unknown'],
    ['Fingerprint of the contacts', fingerprint(contacts)],
  ];
}

/** Hash of pairs, kinds, gaps and normals, bit by bit: the same input gives the same value on every machine. */
export function fingerprint(contacts: ContactList): string {
  const n = contacts.count;
  const hash = createHash('sha256');
  for (const array of [contacts.bodyA.subarray(0, n), contacts.bodyB.subarray(0, n), contacts.kind.subarray(0, n)]) hash.update(array);
  for (const array of [contacts.gaps.subarray(0, n), contacts.normals.subarray(0, 3 * n)]) hash.update(array);
  return hash.digest('hex').slice(0, 16);
}
