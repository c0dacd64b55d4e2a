/*
 * Orbit camera with z up. Angles in radians, lengths in the unit of the scene. The files of the viewer are modules
 * that the report joins into one inlined script (viewer-source.ts), so their top-level names must differ.
 */

const VIEW_ANGLE = (28 * Math.PI) / 180;

/** A camera that shows the sphere (centre, radius) from the front right, a little above. */
export function createCamera(centre, radius) {
  // The sphere just fits a cone of the view angle at radius / sin(angle / 2); the factor leaves room for walls.
  const distance = (1.06 * radius) / Math.sin(VIEW_ANGLE / 2);
  const home = { target: centre, azimuth: -0.95, elevation: 0.42, distance };
  return { ...home, target: [...centre], home, radius };
}

export function resetCamera(camera) {
  const { target, azimuth, elevation, distance } = camera.home;
  Object.assign(camera, { target: [...target], azimuth, elevation, distance });
}

export function turnCamera(camera, dAzimuth, dElevation) {
  camera.azimuth += dAzimuth;
  camera.elevation = Math.max(-1.55, Math.min(1.55, camera.elevation + dElevation));
}

export function zoomCamera(camera, factor) {
  camera.distance = Math.max(0.05 * camera.radius, Math.min(40 * camera.radius, camera.distance * factor));
}

/** Shifts the target by pixels of the picture, so that the point under the finger stays under it. */
export function panCamera(camera, view, dx, dy) {
  const scale = camera.distance / view.focal;
  for (let k = 0; k < 3; k++) camera.target[k] += scale * (dy * view.up[k] - dx * view.right[k]);
}

/** The projection for a picture of width x height pixels: screen x = cx + focal X / Z, y = cy - focal Y / Z. */
export function cameraView(camera, width, height) {
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
    focal: (0.5 * Math.min(width, height)) / Math.tan(VIEW_ANGLE / 2),
    cx: width / 2,
    cy: height / 2,
    width,
    height,
    near: 0.02 * camera.radius,
  };
}
