// The warm certified shortest link in C++: what the same algorithm, on the same flat arrays, costs where the compiler sees everything beforehand.
//
// A translation by hand of src/body/pose.ts, src/common-plane/shortest-link.ts and feature-link.ts: relative pose from quaternions, closed-form link of
// the remembered features, certificate, and the walk where features change. Left out is what a warm call never does: the cold start, and the exact plane
// for bodies that overlap (such a call is counted and its gap is NaN). Expressions are written in the same order, so gaps are the same bits as long
// as the compiler contracts nothing (-ffp-contract=off).
//
// Usage: shortest-link DUMP SWEEPS; bench/micro/native.ts writes the dump, builds and runs this. A sweep is one call for each pair at both poses of the
// motion. Prints the milliseconds (of processor time) of one sweep, links computed and calls handed over in the last sweep, then the gap of each pair.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <vector>

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kUlp = 0x1p-53;

// src/polyhedron/convex-polyhedron.ts, what the kernel uses of it.
struct Shape {
  int vertexCount, edgeCount, faceCount;
  double radius, tolerance;
  std::vector<double> vertices, normals;
  std::vector<int> halfEdgeNext, halfEdgeOrigin, halfEdgeFace, vertexHalfEdge, faceHalfEdge, neighbourStart, neighbours;
};

enum Status { Separated, Touching, Overlapping, Unresolved, Invalid };

struct CommonPlane {
  Status status;
  double normal[3], point[3], gap, pointA[3], pointB[3];
  int featureA, featureB, iterations;
};

// Warm-start slot: features (code + 1) and normal.
struct State {
  int features[2];
  double normal[3];
};

int vertexFeature(int v) { return v * 4; }
int edgeFeature(int e) { return e * 4 + 1; }
int faceFeature(int f) { return f * 4 + 2; }
int dimensionOf(int feature) { return feature & 3; }
int indexOf(int feature) { return feature >> 2; }

// ---- pose.ts

double rotationA[9], rotationB[9];

bool rotationFromQuaternion(double *out, const double *q) {
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  const double norm = x * x + y * y + z * z + w * w;
  if (!(std::fabs(norm - 1) <= 1e-3)) {
    for (int k = 0; k < 9; k++) out[k] = kNaN;
    return false;
  }
  const double s = 2 / norm;
  const double xx = s * x * x, yy = s * y * y, zz = s * z * z;
  const double xy = s * x * y, xz = s * x * z, yz = s * y * z;
  const double wx = s * w * x, wy = s * w * y, wz = s * w * z;
  out[0] = 1 - (yy + zz);
  out[1] = xy - wz;
  out[2] = xz + wy;
  out[3] = xy + wz;
  out[4] = 1 - (xx + zz);
  out[5] = yz - wx;
  out[6] = xz - wy;
  out[7] = yz + wx;
  out[8] = 1 - (xx + yy);
  return true;
}

void relativePose(double *pose, const double *positions, const double *orientations, int i, int j) {
  const double *a = rotationA, *b = rotationB;
  rotationFromQuaternion(rotationA, orientations + 4 * i);
  rotationFromQuaternion(rotationB, orientations + 4 * j);
  const double dx = positions[3 * j] - positions[3 * i];
  const double dy = positions[3 * j + 1] - positions[3 * i + 1];
  const double dz = positions[3 * j + 2] - positions[3 * i + 2];
  for (int r = 0; r < 3; r++) {
    const double ax = a[r], ay = a[3 + r], az = a[6 + r];
    pose[3 * r] = ax * b[0] + ay * b[3] + az * b[6];
    pose[3 * r + 1] = ax * b[1] + ay * b[4] + az * b[7];
    pose[3 * r + 2] = ax * b[2] + ay * b[5] + az * b[8];
    pose[9 + r] = ax * dx + ay * dy + az * dz;
  }
}

bool isFinitePose(const double *pose) {
  double sum = 0;
  for (int k = 0; k < 12; k++) sum += 0 * pose[k];
  return sum == 0;
}

// ---- feature-link.ts

double link[10];
int on[2];
double vertex[3], edgeOfA[6], edgeOfB[6], normal[3];

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
  loadVertex(shape, shape.halfEdgeOrigin[2 * e], side, pose);
  const double x = vertex[0], y = vertex[1], z = vertex[2];
  loadVertex(shape, shape.halfEdgeOrigin[2 * e + 1], side, pose);
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = vertex[0] - x;
  out[4] = vertex[1] - y;
  out[5] = vertex[2] - z;
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

