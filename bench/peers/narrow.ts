/**
 * Narrow phase: the contact of one pair by this library and by others that can be asked about a pair, on the same input
 * in single precision.
 *
 *     npm ci --prefix bench/peers && npm run bench:peers -- narrow
 *
 * Body A stands at the origin; a call places B and reads the answer: gap, normal, points. Corners and poses are rounded
 * to single precision before anyone sees them, so that peers in single precision see what the others see. Every answer
 * is first compared with the exact plane in double precision:
 * - `gap off`: largest error of the gap, in radii of the body;
 * - `normal off`: how much the bodies are closer along the peer's own normal than they are, in radii, at most;
 * - `wrong`: the part of the answers that is missing or off by more than WRONG.
 */
import {
  addBody,
  createBodySet,
  createCommonPlane,
  createContactFor,
  createDetectOptions,
  createPose,
  createRandom,
  createState,
  detect,
  exactMethod,
  exactPlane,
  polyhedronFromVertices,
  randomHull,
  relativePose,
  shortestLink,
  shortestLinkMethod,
} from '../../dist/index.js';
import { openBench } from '../lib/measure';
import { benchShapes, posesAtGap, quaternionOf } from '../lib/pairs';
import { openAmmo } from './narrow-peers/ammo';
import { openCannon } from './narrow-peers/cannon';
import { openCrashcat } from './narrow-peers/crashcat';
import { openHavokPeer } from './narrow-peers/havok';
import { openJoltPeer } from './narrow-peers/jolt';
import { openPhysxPeer } from './narrow-peers/physx';
import { openRapier } from './narrow-peers/rapier';

const bench = openBench('peers-narrow');
/** An answer is wrong that is off by more, in radii of the body: a tenth of the least depth that is asked for here. */
const WRONG = 1e-3;
/** A variant whose run takes longer, ms, is measured once, not in rounds. */
const SLOW = 300;
/** So that all peers are done within ten minutes. */
const ROUNDS = 9;
const PAIRS = bench.quick ? 4 : 64;
const TRACK_STEPS = 32;
/** A step of a track, and the motion between calls elsewhere, in radii and radians. */
const STEP = 1e-3;

const peers = [
  ...(await openRapier()),
  ...(await openJoltPeer()),
  ...(await openPhysxPeer()),
  ...openCrashcat(),
  ...openCannon(),
  ...(await openAmmo()),
  ...(await openHavokPeer()),
];

const { tetra4, cube8, rhombic14, trunc60 } = benchShapes();
const shapes = { 4: tetra4, 8: cube8, 14: rhombic14, 60: trunc60, 1000: randomHull(createRandom(7), 1000) };
const plane = createCommonPlane();
const pose = createPose();
const rows = [];
const leftOut = {};

for (const [name, given] of Object.entries(shapes)) {
  const corners = Float32Array.from(given.vertices);
  const shape = polyhedronFromVertices(corners);
  const faces = facesOf(shape);
  const scenes = [
    { kind: 'apart 5 %', reach: 0.1, poses: nudged(posesAtGap(shape, PAIRS, 0.05, 1).map(rowOf), shape) },
    { kind: 'overlap 1 %', reach: 0, poses: nudged(posesAtGap(shape, PAIRS, -0.01, 2).map(rowOf), shape) },
    { kind: 'overlap 2 %', reach: 0, poses: nudged(posesAtGap(shape, PAIRS, -0.02, 3).map(rowOf), shape) },
    { kind: 'resting 1 %', reach: 0, poses: nudged(restingPoses(shape), shape) },
    { kind: 'tracks', reach: 0.02, poses: tracks(shape), track: TRACK_STEPS },
  ];
  for (const { kind, reach, poses, track } of scenes) measureScene(name, shape, corners, faces, kind, reach * shape.radius, poses, track);
}
bench.note('narrow', rows);
bench.note('left out', leftOut);
bench.save();

