import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyFlag } from '../../src/body/body-set';
import { createBodySet } from '../../src/body/body-set';
import {
  createSceneFile,
  movedSceneFile,
  readScene,
  readSceneFile,
  readShapes,
  sceneFileFromBodies,
  shapeRecord,
  writeScene,
  writeShapes,
  type SceneFile,
} from '../../src/io';
import { box, tetrahedron } from '../../src/polyhedron/solids';
import { caught } from './caught';
import { dataFile } from './data';

// A cube whose frame stands in a corner, so that its centroid is at (1, 1, 1), and a wall.
const shapes = readShapes(`
<
name Corner
radius 0.25
nv 8
0 0 0
2 0 0
0 2 0
2 2 0
0 0 2
2 0 2
0 2 2
2 2 2
ne 1
0 1
nf 1
4 0 1 3 2
>
<
name Wall
radius 0.5
nv 4
5 5 0
5 -5 0
-5 -5 0
-5 5 0
ne 1
0 1
nf 1
4 0 1 2 3
>
`);

const half = Math.SQRT1_2;
const conf = `Rockable 29-11-2018
# comment
t 0
density 0 2500
density 1 2700.5
gravity 0 0 -9.81 // downwards
knContact 0 1 1e+06
nDriven 1
shapeFile shapes.shp
precision 13
Particles 3
#name group cluster homothety pos.x ...
Wall 1 0 1 4 4 -0.5 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0
Corner 0 7 1.0000000000000000e+00 1 2 3 0.5 0 0 0 0 0 1 0 0 0 0 0 2 0 0 0

Corner 0 -7 2 10 20 30 0 0 0 1 2 3 ${half} 0 0 ${half} 0 0 0 4 5 6
Interactions 2
1 0 2 3 0 0 0 1 -0.25 4 4 -0.1 1 2 3 4 5 6 7 8 9 10 11
2 1 3 0 0 -0.0 0 1 -1e-3 4 4 0 0 0 0 0 0 0 0 0 0 0 0
Interfaces 1
1 2 1 0.5 0 3 4
stickVerticesInClusters 1e-6
`;

const comparable = (file: SceneFile) => ({ ...file, lines: undefined, interactions: { ...file.interactions, lines: undefined } });

describe('readSceneFile', () => {
  it('keeps all that the file says', () => {
    const file = readSceneFile(conf);
    expect(file.version).toBe('29-11-2018');
    expect(file.settings).toEqual([
      { keyword: 't', values: ['0'] },
      { keyword: 'gravity', values: ['0', '0', '-9.81'] },
      { keyword: 'knContact', values: ['0', '1', '1e+06'] },
      { keyword: 'precision', values: ['13'] },
    ]);
    expect([...file.densities]).toEqual([
      [0, 2500],
      [1, 2700.5],
    ]);
    expect([file.shapeFile, file.driven, file.count]).toEqual(['shapes.shp', 1, 3]);
    expect(file.names).toEqual(['Wall', 'Corner', 'Corner']);
    expect([...file.groups]).toEqual([1, 0, 0]);
    expect([...file.clusters]).toEqual([0, 7, -7]);
    expect([...file.homotheties]).toEqual([1, 1, 2]);
    expect([...file.positions]).toEqual([4, 4, -0.5, 1, 2, 3, 10, 20, 30]);
    expect([...file.velocities]).toEqual([0, 0, 0, 0.5, 0, 0, 0, 0, 0]);
    expect([...file.accelerations]).toEqual([0, 0, 0, 0, 0, 0, 1, 2, 3]);
    // w comes first in the file and last here.
    expect([...file.orientations]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, half, half]);
    expect([...file.angularVelocities]).toEqual([0, 0, 0, 0, 0, 2, 0, 0, 0]);
    expect([...file.angularAccelerations]).toEqual([0, 0, 0, 0, 0, 0, 4, 5, 6]);
    expect([...file.lines]).toEqual([13, 14, 16]);
    const t = file.interactions;
    expect(t.count).toBe(2);
    expect([...t.bodyI, ...t.bodyJ, ...t.type, ...t.subI, ...t.subJ]).toEqual([1, 2, 0, 1, 2, 3, 3, 0, 0, 0]);
    expect([...t.normals]).toEqual([0, 0, 1, -0, 0, 1]);
    expect([...t.gaps]).toEqual([-0.25, -0.001]);
    expect([...t.positions]).toEqual([4, 4, -0.1, 4, 4, 0]);
    expect([
      ...t.velocities.subarray(0, 3),
      t.normalForces[0],
      ...t.tangentialForces.subarray(0, 3),
      ...t.moments.subarray(0, 3),
      t.damping[0],
    ]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect([...t.lines]).toEqual([18, 19]);
    expect(file.interfaces).toEqual([['1', '2', '1', '0.5', '0', '3', '4']]);
    expect(file.commands).toEqual([{ keyword: 'stickVerticesInClusters', values: ['1e-6'] }]);
  });

  it('a scene needs no more than particles', () => {
    const file = readSceneFile('Rockable\nParticles 0');
    expect([file.version, file.count, file.driven, file.shapeFile, file.interactions.count]).toEqual(['', 0, 0, '', 0]);
  });
});

