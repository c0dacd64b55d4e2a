// The certificate of overlap in C++: a translation by hand of src/exact-plane/minkowski-pair.ts, minkowski-face.ts, minkowski-region.ts,
// minkowski-walk.ts and overlap-certificate.ts, whose comments say what it does. Expressions are written in the same order.
#pragma once
#include "pair.hpp"

namespace certificate {

constexpr double kLeastLength = 0x1p-500;

// ---- minkowski-pair.ts

inline void askAll(const Shape &shape, int side);
inline bool isDoubtful(const Shape &shape, int v, bool rises);

inline double relative[24];
inline double direction[6];
inline int vertex[2];
inline double top[2];

inline double scales[2];
constexpr int kClimb = 0;
constexpr int kRounding = 1;

constexpr double kLevel = 4 * 0x1p-53;

constexpr double kShort = 1.0 / 16;
constexpr int kDoubt = 4;

inline void loadRelative(const Shape &a, const Shape &b, const double *pose) {
  const double r0 = pose[0], r1 = pose[1], r2 = pose[2], r3 = pose[3], r4 = pose[4], r5 = pose[5], r6 = pose[6];
  const double r7 = pose[7], r8 = pose[8], x = pose[9], y = pose[10], z = pose[11];
  relative[0] = relative[12] = r0;
  relative[1] = relative[15] = r1;
  relative[2] = relative[18] = r2;
  relative[3] = relative[13] = r3;
  relative[4] = relative[16] = r4;
  relative[5] = relative[19] = r5;
  relative[6] = relative[14] = r6;
  relative[7] = relative[17] = r7;
  relative[8] = relative[20] = r8;
  relative[9] = x;
  relative[10] = y;
  relative[11] = z;
  relative[21] = -(r0 * x + r3 * y + r6 * z);
  relative[22] = -(r1 * x + r4 * y + r7 * z);
  relative[23] = -(r2 * x + r5 * y + r8 * z);
  const double radii = a.radius + b.radius;
  scales[kClimb] = kLevel * radii;
  scales[kRounding] = kLevel * (radii + std::sqrt(x * x + y * y + z * z));
}

inline double pointOfM[3];

inline void loadPointOfM(int side, const Shape &shape, const Shape &other) {
  const int o = 12 * side, v = 3 * vertex[side], w = 3 * vertex[1 - side];
  const double x = other.vertices[w], y = other.vertices[w + 1], z = other.vertices[w + 2];
  for (int k = 0; k < 3; k++) {
    const int r = o + 3 * k;
    pointOfM[k] = relative[r] * x + relative[r + 1] * y + relative[r + 2] * z + relative[o + 9 + k] - shape.vertices[v + k];
  }
}

inline void oppose(int side) {
  const int o = 12 * side, from = 3 * side, to = 3 - from;
  const double x = direction[from], y = direction[from + 1], z = direction[from + 2];
  direction[to] = -(relative[o] * x + relative[o + 3] * y + relative[o + 6] * z);
  direction[to + 1] = -(relative[o + 1] * x + relative[o + 4] * y + relative[o + 7] * z);
  direction[to + 2] = -(relative[o + 2] * x + relative[o + 5] * y + relative[o + 8] * z);
}

inline void climb(const Shape &shape, int side) {
  const auto &vertices = shape.vertices;
  const auto &neighbours = shape.neighbours, &neighbourStart = shape.neighbourStart;
  const double x = direction[3 * side], y = direction[3 * side + 1], z = direction[3 * side + 2];
  const double slack = scales[kClimb], sunk = kDoubt * shape.tolerance;
  int v = vertex[side];
  double height = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2], best = height;
  bool isLevel = false;
  for (int steps = shape.vertexCount; steps > 0; steps--) {
    int at = v;
    best = height;
    isLevel = false;
    const int end = neighbourStart[v + 1];
    for (int k = neighbourStart[v]; k < end; k++) {
      const int w = neighbours[k];
      const double h = x * vertices[3 * w] + y * vertices[3 * w + 1] + z * vertices[3 * w + 2];
      if (h > height - sunk) isLevel = true;
      if (h > best) {
        best = h;
        at = w;
      }
    }
    if (!(best > height + slack)) break;
    v = at;
    height = best;
  }
  vertex[side] = v;
  top[side] = best;
  if (isLevel && isDoubtful(shape, v, best > height)) askAll(shape, side);
}

inline bool isDoubtful(const Shape &shape, int v, bool rises) {
  const auto &vertices = shape.vertices;
  const auto &neighbours = shape.neighbours;
  const auto &neighbourStart = shape.neighbourStart;
  const double radius = shape.radius;
  if (rises) return true;
  const double shortest = kShort * radius;
  for (int k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
    const int w = 3 * neighbours[k];
    const double x = vertices[w] - vertices[3 * v], y = vertices[w + 1] - vertices[3 * v + 1];
    const double z = vertices[w + 2] - vertices[3 * v + 2];
    if (x * x + y * y + z * z < shortest * shortest) return true;
  }
  return false;
}

inline void askAll(const Shape &shape, int side) {
  const auto &vertices = shape.vertices;
  const auto &vertexCount = shape.vertexCount;
  const double x = direction[3 * side], y = direction[3 * side + 1], z = direction[3 * side + 2];
  const int o = 3 * vertex[side];
  const double height = x * vertices[o] + y * vertices[o + 1] + z * vertices[o + 2];
  double best = height;
  int at = vertex[side];
  for (int w = 0; w < vertexCount; w++) {
    const double h = x * vertices[3 * w] + y * vertices[3 * w + 1] + z * vertices[3 * w + 2];
    if (h > best) {
      best = h;
      at = w;
    }
  }
  top[side] = best;
  if (best > height + scales[kClimb]) vertex[side] = at;
}