function measureScene(name, shape, corners, faces, kind, reach, poses, track) {
  const calls = poses.length / 7;
  const truth = truthOf(shape, poses);
  const answer = { gap: 0, normal: new Float64Array(3), points: 0 };
  const task = `${name} corners, ${kind}`;
  const variants = [];
  const slow = [];
  const closes = [];
  const add = (variant, ask) => {
    const found = check(shape, poses, truth, reach, ask);
    const run = () => {
      for (let p = 0; p < calls; p++) ask(answer, poses, p);
    };
    // Counts are divided by the operations.
    const counts = () => ({
      points: found.points,
      'gap off': found.gap * calls,
      'normal off': found.normal * calls,
      wrong: found.wrong,
    });
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    if (user + system > 1e3 * SLOW) slow.push({ name: variant, ns: (1e3 * (user + system)) / calls, found });
    else variants.push({ name: variant, run, counts, found });
  };
  add('slm, warm', ours(shape, shortestLinkMethod, calls, true, track));
  add('slm, cold', ours(shape, shortestLinkMethod, calls, false));
  add('exact, cold', ours(shape, exactMethod, calls, false));
  add('plane, warm', ourPlane(shape, calls, track));
  for (const peer of peers) {
    const ask = peer.open(corners, faces, reach);
    if (typeof ask === 'string') {
      leftOut[`${peer.name}, ${name} corners`] = ask;
      continue;
    }
    if (ask.close) closes.push(ask.close);
    add(peer.name, ask);
  }
  const result = bench.measure({ name: task, operations: calls, rounds: ROUNDS, variants });
  for (const close of closes) close();
  const row = { pairs: task };
  for (const [v, { name: variant, ns, ratio }] of result.variants.entries())
    row[variant] = cell(v === 0 ? `${Math.round(ns.median)} ns` : `${ratio.median.toPrecision(2)}x`, variants[v].found, calls);
  for (const { name: variant, ns, found } of slow) {
    row[variant] = cell(`${(ns / result.variants[0].ns.median).toPrecision(2)}x`, found, calls);
    console.log(`${variant}: measured once, ${ns.toPrecision(3)} ns`);
  }
  for (const { name: peer } of peers) row[peer] ??= '–';
  rows.push(row);
}

/** Time, points, and what is wrong with the answers. */
function cell(time, { points, wrong, missing, gap, normal }, calls) {
  if (missing === calls) return `${time}, no answer`;
  const facts = [time, `${(points / calls).toPrecision(2)} p`, Math.max(gap, normal).toExponential(0)];
  if (wrong > 0) facts.push(`${Math.ceil((100 * wrong) / calls)} % wrong`);
  return facts.join(', ');
}

/** The whole `detect`: relative pose, plane, all points of bodies that touch. */
function ours(shape, method, calls, isWarm, track = 1) {
  const bodies = createBodySet();
  addBody(bodies, { shape, position: [0, 0, 0] });
  addBody(bodies, { shape, position: [0, 0, 0] });
  const { positions, orientations } = bodies;
  const contact = createContactFor(shape, shape);
  // Without a track, both poses of a pair share one memory: they are the rows 2p and 2p + 1.
  const sharing = track > 1 ? track : 2;
  const memory = Array.from({ length: Math.ceil(calls / sharing) }, () => createState(method));
  return (answer, poses, p) => {
    const i = 7 * p;
    for (let k = 0; k < 3; k++) positions[3 + k] = poses[i + k];
    for (let k = 0; k < 4; k++) orientations[4 + k] = poses[i + 3 + k];
    const state = memory[Math.floor(p / sharing)];
    if (!isWarm || (track > 1 && p % track === 0)) {
      state.ints.fill(0);
      state.floats.fill(0);
    }
    detect(contact, method, bodies, 0, 1, state);
    answer.gap = contact.gap;
    answer.points = contact.count;
    for (let k = 0; k < 3; k++) answer.normal[k] = contact.normal[k];
  };
}