describe('readScene', () => {
  it('places bodies by their centroids', () => {
    const { bodies, velocities, angularVelocities } = readScene(conf, shapes);
    expect(bodies.count).toBe(3);
    // Identity: pos + (1, 1, 1). A quarter turn about z and twice the size: pos + (-2, 2, 2).
    const expected = [4, 4, -0.5, 2, 3, 4, 8, 22, 32];
    expected.forEach((x, k) => expect(bodies.positions[k]).toBeCloseTo(x, 14));
    // v + w x arm = (0.5, 0, 0) + (0, 0, 2) x (1, 1, 1).
    expect([...velocities.subarray(3, 6)]).toEqual([-1.5, 2, 0]);
    expect([...angularVelocities.subarray(3, 6)]).toEqual([0, 0, 2]);
    expect([...bodies.orientations]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, half, half]);
  });

  it('scales shapes and rounding by the homothety and shares what is equal', () => {
    const twice = conf
      .replace('Particles 3', 'Particles 5')
      .replace('Interactions', 'Corner 0 0 2 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0\n'.repeat(2) + 'Interactions');
    const { bodies, shapeOf } = readScene(twice, shapes);
    expect(bodies.shapes.length).toBe(3);
    expect([...bodies.shapeIndex]).toEqual([0, 1, 2, 2, 2]);
    expect([...shapeOf]).toEqual([1, 0, 0]);
    expect([...bodies.rounding]).toEqual([0.5, 0.25, 0.5, 0.5, 0.5]);
    expect(bodies.shapes[1]).toBe(shapes[0].polyhedron);
    expect(bodies.shapes[2].volume).toBeCloseTo(64, 12);
    expect(bodies.shapes[2].area).toBeCloseTo(96, 12);
    expect(bodies.shapes[2].inertia[0]).toBeCloseTo((64 * 32) / 12, 11);
    expect(bodies.shapes[2].radius).toBeCloseTo(2 * Math.sqrt(3), 14);
    expect([...bodies.shapes[2].origin]).toEqual([2, 2, 2]);
  });

  it('driven bodies are kinematic, groups and clusters do not keep bodies apart', () => {
    const { bodies } = readScene(conf, shapes);
    expect([...bodies.flags]).toEqual([BodyFlag.Kinematic, BodyFlag.None, BodyFlag.None]);
    expect([...bodies.group]).toEqual([0, 0, 0]);
  });

  it('reads the packing of another code where it is at hand', () => {
    const text = dataFile('rockable-518/scene.conf');
    const shapeText = dataFile('rockable-518/shape.shp');
    if (!text || !shapeText) return;
    const read = readShapes(shapeText);
    expect(read.map((s) => s.polyhedron.dimension)).toEqual([3, 2, 2, 2, 2, 2, 2]);
    const { file, bodies } = readScene(text, read);
    expect([file.shapeFile, file.driven, file.count, file.interactions.count]).toEqual(['shape.shp', 6, 518, 3867]);
    expect(file.names.filter((name) => name === 'POLYR0').length).toBe(512);
    expect(bodies.shapes.length).toBe(7);
    expect([...file.densities]).toEqual([
      [0, 2e-5],
      [1, 6e-5],
    ]);
    // The particles lie between the walls.
    for (let i = 6; i < 518; i++) for (let k = 0; k < 3; k++) expect(bodies.positions[3 * i + k]).toBeGreaterThan(0.3);
    const again = readSceneFile(writeScene(file));
    expect(comparable(again)).toEqual(comparable(file));
  });
});