bool setLink(int side, double x, double y, double z, double fx, double fy, double fz, int feature, int otherFeature) {
  const double dx = fx - x, dy = fy - y, dz = fz - z;
  const double d = std::sqrt(dx * dx + dy * dy + dz * dz);
  if (!(d < link[6])) return false;
  const int p = 3 * side, q = 3 - p;
  link[p] = x;
  link[p + 1] = y;
  link[p + 2] = z;
  link[q] = fx;
  link[q + 1] = fy;
  link[q + 2] = fz;
  link[6] = d;
  on[side] = feature;
  on[1 - side] = otherFeature;
  return true;
}

void setFaceLink(int side, double x, double y, double z, double h, double nx, double ny, double nz, int face, int feature) {
  const int p = 3 * side, q = 3 - p;
  link[p] = x - h * nx;
  link[p + 1] = y - h * ny;
  link[p + 2] = z - h * nz;
  link[q] = x;
  link[q + 1] = y;
  link[q + 2] = z;
  link[6] = h;
  const double sign = side == 0 ? 1 : -1;
  link[7] = sign * nx;
  link[8] = sign * ny;
  link[9] = sign * nz;
  on[side] = face;
  on[1 - side] = feature;
}

void normalFromLink() {
  const double d = link[6];
  link[7] = (link[3] - link[0]) / d;
  link[8] = (link[4] - link[1]) / d;
  link[9] = (link[5] - link[2]) / d;
}

void normalAcrossEdge(double ux, double uy, double uz, double uu) {
  const double dx = link[3] - link[0], dy = link[4] - link[1], dz = link[5] - link[2];
  const double t = (dx * ux + dy * uy + dz * uz) / uu;
  const double x = dx - t * ux, y = dy - t * uy, z = dz - t * uz;
  const double length = std::sqrt(x * x + y * y + z * z);
  link[7] = x / length;
  link[8] = y / length;
  link[9] = z / length;
}

constexpr double kAligned = 0.02;

void normalFromEdges(double cx, double cy, double cz) {
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
  const double x = vertex[0], y = vertex[1], z = vertex[2];
  const double ux = edge[3], uy = edge[4], uz = edge[5];
  const double along = (x - edge[0]) * ux + (y - edge[1]) * uy + (z - edge[2]) * uz;
  const double uu = ux * ux + uy * uy + uz * uz;
  if (along > 0 && along < uu) {
    const double t = along / uu;
    if (setLink(side, x, y, z, edge[0] + t * ux, edge[1] + t * uy, edge[2] + t * uz, feature, edgeFeature(e))) {
      normalAcrossEdge(ux, uy, uz, uu);
    }
    return;
  }
  const int end = along > 0 ? 1 : 0;
  if (setLink(side, x, y, z, edge[0] + end * ux, edge[1] + end * uy, edge[2] + end * uz, feature,
              vertexFeature(shape.halfEdgeOrigin[2 * e + end]))) {
    normalFromLink();
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
      if (setLink(0, px + s * ux, py + s * uy, pz + s * uz, qx + t * vx, qy + t * vy, qz + t * vz, edgeFeature(e), edgeFeature(f))) {
        normalFromEdges(uy * cz - uz * cy, uz * cx - ux * cz, ux * cy - uy * cx);
      }
      return;
    }
  }
  vertex[0] = px;
  vertex[1] = py;
  vertex[2] = pz;
  linkVertexEdge(0, vertexFeature(a.halfEdgeOrigin[2 * e]), edgeOfB, b, f);
  vertex[0] = px + ux;
  vertex[1] = py + uy;
  vertex[2] = pz + uz;
  linkVertexEdge(0, vertexFeature(a.halfEdgeOrigin[2 * e + 1]), edgeOfB, b, f);
  vertex[0] = qx;
  vertex[1] = qy;
  vertex[2] = qz;
  linkVertexEdge(1, vertexFeature(b.halfEdgeOrigin[2 * f]), edgeOfA, a, e);
  vertex[0] = qx + vx;
  vertex[1] = qy + vy;
  vertex[2] = qz + vz;
  linkVertexEdge(1, vertexFeature(b.halfEdgeOrigin[2 * f + 1]), edgeOfA, a, e);
}