/** Relative pose and the plane of the shortest link: gap, normal, and one point on each body. */
function ourPlane(shape, calls, track = 1) {
  const bodies = createBodySet();
  addBody(bodies, { shape, position: [0, 0, 0] });
  addBody(bodies, { shape, position: [0, 0, 0] });
  const { positions, orientations } = bodies;
  const relative = createPose();
  const out = createCommonPlane();
  const sharing = track > 1 ? track : 2;
  const memory = Array.from({ length: Math.ceil(calls / sharing) }, () => createState(shortestLinkMethod));
  return (answer, poses, p) => {
    const i = 7 * p;
    for (let k = 0; k < 3; k++) positions[3 + k] = poses[i + k];
    for (let k = 0; k < 4; k++) orientations[4 + k] = poses[i + 3 + k];
    const state = memory[Math.floor(p / sharing)];
    if (track > 1 && p % track === 0) {
      state.ints.fill(0);
      state.floats.fill(0);
    }
    relativePose(relative, bodies, 0, 1);
    shortestLink(out, shape, shape, relative, state);
    answer.gap = out.gap;
    answer.points = 1;
    for (let k = 0; k < 3; k++) answer.normal[k] = out.normal[k];
  };
}

/** Exact gaps of the rows, in doubles. */
function truthOf(shape, poses) {
  const gaps = new Float64Array(poses.length / 7);
  for (let p = 0; p < gaps.length; p++) {
    place(shape, poses, p);
    exactPlane(plane, shape, shape, pose, createState(exactMethod));
    gaps[p] = plane.gap;
  }
  return gaps;
}

function check(shape, poses, truth, reach, ask) {
  const answer = { gap: NaN, normal: new Float64Array(3), points: 0 };
  const found = { points: 0, gap: 0, normal: 0, wrong: 0, missing: 0 };
  for (let turn = 0; turn < 2; turn++) {
    Object.assign(found, { points: 0, gap: 0, normal: 0, wrong: 0, missing: 0 });
    // The second turn is that of warm calls.
    for (let p = 0; p < truth.length; p++) {
      ask(answer, poses, p);
      found.points += answer.points;
      const isWanted = truth[p] <= reach;
      if (Number.isNaN(answer.gap)) {
        found.missing++;
        if (isWanted && truth[p] < -1e-6 * shape.radius) found.wrong++;
        continue;
      }
      place(shape, poses, p);
      const gap = Math.abs(answer.gap - truth[p]) / shape.radius;
      const normal = (truth[p] - gapAlong(shape, answer.normal)) / shape.radius;
      if (!(gap <= WRONG && normal <= WRONG)) found.wrong++;
      found.gap = Math.max(found.gap, gap);
      found.normal = Math.max(found.normal, normal);
    }
  }
  return found;
}

/** The gap of the placed pair along a unit vector. */
function gapAlong({ vertices }, [x, y, z]) {
  let most = -Infinity;
  let least = Infinity;
  for (let v = 0; v < vertices.length; v += 3) {
    const [a, b, c] = [vertices[v], vertices[v + 1], vertices[v + 2]];
    most = Math.max(most, x * a + y * b + z * c);
    const bx = pose[0] * a + pose[1] * b + pose[2] * c + pose[9];
    const by = pose[3] * a + pose[4] * b + pose[5] * c + pose[10];
    const bz = pose[6] * a + pose[7] * b + pose[8] * c + pose[11];
    least = Math.min(least, x * bx + y * by + z * bz);
  }
  return least - most;
}

function place(shape, poses, p) {
  const bodies = createBodySet();
  addBody(bodies, { shape, position: [0, 0, 0] });
  addBody(bodies, { shape, position: [0, 0, 0] });
  bodies.positions.set(poses.subarray(7 * p, 7 * p + 3), 3);
  bodies.orientations.set(poses.subarray(7 * p + 3, 7 * p + 7), 4);
  relativePose(pose, bodies, 0, 1);
}

function rowOf(given) {
  return [given[9], given[10], given[11], ...quaternionOf(given)];
}

/** Each row, and behind it the same moved and turned by a step; in single precision. */
function nudged(list, shape) {
  return Float64Array.from(Float32Array.from(list.flatMap((row) => [...row, ...moved(row, [STEP * shape.radius, 0, 0], [0, 0, STEP])])));
}

