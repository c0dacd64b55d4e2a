/** What the programs of the picture share. Colours are those of the page's theme; lengths are in extents of the scene. */
import { Color, Vector2, Vector4 } from 'three';

export const shared = {
  /** Normal and offset of the slice: points with n . p > offset are not drawn. */
  slice: { value: new Vector4(0, 0, 0, 1) },
  background: { value: new Color() },
  outline: { value: new Color() },
  /** Of the bodies, 0 .. 1: contacts behind them shine through. */
  opacity: { value: 1 },
  /** Distances from the eye between which bodies fade. */
  fog: { value: new Vector2(0, 1) },
  /** Of the picture in pixels, and pixels of a length 1 at distance 1. */
  size: { value: new Vector2(1, 1) },
  focal: { value: 1 },
  /** Pixels for each CSS pixel. */
  ratio: { value: 1 },
};

/** A colour as far away as it is, on a body of this opacity. */
export const fade = `
uniform vec3 background;
uniform vec2 fog;
vec3 onStage(vec3 colour, float distance, float opacity) {
  return mix(background, mix(colour, background, 0.5 * smoothstep(fog.x, fog.y, distance)), 0.12 + 0.88 * opacity);
}`;
