/** The program of the bodies. Colours are those of the page's theme; lengths are in units of the scene's extent. */
import { DoubleSide, FrontSide, GLSL3, ShaderMaterial, type IUniform } from 'three';
import { fade, shared } from './shared-uniforms';

const reading = `
uniform highp sampler2D bodies;
uniform highp sampler2D shapes;
vec4 texel(highp sampler2D table, int k) {
  return texelFetch(table, ivec2(k & 1023, k >> 10), 0);
}
vec3 turned(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}`;

/** Brightness of a surface with the normal n as the eye sees it. */
const light = `
float light(vec3 n) {
  return min(1.08, 0.46 + 0.42 * max(0.0, dot(n, vec3(-0.352, 0.754, 0.553))) + 0.24 * max(0.0, n.z));
}`;

/**
 * Bodies: light at the corners, dark lines along edges, the cut of a slice in a flat tone. What a picture costs in
 * software is mostly work on triangles and pixels, so few values go from the corners to the pixels.
 */
export function bodyMaterial(uniforms: Record<string, IUniform>, sliced: boolean): ShaderMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    side: sliced ? DoubleSide : FrontSide,
    defines: sliced ? { SLICED: '' } : {},
    uniforms: { ...shared, ...uniforms },
    vertexShader: `
${fade}
${light}
${reading}
uniform int stride;
uniform float opacity;
out vec3 shade;
out vec3 toEdge;
#ifdef SLICED
out vec3 world;
flat out vec3 inside;
#endif
void main() {
  int body = gl_VertexID / stride;
  vec4 place = texel(bodies, 3 * body);
  vec4 turn = texel(bodies, 3 * body + 1);
  vec4 tint = texel(bodies, 3 * body + 2);
  int corner = 2 * (int(tint.w) + gl_VertexID - body * stride);
  vec4 local = texel(shapes, corner);
  vec3 at = place.xyz + place.w * turned(turn, local.xyz);
  vec3 n = mat3(viewMatrix) * turned(turn, texel(shapes, corner + 1).xyz);
  vec4 eye = viewMatrix * vec4(at, 1.0);
  shade = onStage(tint.rgb * light(n), -eye.z, opacity);
  int mark = int(local.w);
  for (int k = 0; k < 3; k++) toEdge[k] = (mark & (4 << k)) == 0 || (mark & 3) == k ? 1.0 : 0.0;
#ifdef SLICED
  world = at;
  inside = onStage(0.8 * tint.rgb, -eye.z, opacity);
#endif
  gl_Position = projectionMatrix * eye;
}`,
    fragmentShader: `
in vec3 shade;
in vec3 toEdge;
#ifdef SLICED
uniform vec4 slice;
in vec3 world;
flat in vec3 inside;
#endif
uniform vec3 outline;
uniform float ratio;
out vec4 colour;
void main() {
#ifdef SLICED
  if (dot(slice.xyz, world) > slice.w) discard;
  if (!gl_FrontFacing) {
    colour = vec4(inside, 1.0);
    return;
  }
#endif
  vec3 pixels = toEdge / max(fwidth(toEdge), vec3(1e-6));
  float nearest = min(min(pixels.x, pixels.y), pixels.z) / ratio;
  colour = vec4(mix(shade, outline, 0.7 * clamp(1.2 - 1.3 * nearest, 0.0, 1.0)), 1.0);
}`,
  });
}

/** How much of the outline's colour a body of a few pixels has. */
const EDGES = 0.45;

/** Bodies of a few pixels: squares that face the eye with a ball in them, as dark as edges make the body. */
export function ballMaterial(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    uniforms: { ...shared, ...uniforms },
    vertexShader: `
${fade}
${reading}
uniform vec3 outline;
uniform float focal;
flat out vec3 tint;
void main() {
  vec4 place = texel(bodies, 3 * gl_VertexID);
  vec4 paint = texel(bodies, 3 * gl_VertexID + 2);
  int corner = 2 * int(paint.w);
  vec4 eye = viewMatrix * vec4(place.xyz, 1.0);
  bool edges = texel(shapes, corner).w >= 4.0;
  tint = onStage(mix(paint.rgb, outline, edges ? ${EDGES} : 0.0), -eye.z, 1.0);
  gl_PointSize = 2.0 * focal * place.w * texel(shapes, corner + 1).w / -eye.z;
  gl_Position = projectionMatrix * eye;
}`,
    fragmentShader: `
${light}
flat in vec3 tint;
out vec4 colour;
void main() {
  vec2 at = 2.0 * gl_PointCoord - 1.0;
  float square = dot(at, at);
  if (square > 1.0) discard;
  colour = vec4(tint * light(vec3(at.x, -at.y, sqrt(1.0 - square))), 1.0);
}`,
  });
}