// ---- minkowski-face.ts

inline void crossAtEnd(int side, int edge, bool forward, int otherSide, int end);
inline bool supportsEdge(const Shape &shape, int side, int e);

inline int faceOfM[3];
constexpr int kEdges = 2;

constexpr int kProved = 0;
constexpr int kOutside = 1;
constexpr int kOpen = 2;
constexpr int kApart = 3;
constexpr int kLink = 7;
constexpr int kNoFace = 4;
constexpr int kNoProof = 5;

inline double depth[3];
inline double limits[3];
constexpr int kLeastDepth = 0;
constexpr int kBall = 1;
constexpr int kLeastInside2 = 2;
inline int crossing[2];

inline int apartFeature[2];

constexpr double kParallel = 0x1p-40;
constexpr double kSlack = 8 * 0x1p-53;

inline int lookAtFace(int side, const Shape &shape, const Shape &other, int f) {
  const auto &vertices = shape.vertices, &normals = shape.normals;
  const auto &halfEdgeNext = shape.halfEdgeNext, &halfEdgeOrigin = shape.halfEdgeOrigin;
  const double nx = normals[3 * f], ny = normals[3 * f + 1], nz = normals[3 * f + 2];
  direction[3 * side] = nx;
  direction[3 * side + 1] = ny;
  direction[3 * side + 2] = nz;
  oppose(side);
  climb(other, 1 - side);
  const int o = 12 * side;
  const double cx = relative[o + 9], cy = relative[o + 10], cz = relative[o + 11], nc = nx * cx + ny * cy + nz * cz;
  const double d = shape.offsets[f] + top[1 - side] - nc;
  depth[0] = d;
  const bool isApart = d < -limits[kLeastDepth];
  if (!(isApart || d >= limits[kLeastDepth])) return kNoProof;
  const int w = 3 * vertex[1 - side];
  const double wx = other.vertices[w], wy = other.vertices[w + 1], wz = other.vertices[w + 2];
  const double x = relative[o] * wx + relative[o + 1] * wy + relative[o + 2] * wz + cx;
  const double y = relative[o + 3] * wx + relative[o + 4] * wy + relative[o + 5] * wz + cy;
  const double z = relative[o + 6] * wx + relative[o + 7] * wy + relative[o + 8] * wz + cz;

  const double dd = d * d, room = limits[kBall] - d;
  const int first = shape.faceHalfEdge[f];
  const double near2 = limits[kLeastInside2];
  bool proved = !isApart;
  bool isNear = false;
  int outside = -1;
  double farthest = 0, reach = -kInfinity;
  int h = first;
  const int p = 3 * halfEdgeOrigin[h];
  double px = vertices[p], py = vertices[p + 1], pz = vertices[p + 2];
  for (int k = 0; k < shape.vertexCount; k++) {
    const int q = 3 * halfEdgeOrigin[h ^ 1];
    const double qx = vertices[q], qy = vertices[q + 1], qz = vertices[q + 2], ux = qx - px, uy = qy - py;
    const double uz = qz - pz, ox = uy * nz - uz * ny, oy = uz * nx - ux * nz, oz = ux * ny - uy * nx;
    const double s = ox * (px - x) + oy * (py - y) + oz * (pz - z), uu = ux * ux + uy * uy + uz * uz, ss = s * s;
    const double height = nx * px + ny * py + nz * pz;
    if (height > reach) reach = height;
    if (s < 0) {
      if (ss > farthest * uu) {
        farthest = ss / uu;
        outside = h;
      }
    } else if (!(ss > near2 * uu)) {
      isNear = true;
    } else if (proved && !((dd * uu - ss) * nc + 2 * d * s * (ox * cx + oy * cy + oz * cz) < room * (dd * uu + ss))) {
      proved = false;
    }
    px = qx;
    py = qy;
    pz = qz;
    h = halfEdgeNext[h];
    if (h == first) break;
  }
  top[side] = reach;
  depth[0] = reach + top[1 - side] - nc;
  if (isApart) {
    apartFeature[side] = outside < 0 ? faceFeature(f) : edgeFeature(outside >> 1);
    apartFeature[1 - side] = vertexFeature(vertex[1 - side]);
    return outside < 0 && !isNear ? kLink : kApart;
  }
  if (outside < 0) return isNear ? kNoProof : proved ? kProved : kOpen;
  crossing[0] = side;
  crossing[1] = outside;
  return kOutside;
}

