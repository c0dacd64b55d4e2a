/**
 * Programs of the contacts. Like those of the bodies they read all from a texture, TEXELS a contact: point and size;
 * normal and colour number; one end of the chain and half its width; the other end.
 */
import { DoubleSide, GLSL3, GreaterDepth, LessEqualDepth, ShaderMaterial, type IUniform } from 'three';
import { shared } from './shared-uniforms';

export const CONTACT_TEXELS = 4;
/** Colours that contacts may have. */
export const CONTACT_COLOURS = 16;

const read = `
uniform highp sampler2D contacts;
uniform vec3 colours[${CONTACT_COLOURS}];
uniform float focal;
uniform float ratio;
vec4 texel(int row, int k) {
  int t = ${CONTACT_TEXELS} * row + k;
  return texelFetch(contacts, ivec2(t & 1023, t >> 10), 0);
}`;

/** In front of the bodies, or behind them and shining through. */
function material(through: boolean, uniforms: Record<string, IUniform>, vertexShader: string, fragmentShader: string): ShaderMaterial {
  return new ShaderMaterial({
    depthFunc: through ? GreaterDepth : LessEqualDepth,
    depthWrite: !through,
    transparent: through,
    defines: through ? { ALPHA: '(1.0 - opacity)' } : { ALPHA: '1.0' },
    glslVersion: GLSL3,
    side: DoubleSide,
    uniforms: { ...shared, ...uniforms },
    vertexShader,
    fragmentShader,
  });
}

/** Contact points: a lit ball in a square that faces the eye. `radius` is that of a ball of size 1. */
export function pointMaterial(through: boolean, uniforms: Record<string, IUniform>): ShaderMaterial {
  return material(
    through,
    uniforms,
    `
${read}
uniform float radius;
flat out vec3 ball;
flat out vec3 world;
void main() {
  vec4 point = texel(gl_VertexID, 0);
  float size = radius * point.w;
  vec4 eye = viewMatrix * vec4(point.xyz, 1.0);
  world = point.xyz;
  ball = colours[int(texel(gl_VertexID, 1).w)];
  gl_PointSize = 2.0 * max(1.6 * ratio, focal * size / -eye.z);
  eye.xyz *= 1.0 - size / length(eye.xyz);
  gl_Position = projectionMatrix * eye;
}`,
    `
uniform vec4 slice;
uniform float opacity;
flat in vec3 ball;
flat in vec3 world;
out vec4 colour;
void main() {
  vec2 at = 2.0 * gl_PointCoord - 1.0;
  float square = dot(at, at);
  if (square > 1.0 || dot(slice.xyz, world) > slice.w) discard;
  vec3 n = vec3(at.x, -at.y, sqrt(1.0 - square));
  colour = vec4(ball * (0.5 + 0.55 * max(0.0, dot(n, vec3(-0.352, 0.754, 0.553)))), ALPHA);
}`,
  );
}

/**
 * Normals (`NORMALS`, lines of half length `reach`) and chains: ribbons that face the eye, at least a pixel wide, shaded
 * like cylinders.
 */
export function ribbonMaterial(through: boolean, normals: boolean, uniforms: Record<string, IUniform>): ShaderMaterial {
  const made = material(
    through,
    uniforms,
    `
${read}
uniform vec2 size;
uniform float reach;
uniform float thickness;
flat out vec3 ribbon;
flat out vec3 point;
out float across;
void main() {
  int row = gl_VertexID / 6;
  int corner = gl_VertexID - 6 * row;
  // 0 1 2, 0 2 3: the corners of a square, anticlockwise.
  corner = corner < 3 ? corner : corner == 3 ? 0 : corner - 2;
  vec4 middle = texel(row, 0);
  vec4 normal = texel(row, 1);
  point = middle.xyz;
#ifdef NORMALS
  vec3 from = point - reach * normal.xyz;
  vec3 to = point + reach * normal.xyz;
  float width = thickness * middle.w;
  ribbon = colours[int(normal.w)];
#else
  vec4 start = texel(row, 2);
  vec4 end = texel(row, 3);
  vec3 from = start.xyz;
  vec3 to = end.xyz;
  float width = start.w;
  ribbon = colours[int(end.w)];
#endif
  vec4 p = projectionMatrix * viewMatrix * vec4(from, 1.0);
  vec4 q = projectionMatrix * viewMatrix * vec4(to, 1.0);
  vec2 along = size * (q.xy / q.w - p.xy / p.w);
  vec2 aside = normalize(vec2(-along.y, along.x) + vec2(1e-6, 0.0));
  gl_Position = corner == 0 || corner == 3 ? p : q;
  across = corner < 2 ? -1.0 : 1.0;
  float pixels = max(0.5 * ratio, focal * width / gl_Position.w);
  gl_Position.xy += across * aside * pixels * 2.0 / size * gl_Position.w;
}`,
    `
uniform vec4 slice;
uniform float opacity;
flat in vec3 ribbon;
flat in vec3 point;
in float across;
out vec4 colour;
void main() {
  if (dot(slice.xyz, point) > slice.w) discard;
  colour = vec4((1.0 - 0.45 * across * across) * ribbon, ALPHA);
}`,
  );
  if (normals) made.defines = { ...made.defines, NORMALS: '' };
  return made;
}
