/*
 * The embedded scene turned into flat arrays in world coordinates: what the rasteriser reads. Faces are numbered through the whole
 * scene; body b has faces faceStart[b] .. faceStart[b + 1] - 1. Face ids from faceCount on stand for the cut of a body by the slice.
 */

export function createModel(data) {
  const { shapes, bodies } = data;
  const count = bodies.shape.length;
  const vertexStart = new Int32Array(count + 1);
  const faceStart = new Int32Array(count + 1);
  let corners = 0;
  for (let b = 0; b < count; b++) {
    const shape = shapes[bodies.shape[b]];
    vertexStart[b + 1] = vertexStart[b] + shape.vertices.length / 3;
    faceStart[b + 1] = faceStart[b] + shape.faces.length;
    for (const face of shape.faces) corners += face.length;
  }
  const faceCount = faceStart[count];
  const model = {
    data,
    count,
    vertexStart,
    faceStart,
    faceCount,
    vertices: new Float64Array(3 * vertexStart[count]),
    cornerStart: new Int32Array(faceCount + 1),
    corners: new Int32Array(corners),
    normals: new Float64Array(3 * faceCount),
    offsets: new Float64Array(faceCount),
    bodyOfFace: new Int32Array(faceCount + count),
    radius: new Float64Array(count),
    isWall: new Uint8Array(count),
    contactsOf: Array.from({ length: count }, () => []),
    closed: new Int32Array(count),
    innerFace: new Int32Array(count).fill(-1),
  };
  for (const b of bodies.walls) model.isWall[b] = 1;
  for (let b = 0; b < count; b++) placeBody(model, b);
  for (let b = 0; b < count; b++) model.bodyOfFace[faceCount + b] = b;
  const { contacts, classes } = data;
  for (let c = 0; c < contacts.a.length; c++) {
    for (const b of [contacts.a[c], contacts.b[c]]) {
      model.contactsOf[b].push(c);
      if (classes[contacts.gapClass[c]].closed) model.closed[b]++;
    }
  }
  Object.assign(model, boundsOf(model));
  for (const b of bodies.walls) model.innerFace[b] = innerFaceOf(model, b);
  return model;
}

/** Places the first `count` bodies anew after their poses have changed. */
export function moveBodies(model, count) {
  for (let b = 0; b < count; b++) placeBody(model, b);
}

/** Vertices, face planes and bounding radius of one body in the world. */
function placeBody(model, b) {
  const { shapes, bodies } = model.data;
  const shape = shapes[bodies.shape[b]];
  const scale = bodies.scale[b];
  const r = rotationOf(bodies.orientation, 4 * b);
  const t = bodies.position;
  const first = model.vertexStart[b];
  for (let v = 0; v < shape.vertices.length; v += 3) {
    const x = scale * shape.vertices[v];
    const y = scale * shape.vertices[v + 1];
    const z = scale * shape.vertices[v + 2];
    model.radius[b] = Math.max(model.radius[b], Math.sqrt(x * x + y * y + z * z));
    for (let k = 0; k < 3; k++) model.vertices[3 * first + v + k] = r[3 * k] * x + r[3 * k + 1] * y + r[3 * k + 2] * z + t[3 * b + k];
  }
  let f = model.faceStart[b];
  for (const face of shape.faces) {
    const start = model.cornerStart[f];
    for (let k = 0; k < face.length; k++) model.corners[start + k] = first + face[k];
    model.cornerStart[f + 1] = start + face.length;
    model.bodyOfFace[f] = b;
    placeFace(model, f);
    f++;
  }
}

/** Plane of a face by Newell's sum, which any polygon with area survives. */
function placeFace(model, f) {
  const { vertices, corners, cornerStart, normals, offsets } = model;
  const start = cornerStart[f];
  const end = cornerStart[f + 1];
  const n = [0, 0, 0];
  const middle = [0, 0, 0];
  const origin = 3 * corners[start];
  for (let k = start; k < end; k++) {
    const p = 3 * corners[k];
    const q = 3 * corners[k + 1 < end ? k + 1 : start];
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const l = (i + 2) % 3;
      const pj = vertices[p + j] - vertices[origin + j];
      const ql = vertices[q + l] - vertices[origin + l];
      const pl = vertices[p + l] - vertices[origin + l];
      const qj = vertices[q + j] - vertices[origin + j];
      n[i] += pj * ql - pl * qj;
      middle[i] += vertices[p + i] / (end - start);
    }
  }
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) || 1;
  offsets[f] = 0;
  for (let i = 0; i < 3; i++) {
    normals[3 * f + i] = n[i] / length;
    offsets[f] += (n[i] / length) * middle[i];
  }
}

function rotationOf(q, i) {
  const [x, y, z, w] = [q[i], q[i + 1], q[i + 2], q[i + 3]];
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - w * z),
    s * (x * z + w * y),
    s * (x * y + w * z),
    1 - s * (x * x + z * z),
    s * (y * z - w * x),
    s * (x * z - w * y),
    s * (y * z + w * x),
    1 - s * (x * x + y * y),
  ];
}

/** Box, middle and radius of what is not wall (or of all, where all is), and the mean radius of a particle. */
function boundsOf(model) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const onlyWalls = model.data.bodies.walls.length === model.count;
  let sum = 0;
  let particles = 0;
  for (let b = 0; b < model.count; b++) {
    if (model.isWall[b] && !onlyWalls) continue;
    sum += model.radius[b];
    particles++;
    for (let v = model.vertexStart[b]; v < model.vertexStart[b + 1]; v++) {
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], model.vertices[3 * v + k]);
        high[k] = Math.max(high[k], model.vertices[3 * v + k]);
      }
    }
  }
  // The picture has room for where the particles come from.
  const { playback } = model.data;
  if (playback) for (let k = 0; k < 3; k++) high[k] = Math.max(high[k], playback.low[k] + 65535 * playback.step[k]);
  if (particles === 0) return { low: [-1, -1, -1], high: [1, 1, 1], centre: [0, 0, 0], extent: 2, meanRadius: 1 };
  const centre = low.map((v, k) => 0.5 * (v + high[k]));
  const extent = Math.sqrt(high.reduce((d, v, k) => d + (v - low[k]) ** 2, 0)) / 2;
  return { low, high, centre, extent: extent || 1, meanRadius: sum / particles || 1 };
}

/** A slab is thinner than this share of its bounding radius. */
const SLAB = 0.25;

/** The large face of a slab on the side of the particles it touches (of all particles, where it touches none); -1 for other bodies. */
function innerFaceOf(model, b) {
  const { data, vertices, normals, offsets, vertexStart, faceStart } = model;
  const { position } = data.bodies;
  const others = model.contactsOf[b].map((c) => (data.contacts.a[c] === b ? data.contacts.b[c] : data.contacts.a[c]));
  const inside = [0, 1, 2].map((k) => others.reduce((sum, o) => sum + position[3 * o + k] / others.length, 0));
  const towards = others.length > 0 ? inside : model.centre;
  let best = -1;
  let most = 0;
  for (let f = faceStart[b]; f < faceStart[b + 1]; f++) {
    const n = [normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]];
    let low = Infinity;
    for (let v = vertexStart[b]; v < vertexStart[b + 1]; v++) {
      low = Math.min(low, n[0] * vertices[3 * v] + n[1] * vertices[3 * v + 1] + n[2] * vertices[3 * v + 2]);
    }
    const beyond = n[0] * towards[0] + n[1] * towards[1] + n[2] * towards[2] - offsets[f];
    if (offsets[f] - low < SLAB * model.radius[b] && beyond > most) [best, most] = [f, beyond];
  }
  return best;
}
