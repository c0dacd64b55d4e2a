/**
 * Havok, single precision. It has no pairwise function: body A stands alone in a world, and the shape of B is asked for
 * what is near (`HP_World_ShapeProximityWithCollector`), which passes its broad phase first. One point.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import openHavok from '@babylonjs/havok';
import { noContact, setNormal, type Peer } from './peer';

export async function openHavokPeer(): Promise<Peer[]> {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm'));
  const Havok = await openHavok({ wasmBinary });
  return [
    {
      name: 'havok',
      open(corners, _faces, reach) {
        const [, world] = Havok.HP_World_Create();
        const at = Havok._malloc(4 * corners.length);
        Havok.HEAPF32.set(corners, at / 4);
        const [, shape] = Havok.HP_Shape_CreateConvexHull(at, corners.length / 3);
        const [, a] = Havok.HP_Body_Create();
        Havok.HP_Body_SetShape(a, shape);
        Havok.HP_Body_SetMotionType(a, Havok.MotionType.STATIC);
        Havok.HP_Body_SetQTransform(a, [
          [0, 0, 0],
          [0, 0, 0, 1],
        ]);
        Havok.HP_World_AddBody(world, a, false);
        Havok.HP_World_Step(world, 1e-3);
        const [, collector] = Havok.HP_QueryCollector_Create(1);
        const place = [0, 0, 0];
        const turn = [0, 0, 0, 1];
        const query = [shape, place, turn, reach, false, [BigInt(0)]];
        return (answer, poses, p) => {
          for (let k = 0; k < 3; k++) place[k] = poses[7 * p + k];
          for (let k = 0; k < 4; k++) turn[k] = poses[7 * p + 3 + k];
          Havok.HP_World_ShapeProximityWithCollector(world, collector, query);
          noContact(answer);
          if (Havok.HP_QueryCollector_GetNumHits(collector)[1] === 0) return;
          const [, [distance, , onHit]] = Havok.HP_QueryCollector_GetShapeProximityResult(collector, 0);
          const normal = onHit[4];
          answer.gap = distance;
          answer.points = 1;
          setNormal(answer, normal[0], normal[1], normal[2]);
        };
      },
    },
  ];
}
