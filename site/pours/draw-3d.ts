/// <reference lib="dom" />
/** A pour in space, by WebGL: one instanced mesh for each shape. */
import {
  AmbientLight,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  EdgesGeometry,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshLambertMaterial,
  PerspectiveCamera,
  Quaternion,
  Scene as ThreeScene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { colourOf, type Stage } from './draw';
import type { Frame, Scene } from './messages';

export function createStage3d(canvas: HTMLCanvasElement): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  const world = new ThreeScene();
  const camera = new PerspectiveCamera(35, 1, 0.01, 100);
  const sun = new DirectionalLight(0xffffff, 2);
  world.add(new AmbientLight(0xffffff, 1.2), sun, sun.target);
  const view = { angle: -1, height: 0.35, distance: 1 };
  const target = new Vector3();
  let meshes: InstancedMesh[] = [];
  let frameLines: LineSegments | undefined;
  /** Mesh and row of each body. */
  let places: { mesh: InstancedMesh; row: number }[] = [];
  let lineColour = 0x6b7280;
  let isAsked = false;
  const observer = new ResizeObserver(ask);
  observer.observe(canvas);

  function ask(): void {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(draw);
  }

  function draw(): void {
    isAsked = false;
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setPixelRatio(Math.min(2, globalThis.devicePixelRatio));
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.near = 0.01 * view.distance;
    camera.far = 10 * view.distance;
    camera.updateProjectionMatrix();
    camera.up.set(0, 0, 1);
    const flat = Math.cos(view.height) * view.distance;
    camera.position.set(Math.cos(view.angle) * flat, Math.sin(view.angle) * flat, Math.sin(view.height) * view.distance).add(target);
    camera.lookAt(target);
    sun.position.copy(camera.position).add(new Vector3(0, 0, view.distance));
    sun.target.position.copy(target);
    renderer.render(world, camera);
  }

  function clear(): void {
    for (const mesh of meshes) {
      world.remove(mesh);
      mesh.geometry.dispose();
      (mesh.material as MeshLambertMaterial).dispose();
      mesh.dispose();
    }
    if (frameLines) {
      world.remove(frameLines);
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
      world.add(mesh);
      return mesh;
    });
    places = Array.from(shapeIndex, (s, b) => ({ mesh: meshes[s], row: rows[b] }));
    const box = new BoxGeometry(width, width, 0.6 * height);
    frameLines = new LineSegments(new EdgesGeometry(box), new LineBasicMaterial({ color: lineColour }));
    frameLines.position.z = 0.3 * height;
    box.dispose();
    world.add(frameLines);
    target.set(0, 0, 0.42 * height);
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
    orbit: (dx, dy) => {
      view.angle -= 0.008 * dx;
      view.height = Math.max(-0.2, Math.min(1.5, view.height + 0.008 * dy));
      ask();
    },
    zoom: (factor) => {
      view.distance *= factor;
      ask();
    },
    close: () => {
      observer.disconnect();
      clear();
      renderer.dispose();
    },
  };
}
