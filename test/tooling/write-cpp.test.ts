import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KERNELS } from '../../bench/lib/native-pairs';
import { writeKernels } from '../../bench/lib/write-cpp';

/** Kernels written in C++ for the twins of the benches. That results are the same bits the benches check. */
let folder = '';
const header = (module: string) => readFileSync(`${folder}${module}.hpp`, 'utf8');

beforeAll(() => {
  folder = `${mkdtempSync(join(tmpdir(), 'kernels-'))}/`;
  writeKernels(KERNELS, folder);
}, 60_000);

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('integers and doubles are told apart', () => {
  const places = header('contact-points/places');
  expect(places).toContain('inline double placeX[2 * RIM_ROW];');
  expect(places).toContain('inline int addPlace(int kind, int known) {');
  expect(places).toContain('const double dx = placeX[r] - x;');
  const zone = header('contact-points/zone');
  expect(zone).toContain('double least = kInfinity;');
  expect(zone).toContain('inline bool gatherCell(int i, int j, int count) {');
  expect(header('exact-plane/closest-on-body')).toContain(
    'inline double footOnEdge(double wx, double wy, double wz, double ux, double uy, double uz)',
  );
  expect(header('contact-points/meet')).toContain('static_cast<double>(1) / 65536');
});

test('a module takes what it needs, and no more', () => {
  const write = header('contact-points/write');
  expect(write).toContain('#include "contact-points/places.hpp"');
  expect(write).toContain('using places::placeGap;');
  // Walls are no part of the contact of two bodies; memory is written, shapes are not.
  expect(header('contact-points/meet')).not.toContain('meetWall');
  expect(header('shortest-link/shortest-link')).toContain(
    'inline Status certifiedShortestLink(CommonPlane &out, const Shape &a, const Shape &b, const double *pose, State &state)',
  );
});

test('the compiler takes them', () => {
  if (spawnSync('g++', ['--version']).status !== 0) return;
  const native = fileURLToPath(new URL('../../bench/native/', import.meta.url));
  const run = spawnSync('g++', ['-std=c++17', '-fsyntax-only', '-I', native, '-I', folder, `${native}detect.cpp`], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
}, 60_000);

test('a function that is not there is named', () => {
  expect(() => {
    writeKernels(['contact-points/zone:addZones'], folder);
  }).toThrow('src/contact-points/zone.ts has no function addZones');
}, 60_000);
