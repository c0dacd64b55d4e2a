import { expect, test } from 'vitest';
import { folderWith, run, sceneFiles, twoCubes } from './helpers';

const folder = folderWith(sceneFiles(twoCubes()));

test.each([
  ['', 'a command is missing: contacts, merge, info or convert; dem-contact --help tells the options'],
  ['frob', `'frob' is no command; there are contacts, merge, info and convert; dem-contact --help tells the options`],
  ['contacts', 'contacts needs one FILE or more; dem-contact contacts --help tells the options'],
  ['contacts a --bogus', `Unknown option '--bogus'; dem-contact contacts --help tells the options`],
  ['contacts a --margin', '--margin needs a value; '],
  ['contacts a --margin -1', '--margin needs a value; '],
  ['contacts a --margin=-1', `--margin needs a length of 0 or more, not '-1'`],
  ['contacts a --margin 1e999', `--margin needs a length of 0 or more, not '1e999'`],
  ['contacts a --margin=', '--margin needs a value'],
  ['contacts a --check=yes', '--check takes no value'],
  ['contacts a --method foo', '--method is one of exact, slm, '],
  ['contacts a --threads 1.5', `--threads needs a whole number from 0 to 64, not '1.5'`],
  ['contacts a --threads 65', `--threads needs a whole number from 0 to 64, not '65'`],
  ['contacts a --format xml', `--format is one of csv, ndjson, npy, vtk, arrow, not 'xml'`],
  ['contacts a --rows faces', `--rows is one of contacts, points, not 'faces'`],
  ['contacts a --out r.txt', 'the name r.txt does not tell the format: add --format csv, '],
  ['contacts a --format npy', '--format npy needs --out: it cannot be written to standard output'],
  ['contacts a --format vtk --out r.vtk', '--format vtk needs --out with a name that ends in .pvd'],
  ['contacts a --rows points --out r.pvd', '--rows is for csv, npy and arrow; vtk has contacts and their points'],
  ['contacts a --check --out r.csv', '--out does not go together with --check'],
  ['contacts a --split space', '--split does not go together with contacts without --shard'],
  ['contacts a --shard 0/2', '--parts FOLDER is missing'],
  ['contacts a --shard 0/2 --parts p --out r.csv', '--out does not go together with --shard; merge takes it'],
  ['contacts a --shard 2/2 --parts p', `--shard needs K/N with K from 0 to N - 1, such as 0/8, not '2/2'`],
  ['contacts a --shard 1 --parts p', '--shard needs K/N'],
  ['contacts a --shard 0/0 --parts p', '--shard needs K/N'],
  ['contacts a --shard 0/2 --parts p --split time', `--split is one of frames, space, not 'time'`],
  ['merge --out r.csv', '--parts FOLDER is missing'],
  ['merge part-0-of-2.dcpart --parts p', 'merge takes no files, got part-0-of-2.dcpart'],
  ['info', 'info needs one FILE or more'],
  ['convert a.obj', 'convert takes 2 files, got 1'],
  ['convert scene.conf b.xyz', 'convert writes .stl, .vtk, .shp, .conf; the name b.xyz ends in none of them'],
  ['convert shapes.shp b.vtk', 'a file of shapes has no positions: it becomes .stl or .shp, not .vtk'],
])('dem-contact %s: %s', async (command, message) => {
  const { code, out, err } = await run(folder, command === '' ? [] : command);
  expect(code).toBe(2);
  expect(out.length).toBe(0);
  expect(err.startsWith(`dem-contact: ${message}`), err).toBe(true);
  expect(err.endsWith('\n')).toBe(true);
  expect(err.split('\n').length).toBe(2);
});

test.each(['--help', 'contacts --help', 'merge -h', 'info --help', 'convert --help'])('%s', async (command) => {
  const { code, out } = await run(folder, command);
  expect(code).toBe(0);
  expect(out.toString()).toContain('Exit codes: 0');
  for (const line of out.toString().split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

test('--version', async () => {
  expect((await run(folder, '--version')).out.toString()).toBe('1.2.3\n');
});
