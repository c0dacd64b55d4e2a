/** The canvas with its WebGL 2 renderer: what is drawn for a camera, a theme and a slice. */
import { LinearSRGBColorSpace, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { cameraView, type Camera, type View } from './camera';
import type { Model } from './model';
import type { Slice } from './pick';
import { shared } from './shared-uniforms';

export interface Stage {
  canvas: HTMLCanvasElement;
  renderer: WebGLRenderer;
  scene: Scene;
  eye: PerspectiveCamera;
  /** Whether the browser draws without a graphics card. */
  software: boolean;
}

/** Null where the browser has no WebGL 2. */
export function createStage(canvas: HTMLCanvasElement): Stage | null {
  const software = drawsInSoftware();
  // Software pays for each sample; a still picture of twice the pixels each way is as smooth.
  const context = canvas.getContext('webgl2', { alpha: false, antialias: !software });
  if (context === null) return null;
  const renderer = new WebGLRenderer({ canvas, context });
  // Colours of the theme go to the screen as they are.
  renderer.outputColorSpace = LinearSRGBColorSpace;
  return { canvas, renderer, scene: new Scene(), eye: new PerspectiveCamera(), software };
}

function drawsInSoftware(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2');
  const name = probe?.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(probe?.getParameter(name ? name.UNMASKED_RENDERER_WEBGL : 0x1f01));
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);
}

/** Pixels that the largest picture has. */
const MOST_PIXELS = 6e6;

/**
 * Draws the scene with a share of its pixels, each way, and returns the view in CSS pixels; null where the canvas has no
 * room.
 */
export function drawStage(stage: Stage, model: Model, camera: Camera, slice: Slice | null, share: number): View | null {
  const { canvas, renderer, eye } = stage;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (width < 2 || height < 2) return null;
  const ratio = Math.min(share * window.devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
  if (renderer.getPixelRatio() !== ratio) renderer.setPixelRatio(ratio);
  if (canvas.width !== Math.floor(width * ratio) || canvas.height !== Math.floor(height * ratio)) renderer.setSize(width, height, false);
  const view = cameraView(camera, width, height);
  const { centre, extent } = model;
  const distance = camera.distance / extent;
  eye.fov = (360 / Math.PI) * Math.atan(height / (2 * view.focal));
  eye.aspect = width / height;
  eye.near = Math.max(0.01 * distance, distance - 4);
  eye.far = distance + 8;
  eye.updateProjectionMatrix();
  eye.position.fromArray(view.eye.map((x, k) => (x - centre[k]) / extent));
  eye.up.fromArray(view.up);
  eye.lookAt(new Vector3().fromArray(camera.target.map((x, k) => (x - centre[k]) / extent)));
  shared.focal.value = view.focal * ratio;
  shared.size.value.set(canvas.width, canvas.height);
  shared.ratio.value = ratio;
  shared.fog.value.set(distance - 1, distance + 1.4);
  if (slice) {
    const shift = slice.normal.reduce((sum, n, k) => sum + n * centre[k], 0);
    shared.slice.value.set(slice.normal[0], slice.normal[1], slice.normal[2], (slice.offset - shift) / extent);
  } else shared.slice.value.set(0, 0, 0, 1);
  renderer.setClearColor(shared.background.value, 1);
  renderer.render(stage.scene, eye);
  return view;
}

/** Unit vector from the eye through a point of the picture, in CSS pixels. */
export function rayThrough(view: View, x: number, y: number): number[] {
  const across = (x - view.width / 2) / view.focal;
  const rise = (view.height / 2 - y) / view.focal;
  const way = view.forward.map((f, k) => f + across * view.right[k] + rise * view.up[k]);
  const length = Math.hypot(...way);
  return way.map((w) => w / length);
}

/** Place of a point of the scene in the picture, in CSS pixels, and its distance along the view. */
export function projected(view: View, p: readonly number[]): { x: number; y: number; depth: number } {
  const along = (axis: readonly number[]): number => axis.reduce((sum, a, k) => sum + a * (p[k] - view.eye[k]), 0);
  const depth = along(view.forward);
  const scale = view.focal / depth;
  return { x: view.width / 2 + scale * along(view.right), y: view.height / 2 - scale * along(view.up), depth };
}