/** Small steps of pairs between 1 % apart and 1 % deep, in random directions that hardly change the gap. */
function tracks(shape) {
  const random = createRandom(11);
  const draw = () => 2 * random() - 1;
  const list = [];
  const count = Math.max(2, Math.round(PAIRS / 4));
  for (let t = 0; t < count; t++) {
    const gap = 0.01 * (1 - (2 * t + 1) / count);
    const start = posesAtGap(shape, 1, gap, 100 + t)[0];
    let row = rowOf(start);
    const way = [draw(), draw(), draw()];
    exactPlane(plane, shape, shape, start, createState(exactMethod));
    const along = way.reduce((sum, c, k) => sum + c * plane.normal[k], 0);
    const velocity = way.map((c, k) => STEP * shape.radius * (c - along * plane.normal[k]));
    const spin = [draw(), draw(), draw()].map((c) => 0.2 * STEP * c);
    for (let s = 0; s < TRACK_STEPS; s++) {
      list.push(...row);
      row = moved(row, velocity, spin);
    }
  }
  return Float64Array.from(Float32Array.from(list));
}

/** Largest face on largest face, 1 % deep, spun and shifted at random. */
function restingPoses(shape) {
  const random = createRandom(5);
  let face = 0;
  let most = 0;
  const faces = facesOf(shape);
  for (let f = 0; f < shape.faceCount; f++) {
    const area = areaOf(shape, faces[f]);
    if (area > most * (1 + 1e-6)) [face, most] = [f, area];
  }
  const n = [...shape.normals.subarray(3 * face, 3 * face + 3)];
  // A unit vector in the face: a half turn about it lays the face on itself.
  const helper = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  let u = cross(n, helper);
  const length = Math.sqrt(u[0] ** 2 + u[1] ** 2 + u[2] ** 2);
  u = u.map((c) => c / length);
  const v = cross(n, u);
  return Array.from({ length: PAIRS }, () => {
    const half = Math.PI * random();
    const [c, s] = [Math.cos(half), Math.sin(half)];
    // (spin about n) times (half turn about u).
    const q = [c * u[0] + s * v[0], c * u[1] + s * v[1], c * u[2] + s * v[2], 0];
    const height = 2 * shape.offsets[face] - 0.01 * shape.radius;
    const [x, y] = [0, 1].map(() => 0.2 * shape.radius * (2 * random() - 1));
    return [...[0, 1, 2].map((k) => height * n[k] + x * u[k] + y * v[k]), ...q];
  });
}

function moved([x, y, z, a, b, c, d], way, spin) {
  const [p, q, r] = spin.map((t) => 0.5 * t);
  const turned = [a + p * d + q * c - r * b, b + q * d + r * a - p * c, c + r * d + p * b - q * a, d - p * a - q * b - r * c];
  const norm = Math.sqrt(turned.reduce((sum, t) => sum + t * t, 0));
  return [x + way[0], y + way[1], z + way[2], ...turned.map((t) => t / norm)];
}

function cross([a, b, c], [x, y, z]) {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function areaOf({ vertices }, face) {
  const corner = (k) => vertices.subarray(3 * face[k], 3 * face[k] + 3);
  const [x, y, z] = corner(0);
  const sum = [0, 0, 0];
  for (let k = 2; k < face.length; k++) {
    const [p, q] = [corner(k - 1), corner(k)];
    cross([p[0] - x, p[1] - y, p[2] - z], [q[0] - x, q[1] - y, q[2] - z]).forEach((c, i) => (sum[i] += c));
  }
  return Math.sqrt(sum[0] ** 2 + sum[1] ** 2 + sum[2] ** 2);
}

function facesOf(shape) {
  return Array.from({ length: shape.faceCount }, (_, f) => {
    const first = shape.faceHalfEdge[f];
    const corners = [];
    for (let h = first, k = 0; k === 0 || h !== first; k++, h = shape.halfEdgeNext[h]) corners.push(shape.halfEdgeOrigin[h]);
    return corners;
  });
}
