/**
 * Rapier, single precision, two ways. Its pairwise query (`contactCollider`) gives one point. All points are in the
 * manifolds of a world step: two kinematic bodies, so that nothing is solved; the figure holds its broad phase.
 */
import RAPIER from '@dimforge/rapier3d-compat';
import { noContact, setNormal, type Peer } from './peer';

export async function openRapier(): Promise<Peer[]> {
  await RAPIER.init();
  const place = { x: 0, y: 0, z: 0 };
  const turn = { x: 0, y: 0, z: 0, w: 1 };
  const read = (poses, p) => {
    place.x = poses[7 * p];
    place.y = poses[7 * p + 1];
    place.z = poses[7 * p + 2];
    turn.x = poses[7 * p + 3];
    turn.y = poses[7 * p + 4];
    turn.z = poses[7 * p + 5];
    turn.w = poses[7 * p + 6];
  };

  const query = {
    name: 'rapier',
    open(corners, _faces, reach) {
      const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
      const a = world.createCollider(RAPIER.ColliderDesc.convexHull(corners));
      const b = world.createCollider(RAPIER.ColliderDesc.convexHull(corners));
      const zero = () => ({ x: 0, y: 0, z: 0 });
      const contact = new RAPIER.ShapeContact(0, zero(), zero(), zero(), zero());
      return (answer, poses, p) => {
        read(poses, p);
        b.setTranslation(place);
        b.setRotation(turn);
        if (a.contactCollider(b, reach, contact) === null) {
          noContact(answer);
          return;
        }
        answer.gap = contact.distance;
        answer.points = 1;
        setNormal(answer, contact.normal1.x, contact.normal1.y, contact.normal1.z);
      };
    },
  };

  const step = {
    name: 'rapier, world step',
    open(corners, _faces, reach) {
      const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
      // Contacts are kept from this distance on; bodies are as large as a metre here, its length unit.
      world.integrationParameters.normalizedPredictionDistance = reach;
      const bodies = [0, 1].map(() => world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased()));
      const [a, b] = bodies.map((body) =>
        world.createCollider(
          RAPIER.ColliderDesc.convexHull(corners).setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL).setContactSkin(0),
          body,
        ),
      );
      let found;
      const each = (manifold, flipped) => {
        const sign = flipped ? -1 : 1;
        const normal = manifold.normal();
        setNormal(found, sign * normal.x, sign * normal.y, sign * normal.z);
        for (let k = 0; k < manifold.numContacts(); k++) {
          const distance = manifold.contactDist(k);
          if (!(distance >= found.gap)) found.gap = distance;
          found.points++;
        }
      };
      return (answer, poses, p) => {
        read(poses, p);
        bodies[1].setTranslation(place, false);
        bodies[1].setRotation(turn, false);
        world.step();
        noContact(answer);
        found = answer;
        world.contactPair(a, b, each);
      };
    },
  };
  return [query, step];
}