describe('errors of scenes', () => {
  const rows = conf.split('\n');
  const replace = (from: string, to: string): string => {
    if (!conf.includes(from)) throw new Error(from);
    return conf.replace(from, to);
  };

  it.each<[string, string, number, string]>([
    ['an empty file', '', 1, `'Rockable'`],
    ['another kind of file', '\n<\nname A', 2, `found '<'`],
    ['no particles', 'Rockable\nt 0\n', 2, `'Particles'`],
    ['a row fewer than promised', replace('Particles 3', 'Particles 4'), 17, '4 rows of Particles'],
    ['a row more than promised', replace('Particles 3', 'Particles 2'), 16, `more than 'Particles' promises`],
    ['a table beyond the end', replace('Particles 3', 'Particles 300'), 17, `found 'Interactions' after 3`],
    ['an interaction fewer', replace('Interactions 2', 'Interactions 3'), 20, `found 'Interfaces' after 2`],
    ['an interaction more', replace('Interactions 2', 'Interactions 1'), 19, 'expected a keyword'],
    ['interactions beyond the end', replace('Interactions 2', 'Interactions 20'), 20, '20 rows of Interactions'],
    ['an interface fewer', replace('Interfaces 1', 'Interfaces 2'), 22, 'interface 1 of 2'],
    ['a table cut off', conf.slice(0, conf.indexOf('Interactions')).replace('Particles 3', 'Particles 4'), 16, '4 rows of Particles'],
    ['an interface more', replace('Interfaces 1', 'Interfaces 0'), 21, 'expected a keyword'],
    ['a count that is none', replace('Particles 3', 'Particles three'), 11, `'three'`],
    ['a count too large', replace('Particles 3', 'Particles 1e9'), 11, `'1e9'`],
    ['a keyword twice', replace('precision 13', 'nDriven 2'), 10, 'line 8'],
    ['a table twice', conf + 'Particles 0\n', 23, 'line 11'],
    ['more driven than there are', replace('nDriven 1', 'nDriven 4'), 8, 'from 0 to 3'],
    ['a value too many', replace('nDriven 1', 'nDriven 1 2'), 8, 'one value'],
    ['a shape file of two words', replace('shapes.shp', 'my shapes.shp'), 9, 'one value'],
    ['a line of numbers', replace('t 0', '0 0'), 3, 'expected a keyword'],
    ['a density without a group', replace('density 0 2500', 'density 2500'), 4, 'a group and its density'],
    ['two densities of a group', replace('density 1', 'density 0'), 5, 'a second'],
    ['a NaN', replace('Corner 0 7 1.0000000000000000e+00 1', 'Corner 0 7 1.0000000000000000e+00 nan'), 14, `'nan'`],
    ['an infinity', replace('10 20 30', '10 1e400 30'), 16, `'1e400'`],
    ['a homothety of 0', replace('-7 2 10', '-7 0 10'), 16, '> 0'],
    ['a group that is no whole number', replace('Corner 0 7', 'Corner 0.5 7'), 14, `'0.5'`],
    ['a number missing', replace('1 2 3 0.5 0 0', '1 2 3 0.5 0'), 14, 'found 22 words'],
    ['a number too many', replace('1 2 3 0.5 0 0', '1 2 3 0.5 0 0 0'), 14, 'found 24 words'],
    ['a body that is none', replace('1 0 2 3 0', '3 0 2 3 0'), 18, 'from 0 to 2'],
    ['a body with itself', replace('1 0 2 3 0', '1 1 2 3 0'), 18, '1 twice'],
    ['a type that is none', replace('1 0 2 3 0', '1 0 4 3 0'), 18, 'from 0 to 3'],
  ])('%s', (_, text, line, words) => {
    const error = caught(() => readSceneFile(text));
    expect(error.message).toContain(words);
    expect(error.code).toBe('bad-file');
    expect(error.index).toBe(line);
    expect(error.message.startsWith(`line ${line}: `)).toBe(true);
  });

  it.each<[string, string, number, string]>([
    ['an unknown shape', replace('Corner 0 7', 'Sphere 0 7'), 14, `'Sphere'`],
    ['a quaternion of the wrong length', replace('1 2 3 0.5 0 0 0 0 0 1 0', '1 2 3 0.5 0 0 0 0 0 1 0.1'), 14, 'quaternion'],
    ['a quaternion of 0', replace('1 2 3 0.5 0 0 0 0 0 1 0', '1 2 3 0.5 0 0 0 0 0 0 0'), 14, 'q·q = 0'],
    ['a vertex that is none', replace('1 0 2 3 0', '1 0 2 8 0'), 18, 'vertices'],
    ['a face that is none', replace('1 0 2 3 0', '1 0 2 3 1'), 18, 'faces'],
    ['an edge that is none', replace('2 1 3 0 0', '2 1 3 1 0'), 19, 'edges'],
    ['the other edge', replace('2 1 3 0 0', '2 1 3 0 1'), 19, 'jsub'],
  ])('%s', (_, text, line, words) => {
    const error = caught(() => readScene(text, shapes));
    expect(error.message).toContain(words);
    expect(error.code).toBe('bad-file');
    expect(error.index).toBe(line);
  });

  it('two shapes of one name', () => {
    expect(caught(() => readScene(conf, [...shapes, shapes[0]]))).toMatchObject({ code: 'bad-option', index: 2 });
  });

  it('every number of the tables is checked: each one replaced in turn', () => {
    for (const line of [12, 13, 15, 17, 18]) {
      const words = rows[line].split(' ');
      for (let k = line < 17 ? 1 : 0; k < words.length; k++) {
        const broken = rows.map((row, n) => (n === line ? words.map((word, m) => (m === k ? 'x' : word)).join(' ') : row)).join('\n');
        expect(caught(() => readSceneFile(broken))).toMatchObject({ code: 'bad-file', index: line + 1 });
      }
    }
  });

  it('every cut of the file is an error or a shorter scene, never a silent loss of a row that is there', () => {
    for (let k = 0; k < conf.length; k++) {
      let file: SceneFile;
      try {
        file = readSceneFile(conf.slice(0, k));
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-file' });
        continue;
      }
      expect(file.count).toBe(3);
      expect(k).toBeGreaterThan(conf.indexOf('Interactions') - 3);
    }
  });
});

