/**
 * A concave mesh becomes a clump: V-HACD (K. Mamou; the package `vhacd-js`) covers the mesh with convex hulls, the
 * hulls are cut into disjoint parts, and the clump gets the mass of the mesh. The mesh stands for the scan of a rock
 * and is made here. Writes the parts to out/clumps/rock.obj, one solid a part; examples/data/rock.obj is this file.
 *
 * `vhacd-js` is a development package: this example alone loads it. Its main file is given by path, because the package
 * has no entry that Node finds by name. It takes some seconds.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createClump, disjointParts, meshMass, polyhedronFromVertices, type ClumpPart } from 'dem-contact';
import { rockMesh } from '../sim/scenes/rock-mesh';
import { partsObj } from '../sim/scenes/parts-obj';

interface Mesh {
  positions: Float64Array;
  indices: Uint32Array;
}
interface Vhacd {
  ConvexMeshDecomposition: {
    create: () => Promise<{ computeConvexHulls: (mesh: Mesh, options: Record<string, number>) => Mesh[] }>;
  };
}

const { positions, triangles } = rockMesh(1, 0.05);
const mass = meshMass(positions, triangles);
const percent = (volume: number): string => `${((100 * volume) / mass.volume).toFixed(1)} %`;
console.log(`mesh: ${triangles.length / 3} triangles, its hull has ${percent(polyhedronFromVertices(positions).volume)} of its volume`);

const path: string = 'vhacd-js/lib/vhacd.js';
const { ConvexMeshDecomposition } = (await import(path)) as Vhacd;
const decomposition = await ConvexMeshDecomposition.create();
const options = { maxHulls: 8, maxVerticesPerHull: 32, voxelResolution: 20_000 };
const hulls = decomposition.computeConvexHulls({ positions, indices: triangles }, options);

const parts = hulls.map((hull): ClumpPart => ({ shape: polyhedronFromVertices(hull.positions) }));
const covered = createClump(parts);
console.log(`${parts.length} hulls: together ${percent(covered.volume)}; they share ${percent(covered.sharedVolume)}`);
const disjoint = disjointParts(parts);
const cut = createClump(disjoint);
console.log(`${disjoint.length} disjoint parts: ${percent(cut.volume)}, shared ${percent(cut.sharedVolume)}`);
const rock = createClump(disjoint, mass);
console.log(`the clump has the mass of the mesh: ${percent(rock.volume)}`);

const folder = new URL('../out/clumps/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('rock.obj', folder), partsObj(disjoint.map(({ shape, position }) => ({ shape, position: position! }))));
// mesh: 1280 triangles, its hull has 132.3 % of its volume
// 8 hulls: together 97.6 %; they share 14.5 %
// 8 disjoint parts: 96.4 %, shared 0.0 %
// the clump has the mass of the mesh: 100.0 %
