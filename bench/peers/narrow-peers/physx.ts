/**
 * PhysX, single precision: `PxGjkQueryExt.generateContacts`, all points. The package is built for browsers: while it
 * loads, this process looks like one.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import openPhysx from 'physx-js-webidl';
import { noContact, setNormal, type Peer } from './peer';

export async function openPhysxPeer(): Promise<Peer[]> {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('physx-js-webidl/physx-js-webidl.wasm'));
  const { process } = globalThis;
  const hadWindow = 'window' in globalThis;
  let Px;
  try {
    globalThis.process = undefined;
    globalThis.window ??= globalThis;
    Px = await openPhysx({ wasmBinary });
  } finally {
    globalThis.process = process;
    if (!hadWindow) delete globalThis.window;
  }
  const foundation = Px.CreateFoundation(Px.PHYSICS_VERSION, new Px.PxDefaultAllocator(), new Px.PxDefaultErrorCallback());
  const scale = new Px.PxTolerancesScale();
  Px.CreatePhysics(Px.PHYSICS_VERSION, foundation, scale);

  return [
    {
      name: 'physx',
      open(corners, _faces, reach) {
        if (corners.length / 3 > 255) return 'its hulls have at most 255 corners';
        const points = new Px.PxArray_PxVec3(corners.length / 3);
        for (let v = 0; v < corners.length / 3; v++) points.set(v, new Px.PxVec3(corners[3 * v], corners[3 * v + 1], corners[3 * v + 2]));
        const desc = new Px.PxConvexMeshDesc();
        desc.flags = new Px.PxConvexFlags(Px.PxConvexFlagEnum.eCOMPUTE_CONVEX);
        desc.points.count = corners.length / 3;
        desc.points.stride = 12;
        desc.points.data = points.begin();
        const mesh = Px.CreateConvexMesh(new Px.PxCookingParams(scale), desc);
        if (mesh.getNbVertices() !== corners.length / 3) return `its hull has ${mesh.getNbVertices()} corners`;
        const supports = [0, 1].map(() => new Px.ConvexGeomSupport(new Px.PxConvexMeshGeometry(mesh)));
        const poseA = new Px.PxTransform(Px.PxIDENTITYEnum.PxIdentity);
        const poseB = new Px.PxTransform(Px.PxIDENTITYEnum.PxIdentity);
        const place = poseB.p;
        const turn = poseB.q;
        // The class has no constructor in JavaScript; it is a plain struct: 64 contacts or 256 of 64 bytes each, and a
        // count.
        const buffer = Px.wrapPointer(Px._webidl_malloc(65 * 256), Px.PxContactBuffer);
        return (answer, poses, p) => {
          const i = 7 * p;
          place.x = poses[i];
          place.y = poses[i + 1];
          place.z = poses[i + 2];
          turn.x = poses[i + 3];
          turn.y = poses[i + 4];
          turn.z = poses[i + 5];
          turn.w = poses[i + 6];
          buffer.reset();
          noContact(answer);
          // The tolerance is its own default, 0.0001 of a length of 1... the tolerance length.
          if (!Px.PxGjkQueryExt.prototype.generateContacts(supports[0], supports[1], poseA, poseB, reach, 1, buffer)) return;
          answer.points = buffer.count;
          for (let k = 0; k < buffer.count; k++) {
            const contact = buffer.get_contacts(k);
            if (!(contact.separation >= answer.gap)) answer.gap = contact.separation;
            // Its normals point from B to A.
            if (k === 0) setNormal(answer, -contact.normal.x, -contact.normal.y, -contact.normal.z);
          }
        };
      },
    },
  ];
}