describe('writeScene', () => {
  it('reads back as the same record', () => {
    const file = readSceneFile(conf);
    expect(comparable(readSceneFile(writeScene(file)))).toEqual(comparable(file));
    const text = writeScene(file);
    expect(writeScene(readSceneFile(text))).toBe(text);
  });

  it('keeps every bit of every number', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    const fields = ['positions', 'velocities', 'accelerations', 'angularVelocities', 'angularAccelerations', 'orientations'] as const;
    const columns = ['normals', 'gaps', 'positions', 'velocities', 'normalForces', 'tangentialForces', 'moments', 'damping'] as const;
    fc.assert(
      fc.property(fc.array(finite, { minLength: 41, maxLength: 41 }), (values) => {
        const file = createSceneFile(2, 1);
        file.names.fill('A');
        let k = 0;
        for (const field of fields) for (let n = 0; n < file[field].length; n++) file[field][n] = values[k++ % 41];
        file.interactions.bodyJ[0] = 1;
        for (const column of columns) {
          const array = file.interactions[column];
          for (let n = 0; n < array.length; n++) array[n] = values[k++ % 41];
        }
        // toEqual tells -0 from 0.
        expect(comparable(readSceneFile(writeScene(file)))).toEqual(comparable(file));
      }),
      { numRuns: 200 },
    );
  });

  it('refuses what would not read back', () => {
    const file = createSceneFile(1);
    expect(caught(() => writeScene(file)).code).toBe('bad-option');
    file.names[0] = 'A';
    file.positions[1] = NaN;
    expect(caught(() => writeScene(file)).code).toBe('not-finite');
    file.positions[1] = 0;
    file.shapeFile = 'a b';
    expect(caught(() => writeScene(file)).code).toBe('bad-option');
  });
});