inline int lookAtEdges(const Shape &a, int e, const Shape &b, int f) {
  const int p = 3 * a.halfEdgeOrigin[2 * e], r = 3 * a.halfEdgeOrigin[2 * e + 1];
  const double px = a.vertices[p], py = a.vertices[p + 1], pz = a.vertices[p + 2], ux = a.vertices[r] - px;
  const double uy = a.vertices[r + 1] - py, uz = a.vertices[r + 2] - pz;
  const int q = 3 * b.halfEdgeOrigin[2 * f], t = 3 * b.halfEdgeOrigin[2 * f + 1];
  const double lx = b.vertices[q], ly = b.vertices[q + 1], lz = b.vertices[q + 2], mx = b.vertices[t] - lx;
  const double my = b.vertices[t + 1] - ly, mz = b.vertices[t + 2] - lz, cx = relative[9], cy = relative[10];
  const double cz = relative[11], wx = relative[0] * lx + relative[1] * ly + relative[2] * lz + cx - px;
  const double wy = relative[3] * lx + relative[4] * ly + relative[5] * lz + cy - py;
  const double wz = relative[6] * lx + relative[7] * ly + relative[8] * lz + cz - pz;
  const double vx = relative[0] * mx + relative[1] * my + relative[2] * mz;
  const double vy = relative[3] * mx + relative[4] * my + relative[5] * mz;
  const double vz = relative[6] * mx + relative[7] * my + relative[8] * mz;

  const double uu = ux * ux + uy * uy + uz * uz, vv = vx * vx + vy * vy + vz * vz;
  const double along = (ux * vx + uy * vy + uz * vz) / uu, kx = vx - along * ux, ky = vy - along * uy;
  const double kz = vz - along * uz, kk = kx * kx + ky * ky + kz * kz;
  if (!(kk > kParallel * kParallel * vv)) return kNoProof;
  double nx = uy * kz - uz * ky, ny = uz * kx - ux * kz, nz = ux * ky - uy * kx;
  const double area = std::sqrt(nx * nx + ny * ny + nz * nz);
  const int fl = 3 * a.halfEdgeFace[2 * e], fr = 3 * a.halfEdgeFace[2 * e + 1];
  const double outward = nx * (a.normals[fl] + a.normals[fr]) + ny * (a.normals[fl + 1] + a.normals[fr + 1]) +
                         nz * (a.normals[fl + 2] + a.normals[fr + 2]);
  const double sign = outward < 0 ? -1 : 1, scale = sign / area;
  nx *= scale;
  ny *= scale;
  nz *= scale;
  direction[0] = nx;
  direction[1] = ny;
  direction[2] = nz;
  oppose(0);
  if (!supportsEdge(a, 0, e) || !supportsEdge(b, 1, f)) return kNoFace;

  const double d = -(nx * wx + ny * wy + nz * wz);
  depth[0] = d;
  const bool isApart = d < -limits[kLeastDepth];
  if (!(isApart || d >= limits[kLeastDepth])) return kNoProof;
  apartFeature[0] = edgeFeature(e);
  apartFeature[1] = edgeFeature(f);
  const double m = (wx * ux + wy * uy + wz * uz) / uu;
  const double onB = -((wx - m * ux) * kx + (wy - m * uy) * ky + (wz - m * uz) * kz) / kk, onA = m + onB * along;
  depth[1] = onA;
  depth[2] = onB;

  const double farA = onA > 0.5 ? onA - 1 : -onA, farB = onB > 0.5 ? onB - 1 : -onB;
  if (farA > 0 || farB > 0) {
    if (isApart) return kApart;
    if (farA > 0 && !(farB > 0 && farB * farB * vv > farA * farA * uu)) {
      crossAtEnd(1, f, (onA > 0.5) == (sign > 0), 0, a.halfEdgeOrigin[onA > 0.5 ? 2 * e + 1 : 2 * e]);
    } else {
      crossAtEnd(0, e, (onB > 0.5) == (sign > 0), 1, b.halfEdgeOrigin[onB > 0.5 ? 2 * f + 1 : 2 * f]);
    }
    return kOutside;
  }
  const double a0 = onA * area, a1 = area - a0, b0 = onB * area, b1 = area - b0, inA = a0 < a1 ? a0 : a1;
  const double inB = b0 < b1 ? b0 : b1;
  const bool isNear = !(inA * inA > limits[kLeastInside2] * vv && inB * inB > limits[kLeastInside2] * uu);
  if (isApart) return isNear ? kApart : kLink;
  if (isNear) return kNoProof;
  const double nc = nx * cx + ny * cy + nz * cz, dd = d * d, room = limits[kBall] - d;
  const double vo = sign * ((vy * nz - vz * ny) * cx + (vz * nx - vx * nz) * cy + (vx * ny - vy * nx) * cz);
  const double uo = sign * ((uy * nz - uz * ny) * cx + (uz * nx - ux * nz) * cy + (ux * ny - uy * nx) * cz);
  return (dd * vv - a0 * a0) * nc - 2 * d * a0 * vo < room * (dd * vv + a0 * a0) &&
    (dd * vv - a1 * a1) * nc + 2 * d * a1 * vo < room * (dd * vv + a1 * a1) &&
    (dd * uu - b0 * b0) * nc - 2 * d * b0 * uo < room * (dd * uu + b0 * b0) &&
    (dd * uu - b1 * b1) * nc + 2 * d * b1 * uo < room * (dd * uu + b1 * b1)
    ? kProved
    : kOpen;
}

inline void crossAtEnd(int side, int edge, bool forward, int otherSide, int end) {
  crossing[0] = side;
  crossing[1] = forward ? 2 * edge : 2 * edge + 1;
  vertex[otherSide] = end;
}

inline bool supportsEdge(const Shape &shape, int side, int e) {
  const auto &vertices = shape.vertices, &normals = shape.normals;
  const auto &halfEdgeOrigin = shape.halfEdgeOrigin, &halfEdgeFace = shape.halfEdgeFace;
  const double nx = direction[3 * side], ny = direction[3 * side + 1], nz = direction[3 * side + 2];
  const int p = 3 * halfEdgeOrigin[2 * e], q = 3 * halfEdgeOrigin[2 * e + 1];
  const double ux = vertices[q] - vertices[p], uy = vertices[q + 1] - vertices[p + 1];
  const double uz = vertices[q + 2] - vertices[p + 2], ox = uy * nz - uz * ny, oy = uz * nx - ux * nz;
  const double oz = ux * ny - uy * nx;
  const int l = 3 * halfEdgeFace[2 * e], r = 3 * halfEdgeFace[2 * e + 1];
  const double left = normals[l] * ox + normals[l + 1] * oy + normals[l + 2] * oz;
  const double right = -(normals[r] * ox + normals[r + 1] * oy + normals[r + 2] * oz);
  const double rise = left > right ? left : right;
  vertex[side] = halfEdgeOrigin[2 * e];
  const double sunk = -kDoubt * shape.tolerance;
  if (rise <= sunk) return true;
  const double uu = ux * ux + uy * uy + uz * uz;
  if (rise > 0 && rise * rise > kSlack * kSlack * uu) return false;
  const double shortest = kShort * shape.radius;
  if (!(rise > 0 || uu < shortest * shortest)) return true;
  askAll(shape, side);
  return vertex[side] == halfEdgeOrigin[2 * e];
}

