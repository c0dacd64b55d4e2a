/**
 * ammo.js (Bullet), single precision: `contactPairTest` of a collision world, no margin. All points; nothing about
 * bodies apart: its threshold of distance is not in the JavaScript API.
 */
import { createRequire } from 'node:module';
import { noContact, setNormal, type Peer } from './peer';

export async function openAmmo(): Promise<Peer[]> {
  const Ammo = await createRequire(import.meta.url)('ammojs3/dist/ammo.wasm.js')();
  const configuration = new Ammo.btDefaultCollisionConfiguration();
  const world = new Ammo.btDiscreteDynamicsWorld(
    new Ammo.btCollisionDispatcher(configuration),
    new Ammo.btDbvtBroadphase(),
    new Ammo.btSequentialImpulseConstraintSolver(),
    configuration,
  );
  return [
    {
      name: 'ammo',
      open(corners) {
        const [a, b] = [0, 1].map(() => {
          const shape = new Ammo.btConvexHullShape();
          const point = new Ammo.btVector3(0, 0, 0);
          for (let v = 0; v < corners.length; v += 3) {
            point.setValue(corners[v], corners[v + 1], corners[v + 2]);
            shape.addPoint(point, true);
          }
          shape.setMargin(0);
          const motion = new Ammo.btDefaultMotionState(new Ammo.btTransform());
          return new Ammo.btRigidBody(new Ammo.btRigidBodyConstructionInfo(1, motion, shape, new Ammo.btVector3(1, 1, 1)));
        });
        const placed = new Ammo.btTransform();
        placed.setIdentity();
        a.setWorldTransform(placed);
        const place = new Ammo.btVector3(0, 0, 0);
        const turn = new Ammo.btQuaternion(0, 0, 0, 1);
        let found;
        const callback = new Ammo.ConcreteContactResultCallback();
        callback.addSingleResult = (pointer) => {
          const point = Ammo.wrapPointer(pointer, Ammo.btManifoldPoint);
          const distance = point.getDistance();
          found.points++;
          if (!(distance >= found.gap)) {
            found.gap = distance;
            const normal = point.get_m_normalWorldOnB();
            // From B to A.
            setNormal(found, -normal.x(), -normal.y(), -normal.z());
          }
          return 0;
        };
        return (answer, poses, p) => {
          const i = 7 * p;
          place.setValue(poses[i], poses[i + 1], poses[i + 2]);
          turn.setValue(poses[i + 3], poses[i + 4], poses[i + 5], poses[i + 6]);
          placed.setOrigin(place);
          placed.setRotation(turn);
          b.setWorldTransform(placed);
          noContact(answer);
          found = answer;
          world.contactPairTest(a, b, callback);
        };
      },
    },
  ];
}
