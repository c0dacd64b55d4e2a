/**
 * Jolt, single precision. Its pairwise function is not in the JavaScript API: body A stands alone in a world, and
 * `CollideShape` of its narrow phase is asked with the shape of B, which passes its broad phase first. One point. No
 * convex radius.
 */
import openJolt from 'jolt-physics/wasm-compat';
import { noContact, setNormal, type Peer } from './peer';

export async function openJoltPeer(): Promise<Peer[]> {
  const Jolt = await openJolt();
  const settings = new Jolt.JoltSettings();
  const objectFilter = new Jolt.ObjectLayerPairFilterTable(1);
  objectFilter.EnableCollision(0, 0);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = objectFilter;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, objectFilter, 1);
  const jolt = new Jolt.JoltInterface(settings);
  const system = jolt.GetPhysicsSystem();
  const query = system.GetNarrowPhaseQueryNoLock();
  const bodies = system.GetBodyInterface();

  return [
    {
      name: 'jolt',
      open(corners, _faces, reach) {
        if (corners.length / 3 > 256) return 'its hulls have at most 256 corners';
        const hull = new Jolt.ConvexHullShapeSettings();
        hull.mMaxConvexRadius = 0;
        hull.mHullTolerance = 1e-6;
        for (let v = 0; v < corners.length; v += 3) hull.mPoints.push_back(new Jolt.Vec3(corners[v], corners[v + 1], corners[v + 2]));
        const made = hull.Create();
        if (!made.IsValid()) return made.GetError().c_str();
        const shape = made.Get();
        const centre = shape.GetCenterOfMass();
        const offset = [centre.GetX(), centre.GetY(), centre.GetZ()];
        const a = bodies.CreateBody(
          new Jolt.BodyCreationSettings(shape, new Jolt.RVec3(0, 0, 0), new Jolt.Quat(0, 0, 0, 1), Jolt.EMotionType_Static, 0),
        );
        bodies.AddBody(a.GetID(), Jolt.EActivation_DontActivate);
        const asked = new Jolt.CollideShapeSettings();
        asked.mMaxSeparationDistance = reach;
        const collector = new Jolt.CollideShapeClosestHitCollisionCollector();
        const filters = [
          new Jolt.DefaultBroadPhaseLayerFilter(jolt.GetObjectVsBroadPhaseLayerFilter(), 0),
          new Jolt.DefaultObjectLayerFilter(jolt.GetObjectLayerPairFilter(), 0),
          new Jolt.BodyFilter(),
          new Jolt.ShapeFilter(),
        ];
        const scale = new Jolt.Vec3(1, 1, 1);
        const base = new Jolt.RVec3(0, 0, 0);
        const place = new Jolt.RVec3(0, 0, 0);
        const turn = new Jolt.Quat(0, 0, 0, 1);
        const matrix = Jolt.RMat44.prototype.sRotationTranslation;
        const ask = (answer, poses, p) => {
          const [x, y, z] = offset;
          const i = 7 * p;
          const [qx, qy, qz, qw] = [poses[i + 3], poses[i + 4], poses[i + 5], poses[i + 6]];
          // It wants the centre of mass: the place, and the turned offset of the hull's centre.
          const tx = 2 * (qy * z - qz * y);
          const ty = 2 * (qz * x - qx * z);
          const tz = 2 * (qx * y - qy * x);
          place.Set(
            poses[i] + x + qw * tx + qy * tz - qz * ty,
            poses[i + 1] + y + qw * ty + qz * tx - qx * tz,
            poses[i + 2] + z + qw * tz + qx * ty - qy * tx,
          );
          turn.Set(qx, qy, qz, qw);
          collector.Reset();
          query.CollideShape(shape, scale, matrix(turn, place), asked, base, collector, ...filters);
          if (!collector.HadHit()) {
            noContact(answer);
            return;
          }
          const hit = collector.mHit;
          const axis = hit.mPenetrationAxis;
          answer.gap = -hit.mPenetrationDepth;
          answer.points = 1;
          // The axis moves body A, the second shape of the question, out of B.
          setNormal(answer, -axis.GetX(), -axis.GetY(), -axis.GetZ());
        };
        return Object.assign(ask, {
          close() {
            bodies.RemoveBody(a.GetID());
            bodies.DestroyBody(a.GetID());
          },
        });
      },
    },
  ];
}
