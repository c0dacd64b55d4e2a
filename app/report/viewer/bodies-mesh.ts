/** Bodies as one instanced mesh for each shape: places, colours and which of them are drawn. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, type Scene } from 'three';
import type { ShapeData } from '../report-data';
import { faceNormal, rotationOf, type Model } from './model';
import { bodyMaterial } from './shaders';

export interface BodiesMesh {
  meshes: InstancedMesh[];
  /** Row of each body among the instances of its shape. */
  row: Int32Array;
}

export function createBodiesMesh(model: Model, scene: Scene): BodiesMesh {
  const { shapes, bodies } = model.data;
  const counts = new Int32Array(shapes.length);
  const row = Int32Array.from(bodies.shape, (s) => counts[s]++);
  const material = bodyMaterial();
  const meshes = shapes.map((shape, s) => {
    const mesh = new InstancedMesh(shapeGeometry(shape), material, counts[s]);
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * counts[s]), 3);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    // Instances lie anywhere in the scene: the box of the shape says nothing of them.
    mesh.frustumCulled = false;
    scene.add(mesh);
    return mesh;
  });
  return { meshes, row };
}

/**
 * Triangles of the faces. `edge` has a component for each side of a triangle: 0 on it and 1 at the corner opposite,
 * or 1 everywhere where the side is no edge of the solid. Rounded solids have smooth normals and no edges.
 */
export function shapeGeometry({ vertices, faces, rounded }: ShapeData): BufferGeometry {
  const smooth = new Float64Array(vertices.length);
  const normals = faces.map((face) => faceNormal(vertices, face));
  faces.forEach((face, f) => {
    for (const v of face) for (let k = 0; k < 3; k++) smooth[3 * v + k] += normals[f][k];
  });
  const position: number[] = [];
  const normal: number[] = [];
  const edge: number[] = [];
  faces.forEach((face, f) => {
    for (let k = 1; k < face.length - 1; k++) {
      // Opposite of each corner: the side between the two others.
      const outer = [true, k === face.length - 2, k === 1].map((real) => real && !rounded);
      [face[0], face[k], face[k + 1]].forEach((v, corner) => {
        const n = rounded ? Array.from(smooth.subarray(3 * v, 3 * v + 3)) : normals[f];
        const length = Math.hypot(...n) || 1;
        for (let i = 0; i < 3; i++) {
          position.push(vertices[3 * v + i]);
          normal.push(n[i] / length);
          edge.push(!outer[i] || i === corner ? 1 : 0);
        }
      });
    }
  });
  const geometry = new BufferGeometry();
  for (const [name, values] of Object.entries({ position, normal, edge }))
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(values), 3));
  return geometry;
}

/** Writes the poses of the bodies that are visible; the others shrink to nothing. */
export function placeBodies({ meshes, row }: BodiesMesh, model: Model, visible: Uint8Array): void {
  const { bodies } = model.data;
  const { centre, extent } = model;
  for (let b = 0; b < model.count; b++) {
    const matrix = meshes[bodies.shape[b]].instanceMatrix.array;
    const at = 16 * row[b];
    if (!visible[b]) {
      matrix.fill(0, at, at + 16);
      continue;
    }
    const r = rotationOf(bodies.orientation, 4 * b);
    const scale = bodies.scale[b] / extent;
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 3; c++) matrix[at + 4 * c + k] = scale * r[3 * k + c];
      matrix[at + 12 + k] = (bodies.position[3 * b + k] - centre[k]) / extent;
    }
    matrix[at + 15] = 1;
  }
  for (const mesh of meshes) mesh.instanceMatrix.needsUpdate = true;
}

/** Colours of all bodies, 3 numbers 0 .. 1 a body. */
export function paintBodies({ meshes, row }: BodiesMesh, model: Model, colours: Float32Array): void {
  model.data.bodies.shape.forEach((s, b) => {
    meshes[s].instanceColor?.array.set(colours.subarray(3 * b, 3 * b + 3), 3 * row[b]);
  });
  for (const { instanceColor } of meshes) if (instanceColor) instanceColor.needsUpdate = true;
}
