/// <reference lib="dom" />
/** A pour in space, by WebGL: one instanced mesh for each shape. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  EdgesGeometry,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from 'three';
import { createOrbitView } from '../orbit-view';
import { colourOf, type Stage } from './draw';
import type { Frame, Scene } from './messages';

export function createStage3d(canvas: HTMLCanvasElement): Stage {
  const { renderer, scene, view, ask, draw, orbit, close } = createOrbitView(canvas, { ambient: 1.2, far: 10, lowest: -0.2 });
  Object.assign(view, { angle: -1, height: 0.35 });
  let meshes: InstancedMesh[] = [];
  let frameLines: LineSegments | undefined;
  /** Mesh and row of each body. */
  let places: { mesh: InstancedMesh; row: number }[] = [];
  let lineColour = 0x6b7280;

  function clear(): void {
    for (const mesh of meshes) {
      scene.remove(mesh);
      mesh.geometry.dispose();
      (mesh.material as MeshLambertMaterial).dispose();
      mesh.dispose();
    }
    if (frameLines) {
      scene.remove(frameLines);
      frameLines.geometry.dispose();
    }
    meshes = [];
  }

  function showScene({ shapes, shapeIndex, width, height }: Scene): void {
    clear();
    const counts = shapes.map(() => 0);
    const rows = Array.from(shapeIndex, (s) => counts[s]++);
    meshes = shapes.map(({ vertices, triangles }, s) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute(
        'position',
        new BufferAttribute(Float32Array.from(triangles.flatMap((v) => [...vertices.subarray(3 * v, 3 * v + 3)])), 3),
      );
      geometry.computeVertexNormals();
      const mesh = new InstancedMesh(geometry, new MeshLambertMaterial({ flatShading: true }), counts[s]);
      mesh.frustumCulled = false;
      scene.add(mesh);
      return mesh;
    });
    places = Array.from(shapeIndex, (s, b) => ({ mesh: meshes[s], row: rows[b] }));
    const box = new BoxGeometry(width, width, 0.6 * height);
    frameLines = new LineSegments(new EdgesGeometry(box), new LineBasicMaterial({ color: lineColour }));
    frameLines.position.z = 0.3 * height;
    box.dispose();
    scene.add(frameLines);
    view.target.set(0, 0, 0.42 * height);
    view.distance = 2.1 * Math.max(height, width);
  }

  const matrix = new Matrix4();
  const place = new Vector3();
  const turn = new Quaternion();
  const one = new Vector3(1, 1, 1);
  const colour = new Color();
  return {
    showScene,
    showFrame: ({ positions, rotations, speeds }: Frame) => {
      places.forEach(({ mesh, row }, b) => {
        matrix.compose(place.fromArray(positions, 3 * b), turn.fromArray(rotations, 4 * b), one);
        mesh.setMatrixAt(row, matrix);
        mesh.setColorAt(row, colour.setRGB(...colourOf(speeds[b])));
      });
      for (const mesh of meshes) {
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
      // Now, so that the worker sends the next frame after this one is seen.
      draw();
    },
    setDark: (isDark) => {
      lineColour = isDark ? 0xd1d5db : 0x4b5563;
      renderer.setClearColor(isDark ? 0x1b1b1f : 0xffffff);
      if (frameLines) (frameLines.material as LineBasicMaterial).color.set(lineColour);
      ask();
    },
    orbit,
    zoom: (factor) => {
      view.distance *= factor;
      ask();
    },
    close: () => {
      clear();
      close();
    },
  };
}
