// The certified shortest link in C++: what the same algorithm, on the same flat arrays, costs where the compiler sees everything beforehand.
//
// A translation by hand of src/body/pose.ts (pair.hpp), src/plane-links feature-link.ts and load-feature.ts, of src/shortest-link snapped-normal.ts, link-walk.ts and
// shortest-link.ts, and of the certificate of overlap (overlap-certificate.hpp): apart and overlapping, warm and cold. Left out is the exhaustive search
// for what has no proof (such a call is counted and its gap is NaN). Expressions are written in the same order, so gaps are the same bits as long as
// the compiler contracts nothing (-ffp-contract=off).
//
// Usage: shortest-link DUMP SWEEPS; bench/micro/native.ts writes the dump, builds and runs this. A sweep is one call for each pair at both poses of the
// motion. Prints the milliseconds (of processor time) of one sweep, links and faces looked at and calls handed over in the last sweep, then the gap of
// each pair.
#include <ctime>

#include "overlap-certificate.hpp"

namespace {

// ---- feature-link.ts, load-feature.ts

double link[10];
int on[2];
double vertex[3], edgeOfA[6], edgeOfB[6], normal[3], foot[3], across[3], turned[3];

void loadVertex(const Shape &shape, int v, int side, const double *pose) {
  const double x = shape.vertices[3 * v], y = shape.vertices[3 * v + 1], z = shape.vertices[3 * v + 2];
  if (side == 0) {
    vertex[0] = x;
    vertex[1] = y;
    vertex[2] = z;
  } else {
    vertex[0] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    vertex[1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    vertex[2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
}

void loadEdge(double *out, const Shape &shape, int e, int side, const double *pose) {
  const double *vertices = shape.vertices.data();
  const int p = 3 * shape.halfEdgeOrigin[2 * e], q = 3 * shape.halfEdgeOrigin[2 * e + 1];
  const double x = vertices[p], y = vertices[p + 1], z = vertices[p + 2];
  const double ux = vertices[q] - x, uy = vertices[q + 1] - y, uz = vertices[q + 2] - z;
  if (side == 0) {
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = ux;
    out[4] = uy;
    out[5] = uz;
  } else {
    for (int k = 0; k < 3; k++) {
      out[k] = pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z + pose[9 + k];
      out[3 + k] = pose[3 * k] * ux + pose[3 * k + 1] * uy + pose[3 * k + 2] * uz;
    }
  }
}

void loadNormal(const Shape &shape, int f, int side, const double *pose) {
  const double x = shape.normals[3 * f], y = shape.normals[3 * f + 1], z = shape.normals[3 * f + 2];
  if (side == 0) {
    normal[0] = x;
    normal[1] = y;
    normal[2] = z;
  } else {
    normal[0] = pose[0] * x + pose[1] * y + pose[2] * z;
    normal[1] = pose[3] * x + pose[4] * y + pose[5] * z;
    normal[2] = pose[6] * x + pose[7] * y + pose[8] * z;
  }
}

bool setLink(int side, int feature, int otherFeature) {
  const double dx = foot[0] - vertex[0], dy = foot[1] - vertex[1], dz = foot[2] - vertex[2];
  const double d = std::sqrt(dx * dx + dy * dy + dz * dz);
  if (!(d < link[6])) return false;
  const int p = 3 * side, q = 3 - p;
  for (int k = 0; k < 3; k++) {
    link[p + k] = vertex[k];
    link[q + k] = foot[k];
  }
  link[6] = d;
  on[side] = feature;
  on[1 - side] = otherFeature;
  return true;
}

void setFaceLink(const Shape &shape, int side, int f, const Shape &other, int v, const double *pose) {
  loadNormal(shape, f, side, pose);
  loadVertex(other, v, 1 - side, pose);
  const double height = link[6];
  const double sign = side == 0 ? 1 : -1;
  const int p = 3 * side, q = 3 - p;
  for (int k = 0; k < 3; k++) {
    link[p + k] = vertex[k] - height * normal[k];
    link[q + k] = vertex[k];
    link[7 + k] = sign * normal[k];
  }
  on[side] = faceFeature(f);
  on[1 - side] = vertexFeature(v);
}

void normalFromLink() {
  const double d = link[6];
  link[7] = (link[3] - link[0]) / d;
  link[8] = (link[4] - link[1]) / d;
  link[9] = (link[5] - link[2]) / d;
}

void normalAcrossEdge(const double *edge) {
  const double ux = edge[3], uy = edge[4], uz = edge[5];
  const double dx = link[3] - link[0], dy = link[4] - link[1], dz = link[5] - link[2];
  const double t = (dx * ux + dy * uy + dz * uz) / (ux * ux + uy * uy + uz * uz);
  const double x = dx - t * ux, y = dy - t * uy, z = dz - t * uz;
  const double length = std::sqrt(x * x + y * y + z * z);
  link[7] = x / length;
  link[8] = y / length;
  link[9] = z / length;
}

constexpr double kAligned = 0.02;

void normalFromEdges() {
  const double cx = across[0], cy = across[1], cz = across[2];
  const double dx = link[3] - link[0], dy = link[4] - link[1], dz = link[5] - link[2];
  const double cc = cx * cx + cy * cy + cz * cz;
  const double k = (cx * dx + cy * dy + cz * dz) / cc;
  const double x = dx - k * cx, y = dy - k * cy, z = dz - k * cz;
  if (x * x + y * y + z * z > kAligned * link[6] * link[6]) {
    normalFromLink();
    return;
  }
  const double scale = (k < 0 ? -1 : 1) / std::sqrt(cc);
  link[7] = scale * cx;
  link[8] = scale * cy;
  link[9] = scale * cz;
}

void linkVertexEdge(int side, int feature, const double *edge, const Shape &shape, int e) {
  const double ux = edge[3], uy = edge[4], uz = edge[5];
  const double along = (vertex[0] - edge[0]) * ux + (vertex[1] - edge[1]) * uy + (vertex[2] - edge[2]) * uz;
  const double uu = ux * ux + uy * uy + uz * uz;
  const bool within = along > 0 && along < uu;
  const int end = along > 0 ? 1 : 0;
  const double t = within ? along / uu : end;
  for (int k = 0; k < 3; k++) foot[k] = edge[k] + t * edge[3 + k];
  if (!setLink(side, feature, within ? edgeFeature(e) : vertexFeature(shape.halfEdgeOrigin[2 * e + end]))) return;
  if (within) normalAcrossEdge(edge);
  else normalFromLink();
}

void linkEnds(int side, const Shape &shape, int e, const double *edge, const Shape &other, int f, const double *otherEdge) {
  for (int end = 0; end < 2; end++) {
    for (int k = 0; k < 3; k++) vertex[k] = edge[k] + end * edge[3 + k];
    linkVertexEdge(side, vertexFeature(shape.halfEdgeOrigin[2 * e + end]), otherEdge, other, f);
  }
}

void linkEdges(const Shape &a, int e, const Shape &b, int f) {
  const double px = edgeOfA[0], py = edgeOfA[1], pz = edgeOfA[2];
  const double ux = edgeOfA[3], uy = edgeOfA[4], uz = edgeOfA[5];
  const double qx = edgeOfB[0], qy = edgeOfB[1], qz = edgeOfB[2];
  const double vx = edgeOfB[3], vy = edgeOfB[4], vz = edgeOfB[5];
  const double wx = qx - px, wy = qy - py, wz = qz - pz;
  const double uu = ux * ux + uy * uy + uz * uz;
  const double k = (ux * vx + uy * vy + uz * vz) / uu;
  const double cx = vx - k * ux, cy = vy - k * uy, cz = vz - k * uz;
  const double m = (wx * ux + wy * uy + wz * uz) / uu;
  const double xx = wx - m * ux, xy = wy - m * uy, xz = wz - m * uz;
  const double t = -(xx * cx + xy * cy + xz * cz) / (cx * cx + cy * cy + cz * cz);
  if (t > 0 && t < 1) {
    const double s = m + t * k;
    if (s > 0 && s < 1) {
      vertex[0] = px + s * ux;
      vertex[1] = py + s * uy;
      vertex[2] = pz + s * uz;
      foot[0] = qx + t * vx;
      foot[1] = qy + t * vy;
      foot[2] = qz + t * vz;
      if (!setLink(0, edgeFeature(e), edgeFeature(f))) return;
      across[0] = uy * cz - uz * cy;
      across[1] = uz * cx - ux * cz;
      across[2] = ux * cy - uy * cx;
      normalFromEdges();
      return;
    }
  }
  linkEnds(0, a, e, edgeOfA, b, f, edgeOfB);
  linkEnds(1, b, f, edgeOfB, a, e, edgeOfA);
}

void loadTurned(const Shape &other, int v, int side, const double *pose) {
  double x = other.vertices[3 * v], y = other.vertices[3 * v + 1], z = other.vertices[3 * v + 2];
  if (side == 0) {
    turned[0] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    turned[1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    turned[2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  } else {
    x -= pose[9];
    y -= pose[10];
    z -= pose[11];
    turned[0] = pose[0] * x + pose[3] * y + pose[6] * z;
    turned[1] = pose[1] * x + pose[4] * y + pose[7] * z;
    turned[2] = pose[2] * x + pose[5] * y + pose[8] * z;
  }
}

double leastLeft2(const Shape &shape, const Shape &other) {
  const double least = shape.tolerance + other.tolerance;
  return least * least;
}

bool isBeside(double wx, double wy, double wz, double ux, double uy, double uz) {
  const double along = ux * wx + uy * wy + uz * wz;
  return along >= 0 && along <= ux * ux + uy * uy + uz * uz;
}

void linkVertexFace(const Shape &shape, int side, int f, const Shape &other, int v, const double *pose) {
  const double *vertices = shape.vertices.data();
  const double nx = shape.normals[3 * f], ny = shape.normals[3 * f + 1], nz = shape.normals[3 * f + 2];
  loadTurned(other, v, side, pose);
  const double x = turned[0], y = turned[1], z = turned[2];
  const int first = shape.faceHalfEdge[f];
  bool inside = true;
  int h = first;
  const int o = 3 * shape.halfEdgeOrigin[first];
  double ox = vertices[o], oy = vertices[o + 1], oz = vertices[o + 2];
  const double height = nx * (x - ox) + ny * (y - oy) + nz * (z - oz);
  const double least2 = leastLeft2(shape, other);
  for (int k = 0; k < shape.vertexCount; k++) {
    const int q = 3 * shape.halfEdgeOrigin[h ^ 1];
    const double qx = vertices[q], qy = vertices[q + 1], qz = vertices[q + 2];
    const double ux = qx - ox, uy = qy - oy, uz = qz - oz;
    const double left = (ny * uz - nz * uy) * (x - ox) + (nz * ux - nx * uz) * (y - oy) + (nx * uy - ny * ux) * (z - oz);
    if (!(left > 0) || (left * left <= least2 * (ux * ux + uy * uy + uz * uz) && !isBeside(x - ox, y - oy, z - oz, ux, uy, uz))) {
      inside = false;
      double *loopEdge = side == 0 ? edgeOfA : edgeOfB;
      loadEdge(loopEdge, shape, h >> 1, side, pose);
      loadVertex(other, v, 1 - side, pose);
      linkVertexEdge(1 - side, vertexFeature(v), loopEdge, shape, h >> 1);
    }
    ox = qx;
    oy = qy;
    oz = qz;
    h = shape.halfEdgeNext[h];
    if (h == first) break;
  }
  if (!inside) return;
  link[6] = height > 0 ? height : -1;
  setFaceLink(shape, side, f, other, v, pose);
}

void linkEdgeFace(const Shape &shape, int side, int f, const Shape &other, int e, const double *pose) {
  const double *vertices = shape.vertices.data();
  const double nx = shape.normals[3 * f], ny = shape.normals[3 * f + 1], nz = shape.normals[3 * f + 2];
  const int from = other.halfEdgeOrigin[2 * e], to = other.halfEdgeOrigin[2 * e + 1];
  loadTurned(other, from, side, pose);
  const double x0 = turned[0], y0 = turned[1], z0 = turned[2];
  loadTurned(other, to, side, pose);
  const double x1 = turned[0], y1 = turned[1], z1 = turned[2];
  loadEdge(side == 0 ? edgeOfB : edgeOfA, other, e, 1 - side, pose);
  const int first = shape.faceHalfEdge[f];
  int h = first;
  int o = 3 * shape.halfEdgeOrigin[first];
  const double height0 = nx * (x0 - vertices[o]) + ny * (y0 - vertices[o + 1]) + nz * (z0 - vertices[o + 2]);
  const double height1 = nx * (x1 - vertices[o]) + ny * (y1 - vertices[o + 1]) + nz * (z1 - vertices[o + 2]);
  const bool crosses = (height0 > 0) != (height1 > 0);
  const double s = crosses ? height0 / (height0 - height1) : 0;
  bool inside0 = true, inside1 = true, insideCrossing = crosses;
  const double least2 = leastLeft2(shape, other);
  for (int k = 0; k < shape.vertexCount; k++) {
    const int q = 3 * shape.halfEdgeOrigin[h ^ 1];
    const double ox = vertices[o], oy = vertices[o + 1], oz = vertices[o + 2];
    const double ux = vertices[q] - ox, uy = vertices[q + 1] - oy, uz = vertices[q + 2] - oz;
    const double ix = ny * uz - nz * uy, iy = nz * ux - nx * uz, iz = nx * uy - ny * ux;
    const double left0 = ix * (x0 - ox) + iy * (y0 - oy) + iz * (z0 - oz);
    const double left1 = ix * (x1 - ox) + iy * (y1 - oy) + iz * (z1 - oz);
    const double uu = ux * ux + uy * uy + uz * uz;
    const bool isLeft0 = left0 > 0 && (left0 * left0 > least2 * uu || isBeside(x0 - ox, y0 - oy, z0 - oz, ux, uy, uz));
    const bool isLeft1 = left1 > 0 && (left1 * left1 > least2 * uu || isBeside(x1 - ox, y1 - oy, z1 - oz, ux, uy, uz));
    if (!isLeft0) inside0 = false;
    if (!isLeft1) inside1 = false;
    if (!(left0 + s * (left1 - left0) > 0)) insideCrossing = false;
    if (!(isLeft0 && isLeft1)) {
      loadEdge(side == 0 ? edgeOfA : edgeOfB, shape, h >> 1, side, pose);
      if (side == 0) linkEdges(shape, h >> 1, other, e);
      else linkEdges(other, e, shape, h >> 1);
    }
    o = q;
    h = shape.halfEdgeNext[h];
    if (h == first) break;
  }
  if (insideCrossing || (inside0 && !(height0 > 0)) || (inside1 && !(height1 > 0))) {
    link[6] = -1;
    return;
  }
  if (inside1 && height1 <= link[6]) {
    link[6] = height1;
    setFaceLink(shape, side, f, other, to, pose);
  }
  if (inside0 && height0 <= link[6]) {
    link[6] = height0;
    setFaceLink(shape, side, f, other, from, pose);
  }
}

void shortestToFace(const Shape &shape, int side, int f, const Shape &other, int feature, const double *pose) {
  link[6] = kInfinity;
  if (dimensionOf(feature) == 1) linkEdgeFace(shape, side, f, other, indexOf(feature), pose);
  else linkVertexFace(shape, side, f, other, indexOf(feature), pose);
}

void shortestBetween(const Shape &a, const Shape &b, const double *pose, int onA, int onB) {
  const int dimensionA = dimensionOf(onA), dimensionB = dimensionOf(onB);
  const int indexA = indexOf(onA), indexB = indexOf(onB);
  if (dimensionA == 2) return shortestToFace(a, 0, indexA, b, onB, pose);
  if (dimensionB == 2) return shortestToFace(b, 1, indexB, a, onA, pose);
  link[6] = kInfinity;
  if (dimensionA == 1) loadEdge(edgeOfA, a, indexA, 0, pose);
  if (dimensionB == 1) loadEdge(edgeOfB, b, indexB, 1, pose);
  if (dimensionA == 1 && dimensionB == 1) {
    linkEdges(a, indexA, b, indexB);
  } else if (dimensionA == 1) {
    loadVertex(b, indexB, 1, pose);
    linkVertexEdge(1, onB, edgeOfA, a, indexA);
  } else if (dimensionB == 1) {
    loadVertex(a, indexA, 0, pose);
    linkVertexEdge(0, onA, edgeOfB, b, indexB);
  } else {
    loadVertex(b, indexB, 1, pose);
    for (int k = 0; k < 3; k++) foot[k] = vertex[k];
    loadVertex(a, indexA, 0, pose);
    setLink(0, onA, onB);
    normalFromLink();
  }
}

// ---- snapped-normal.ts

double held[2][6];
int heldCount;
constexpr int kFull = 3;

bool setNormal(double x, double y, double z) {
  const double length = std::sqrt(x * x + y * y + z * z);
  const double scale = (link[7] * x + link[8] * y + link[9] * z < 0 ? -1 : 1) / length;
  link[7] = scale * x;
  link[8] = scale * y;
  link[9] = scale * z;
  return length > 0;
}

bool acrossOne() {
  const double *u = held[0];
  const double dx = link[3] - link[0], dy = link[4] - link[1], dz = link[5] - link[2];
  const double t = (dx * u[3] + dy * u[4] + dz * u[5]) / (u[3] * u[3] + u[4] * u[4] + u[5] * u[5]);
  return setNormal(dx - t * u[3], dy - t * u[4], dz - t * u[5]);
}

bool acrossBoth() {
  const double *u = held[0], *v = held[1];
  const double k = (u[3] * v[3] + u[4] * v[4] + u[5] * v[5]) / (u[3] * u[3] + u[4] * u[4] + u[5] * u[5]);
  const double x = v[3] - k * u[3], y = v[4] - k * u[4], z = v[5] - k * u[5];
  return setNormal(u[4] * z - u[5] * y, u[5] * x - u[3] * z, u[3] * y - u[4] * x);
}

bool snapNormal(const Shape &a, const Shape &b, const double *pose, int side, int feature) {
  const Shape &shape = side == 0 ? a : b;
  if (dimensionOf(feature) == 2) {
    if (heldCount == kFull) return false;
    heldCount = kFull;
    loadNormal(shape, indexOf(feature), side, pose);
    const double sign = side == 0 ? 1 : -1;
    for (int k = 0; k < 3; k++) link[7 + k] = sign * normal[k];
    return true;
  }
  if (heldCount == 0) {
    if (dimensionOf(on[0]) == 1) loadEdge(held[heldCount++], a, indexOf(on[0]), 0, pose);
    if (dimensionOf(on[1]) == 1) loadEdge(held[heldCount++], b, indexOf(on[1]), 1, pose);
  }
  if (heldCount > 1 || dimensionOf(on[0]) == 2 || dimensionOf(on[1]) == 2) return false;
  loadEdge(held[heldCount++], shape, indexOf(feature), side, pose);
  return heldCount == 1 ? acrossOne() : acrossBoth();
}

// ---- shortest-link.ts

constexpr int kMaxMoves = 64, kLevelMoves = 4;
constexpr double kLevel = 4 * kUlp, kSlack = 8 * kUlp, kSure = 2 * kUlp, kShort = 1.0 / 16, kDoubt = 4;
int next[2];
double up[3];

int farthestVertex(const Shape &shape, double x, double y, double z) {
  double best = -kInfinity;
  int at = 0;
  for (int v = 0; v < shape.vertexCount; v++) {
    const double d = shape.vertices[3 * v] * x + shape.vertices[3 * v + 1] * y + shape.vertices[3 * v + 2] * z;
    if (d > best) {
      best = d;
      at = v;
    }
  }
  return at;
}

bool isTop(const Shape &shape, double x, double y, double z) {
  const double *top = shape.vertices.data() + 3 * farthestVertex(shape, up[0], up[1], up[2]);
  return up[0] * (top[0] - x) + up[1] * (top[1] - y) + up[2] * (top[2] - z) <= shape.tolerance / kDoubt;
}

bool isExtremeEdge(const Shape &shape, int side, int e) {
  const double *vertices = shape.vertices.data();
  const double nx = up[0], ny = up[1], nz = up[2];
  const int p = 3 * shape.halfEdgeOrigin[2 * e], q = 3 * shape.halfEdgeOrigin[2 * e + 1];
  const double ux = vertices[q] - vertices[p], uy = vertices[q + 1] - vertices[p + 1], uz = vertices[q + 2] - vertices[p + 2];
  const double rx = uy * nz - uz * ny, ry = uz * nx - ux * nz, rz = ux * ny - uy * nx;
  const double length = std::sqrt(ux * ux + uy * uy + uz * uz);
  const double slack = kSlack * length;
  const double level = length < kShort * shape.radius ? -kDoubt * shape.tolerance : kSure * length;
  bool doubtful = false;
  bool extreme = std::fabs(nx * ux + ny * uy + nz * uz) <= slack;
  for (int half = 0; half < 2; half++) {
    const int face = shape.halfEdgeFace[2 * e + half];
    const double mx = shape.normals[3 * face], my = shape.normals[3 * face + 1], mz = shape.normals[3 * face + 2];
    const double rise = (half == 0 ? 1 : -1) * (mx * rx + my * ry + mz * rz);
    if (rise > level) doubtful = true;
    if (rise <= slack) continue;
    extreme = false;
    if (mx * nx + my * ny + mz * nz > 0) next[side] = faceFeature(face);
  }
  return extreme && (!doubtful || isTop(shape, vertices[p], vertices[p + 1], vertices[p + 2]));
}

bool isExtremeVertex(const Shape &shape, int side, int v) {
  const double *vertices = shape.vertices.data();
  const double nx = up[0], ny = up[1], nz = up[2];
  const double x = vertices[3 * v], y = vertices[3 * v + 1], z = vertices[3 * v + 2];
  const int start = shape.neighbourStart[v], end = shape.neighbourStart[v + 1];
  const double sunk = -kDoubt * shape.tolerance, shortest = kShort * shape.radius;
  bool doubtful = false;
  double steepest = 0;
  int at = start;
  for (int k = start; k < end; k++) {
    const int w = 3 * shape.neighbours[k];
    const double ux = vertices[w] - x, uy = vertices[w + 1] - y, uz = vertices[w + 2] - z;
    const double rise = nx * ux + ny * uy + nz * uz;
    if (rise > sunk) {
      const double uu = ux * ux + uy * uy + uz * uz;
      if (uu < shortest * shortest) doubtful = true;
      const double sine2 = (rise * rise) / uu;
      if (rise > 0 && sine2 > kSure * kSure) doubtful = true;
      if (rise > 0 && sine2 > kSlack * kSlack && sine2 > steepest) {
        steepest = sine2;
        at = k;
      }
    }
  }
  if (steepest == 0) return !doubtful || isTop(shape, x, y, z);
  int h = shape.vertexHalfEdge[v];
  for (int k = start; k < at; k++) h = shape.halfEdgeNext[h ^ 1];
  next[side] = edgeFeature(h >> 1);
  return false;
}

bool isExtreme(const Shape &shape, int side, int feature) {
  const int dimension = dimensionOf(feature);
  if (dimension == 2) return true;
  return dimension == 1 ? isExtremeEdge(shape, side, indexOf(feature)) : isExtremeVertex(shape, side, indexOf(feature));
}

int risingSide(const Shape &a, const Shape &b, const double *pose) {
  next[0] = on[0];
  next[1] = on[1];
  const double nx = link[7], ny = link[8], nz = link[9];
  up[0] = nx;
  up[1] = ny;
  up[2] = nz;
  if (!isExtreme(a, 0, on[0])) return 0;
  up[0] = -(pose[0] * nx + pose[3] * ny + pose[6] * nz);
  up[1] = -(pose[1] * nx + pose[4] * ny + pose[7] * nz);
  up[2] = -(pose[2] * nx + pose[5] * ny + pose[8] * nz);
  return isExtreme(b, 1, on[1]) ? -1 : 1;
}

bool isFeature(const Shape &shape, int feature) {
  if (feature < 0) return false;
  const int dimension = dimensionOf(feature);
  const int count = dimension == 0 ? shape.vertexCount : dimension == 1 ? shape.edgeCount : dimension == 2 ? shape.faceCount : 0;
  return indexOf(feature) < count;
}

bool recall(const Shape &a, const Shape &b, const State &state) {
  next[0] = state.features[0] - 1;
  next[1] = state.features[1] - 1;
  return isFeature(a, next[0]) && isFeature(b, next[1]) && (dimensionOf(next[0]) < 2 || dimensionOf(next[1]) < 2);
}

bool dropToNormal(double rounding) {
  const double nx = link[7], ny = link[8], nz = link[9];
  const double dx = link[3] - link[0], dy = link[4] - link[1], dz = link[5] - link[2];
  const double gap = dx * nx + dy * ny + dz * nz;
  const double x = dx - gap * nx, y = dy - gap * ny, z = dz - gap * nz;
  link[3] -= x;
  link[4] -= y;
  link[5] -= z;
  link[6] = gap;
  return gap > 0 && x * x + y * y + z * z <= rounding * rounding;
}

Status handOver(CommonPlane &out, Status status) {
  out.status = status;
  out.gap = kNaN;
  return status;
}

// ---- link-walk.ts: the walk itself

int walkLink(const Shape &a, const Shape &b, const double *pose) {
  int moves = 1;
  shortestBetween(a, b, pose, next[0], next[1]);
  double shortest = link[6] < kInfinity ? link[6] : -1;
  int level = kLevelMoves;
  const double rounding = kLevel * (a.radius + b.radius + std::fabs(pose[9]) + std::fabs(pose[10]) + std::fabs(pose[11]));
  heldCount = 0;
  while (shortest > 0) {
    const int side = risingSide(a, b, pose);
    if (side < 0) break;
    const int onA = on[0], onB = on[1];
    double length = -1;
    if (moves < kMaxMoves) {
      if (next[0] == onA && next[1] == onB) return -moves;
      shortestBetween(a, b, pose, next[0], next[1]);
      length = link[6];
    }
    moves++;
    if (on[0] != onA || on[1] != onB) heldCount = 0;
    else if (length > 0 && next[side] != on[side] && snapNormal(a, b, pose, side, next[side])) continue;
    if (!(length < shortest) && (level-- == 0 || !(length < shortest + rounding))) shortest = -1;
    else shortest = length;
  }
  return shortest > 0 && (heldCount == 0 || dropToNormal(rounding)) ? moves : -moves;
}

void coldStart(const Shape &a, const Shape &b, const double *pose) {
  const double x = pose[9], y = pose[10], z = pose[11];
  next[0] = vertexFeature(farthestVertex(a, x, y, z));
  next[1] = vertexFeature(farthestVertex(b, -(pose[0] * x + pose[3] * y + pose[6] * z), -(pose[1] * x + pose[4] * y + pose[7] * z),
                                         -(pose[2] * x + pose[5] * y + pose[8] * z)));
}

// ---- shortest-link.ts

Status finishLink(CommonPlane &out, const Shape &a, const Shape &b, State &state, int moves) {
  const double gap = link[6];
  out.gap = gap;
  for (int k = 0; k < 3; k++) {
    const double p = link[k], q = link[3 + k];
    out.pointA[k] = p;
    out.pointB[k] = q;
    out.point[k] = 0.5 * (p + q);
    out.normal[k] = link[7 + k];
    state.normal[k] = link[7 + k];
  }
  out.featureA = on[0];
  out.featureB = on[1];
  out.iterations = moves;
  state.features[0] = on[0] + 1;
  state.features[1] = on[1] + 1;
  const double band = a.tolerance + b.tolerance;
  out.status = gap > band ? Separated : gap < -band ? Overlapping : Touching;
  return out.status;
}

Status finishCertified(CommonPlane &out, State &state, int moves) {
  certificate::writeCertified(out);
  out.iterations += moves;
  state.features[0] = out.featureA + 1;
  state.features[1] = out.featureB + 1;
  for (int k = 0; k < 3; k++) state.normal[k] = certificate::certified[k];
  return out.status;
}

Status shortestLink(CommonPlane &out, const Shape &a, const Shape &b, const double *pose, State &state) {
  const int onA = state.features[0] - 1, onB = state.features[1] - 1;
  int moves = 0, end = certificate::kNoCertificate;
  const bool begun = certificate::beginCertificate(a, b, pose);
  if (begun && certificate::startAtFeatures(a, b, onA, onB)) {
    end = certificate::certify(a, b);
  } else {
    if (recall(a, b, state)) {
      moves = walkLink(a, b, pose);
      if (moves > 0) return finishLink(out, a, b, state, moves);
      moves = -moves;
    }
    if (begun && certificate::aim(pose, 9)) end = certificate::certifyFromDirection(a, b);
  }
  if (end == certificate::kOverlapProved || end == certificate::kLinkProved) return finishCertified(out, state, moves);
  if (end == certificate::kBodiesApart) {
    next[0] = certificate::apartFeature[0];
    next[1] = certificate::apartFeature[1];
  } else if (moves == 0) {
    coldStart(a, b, pose);
  }
  if (end == certificate::kBodiesApart || moves == 0) {
    const int more = walkLink(a, b, pose);
    if (more > 0) return finishLink(out, a, b, state, moves + more);
  }
  return handOver(out, Unresolved);
}

// ---- the sweep of bench/micro/native.ts

}  // namespace

int main(int argc, char **argv) {
  Reader reader{argc == 3 ? std::fopen(argv[1], "rb") : nullptr};
  if (!reader.file) {
    std::fprintf(stderr, "usage: shortest-link DUMP SWEEPS\n");
    return 1;
  }
  const int sweeps = std::atoi(argv[2]);
  const Shape shape = readShape(reader);
  const bool isCold = reader.number() != 0;
  const double step = reader.number();
  const int pairs = reader.integer();
  const std::vector<double> restPositions = reader.numbers(6 * pairs);
  const std::vector<double> restOrientations = reader.numbers(8 * pairs);
  std::vector<State> states(pairs);
  for (State &state : states) {
    state.features[0] = reader.integer();
    state.features[1] = reader.integer();
  }
  std::fclose(reader.file);

  std::vector<double> positions = restPositions, orientations = restOrientations, gaps(pairs);
  CommonPlane plane;
  double pose[12];
  long moves = 0, handedOver = 0;
  const auto sweep = [&] {
    moves = 0;
    handedOver = 0;
    for (int phase = 0; phase < 2; phase++) {
      nudge(positions, orientations, restPositions, restOrientations, shape.radius, phase == 0 ? step : 0);
      for (int p = 0; p < pairs; p++) {
        relativePose(pose, positions.data(), orientations.data(), 2 * p, 2 * p + 1);
        if (isCold) states[p] = State{};
        const Status status = shortestLink(plane, shape, shape, pose, states[p]);
        if (status > Overlapping) handedOver++;
        else moves += plane.iterations;
        gaps[p] = plane.gap;
      }
    }
  };
  // Pages, caches and branch predictors as they are in a process that has run for a while.
  for (int k = 0; k < 50; k++) sweep();
  const std::clock_t start = std::clock();
  for (int k = 0; k < sweeps; k++) sweep();
  const double milliseconds = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%.17g\n%ld\n%ld\n", milliseconds / sweeps, moves, handedOver);
  for (const double gap : gaps) std::printf("%.17g\n", gap);
  return 0;
}
