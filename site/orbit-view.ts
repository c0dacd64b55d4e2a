/// <reference lib="dom" />
/** A scene of WebGL that is seen from a point on a sphere about a target, drawn on demand. */
import { AmbientLight, DirectionalLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';

/** What differs between pictures. */
export interface OrbitOptions {
  /** Strength of the light from all sides. */
  ambient: number;
  /** How far the picture reaches, over the distance of the target. */
  far: number;
  /** Lowest angle of the camera above the horizon, in radians. */
  lowest: number;
}

export interface OrbitView {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  /** Angles of the camera about the z axis and above the horizon, in radians; its distance from the target. */
  readonly view: { angle: number; height: number; distance: number; readonly target: Vector3 };
  /** Draws before the next picture of the screen. */
  readonly ask: () => void;
  readonly draw: () => void;
  /** Turns the camera by a way of the pointer, in pixels. */
  readonly orbit: (dx: number, dy: number) => void;
  readonly close: () => void;
}

/** Throws when the browser has no WebGL 2. */
export function createOrbitView(canvas: HTMLCanvasElement, { ambient, far, lowest }: OrbitOptions): OrbitView {
  const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(35, 1);
  camera.up.set(0, 0, 1);
  const sun = new DirectionalLight(0xffffff, 2);
  scene.add(new AmbientLight(0xffffff, ambient), sun, sun.target);
  const view = { angle: 0, height: 0, distance: 1, target: new Vector3() };
  let isAsked = false;

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
    camera.far = far * view.distance;
    camera.updateProjectionMatrix();
    const flat = Math.cos(view.height) * view.distance;
    camera.position.set(Math.cos(view.angle) * flat, Math.sin(view.angle) * flat, Math.sin(view.height) * view.distance).add(view.target);
    camera.lookAt(view.target);
    sun.position.copy(camera.position).add(new Vector3(0, 0, view.distance));
    sun.target.position.copy(view.target);
    renderer.render(scene, camera);
  }

  const observer = new ResizeObserver(ask);
  observer.observe(canvas);
  return {
    renderer,
    scene,
    camera,
    view,
    ask,
    draw,
    orbit: (dx, dy) => {
      view.angle -= 0.008 * dx;
      view.height = Math.max(lowest, Math.min(1.5, view.height + 0.008 * dy));
      ask();
    },
    close: () => {
      observer.disconnect();
      renderer.dispose();
    },
  };
}