inline int featureOfA() {
  return faceOfM[0] == kEdges ? edgeFeature(faceOfM[1]) : faceOfM[0] == 0 ? faceFeature(faceOfM[1]) : vertexFeature(faceOfM[1]);
}

inline int featureOfB() {
  return faceOfM[0] == kEdges ? edgeFeature(faceOfM[2]) : faceOfM[0] == 0 ? vertexFeature(faceOfM[2]) : faceFeature(faceOfM[2]);
}

// ---- minkowski-region.ts

inline int addFaceCorners(int side, const Shape &shape, const Shape &other);
inline int addEdgeCorners(const Shape &a, const Shape &b);
inline void addSupport(int side, const Shape &shape, const Shape &other);
inline bool addCorner(int i, int j, int k);
inline bool cut();

constexpr int kBetter = 6;

constexpr int kMaxPlanes = 64;
constexpr int kMaxCorners = 160;
constexpr int kMaxPoints = 24;
constexpr double kFar = -3;

inline double planes[4 * kMaxPlanes];
inline double corners[4 * kMaxCorners];
inline int cornerPlanes[3 * kMaxCorners];
inline int counts[2];
inline int edgeList[3 * kMaxCorners];
inline unsigned char isOdd[kMaxPlanes * kMaxPlanes];

constexpr double kStrict = 1e-9;
constexpr int kStrictSteps = 32;
constexpr double kCornerError = 0x1p-48;
constexpr double kLeastDeterminant = 1e-9;

inline int closeRegion(const Shape &a, const Shape &b) {
  const int side = faceOfM[0] == 1 ? 1 : 0;
  const Shape &shape = side == 0 ? a : b;
  const Shape &other = side == 0 ? b : a;
  const double d = depth[0];
  counts[0] = 0;
  counts[1] = 0;
  const int total = faceOfM[0] == kEdges ? addEdgeCorners(a, b) : addFaceCorners(side, shape, other);
  if (total > kMaxPlanes - kMaxPoints - 2) return kNoProof;
  const int o = 3 * side, far = 4 * counts[0]++;
  for (int k = 0; k < 3; k++) planes[far + k] = direction[o + k];
  planes[far + 3] = kFar;
  for (int k = 0; k < total; k++) if (!addCorner(k, k + 1 < total ? k + 1 : 0, total)) return kNoProof;
  const int c = 12 * side + 9, ball = 4 * counts[0]++;
  for (int k = 0; k < 3; k++) planes[ball + k] = relative[c + k];
  planes[ball + 3] = limits[kBall] - d;
  if (!cut()) return kNoProof;

  const double rounding = scales[kRounding], most = 1 - kStrict - (kStrictSteps * rounding) / d;
  for (int points = 0; points <= kMaxPoints; points++) {
    int longest = -1;
    double square = most;
    for (int k = 0; k < counts[1]; k++) {
      if (!(corners[4 * k + 3] <= square)) {
        square = corners[4 * k + 3];
        longest = k;
      }
    }
    if (longest < 0) return kProved;
    if (points == kMaxPoints) break;
    const double x = corners[4 * longest], y = corners[4 * longest + 1], z = corners[4 * longest + 2];
    const double length = std::sqrt(x * x + y * y + z * z);
    if (!(length > 0.5)) break;
    direction[o] = x / length;
    direction[o + 1] = y / length;
    direction[o + 2] = z / length;
    oppose(side);
    climb(a, 0);
    climb(b, 1);
    const double g = (x * relative[c] + y * relative[c + 1] + z * relative[c + 2]) / length - top[0] - top[1];
    if (g > rounding - d) return kBetter;
    if (!(length * g < -d - rounding)) break;
    addSupport(side, shape, other);
    if (!cut()) break;
  }
  return kNoProof;
}

inline int addFaceCorners(int side, const Shape &shape, const Shape &other) {
  const int start = shape.faceHalfEdge[faceOfM[1 + side]];
  int h = start, total = 0;
  do {
    vertex[side] = shape.halfEdgeOrigin[h];
    addSupport(side, shape, other);
    total++;
    h = shape.halfEdgeNext[h];
  } while (h != start && total < kMaxPlanes - kMaxPoints - 1);
  return total;
}

inline int addEdgeCorners(const Shape &a, const Shape &b) {
  const int e = 2 * faceOfM[1], f = 2 * faceOfM[2];
  for (int k = 0; k < 4; k++) {
    vertex[0] = a.halfEdgeOrigin[k < 2 ? e : e + 1];
    vertex[1] = b.halfEdgeOrigin[k == 0 || k == 3 ? f : f + 1];
    addSupport(0, a, b);
  }
  return 4;
}

inline void addSupport(int side, const Shape &shape, const Shape &other) {
  loadPointOfM(side, shape, other);
  const int plane = 4 * counts[0]++;
  for (int k = 0; k < 3; k++) planes[plane + k] = pointOfM[k];
  planes[plane + 3] = -depth[0];
}

