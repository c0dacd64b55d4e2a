/*
 * Geometry pass: bodies into one layer, contacts into another. The slice keeps the points p with plane.normal . p <= plane.offset; a cut body
 * shows the polygon of its cut, with the id faceCount + body.
 */
import { MAX_CORNERS, SHADES, fillBall, fillNeedle, fillPolygon, screenX, screenY } from './raster.js';

const cutX = new Float64Array(MAX_CORNERS);
const cutY = new Float64Array(MAX_CORNERS);
const cutZ = new Float64Array(MAX_CORNERS);
const clipX = new Float64Array(MAX_CORNERS);
const clipY = new Float64Array(MAX_CORNERS);
const clipZ = new Float64Array(MAX_CORNERS);

/** Bodies that `visible[b]` names, front to back so that hidden pixels are mostly written once. */
export function drawBodies(layer, model, view, visible, plane) {
  const { bodies } = model.data;
  const { eye, forward, near } = view;
  const order = [];
  const distance = new Float64Array(model.count);
  for (let b = 0; b < model.count; b++) {
    if (!visible[b]) continue;
    let z = 0;
    for (let k = 0; k < 3; k++) z += forward[k] * (bodies.position[3 * b + k] - eye[k]);
    distance[b] = z;
    if (model.isWall[b] || z - model.radius[b] > near) order.push(b);
  }
  order.sort((p, q) => distance[p] - distance[q]);
  for (const b of order) drawBody(layer, model, view, b, plane);
}

function drawBody(layer, model, view, b, plane) {
  let side = -1;
  if (plane) {
    let d = -plane.offset;
    for (let k = 0; k < 3; k++) d += plane.normal[k] * model.data.bodies.position[3 * b + k];
    if (d > model.radius[b]) return;
    side = d < -model.radius[b] ? -1 : 0;
  }
  const { vertices, corners, cornerStart, normals, offsets } = model;
  const { eye } = view;
  let cutCount = 0;
  for (let f = model.faceStart[b]; f < model.faceStart[b + 1]; f++) {
    const facing = normals[3 * f] * eye[0] + normals[3 * f + 1] * eye[1] + normals[3 * f + 2] * eye[2] - offsets[f];
    // Faces seen from behind are needed only for the outline of the cut.
    if (facing <= 0 && side < 0) continue;
    let n = 0;
    if (side < 0) {
      for (let k = cornerStart[f]; k < cornerStart[f + 1] && n < MAX_CORNERS; k++, n++) {
        const v = 3 * corners[k];
        clipX[n] = vertices[v];
        clipY[n] = vertices[v + 1];
        clipZ[n] = vertices[v + 2];
      }
    } else {
      n = clipFace(model, f, plane);
      cutCount = collectCut(n, plane, cutCount);
    }
    if (facing > 0 && n > 2) fillFace(layer, view, n, normals[3 * f], normals[3 * f + 1], normals[3 * f + 2], offsets[f], f);
  }
  if (cutCount > 2) fillCut(layer, model, view, b, plane, cutCount);
}

/** Sutherland and Hodgman: the part of face f behind the plane, into clipX.. ; returns its number of corners. */
function clipFace(model, f, plane) {
  const { vertices, corners, cornerStart } = model;
  const [nx, ny, nz] = plane.normal;
  const start = cornerStart[f];
  const end = cornerStart[f + 1];
  let n = 0;
  for (let k = start; k < end && n < MAX_CORNERS - 1; k++) {
    const p = 3 * corners[k];
    const q = 3 * corners[k + 1 < end ? k + 1 : start];
    const dp = nx * vertices[p] + ny * vertices[p + 1] + nz * vertices[p + 2] - plane.offset;
    const dq = nx * vertices[q] + ny * vertices[q + 1] + nz * vertices[q + 2] - plane.offset;
    if (dp <= 0) {
      clipX[n] = vertices[p];
      clipY[n] = vertices[p + 1];
      clipZ[n] = vertices[p + 2];
      n++;
    }
    if (dp <= 0 !== dq <= 0) {
      const t = dp / (dp - dq);
      clipX[n] = vertices[p] + t * (vertices[q] - vertices[p]);
      clipY[n] = vertices[p + 1] + t * (vertices[q + 1] - vertices[p + 1]);
      clipZ[n] = vertices[p + 2] + t * (vertices[q + 2] - vertices[p + 2]);
      n++;
    }
  }
  return n;
}

/** Adds the corners of the clipped face that lie on the plane to the cut. */
function collectCut(n, plane, count) {
  const [nx, ny, nz] = plane.normal;
  for (let k = 0; k < n && count < MAX_CORNERS; k++) {
    if (Math.abs(nx * clipX[k] + ny * clipY[k] + nz * clipZ[k] - plane.offset) > plane.tolerance) continue;
    cutX[count] = clipX[k];
    cutY[count] = clipY[k];
    cutZ[count] = clipZ[k];
    count++;
  }
  return count;
}