double shortestToFace(const Shape &shape, int side, int f, const Shape &other, int feature, const double *pose) {
  const int otherSide = 1 - side;
  const bool isEdge = dimensionOf(feature) == 1;
  const int index = indexOf(feature);
  double *otherEdge = otherSide == 0 ? edgeOfA : edgeOfB;
  double *loopEdge = side == 0 ? edgeOfA : edgeOfB;
  loadNormal(shape, f, side, pose);
  const double nx = normal[0], ny = normal[1], nz = normal[2];

  const int from = isEdge ? other.halfEdgeOrigin[2 * index] : index;
  const int to = isEdge ? other.halfEdgeOrigin[2 * index + 1] : index;
  loadVertex(other, from, otherSide, pose);
  const double x0 = vertex[0], y0 = vertex[1], z0 = vertex[2];
  loadVertex(other, to, otherSide, pose);
  const double x1 = vertex[0], y1 = vertex[1], z1 = vertex[2];

  const int first = shape.faceHalfEdge[f];
  loadVertex(shape, shape.halfEdgeOrigin[first], side, pose);
  double ox = vertex[0], oy = vertex[1], oz = vertex[2];
  const double h0 = nx * (x0 - ox) + ny * (y0 - oy) + nz * (z0 - oz);
  const double h1 = nx * (x1 - ox) + ny * (y1 - oy) + nz * (z1 - oz);
  const bool crosses = (h0 > 0) != (h1 > 0);
  const double s = crosses ? h0 / (h0 - h1) : 0;
  const double xs = x0 + s * (x1 - x0), ys = y0 + s * (y1 - y0), zs = z0 + s * (z1 - z0);
  bool inside0 = true, inside1 = isEdge, insideCrossing = crosses;
  int h = first;
  for (int k = 0; k < shape.vertexCount; k++) {
    loadVertex(shape, shape.halfEdgeOrigin[h ^ 1], side, pose);
    const double ux = vertex[0] - ox, uy = vertex[1] - oy, uz = vertex[2] - oz;
    const double ix = ny * uz - nz * uy, iy = nz * ux - nx * uz, iz = nx * uy - ny * ux;
    if (!(ix * (x0 - ox) + iy * (y0 - oy) + iz * (z0 - oz) > 0)) inside0 = false;
    if (!(ix * (x1 - ox) + iy * (y1 - oy) + iz * (z1 - oz) > 0)) inside1 = false;
    if (!(ix * (xs - ox) + iy * (ys - oy) + iz * (zs - oz) > 0)) insideCrossing = false;
    ox = vertex[0];
    oy = vertex[1];
    oz = vertex[2];
    h = shape.halfEdgeNext[h];
    if (h == first) break;
  }
  if (insideCrossing || (inside0 && h0 <= 0) || (inside1 && h1 <= 0)) return -1;
  const int face = faceFeature(f);
  if (inside0) setFaceLink(side, x0, y0, z0, h0, nx, ny, nz, face, vertexFeature(from));
  if (inside1 && h1 < link[6]) setFaceLink(side, x1, y1, z1, h1, nx, ny, nz, face, vertexFeature(to));
  if (inside0 && !isEdge) return link[6];
  if (isEdge) loadEdge(otherEdge, other, index, otherSide, pose);
  h = first;
  for (int k = 0; k < shape.vertexCount; k++) {
    loadEdge(loopEdge, shape, h >> 1, side, pose);
    if (!isEdge) {
      vertex[0] = x0;
      vertex[1] = y0;
      vertex[2] = z0;
      linkVertexEdge(otherSide, feature, loopEdge, shape, h >> 1);
    } else if (side == 0) {
      linkEdges(shape, h >> 1, other, index);
    } else {
      linkEdges(other, index, shape, h >> 1);
    }
    h = shape.halfEdgeNext[h];
    if (h == first) break;
  }
  return link[6];
}