inline bool addCorner(int i, int j, int k) {
  const int n = counts[1];
  if (n == kMaxCorners) return false;
  const double ax = planes[4 * i], ay = planes[4 * i + 1], az = planes[4 * i + 2], bx = planes[4 * j];
  const double by = planes[4 * j + 1], bz = planes[4 * j + 2], cx = planes[4 * k], cy = planes[4 * k + 1];
  const double cz = planes[4 * k + 2], p = planes[4 * i + 3], q = planes[4 * j + 3], r = planes[4 * k + 3];
  const double bcx = by * cz - bz * cy, bcy = bz * cx - bx * cz, bcz = bx * cy - by * cx, cax = cy * az - cz * ay;
  const double cay = cz * ax - cx * az, caz = cx * ay - cy * ax, abx = ay * bz - az * by, aby = az * bx - ax * bz;
  const double abz = ax * by - ay * bx, determinant = ax * bcx + ay * bcy + az * bcz;
  const double volume = std::sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz) * (cx * cx + cy * cy + cz * cz));
  const double size = std::fabs(determinant);
  if (!(size > kLeastDeterminant * volume)) return false;
  const double x = (p * bcx + q * cax + r * abx) / determinant, y = (p * bcy + q * cay + r * aby) / determinant;
  const double z = (p * bcz + q * caz + r * abz) / determinant;
  corners[4 * n] = x;
  corners[4 * n + 1] = y;
  corners[4 * n + 2] = z;
  corners[4 * n + 3] = (x * x + y * y + z * z) * (1 + (kCornerError * volume) / size);
  cornerPlanes[3 * n] = i;
  cornerPlanes[3 * n + 1] = j;
  cornerPlanes[3 * n + 2] = k;
  counts[1] = n + 1;
  return true;
}

inline bool cut() {
  const int last = counts[0] - 1;
  const double ax = planes[4 * last], ay = planes[4 * last + 1], az = planes[4 * last + 2];
  const double bound = planes[4 * last + 3];
  int kept = 0, listed = 0;
  for (int n = 0; n < counts[1]; n++) {
    const int i = cornerPlanes[3 * n], j = cornerPlanes[3 * n + 1], k = cornerPlanes[3 * n + 2];
    if (ax * corners[4 * n] + ay * corners[4 * n + 1] + az * corners[4 * n + 2] < bound) {
      const int ij = i < j ? i * kMaxPlanes + j : j * kMaxPlanes + i;
      const int jk = j < k ? j * kMaxPlanes + k : k * kMaxPlanes + j;
      const int ki = k < i ? k * kMaxPlanes + i : i * kMaxPlanes + k;
      edgeList[listed++] = ij;
      edgeList[listed++] = jk;
      edgeList[listed++] = ki;
      isOdd[ij] ^= 1;
      isOdd[jk] ^= 1;
      isOdd[ki] ^= 1;
      continue;
    }
    for (int m = 0; m < 4; m++) corners[4 * kept + m] = corners[4 * n + m];
    cornerPlanes[3 * kept] = i;
    cornerPlanes[3 * kept + 1] = j;
    cornerPlanes[3 * kept + 2] = k;
    kept++;
  }
  counts[1] = kept;
  bool done = true;
  for (int n = 0; n < listed; n++) {
    const int edge = edgeList[n];
    if (!isOdd[edge]) continue;
    isOdd[edge] = 0;
    if (done && !addCorner(edge / kMaxPlanes, edge % kMaxPlanes, last)) done = false;
  }
  return done;
}

// ---- minkowski-walk.ts

inline void turn(int side, const Shape &shape, const Shape &other, int h);
inline void setFace(int side, int f, int w);
inline void findFirst(const Shape &shape, int side);
inline void loadWay(int side, const Shape &shape, const Shape &other);

constexpr int kRisen = 0;
constexpr int kSeparated = 1;
constexpr int kStuck = 2;

inline double way[6];
inline double turning[6];
inline double first[1];
inline int firstEdge[2];

inline double turned[1];

constexpr double kSame2 = 1e-26;
constexpr double kStraight2 = 1e-24;
constexpr double kNextToNothing = 0x1p-200;

inline int rise(const Shape &a, const Shape &b) {
  climb(a, 0);
  climb(b, 1);
  loadWay(0, a, b);
  loadWay(1, b, a);
  const double nx = direction[0], ny = direction[1], nz = direction[2], g = nx * way[0] + ny * way[1] + nz * way[2];
  apartFeature[0] = vertexFeature(vertex[0]);
  apartFeature[1] = vertexFeature(vertex[1]);
  if (g > 0) return kSeparated;
  const double mm = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
  double tt = 0;
  for (int k = 0; k < 3; k++) {
    const double t = way[k] - g * direction[k];
    turning[k] = t;
    tt += t * t;
  }
  if (!(tt > kStraight2 * mm)) return kStuck;
  turning[3] = -(relative[0] * turning[0] + relative[3] * turning[1] + relative[6] * turning[2]);
  turning[4] = -(relative[1] * turning[0] + relative[4] * turning[1] + relative[7] * turning[2]);
  turning[5] = -(relative[2] * turning[0] + relative[5] * turning[1] + relative[8] * turning[2]);
  first[0] = -kInfinity;
  findFirst(a, 0);
  findFirst(b, 1);
  const double cot = first[0];
  if (!(cot > g)) return kSeparated;

  const int side = firstEdge[0];
  const Shape &shape = side == 0 ? a : b;
  const Shape &other = side == 0 ? b : a;
  const int o = 3 * side;
  double x = cot * direction[o] + turning[o], y = cot * direction[o + 1] + turning[o + 1];
  double z = cot * direction[o + 2] + turning[o + 2];
  int h = firstEdge[1];
  const auto &vertices = shape.vertices, &normals = shape.normals;
  const auto &halfEdgeOrigin = shape.halfEdgeOrigin, &halfEdgeFace = shape.halfEdgeFace;
  const int p = 3 * halfEdgeOrigin[h], q = 3 * halfEdgeOrigin[h ^ 1];
  double ux = vertices[q] - vertices[p], uy = vertices[q + 1] - vertices[p + 1];
  double uz = vertices[q + 2] - vertices[p + 2];
  const double along = (x * ux + y * uy + z * uz) / (ux * ux + uy * uy + uz * uz);
  x -= along * ux;
  y -= along * uy;
  z -= along * uz;
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return kStuck;
  x /= length;
  y /= length;
  z /= length;
  direction[o] = x;
  direction[o + 1] = y;
  direction[o + 2] = z;
  oppose(side);
  double wx = uy * z - uz * y, wy = uz * x - ux * z, wz = ux * y - uy * x;
  double grows = wx * way[o] + wy * way[o + 1] + wz * way[o + 2];
  if (grows < 0) {
    h ^= 1;
    ux = -ux;
    uy = -uy;
    uz = -uz;
    wx = -wx;
    wy = -wy;
    wz = -wz;
    grows = -grows;
  }
  const double uu = ux * ux + uy * uy + uz * uz;
  const int f = halfEdgeFace[h];
  const double sine = wx * normals[3 * f] + wy * normals[3 * f + 1] + wz * normals[3 * f + 2];
  if (sine * sine <= kSame2 * uu && x * normals[3 * f] + y * normals[3 * f + 1] + z * normals[3 * f + 2] > 0) {
    setFace(side, f, vertex[1 - side]);
    return kRisen;
  }
  turn(side, shape, other, h);
  const double here = x * way[o] + y * way[o + 1] + z * way[o + 2];
  if (!(here > 0) || turned[0] * grows > uu * here) return kRisen;
  apartFeature[side] = edgeFeature(h >> 1);
  return kSeparated;
}