/** The cut of a convex body is convex: its corners, in order of the angle about their middle. */
function fillCut(layer, model, view, b, plane, count) {
  const u = plane.u;
  const v = plane.v;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let k = 0; k < count; k++) {
    mx += cutX[k] / count;
    my += cutY[k] / count;
    mz += cutZ[k] / count;
  }
  const corners = [];
  for (let k = 0; k < count; k++) {
    const [x, y, z] = [cutX[k] - mx, cutY[k] - my, cutZ[k] - mz];
    corners.push({ k, angle: Math.atan2(v[0] * x + v[1] * y + v[2] * z, u[0] * x + u[1] * y + u[2] * z) });
  }
  corners.sort((p, q) => p.angle - q.angle);
  corners.forEach(({ k }, n) => {
    clipX[n] = cutX[k];
    clipY[n] = cutY[k];
    clipZ[n] = cutZ[k];
  });
  fillFace(layer, view, count, plane.normal[0], plane.normal[1], plane.normal[2], plane.offset, model.faceCount + b);
}

/** Projects the polygon in clipX.. that lies in the plane n . p = offset and fills it. */
function fillFace(layer, view, n, nx, ny, nz, offset, id) {
  const { right, up, forward, eye, focal, cx, cy, near } = view;
  for (let k = 0; k < n; k++) {
    const x = clipX[k] - eye[0];
    const y = clipY[k] - eye[1];
    const z = clipZ[k] - eye[2];
    const depth = forward[0] * x + forward[1] * y + forward[2] * z;
    if (depth < near) return;
    screenX[k] = cx + (focal * (right[0] * x + right[1] * y + right[2] * z)) / depth;
    screenY[k] = cy - (focal * (up[0] * x + up[1] * y + up[2] * z)) / depth;
  }
  // In camera coordinates the plane is N . (X, Y, Z) = D; with X = Z (x - cx) / focal and so on, 1 / Z is linear in x and y.
  const distance = offset - nx * eye[0] - ny * eye[1] - nz * eye[2];
  const a = (nx * right[0] + ny * right[1] + nz * right[2]) / (focal * distance);
  const b = -(nx * up[0] + ny * up[1] + nz * up[2]) / (focal * distance);
  const c = (nx * forward[0] + ny * forward[1] + nz * forward[2]) / distance - a * cx - b * cy;
  layer.slopes[2 * id] = a;
  layer.slopes[2 * id + 1] = b;
  fillPolygon(layer, view.width, view.height, n, a, b, c, id);
}

const end0 = new Float64Array(3);
const end1 = new Float64Array(3);

/** Projects a point into out: screen x, y and w; w is 0 behind the near plane. */
function project(out, view, x, y, z) {
  const { right, up, forward, eye } = view;
  const dx = x - eye[0];
  const dy = y - eye[1];
  const dz = z - eye[2];
  const depth = forward[0] * dx + forward[1] * dy + forward[2] * dz;
  out[2] = depth > view.near ? 1 / depth : 0;
  out[0] = view.cx + view.focal * (right[0] * dx + right[1] * dy + right[2] * dz) * out[2];
  out[1] = view.cy - view.focal * (up[0] * dx + up[1] * dy + up[2] * dz) * out[2];
}

/**
 * Contacts that `visible[c]` names: a ball at the contact point, a needle along the normal, a line between the body centres (to the contact
 * point where a body is a wall). `grow` makes the contacts of the selection larger.
 */
export function drawContacts(layer, model, view, visible, grow, show, plane) {
  const { bodies, contacts } = model.data;
  const { width, height, focal } = view;
  const ball = 0.085 * model.meanRadius;
  const needle = 0.42 * model.meanRadius;
  for (let c = 0; c < contacts.a.length; c++) {
    if (!visible[c]) continue;
    const [x, y, z] = [contacts.point[3 * c], contacts.point[3 * c + 1], contacts.point[3 * c + 2]];
    if (plane && plane.normal[0] * x + plane.normal[1] * y + plane.normal[2] * z > plane.offset) continue;
    const size = grow && grow[c] ? 1.7 : 1;
    project(end0, view, x, y, z);
    const w = end0[2];
    if (w === 0) continue;
    const thickness = size * Math.max(1.2 * show.pixel, 0.055 * model.meanRadius * focal * w);
    if (show.points) {
      const radius = size * ball;
      fillBall(layer, width, height, end0[0], end0[1], Math.max(1.6 * show.pixel, radius * focal * w), w, radius * w, c);
    }
    if (show.normals) {
      const [nx, ny, nz] = [contacts.normal[3 * c] * needle, contacts.normal[3 * c + 1] * needle, contacts.normal[3 * c + 2] * needle];
      project(end0, view, x - nx, y - ny, z - nz);
      project(end1, view, x + nx, y + ny, z + nz);
      if (end0[2] > 0 && end1[2] > 0) fillNeedle(layer, width, height, ...end0, ...end1, thickness, c, SHADES - 3);
    }
    if (show.network) {
      for (const [body, end] of [
        [contacts.a[c], end0],
        [contacts.b[c], end1],
      ]) {
        if (model.isWall[body]) project(end, view, x, y, z);
        else project(end, view, bodies.position[3 * body], bodies.position[3 * body + 1], bodies.position[3 * body + 2]);
      }
      if (end0[2] > 0 && end1[2] > 0) fillNeedle(layer, width, height, ...end0, ...end1, thickness, c, SHADES - 4);
    }
  }
}