describe('movedSceneFile', () => {
  it('gives an unmoved scene its own positions to the bit, without interactions', () => {
    const scene = readScene(conf, shapes);
    const moved = movedSceneFile(scene);
    expect(moved.positions).toEqual(scene.file.positions);
    expect(moved.orientations).toEqual(scene.file.orientations);
    scene.file.velocities.forEach((v, k) => expect(moved.velocities[k]).toBeCloseTo(v, 14));
    expect(moved.interactions.count).toBe(0);
    expect(moved.settings).toEqual(scene.file.settings);
    expect([...moved.densities]).toEqual([...scene.file.densities]);
  });

  it('brings moved bodies back to where they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 9, maxLength: 9 }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (p, angle) => {
          const scene = readScene(conf, shapes);
          scene.bodies.positions.set(p);
          scene.bodies.orientations.set([0, Math.sin(angle), 0, Math.cos(angle)], 4);
          scene.velocities.set([1, 2, 3], 3);
          const again = readScene(writeScene(movedSceneFile(scene)), shapes);
          for (let k = 0; k < 9; k++) expect(again.bodies.positions[k]).toBeCloseTo(scene.bodies.positions[k], 12);
          expect(again.bodies.orientations).toEqual(scene.bodies.orientations);
          for (let k = 0; k < 9; k++) expect(again.velocities[k]).toBeCloseTo(scene.velocities[k], 12);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('refuses added and removed bodies', () => {
    const scene = readScene(conf, shapes);
    scene.bodies.shapeIndex[1] = -1;
    expect(caught(() => movedSceneFile(scene))).toMatchObject({ code: 'bad-index', index: 1 });
    scene.bodies.shapeIndex[1] = 1;
    scene.bodies.orientations[5] = 3;
    expect(caught(() => movedSceneFile(scene))).toMatchObject({ code: 'not-unit', index: 1 });
    scene.bodies.count = 2;
    expect(caught(() => movedSceneFile(scene)).code).toBe('bad-length');
  });
});

describe('sceneFileFromBodies', () => {
  const cube = box(1, 1, 1);
  const pyramid = tetrahedron(2);
  const make = () =>
    createBodySet({
      shapes: [cube, pyramid],
      shapeIndex: new Int32Array([0, 1, 0]),
      positions: new Float64Array([0.1, 0.2, 0.3, 1 / 3, -0, 1e-300, 4, 5, 6]),
      orientations: new Float64Array([0, 0, 0, 1, 0.6, 0, 0, 0.8, 0, 0, 1, 0]),
      rounding: new Float64Array([0.25, 0.125, 0.25]),
      flags: new Uint8Array([1, 0, 0]),
    });
  const records = [shapeRecord('Cube', cube, 0.25), shapeRecord('Pyramid', pyramid, 0.125)];

  it('makes a packing that comes back', () => {
    const bodies = make();
    const text = writeScene(sceneFileFromBodies(bodies, records, 'packing.shp'));
    const scene = readScene(text, readShapes(writeShapes(records)));
    expect(scene.file.shapeFile).toBe('packing.shp');
    expect(scene.file.positions).toEqual(bodies.positions);
    expect(scene.bodies.orientations).toEqual(bodies.orientations);
    expect(scene.bodies.rounding).toEqual(bodies.rounding);
    expect(scene.bodies.shapeIndex).toEqual(bodies.shapeIndex);
    expect([...scene.bodies.flags]).toEqual([BodyFlag.Kinematic, 0, 0]);
    for (let k = 0; k < 9; k++) expect(scene.bodies.positions[k]).toBeCloseTo(bodies.positions[k], 15);
    // What was read writes as the same text.
    expect(writeScene(scene.file)).toBe(text);
    expect(writeScene(movedSceneFile(scene))).toBe(text);
  });

  it('refuses what a scene file cannot say', () => {
    const late = make();
    late.flags[2] = BodyFlag.Kinematic;
    expect(caught(() => sceneFileFromBodies(late, records, 's'))).toMatchObject({ code: 'bad-option', index: 2 });
    const other = make();
    other.rounding[1] = 0.5;
    expect(caught(() => sceneFileFromBodies(other, records, 's'))).toMatchObject({ code: 'bad-radius', index: 1, value: 0.5 });
    expect(caught(() => sceneFileFromBodies(make(), records.slice(1), 's'))).toMatchObject({ index: 0 });
    expect(caught(() => sceneFileFromBodies(make(), records.slice(0, 1), 's'))).toMatchObject({ code: 'bad-index', index: 1 });
    const removed = make();
    removed.shapeIndex[1] = -1;
    expect(caught(() => sceneFileFromBodies(removed, records, 's'))).toMatchObject({ code: 'bad-index', index: 1 });
  });
});