inline void loadWay(int side, const Shape &shape, const Shape &other) {
  loadPointOfM(side, shape, other);
  for (int k = 0; k < 3; k++) way[3 * side + k] = pointOfM[k];
}

inline void findFirst(const Shape &shape, int side) {
  const auto &vertices = shape.vertices;
  const auto &halfEdgeNext = shape.halfEdgeNext, &halfEdgeOrigin = shape.halfEdgeOrigin;
  const double x = direction[3 * side], y = direction[3 * side + 1], z = direction[3 * side + 2];
  const double tx = turning[3 * side], ty = turning[3 * side + 1], tz = turning[3 * side + 2];
  const double least = kNextToNothing * shape.radius;
  const int v = vertex[side], start = shape.vertexHalfEdge[v];
  int h = start;
  for (int k = 0; k < shape.edgeCount; k++) {
    const int w = 3 * halfEdgeOrigin[h ^ 1];
    const double ux = vertices[w] - vertices[3 * v], uy = vertices[w + 1] - vertices[3 * v + 1];
    const double uz = vertices[w + 2] - vertices[3 * v + 2], sinks = -(x * ux + y * uy + z * uz);
    const double cot = (tx * ux + ty * uy + tz * uz) / (sinks > least ? sinks : least);
    if (cot > first[0]) {
      first[0] = cot;
      firstEdge[0] = side;
      firstEdge[1] = h;
    }
    h = halfEdgeNext[h ^ 1];
    if (h == start) break;
  }
}

inline void turn(int side, const Shape &shape, const Shape &other, int h) {
  const int p = 3 * shape.halfEdgeOrigin[h], q = 3 * shape.halfEdgeOrigin[h ^ 1];
  const double ux = shape.vertices[q] - shape.vertices[p], uy = shape.vertices[q + 1] - shape.vertices[p + 1];
  const double uz = shape.vertices[q + 2] - shape.vertices[p + 2], nx = direction[3 * side];
  const double ny = direction[3 * side + 1], nz = direction[3 * side + 2], wx = uy * nz - uz * ny;
  const double wy = uz * nx - ux * nz, wz = ux * ny - uy * nx, uu = ux * ux + uy * uy + uz * uz;
  const int f = shape.halfEdgeFace[h ^ 1];
  const double mx = shape.normals[3 * f], my = shape.normals[3 * f + 1], mz = shape.normals[3 * f + 2];
  const double sine = wx * mx + wy * my + wz * mz, cosine = nx * mx + ny * my + nz * mz;
  const double last = sine > 0 && !(sine * sine <= kSame2 * uu && cosine > 0) ? (uu * cosine) / sine : kInfinity;

  const int o = 12 * side;
  const double tx = relative[o] * wx + relative[o + 3] * wy + relative[o + 6] * wz;
  const double ty = relative[o + 1] * wx + relative[o + 4] * wy + relative[o + 7] * wz;
  const double tz = relative[o + 2] * wx + relative[o + 5] * wy + relative[o + 8] * wz, x = direction[3 - 3 * side];
  const double y = direction[4 - 3 * side], z = direction[5 - 3 * side];
  const auto &vertices = other.vertices;
  const auto &halfEdgeNext = other.halfEdgeNext, &halfEdgeOrigin = other.halfEdgeOrigin;
  const double least = kNextToNothing * other.radius;
  const int w = vertex[1 - side], start = other.vertexHalfEdge[w];
  double best = last;
  int edge = -1, g = start;
  for (int k = 0; k < other.edgeCount; k++) {
    const int r = 3 * halfEdgeOrigin[g ^ 1];
    const double ex = vertices[r] - vertices[3 * w], ey = vertices[r + 1] - vertices[3 * w + 1];
    const double ez = vertices[r + 2] - vertices[3 * w + 2], sinks = -(x * ex + y * ey + z * ez);
    const double cot = -(tx * ex + ty * ey + tz * ez) / (sinks > least ? sinks : least);
    if (cot > best) {
      best = cot;
      edge = g >> 1;
    }
    g = halfEdgeNext[g ^ 1];
    if (g == start) break;
  }
  if (edge < 0) {
    setFace(side, f, w);
  } else {
    faceOfM[0] = kEdges;
    faceOfM[1 + side] = h >> 1;
    faceOfM[2 - side] = edge;
  }
  turned[0] = best;
}

