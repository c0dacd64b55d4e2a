/** Programs of the picture. Colours are those of the page's theme; lengths are in units of the scene's extent. */
import { Color, DoubleSide, GLSL3, GreaterDepth, LessEqualDepth, ShaderMaterial, Vector2, Vector4 } from 'three';

/** Values that all materials share. */
export const shared = {
  /** Normal and offset of the slice: points with n . p > offset are not drawn. */
  slice: { value: new Vector4(0, 0, 0, 1) },
  background: { value: new Color() },
  outline: { value: new Color() },
  /** Of the bodies, 0 .. 1: contacts behind them shine through. */
  opacity: { value: 0.9 },
  /** Distances from the eye between which bodies fade. */
  fog: { value: new Vector2(0, 1) },
  /** Of the picture in pixels, and pixels of a length 1 at distance 1. */
  size: { value: new Vector2(1, 1) },
  focal: { value: 1 },
  /** Pixels for each CSS pixel. */
  ratio: { value: 1 },
};

const fade = `
uniform vec4 slice;
uniform vec3 background;
uniform vec2 fog;
vec3 faded(vec3 colour, float distance) {
  return mix(colour, background, 0.5 * smoothstep(fog.x, fog.y, distance));
}`;

/** Bodies: flat light on faces, dark lines along edges, the cut of a slice in a flat tone. */
export function bodyMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    side: DoubleSide,
    uniforms: shared,
    vertexShader: `
in vec3 edge;
out vec3 toEdge;
out vec3 facing;
out vec3 world;
out vec3 seen;
out vec3 tint;
void main() {
  vec4 place = instanceMatrix * vec4(position, 1.0);
  vec4 eye = modelViewMatrix * place;
  world = place.xyz;
  seen = eye.xyz;
  facing = mat3(modelViewMatrix) * mat3(instanceMatrix) * normal;
  toEdge = edge;
  tint = instanceColor;
  gl_Position = projectionMatrix * eye;
}`,
    fragmentShader: `
${fade}
uniform vec3 outline;
uniform float opacity;
uniform float ratio;
in vec3 toEdge;
in vec3 facing;
in vec3 world;
in vec3 seen;
in vec3 tint;
out vec4 colour;
void main() {
  if (dot(slice.xyz, world) > slice.w) discard;
  vec3 shade = tint * 0.8;
  if (gl_FrontFacing) {
    vec3 n = normalize(facing);
    float key = max(0.0, dot(n, normalize(vec3(-0.35, 0.75, 0.55))));
    float fill = max(0.0, dot(n, vec3(0.0, 0.0, 1.0)));
    shade = tint * min(1.08, 0.46 + 0.42 * key + 0.24 * fill);
    vec3 pixels = toEdge / max(fwidth(toEdge), vec3(1e-6));
    float nearest = min(min(pixels.x, pixels.y), pixels.z) / ratio;
    shade = mix(shade, outline, 0.7 * (1.0 - smoothstep(0.35, 1.25, nearest)));
  }
  colour = vec4(mix(background, faded(shade, -seen.z), 0.12 + 0.88 * opacity), 1.0);
}`,
  });
}

/** In front of the bodies, or behind them and shining through. */
const pass = (through: boolean) => ({
  depthFunc: through ? GreaterDepth : LessEqualDepth,
  depthWrite: !through,
  // Both are drawn after the bodies, what shines through first.
  transparent: true,
  defines: through ? { ALPHA: '(1.0 - opacity)' } : { ALPHA: '1.0' },
});

/** Contact points: a lit ball in a square that faces the eye. */
export function pointMaterial(through: boolean): ShaderMaterial {
  return new ShaderMaterial({
    ...pass(through),
    glslVersion: GLSL3,
    uniforms: shared,
    vertexShader: `
uniform float focal;
uniform float ratio;
in vec3 tint;
in float radius;
out vec3 ball;
out vec3 world;
void main() {
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  world = position;
  ball = tint;
  gl_PointSize = 2.0 * max(1.6 * ratio, focal * radius / -eye.z);
  eye.xyz *= 1.0 - radius / length(eye.xyz);
  gl_Position = projectionMatrix * eye;
}`,
    fragmentShader: `
uniform vec4 slice;
uniform float opacity;
in vec3 ball;
in vec3 world;
out vec4 colour;
void main() {
  vec2 at = 2.0 * gl_PointCoord - 1.0;
  float square = dot(at, at);
  if (square > 1.0 || dot(slice.xyz, world) > slice.w) discard;
  vec3 n = vec3(at.x, -at.y, sqrt(1.0 - square));
  colour = vec4(ball * (0.5 + 0.55 * max(0.0, dot(n, normalize(vec3(-0.35, 0.75, 0.55))))), ALPHA);
}`,
  });
}

/** Normals and branch lines: a ribbon that faces the eye, of a width in the scene and at least a pixel. */
export function ribbonMaterial(through: boolean): ShaderMaterial {
  return new ShaderMaterial({
    ...pass(through),
    glslVersion: GLSL3,
    side: DoubleSide,
    uniforms: shared,
    vertexShader: `
uniform vec2 size;
uniform float focal;
uniform float ratio;
in vec3 from;
in vec3 to;
in vec3 anchor;
in vec3 tint;
in float width;
out vec3 ribbon;
out vec3 point;
void main() {
  vec4 p = projectionMatrix * modelViewMatrix * vec4(from, 1.0);
  vec4 q = projectionMatrix * modelViewMatrix * vec4(to, 1.0);
  vec2 along = size * (q.xy / q.w - p.xy / p.w);
  vec2 across = normalize(vec2(-along.y, along.x) + vec2(1e-6, 0.0));
  gl_Position = position.x < 0.5 ? p : q;
  float pixels = max(0.75 * ratio, 0.5 * focal * width / gl_Position.w);
  gl_Position.xy += position.y * across * pixels * 2.0 / size * gl_Position.w;
  ribbon = tint;
  point = anchor;
}`,
    fragmentShader: `
uniform vec4 slice;
uniform float opacity;
in vec3 ribbon;
in vec3 point;
out vec4 colour;
void main() {
  if (dot(slice.xyz, point) > slice.w) discard;
  colour = vec4(0.85 * ribbon, ALPHA);
}`,
  });
}
