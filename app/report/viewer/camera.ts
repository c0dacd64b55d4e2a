/** Orbit camera with z up. Angles in radians, lengths in the unit of the scene. */

const VIEW_ANGLE = (28 * Math.PI) / 180;
/** The plane is seen from so far away that the lines of sight are parallel to a tenth of a degree. */
const FLAT_ANGLE = (0.2 * Math.PI) / 180;

interface Orbit {
  target: number[];
  /** Of the eye, about z from the x axis. */
  azimuth: number;
  /** Of the eye, above the horizon. */
  elevation: number;
  distance: number;
}

export interface Camera extends Orbit {
  home: Orbit;
  /** Of the sphere that the first view shows. */
  radius: number;
  /** Of the smaller side of the picture. */
  angle: number;
}

/** Eye and axes of the picture, in the frame of the scene. */
export interface View {
  right: number[];
  up: number[];
  forward: number[];
  eye: number[];
  /** Pixels: screen x = width / 2 + focal X / Z, y = height / 2 - focal Y / Z. */
  focal: number;
  width: number;
  height: number;
}

/** A camera that shows the sphere (centre, radius) from the front right, a little above; the plane from above. */
export function createCamera(centre: readonly number[], radius: number, isFlat = false): Camera {
  const angle = isFlat ? FLAT_ANGLE : VIEW_ANGLE;
  // The sphere just fits a cone of the view angle at radius / sin(angle / 2); the factor leaves room for walls.
  const distance = (1.06 * radius) / Math.sin(angle / 2);
  const from = isFlat ? { azimuth: -Math.PI / 2, elevation: Math.PI / 2 } : { azimuth: -0.95, elevation: 0.42 };
  const home = { target: [...centre], ...from, distance };
  return { ...home, target: [...centre], home, radius, angle };
}

export function resetCamera(camera: Camera): void {
  Object.assign(camera, camera.home, { target: [...camera.home.target] });
}

export function turnCamera(camera: Camera, dAzimuth: number, dElevation: number): void {
  camera.azimuth += dAzimuth;
  camera.elevation = Math.max(-1.55, Math.min(1.55, camera.elevation + dElevation));
}

export function zoomCamera(camera: Camera, factor: number): void {
  const { distance } = camera.home;
  camera.distance = Math.max(0.0115 * distance, Math.min(9 * distance, camera.distance * factor));
}

/** Shifts the target by pixels of the picture, so that the point under the finger stays under it. */
export function panCamera(camera: Camera, view: View, dx: number, dy: number): void {
  const scale = camera.distance / view.focal;
  for (let k = 0; k < 3; k++) camera.target[k] += scale * (dy * view.up[k] - dx * view.right[k]);
}

/** The projection for a picture of width x height pixels. */
export function cameraView(camera: Camera, width: number, height: number): View {
  const ca = Math.cos(camera.azimuth);
  const sa = Math.sin(camera.azimuth);
  const ce = Math.cos(camera.elevation);
  const se = Math.sin(camera.elevation);
  const back = [ce * ca, ce * sa, se];
  return {
    right: [-sa, ca, 0],
    up: [-se * ca, -se * sa, ce],
    forward: back.map((v) => -v),
    eye: camera.target.map((v, k) => v + camera.distance * back[k]),
    focal: (0.5 * Math.min(width, height)) / Math.tan(camera.angle / 2),
    width,
    height,
  };
}