inline void setFace(int side, int f, int w) {
  faceOfM[0] = side;
  faceOfM[1 + side] = f;
  faceOfM[2 - side] = w;
  vertex[1 - side] = w;
}

// ---- overlap-certificate.ts

inline int riseOn(const Shape &a, const Shape &b);
inline int certify(const Shape &a, const Shape &b);
inline void placeOnEdges(const Shape &a, const Shape &b);
inline void keepFace(const Shape &a, const Shape &b);
inline bool takeFlushFace(const Shape &a, const Shape &b);
inline void takeFaceAround(const Shape &a, int v, const Shape &b, int w);
inline bool takeFace(int side, const Shape &shape, int f, const Shape &other, int w);

constexpr int kOverlapProved = 0;
constexpr int kBodiesApart = 1;
constexpr int kNoCertificate = 2;
constexpr int kLinkProved = 3;

constexpr int kMaxSteps = 32;
constexpr int kLeastBands = 4;
constexpr double kStrictBall = 1e-9;
constexpr double kStrictFoot = 1e-6;
constexpr double kFlush2 = 1e-18;

inline double certified[7];
inline int provedFeature[2];
inline int searchSteps[1];

inline bool beginCertificate(const Shape &a, const Shape &b, const double *pose) {
  loadRelative(a, b, pose);
  searchSteps[0] = 0;
  const double extent = scales[kRounding] / (4 * 0x1p-53), inside = kStrictFoot * extent;
  limits[kLeastDepth] = kLeastBands * (a.tolerance + b.tolerance);
  limits[kBall] = a.inradius + b.inradius - kStrictBall * extent;
  limits[kLeastInside2] = inside * inside;
  return extent < kInfinity;
}

inline bool startAtFeatures(const Shape &a, const Shape &b, int onA, int onB) {
  const int dimensionA = dimensionOf(onA), dimensionB = dimensionOf(onB);
  if (onA < 0 || onB < 0 || dimensionA + dimensionB != 2) return false;
  const int i = indexOf(onA), k = indexOf(onB);
  if (dimensionA == 1) {
    if (i >= a.edgeCount || k >= b.edgeCount) return false;
    faceOfM[0] = kEdges;
    faceOfM[1] = i;
    faceOfM[2] = k;
  } else if (dimensionA == 2) {
    if (i >= a.faceCount || k >= b.vertexCount) return false;
    setFace(0, i, k);
  } else {
    if (i >= a.vertexCount || k >= b.faceCount) return false;
    setFace(1, k, i);
  }
  return true;
}

inline bool aim(const double *source, int offset) {
  const double x = source[offset], y = source[offset + 1], z = source[offset + 2];
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length >= kLeastLength && length < kInfinity)) return false;
  direction[0] = x / length;
  direction[1] = y / length;
  direction[2] = z / length;
  oppose(0);
  vertex[0] = 0;
  vertex[1] = 0;
  return true;
}

inline int certifyFromDirection(const Shape &a, const Shape &b) {
  const int end = riseOn(a, b);
  return end < 0 ? certify(a, b) : end;
}

inline int riseOn(const Shape &a, const Shape &b) {
  const int risen = rise(a, b);
  return risen == kRisen ? -1 : risen == kSeparated ? kBodiesApart : kNoCertificate;
}

inline int certify(const Shape &a, const Shape &b) {
  for (int step = 0; step < kMaxSteps; step++) {
    searchSteps[0]++;
    const int kind = faceOfM[0];
    int found = kind == kEdges
        ? lookAtEdges(a, faceOfM[1], b, faceOfM[2])
        : kind == 0
          ? lookAtFace(0, a, b, faceOfM[1])
          : lookAtFace(1, b, a, faceOfM[2]);
    if (kind != kEdges) faceOfM[2 - kind] = vertex[1 - kind];
    if (found == kOutside) {
      if (crossing[0] == 0) turn(0, a, b, crossing[1]);
      else turn(1, b, a, crossing[1]);
      continue;
    }
    if (found == kApart) return kBodiesApart;
    if (found == kLink) {
      keepFace(a, b);
      provedFeature[0] = apartFeature[0];
      provedFeature[1] = apartFeature[1];
      return kLinkProved;
    }
    if (found == kProved || found == kOpen) {
      keepFace(a, b);
      if (found == kOpen) found = closeRegion(a, b);
      if (found == kProved) return takeFlushFace(a, b) ? kOverlapProved : kNoCertificate;
    } else if (found == kNoFace) {
      placeOnEdges(a, b);
      found = kBetter;
    }
    if (found != kBetter) return kNoCertificate;
    const int end = riseOn(a, b);
    if (end >= 0) return end;
  }
  return kNoCertificate;
}

inline int cornerOf(const Shape &shape, int f) {
  return shape.halfEdgeOrigin[shape.faceHalfEdge[f]];
}

inline void placeOnEdges(const Shape &a, const Shape &b) {
  vertex[0] = a.halfEdgeOrigin[2 * faceOfM[1]];
  vertex[1] = b.halfEdgeOrigin[2 * faceOfM[2]];
}