double shortestBetween(const Shape &a, const Shape &b, const double *pose, int onA, int onB) {
  const int dimensionA = dimensionOf(onA), dimensionB = dimensionOf(onB);
  link[6] = kInfinity;
  if (dimensionA == 2) return shortestToFace(a, 0, indexOf(onA), b, onB, pose);
  if (dimensionB == 2) return shortestToFace(b, 1, indexOf(onB), a, onA, pose);
  if (dimensionA == 1 && dimensionB == 1) {
    loadEdge(edgeOfA, a, indexOf(onA), 0, pose);
    loadEdge(edgeOfB, b, indexOf(onB), 1, pose);
    linkEdges(a, indexOf(onA), b, indexOf(onB));
  } else if (dimensionA == 1) {
    loadEdge(edgeOfA, a, indexOf(onA), 0, pose);
    loadVertex(b, indexOf(onB), 1, pose);
    linkVertexEdge(1, onB, edgeOfA, a, indexOf(onA));
  } else if (dimensionB == 1) {
    loadEdge(edgeOfB, b, indexOf(onB), 1, pose);
    loadVertex(a, indexOf(onA), 0, pose);
    linkVertexEdge(0, onA, edgeOfB, b, indexOf(onB));
  } else {
    loadVertex(a, indexOf(onA), 0, pose);
    const double x = vertex[0], y = vertex[1], z = vertex[2];
    loadVertex(b, indexOf(onB), 1, pose);
    setLink(0, x, y, z, vertex[0], vertex[1], vertex[2], onA, onB);
    normalFromLink();
  }
  return link[6];
}

// ---- shortest-link.ts

constexpr int kMaxMoves = 64, kLevelMoves = 4;
constexpr double kLevel = 4 * kUlp, kSlack = 16 * kUlp;
int next[2];

bool isExtreme(const Shape &shape, int side, int feature, double nx, double ny, double nz) {
  const int dimension = dimensionOf(feature), index = indexOf(feature);
  if (dimension == 2) return true;
  const double *vertices = shape.vertices.data();
  if (dimension == 1) {
    const int p = 3 * shape.halfEdgeOrigin[2 * index], q = 3 * shape.halfEdgeOrigin[2 * index + 1];
    const double ux = vertices[q] - vertices[p], uy = vertices[q + 1] - vertices[p + 1], uz = vertices[q + 2] - vertices[p + 2];
    const double rx = uy * nz - uz * ny, ry = uz * nx - ux * nz, rz = ux * ny - uy * nx;
    const double slack = kSlack * std::sqrt(ux * ux + uy * uy + uz * uz);
    bool extreme = std::fabs(nx * ux + ny * uy + nz * uz) <= slack;
    for (int half = 0; half < 2; half++) {
      const int face = shape.halfEdgeFace[2 * index + half];
      const double mx = shape.normals[3 * face], my = shape.normals[3 * face + 1], mz = shape.normals[3 * face + 2];
      const double rise = mx * rx + my * ry + mz * rz;
      if ((half == 0 ? rise : -rise) <= slack) continue;
      extreme = false;
      if (mx * nx + my * ny + mz * nz > 0) next[side] = faceFeature(face);
    }
    return extreme;
  }
  const double x = vertices[3 * index], y = vertices[3 * index + 1], z = vertices[3 * index + 2];
  double steepest = 0;
  int h = shape.vertexHalfEdge[index];
  const int end = shape.neighbourStart[index + 1];
  for (int k = shape.neighbourStart[index]; k < end; k++) {
    const int w = 3 * shape.neighbours[k];
    const double ux = vertices[w] - x, uy = vertices[w + 1] - y, uz = vertices[w + 2] - z;
    const double rise = nx * ux + ny * uy + nz * uz;
    if (rise > 0) {
      const double sine2 = (rise * rise) / (ux * ux + uy * uy + uz * uz);
      if (sine2 > kSlack * kSlack && sine2 > steepest) {
        steepest = sine2;
        next[side] = edgeFeature(h >> 1);
      }
    }
    h = shape.halfEdgeNext[h ^ 1];
  }
  return steepest == 0;
}

int risingSide(const Shape &a, const Shape &b, const double *pose) {
  next[0] = on[0];
  next[1] = on[1];
  const double nx = link[7], ny = link[8], nz = link[9];
  if (!isExtreme(a, 0, on[0], nx, ny, nz)) return 0;
  const bool extreme = isExtreme(b, 1, on[1], -(pose[0] * nx + pose[3] * ny + pose[6] * nz),
                                 -(pose[1] * nx + pose[4] * ny + pose[7] * nz), -(pose[2] * nx + pose[5] * ny + pose[8] * nz));
  return extreme ? -1 : 1;
}

