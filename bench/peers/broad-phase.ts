/**
 * Near pairs of 1e5 spheres: this library against other libraries that can list them, each as its documentation says
 * and as well as it can.
 *
 * Scenes are those of bench/micro/broad-phase.ts: a jittered lattice, numbered at random, half of the volume or a
 * two-thousandth. One run is one time step: all bodies may have moved, so an index that cannot be updated is built
 * anew. Trees that can be updated are given the same places again, their best case: nothing has to be rebuilt.
 * Candidates of boxes are tested as spheres in doubles while they are listed. All lists are compared before any timing;
 * pairs that touch to 1e-5 of their distance are left out of that, since rapier computes in single precision.
 */
import RAPIER from '@dimforge/rapier3d-compat';
import boxIntersect from 'box-intersect';
import * as CANNON from 'cannon-es';
import * as crashcat from 'crashcat';
import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import { RBush3D } from 'rbush-3d';
import { createCellWorkspace, createNbsWorkspace, createPairList, denseCellPairs, nbsPairs3d, sortedRowPairs } from '../../dist/index.js';
import { openBench } from '../lib/measure';
import { latticeScene } from '../lib/sphere-scenes';

await RAPIER.init();
const bench = openBench('peers-broad-phase');
const count = bench.quick ? 2000 : 1e5;
/**
 * Variants whose first run takes longer, ms, are compared and printed, but not measured in rounds: the whole bench is
 * to end within three minutes.
 */
const SLOW = 1500;
/** Rounds for each scene: as many as take this long, ms. */
const ROUNDS_TIME = 15e3;
const LEAST_ROUNDS = 3;
const MOST_ROUNDS = 25;