inline void keepFace(const Shape &a, const Shape &b) {
  const double d = depth[0], nx = direction[0], ny = direction[1], nz = direction[2];
  certified[0] = nx;
  certified[1] = ny;
  certified[2] = nz;
  certified[3] = -d;
  if (faceOfM[0] == kEdges) {
    const int p = 3 * a.halfEdgeOrigin[2 * faceOfM[1]], q = 3 * a.halfEdgeOrigin[2 * faceOfM[1] + 1];
    const double part = depth[1];
    certified[4] = a.vertices[p] + part * (a.vertices[q] - a.vertices[p]);
    certified[5] = a.vertices[p + 1] + part * (a.vertices[q + 1] - a.vertices[p + 1]);
    certified[6] = a.vertices[p + 2] + part * (a.vertices[q + 2] - a.vertices[p + 2]);
  } else if (faceOfM[0] == 1) {
    const int v = 3 * faceOfM[1];
    certified[4] = a.vertices[v];
    certified[5] = a.vertices[v + 1];
    certified[6] = a.vertices[v + 2];
  } else {
    const int w = 3 * faceOfM[2];
    const double x = b.vertices[w], y = b.vertices[w + 1], z = b.vertices[w + 2];
    certified[4] = relative[0] * x + relative[1] * y + relative[2] * z + relative[9] + d * nx;
    certified[5] = relative[3] * x + relative[4] * y + relative[5] * z + relative[10] + d * ny;
    certified[6] = relative[6] * x + relative[7] * y + relative[8] * z + relative[11] + d * nz;
  }
}

inline bool takeFlushFace(const Shape &a, const Shape &b) {
  provedFeature[0] = featureOfA();
  provedFeature[1] = featureOfB();
  const int kind = faceOfM[0];
  if (kind == 0) return true;
  if (kind == 1) {
    takeFaceAround(a, faceOfM[1], b, cornerOf(b, faceOfM[2]));
    return true;
  }
  const int e = faceOfM[1], f = faceOfM[2], w = b.halfEdgeOrigin[2 * f], v = a.halfEdgeOrigin[2 * e];
  const double x = certified[0], y = certified[1], z = certified[2];
  const bool taken = takeFace(0, a, a.halfEdgeFace[2 * e], b, w) ||
    takeFace(0, a, a.halfEdgeFace[2 * e + 1], b, w) ||
    takeFace(1, b, b.halfEdgeFace[2 * f], a, v) ||
    takeFace(1, b, b.halfEdgeFace[2 * f + 1], a, v);
  if (!taken) return true;
  const double dx = certified[0] - x, dy = certified[1] - y, dz = certified[2] - z, rounding = scales[kRounding];
  return certified[3] * certified[3] * (dx * dx + dy * dy + dz * dz) <= rounding * rounding;
}

inline void takeFaceAround(const Shape &a, int v, const Shape &b, int w) {
  const int start = a.vertexHalfEdge[v];
  int h = start;
  for (int k = 0; k < a.edgeCount; k++) {
    if (takeFace(0, a, a.halfEdgeFace[h], b, w)) return;
    h = a.halfEdgeNext[h ^ 1];
    if (h == start) return;
  }
}

inline bool takeFace(int side, const Shape &shape, int f, const Shape &other, int w) {
  const auto &normals = shape.normals, &vertices = shape.vertices;
  const auto &halfEdgeOrigin = shape.halfEdgeOrigin, &halfEdgeNext = shape.halfEdgeNext;
  double x = normals[3 * f], y = normals[3 * f + 1], z = normals[3 * f + 2];
  if (side == 1) {
    const double nx = x, ny = y, nz = z;
    x = -(relative[0] * nx + relative[1] * ny + relative[2] * nz);
    y = -(relative[3] * nx + relative[4] * ny + relative[5] * nz);
    z = -(relative[6] * nx + relative[7] * ny + relative[8] * nz);
  }
  const double dx = x - certified[0], dy = y - certified[1], dz = z - certified[2];
  if (!(dx * dx + dy * dy + dz * dz <= kFlush2)) return false;
  const double fx = normals[3 * f], fy = normals[3 * f + 1], fz = normals[3 * f + 2];
  direction[3 * side] = fx;
  direction[3 * side + 1] = fy;
  direction[3 * side + 2] = fz;
  oppose(side);
  vertex[1 - side] = w;
  climb(other, 1 - side);
  double reach = -kInfinity;
  const int start = shape.faceHalfEdge[f];
  int h = start;
  for (int k = 0; k < shape.vertexCount; k++) {
    const int p = 3 * halfEdgeOrigin[h];
    const double height = fx * vertices[p] + fy * vertices[p + 1] + fz * vertices[p + 2];
    if (height > reach) reach = height;
    h = halfEdgeNext[h];
    if (h == start) break;
  }
  const int o = 12 * side + 9;
  const double g = fx * relative[o] + fy * relative[o + 1] + fz * relative[o + 2] - reach - top[1 - side];
  if (!(g >= certified[3] - scales[kRounding])) return false;
  certified[0] = x;
  certified[1] = y;
  certified[2] = z;
  certified[3] = g;
  return true;
}

inline Status writeCertified(CommonPlane &out) {
  double *normal = out.normal;
  double *point = out.point;
  double *pointA = out.pointA;
  double *pointB = out.pointB;
  const double nx = certified[0], ny = certified[1], nz = certified[2], gap = certified[3], x = certified[4];
  const double y = certified[5], z = certified[6];
  out.gap = gap;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  pointA[0] = x;
  pointA[1] = y;
  pointA[2] = z;
  pointB[0] = x + gap * nx;
  pointB[1] = y + gap * ny;
  pointB[2] = z + gap * nz;
  const double half = 0.5 * gap;
  point[0] = x + half * nx;
  point[1] = y + half * ny;
  point[2] = z + half * nz;
  out.featureA = provedFeature[0];
  out.featureB = provedFeature[1];
  out.iterations = searchSteps[0];
  out.status = gap < 0 ? Overlapping : Separated;
  return out.status;
}


}  // namespace certificate