double searchFaces(const Shape &shape, int side, const Shape &other, int feature, const double *pose) {
  double shortest = kInfinity;
  int nearest = -1;
  for (int f = 0; f < shape.faceCount; f++) {
    link[6] = kInfinity;
    const double length = shortestToFace(shape, side, f, other, feature, pose);
    if (length > 0 && length < shortest) {
      shortest = length;
      nearest = f;
    }
  }
  if (nearest < 0) return -1;
  link[6] = kInfinity;
  return shortestToFace(shape, side, nearest, other, feature, pose);
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

Status handOver(CommonPlane &out, Status status) {
  out.status = status;
  out.gap = kNaN;
  return status;
}

Status shortestLink(CommonPlane &out, const Shape &a, const Shape &b, const double *pose, State &state) {
  if (!isFinitePose(pose)) return handOver(out, Invalid);
  if (!recall(a, b, state)) return handOver(out, Unresolved);
  int moves = 1;
  double shortest = shortestBetween(a, b, pose, next[0], next[1]);
  if (!(shortest < kInfinity)) shortest = -1;
  int level = kLevelMoves;
  const double extent = a.radius + b.radius + std::fabs(pose[9]) + std::fabs(pose[10]) + std::fabs(pose[11]);
  while (shortest > 0) {
    const int side = risingSide(a, b, pose);
    if (side < 0) break;
    double length = -1;
    if (moves < kMaxMoves) {
      if (next[0] != on[0] || next[1] != on[1]) length = shortestBetween(a, b, pose, next[0], next[1]);
      else length = side == 0 ? searchFaces(a, 0, b, on[1], pose) : searchFaces(b, 1, a, on[0], pose);
    }
    moves++;
    if (!(length < shortest) && (level-- == 0 || !(length < shortest + kLevel * extent))) shortest = -1;
    else shortest = length;
  }
  if (!(shortest > 0)) return handOver(out, Unresolved);

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

// ---- the sweep of bench/micro/native.ts

// All numbers of the dump are doubles, one after the other.
struct Reader {
  std::FILE *file;
  double number() {
    double value;
    if (std::fread(&value, sizeof value, 1, file) != 1) {
      std::fprintf(stderr, "the dump ends too early\n");
      std::exit(1);
    }
    return value;
  }
  int integer() { return static_cast<int>(number()); }
  std::vector<double> numbers(int count) {
    std::vector<double> out(count);
    for (double &value : out) value = number();
    return out;
  }
  std::vector<int> integers(int count) {
    std::vector<int> out(count);
    for (int &value : out) value = integer();
    return out;
  }
};

// bench/lib/pairs.ts
void nudge(std::vector<double> &positions, std::vector<double> &orientations, const std::vector<double> &restPositions,
           const std::vector<double> &restOrientations, double radius, double step) {
  const double half = 0.5 * step;
  const double norm = 1 / std::sqrt(1 + half * half);
  const int count = static_cast<int>(positions.size() / 3);
  for (int i = 1; i < count; i += 2) {
    positions[3 * i] = restPositions[3 * i] + step * radius;
    const double x = restOrientations[4 * i], y = restOrientations[4 * i + 1];
    const double z = restOrientations[4 * i + 2], w = restOrientations[4 * i + 3];
    orientations[4 * i] = norm * (x - half * y);
    orientations[4 * i + 1] = norm * (y + half * x);
    orientations[4 * i + 2] = norm * (z + half * w);
    orientations[4 * i + 3] = norm * (w - half * z);
  }
}

}  // namespace

int main(int argc, char **argv) {
  Reader reader{argc == 3 ? std::fopen(argv[1], "rb") : nullptr};
  if (!reader.file) {
    std::fprintf(stderr, "usage: shortest-link DUMP SWEEPS\n");
    return 1;
  }
  const int sweeps = std::atoi(argv[2]);
  Shape shape;
  shape.vertexCount = reader.integer();
  shape.edgeCount = reader.integer();
  shape.faceCount = reader.integer();
  shape.radius = reader.number();
  shape.tolerance = reader.number();
  shape.vertices = reader.numbers(3 * shape.vertexCount);
  shape.normals = reader.numbers(3 * shape.faceCount);
  shape.halfEdgeNext = reader.integers(2 * shape.edgeCount);
  shape.halfEdgeOrigin = reader.integers(2 * shape.edgeCount);
  shape.halfEdgeFace = reader.integers(2 * shape.edgeCount);
  shape.vertexHalfEdge = reader.integers(shape.vertexCount);
  shape.faceHalfEdge = reader.integers(shape.faceCount);
  shape.neighbourStart = reader.integers(shape.vertexCount + 1);
  shape.neighbours = reader.integers(2 * shape.edgeCount);
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