for (const [kind, fraction] of [
  ['dense', 0.5],
  ['loose', 0.0005],
] as const) {
  const { centres, radii } = latticeScene(count, fraction, true);
  const list = { count: 0, pairs: new Int32Array(4 * count) };
  const near = (p, q) => {
    const dx = centres[3 * p] - centres[3 * q];
    const dy = centres[3 * p + 1] - centres[3 * q + 1];
    const dz = centres[3 * p + 2] - centres[3 * q + 2];
    const reach = radii[p] + radii[q];
    return dx * dx + dy * dy + dz * dz <= reach * reach;
  };
  const append = (p, q) => {
    list.pairs[2 * list.count] = p < q ? p : q;
    list.pairs[2 * list.count + 1] = p < q ? q : p;
    list.count++;
  };
  const isClear = (p, q) => {
    const d = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (centres[3 * p + k] - centres[3 * q + k]) ** 2, 0));
    return Math.abs(d - radii[p] - radii[q]) > 1e-5 * d;
  };
  const variant = (name, found, run) => ({
    name,
    run,
    results: () => {
      const keys = [];
      for (let k = 0; k < found.count; k++) {
        const [p, q] = [found.pairs[2 * k], found.pairs[2 * k + 1]];
        if (isClear(p, q)) keys.push(p * count + q);
      }
      return Float64Array.from(keys).sort();
    },
    counts: () => ({ pairs: found.count }),
  });
  const ours = (name, search, workspace) => {
    const out = createPairList();
    return variant(name, out, () => search(out, count, centres, radii, 0, workspace));
  };
  const peer = (name, search) =>
    variant(name, list, () => {
      list.count = 0;
      search();
    });
  let largest = 0;
  for (const r of radii) if (r > largest) largest = r;

  const variants = [
    ours('dense cells', denseCellPairs, createCellWorkspace()),
    ours('sorted rows', sortedRowPairs, createCellWorkspace()),
    ours('nbs', nbsPairs3d, createNbsWorkspace()),
    peer('flatbush', flatbush()),
    peer('kdbush', kdbush()),
    peer('box-intersect', boxes()),
    peer('rbush-3d', rbush()),
    peer('crashcat', dbvt()),
    peer('rapier: pairs of a step', rapierPairs()),
    peer('rapier: boxes in its tree', rapierBoxes()),
    peer('cannon-es grid', cannon('grid')),
  ];
  // At 1e5 bodies this one takes minutes a run.
  if (bench.quick) variants.push(peer('cannon-es sweep', cannon('sweep')));
  // One run of each, compared and printed as it is done.
  const firstRuns = {};
  const measured = [];
  let round = 0;
  let expected = '';
  for (const each of variants) {
    const start = performance.now();
    each.run();
    const duration = Math.round(performance.now() - start);
    const found = each.results().join();
    if (expected === '') expected = found;
    if (found !== expected) throw new Error(`${kind}: ${each.name} lists other pairs than ${variants[0].name}`);
    firstRuns[each.name] = duration;
    const isMeasured = duration <= SLOW;
    console.log(`${kind}: ${each.name}, first run ${duration} ms${isMeasured ? '' : ', not measured in rounds'}`);
    if (!isMeasured) continue;
    measured.push(each);
    round += duration;
  }
  bench.note(`first runs, ${kind}, ms`, firstRuns);
  const rounds = Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(ROUNDS_TIME / round)));
  bench.measure({ name: `${kind}, ${count} bodies`, operations: count, rounds, variants: measured });

  /**
   * Boxes in the plane, packed tree; z in the filter. Results go to the list through the filter, so no array is made
   * for them.
   */
  function flatbush() {
    return () => {
      const index = new Flatbush(count);
      for (let b = 0; b < count; b++) {
        const [x, y, r] = [centres[3 * b], centres[3 * b + 1], radii[b]];
        index.add(x - r, y - r, x + r, y + r);
      }
      index.finish();
      for (let p = 0; p < count; p++) {
        const [x, y, r] = [centres[3 * p], centres[3 * p + 1], radii[p]];
        index.search(x - r, y - r, x + r, y + r, (q) => {
          if (q > p && near(p, q)) append(p, q);
          return false;
        });
      }
    };
  }

  /** Points in the plane. */
  function kdbush() {
    return () => {
      const index = new KDBush(count);
      for (let b = 0; b < count; b++) index.add(centres[3 * b], centres[3 * b + 1]);
      index.finish();
      for (let p = 0; p < count; p++) {
        for (const q of index.within(centres[3 * p], centres[3 * p + 1], radii[p] + largest)) if (q > p && near(p, q)) append(p, q);
      }
    };
  }

  function boxes() {
    const list3 = Array.from({ length: count }, () => [0, 0, 0, 0, 0, 0]);
    return () => {
      for (let b = 0; b < count; b++) {
        for (let k = 0; k < 3; k++) {
          list3[b][k] = centres[3 * b + k] - radii[b];
          list3[b][3 + k] = centres[3 * b + k] + radii[b];
        }
      }
      boxIntersect(list3, (p, q) => {
        if (near(p, q)) append(p, q);
      });
    };
  }

  function rbush() {
    const items = Array.from({ length: count }, (_, b) => ({ b, minX: 0, minY: 0, minZ: 0, maxX: 0, maxY: 0, maxZ: 0 }));
    return () => {
      for (let b = 0; b < count; b++) {
        const [x, y, z, r] = [centres[3 * b], centres[3 * b + 1], centres[3 * b + 2], radii[b]];
        const item = items[b];
        item.minX = x - r;
        item.minY = y - r;
        item.minZ = z - r;
        item.maxX = x + r;
        item.maxY = y + r;
        item.maxZ = z + r;
      }
      const tree = new RBush3D();
      tree.load(items.slice());
      for (const item of items)
        for (const other of tree.search(item)) if (other.b > item.b && near(item.b, other.b)) append(item.b, other.b);
    };
  }

  /** Its tree of bodies, updated, rebuilt where it says so, and asked for each body's box. */
  function dbvt() {
    crashcat.registerAll();
    const settings = crashcat.createWorldSettings();
    const layer = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
    crashcat.enableCollision(settings, layer, layer);
    const world = crashcat.createWorld(settings);
    const bodies = Array.from({ length: count }, (_, b) => {
      const body = crashcat.rigidBody.create(world, {
        shape: crashcat.sphere.create({ radius: radii[b] }),
        objectLayer: layer,
        motionType: crashcat.MotionType.DYNAMIC,
        position: [centres[3 * b], centres[3 * b + 1], centres[3 * b + 2]],
      });
      body.userData = b;
      return body;
    });
    const filter = crashcat.filter.forWorld(world);
    let p = 0;
    const visitor = {
      shouldExit: false,
      visit(body) {
        const q = body.userData;
        if (q > p && near(p, q)) append(p, q);
      },
    };
    return () => {
      for (const body of bodies) crashcat.broadphase.updateBody(world.broadphase, body);
      crashcat.broadphase.optimize(world.broadphase);
      for (p = 0; p < count; p++) crashcat.broadphase.intersectAABB(world, bodies[p].aabb, filter, visitor);
    };
  }

  /**
   * Sensors on bodies that are moved by hand: a step updates its tree and decides pairs of balls itself; then they are
   * read.
   */
  function rapierPairs() {
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    const bodies = Array.from({ length: count }, () => world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased()));
    const colliders = bodies.map((body, b) =>
      world.createCollider(
        RAPIER.ColliderDesc.ball(radii[b]).setSensor(true).setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.KINEMATIC_KINEMATIC),
        body,
      ),
    );
    const number = new Map(colliders.map((collider, b) => [collider.handle, b]));
    const place = { x: 0, y: 0, z: 0 };
    return () => {
      for (let b = 0; b < count; b++) {
        place.x = centres[3 * b];
        place.y = centres[3 * b + 1];
        place.z = centres[3 * b + 2];
        bodies[b].setTranslation(place, false);
      }
      world.step();
      for (let p = 0; p < count; p++) {
        world.intersectionPairsWith(colliders[p], (other) => {
          const q = number.get(other.handle);
          if (q > p) append(p, q);
        });
      }
    };
  }

  /** Its tree alone: colliders without bodies, which a step does not pair, and a question for each box. */
  function rapierBoxes() {
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    const colliders = Array.from(radii, (r) => world.createCollider(RAPIER.ColliderDesc.ball(r)));
    const number = new Map(colliders.map((collider, b) => [collider.handle, b]));
    const place = { x: 0, y: 0, z: 0 };
    const half = { x: 0, y: 0, z: 0 };
    const move = (b) => {
      place.x = centres[3 * b];
      place.y = centres[3 * b + 1];
      place.z = centres[3 * b + 2];
    };
    return () => {
      for (let b = 0; b < count; b++) {
        move(b);
        colliders[b].setTranslation(place);
      }
      world.step();
      for (let p = 0; p < count; p++) {
        move(p);
        half.x = half.y = half.z = radii[p];
        world.collidersWithAabbIntersectingAabb(place, half, (other) => {
          const q = number.get(other.handle);
          if (q > p && near(p, q)) append(p, q);
          return true;
        });
      }
    };
  }

  function cannon(kind) {
    const world = new CANNON.World();
    // The matrix of all pairs that a world begins with cannot be made for 1e5 bodies.
    world.collisionMatrix = new CANNON.ObjectCollisionMatrix();
    const low = [0, 1, 2].map((k) => centres.reduce((least, x, at) => (at % 3 === k && x < least ? x : least), Infinity) - 1);
    const high = [0, 1, 2].map((k) => centres.reduce((most, x, at) => (at % 3 === k && x > most ? x : most), -Infinity) + 1);
    for (let b = 0; b < count; b++) {
      const body = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(radii[b]) });
      body.position.set(centres[3 * b], centres[3 * b + 1], centres[3 * b + 2]);
      world.addBody(body);
    }
    // Bins as wide as the largest sphere, but no more than two a body: they are lists, and all are gone through.
    const cells = (k) => Math.max(1, Math.min(Math.floor((high[k] - low[k]) / (2 * largest)), Math.floor(Math.cbrt(2 * count))));
    const broadphase =
      kind === 'grid'
        ? new CANNON.GridBroadphase(new CANNON.Vec3(...low), new CANNON.Vec3(...high), cells(0), cells(1), cells(2))
        : new CANNON.SAPBroadphase(world);
    world.broadphase = broadphase;
    // The grid lists a pair once for each bin that holds both; its own removal of repeated pairs loses half of all
    // pairs (cannon-es 0.20).
    if (kind === 'grid') broadphase.makePairsUnique = () => undefined;
    let keys = new Float64Array(4 * count);
    const first = [];
    const second = [];
    return () => {
      first.length = 0;
      second.length = 0;
      for (const body of world.bodies) body.aabbNeedsUpdate = true;
      broadphase.dirty = true;
      broadphase.collisionPairs(world, first, second);
      if (keys.length < first.length) keys = new Float64Array(2 * first.length);
      for (let k = 0; k < first.length; k++) {
        const [p, q] = [first[k].index, second[k].index];
        keys[k] = Math.min(p, q) * count + Math.max(p, q);
      }
      keys.subarray(0, first.length).sort();
      for (let k = 0; k < first.length; k++) {
        if (k > 0 && keys[k] === keys[k - 1]) continue;
        const p = Math.floor(keys[k] / count);
        const q = keys[k] - p * count;
        if (near(p, q)) append(p, q);
      }
    };
  }
}
bench.save();
