// The region that two bodies share in C++: what the same algorithm, on the same flat arrays, costs where the compiler sees everything beforehand.
//
// A translation by hand of src/half-space clip-mesh.ts, clip-signs.ts, clip.ts, clipped-region.ts, region-integrals.ts and overlap.ts, and of
// src/body/pose.ts (pair.hpp). Left out is the exact plane for regions thinner than two bands (such a call is counted). Expressions are written in the
// same order, so volumes are the same bits as long as the compiler contracts nothing (-ffp-contract=off).
//
// Usage: half-space DUMP SWEEPS; bench/micro/native-half-space.ts writes the dump, builds and runs this. A sweep is one call for each pair at both poses
// of the motion. Prints the milliseconds (of processor time) of one sweep, planes that cut and calls handed over in the last sweep, then the volume
// of each pair.
#include <ctime>

#include "pair.hpp"

namespace {

constexpr int kMaxVertices = 5000, kMaxFaces = 2 * kMaxVertices - 4, kMaxEdges = 3 * kMaxVertices - 6;

// src/contact/overlap.ts
struct Overlap {
  Status status;
  double volume, centroid[3], area, areaA, areaB, normal[3], normalArea;
  int vertexCount, faceCount, iterations;
  std::vector<double> vertices;
  std::vector<int> faceStart, faceVertices, faceSource;
};

// ---- clip-mesh.ts

void startNumbers(const Shape &shape, int listedCorners, int listedFaces);

constexpr int kMaxClipFaces = 2 * kMaxFaces;
constexpr int kMaxClipCorners = 3 * kMaxClipFaces;
constexpr int kMaxClipEdges = 3 * kMaxClipFaces + kMaxEdges;

double cornerX[kMaxClipCorners];
double cornerY[kMaxClipCorners];
double cornerZ[kMaxClipCorners];
double height[kMaxClipCorners];
int spoke[kMaxClipCorners];

int next[2 * kMaxClipEdges];
int origin[2 * kMaxClipEdges];
int faceOf[2 * kMaxClipEdges];

int faceHalfEdge[kMaxClipFaces];
constexpr int kGone = -1;

int corners[kMaxClipCorners];
int freeEdges[kMaxClipEdges];
int faces[kMaxClipFaces];

unsigned char isShared[kMaxFaces];

constexpr int kCorners = 0;
constexpr int kListed = 1;
constexpr int kCornerNumbers = 2;
constexpr int kFreeEdges = 3;
constexpr int kEdgeNumbers = 4;
constexpr int kFaces = 5;
int total[6];

void loadBody(const Shape &shape) {
  const auto &vertices = shape.vertices;
  const int vertexCount = shape.vertexCount, faceCount = shape.faceCount, edgeCount = shape.edgeCount;
  const auto &halfEdgeNext = shape.halfEdgeNext, &halfEdgeOrigin = shape.halfEdgeOrigin, &halfEdgeFace = shape.halfEdgeFace, &vertexHalfEdge = shape.vertexHalfEdge;
  for (int v = 0, k = 0; v < vertexCount; v++, k += 3) {
    cornerX[v] = vertices[k];
    cornerY[v] = vertices[k + 1];
    cornerZ[v] = vertices[k + 2];
    spoke[v] = vertexHalfEdge[v];
    corners[v] = v;
  }
  for (int h = 0; h < 2 * edgeCount; h++) {
    next[h] = halfEdgeNext[h];
    origin[h] = halfEdgeOrigin[h];
    faceOf[h] = halfEdgeFace[h];
  }
  for (int f = 0; f < faceCount; f++) {
    faces[f] = f;
    faceHalfEdge[f] = shape.faceHalfEdge[f];
    isShared[f] = 0;
  }
  startNumbers(shape, vertexCount, faceCount);
}

void startNumbers(const Shape &shape, int listedCorners, int listedFaces) {
  const int vertexCount = shape.vertexCount, edgeCount = shape.edgeCount;
  total[kCorners] = listedCorners;
  total[kListed] = listedCorners;
  total[kCornerNumbers] = vertexCount;
  total[kFreeEdges] = 0;
  total[kEdgeNumbers] = edgeCount;
  total[kFaces] = listedFaces;
}

unsigned char isLoaded[kMaxFaces];

int loadKept(const Shape &shape, int *edges) {
  const auto &vertices = shape.vertices;
  const int vertexCount = shape.vertexCount;
  const auto &halfEdgeNext = shape.halfEdgeNext, &halfEdgeOrigin = shape.halfEdgeOrigin, &halfEdgeFace = shape.halfEdgeFace, &vertexHalfEdge = shape.vertexHalfEdge;
  int crossings = 0, kept = 0, loaded = 0;
  for (int v = 0; v < vertexCount; v++) {
    if (height[v] > 0) continue;
    corners[kept++] = v;
    cornerX[v] = vertices[3 * v];
    cornerY[v] = vertices[3 * v + 1];
    cornerZ[v] = vertices[3 * v + 2];
    const int first = vertexHalfEdge[v];
    spoke[v] = first;
    int h = first;
    do {
      const int f = halfEdgeFace[h];
      if (isLoaded[f] == 0) {
        isLoaded[f] = 1;
        faces[loaded++] = f;
        bool reachesOut = false;
        int k = h;
        do {
          const int w = halfEdgeOrigin[k], after = halfEdgeNext[k];
          if (height[w] > 0) reachesOut = true;
          next[k] = after;
          origin[k] = w;
          faceOf[k] = f;
          k = after;
        } while (k != h);
        faceHalfEdge[f] = reachesOut ? kGone : h;
        isShared[f] = 0;
      }
      const int back = h ^ 1, w = halfEdgeOrigin[back];
      if (height[w] > 0) {
        cornerX[w] = vertices[3 * w];
        cornerY[w] = vertices[3 * w + 1];
        cornerZ[w] = vertices[3 * w + 2];
        edges[0] = back;
        crossings++;
      }
      h = halfEdgeNext[back];
    } while (h != first);
  }
  for (int k = 0; k < loaded; k++) isLoaded[faces[k]] = 0;
  startNumbers(shape, kept, loaded);
  return crossings;
}

// ---- clip-signs.ts

constexpr double kNothing = 1e-300;

int reached[kMaxClipCorners];
unsigned char isReached[kMaxClipCorners];

int keepFarthest(int sign) {
  const int all = total[kCorners];
  int farthest = corners[0];
  for (int k = 1; k < all; k++) if (sign * height[corners[k]] > sign * height[farthest]) farthest = corners[k];
  int length = 0;
  reached[length++] = farthest;
  isReached[farthest] = 1;
  for (int k = 0; k < length; k++) {
    const int first = spoke[reached[k]];
    int h = first;
    do {
      const int w = origin[h ^ 1];
      if (isReached[w] == 0 && sign * height[w] > 0) {
        reached[length++] = w;
        isReached[w] = 1;
      }
      h = next[h ^ 1];
    } while (h != first);
  }
  for (int k = 0; k < all; k++) {
    const int v = corners[k];
    if (isReached[v] == 0 && !(sign * height[v] < 0)) height[v] = -sign * kNothing;
    isReached[v] = 0;
  }
  return farthest;
}

// ---- clip.ts

enum class Cut { Missed, Done, Empty, Full };

void classify();
void classifyVertices(const Shape &shape);
Cut miss();
int leaveOuter();
void restoreFaces();
bool trace(int crossings);
bool isSimple(int length);
Cut close(int cap);
int endCorner(int h);
void dropOuter();
Cut cutByTopology(int cap);

double plane[4];
double snap[1];
constexpr int kInside = 0;
constexpr int kOutside = 1;
constexpr int kOn = 2;
int sides[3];
int outer[kMaxClipCorners];
int outerPlace[kMaxClipCorners];

int ring[2 * kMaxClipEdges];
int ringLength[1];
int freed[1];
int listedOuter[1];
constexpr int kPassed = -2;

Cut firstCut(const Shape &shape, int cap) {
  classifyVertices(shape);
  if (sides[kInside] == 0 && sides[kOutside] > 0) return Cut::Empty;
  if (sides[kOutside] == 0) {
    loadBody(shape);
    return miss();
  }
  freed[0] = 0;
  listedOuter[0] = 0;
  if (trace(loadKept(shape, ring))) return close(cap);
  loadBody(shape);
  return cutByTopology(cap);
}

Cut cut(int cap) {
  classify();
  if (sides[kOutside] == 0) return miss();
  if (sides[kInside] == 0) return Cut::Empty;
  if (trace(leaveOuter())) return close(cap);
  restoreFaces();
  return cutByTopology(cap);
}

void classify() {
  const double nx = plane[0], ny = plane[1], nz = plane[2], d = plane[3], near = snap[0];
  const int all = total[kCorners];
  int inside = 0, outside = 0;
  for (int k = 0; k < all; k++) {
    const int v = corners[k];
    const double s = nx * cornerX[v] + ny * cornerY[v] + nz * cornerZ[v] - d;
    const bool isOut = s > near;
    const bool isIn = s < -near;
    height[v] = std::fabs(s) > near ? s : 0;
    outerPlace[outside] = k;
    outer[outside] = v;
    outside += isOut;
    inside += isIn;
  }
  sides[kInside] = inside;
  sides[kOutside] = outside;
  sides[kOn] = all - inside - outside;
}

void classifyVertices(const Shape &shape) {
  const auto &vertices = shape.vertices;
  const int vertexCount = shape.vertexCount;
  const double nx = plane[0], ny = plane[1], nz = plane[2], d = plane[3], near = snap[0];
  int inside = 0, outside = 0;
  for (int v = 0, k = 0; v < vertexCount; v++, k += 3) {
    const double s = nx * vertices[k] + ny * vertices[k + 1] + nz * vertices[k + 2] - d;
    const bool isOut = s > near;
    const bool isIn = s < -near;
    height[v] = std::fabs(s) > near ? s : 0;
    outside += isOut;
    inside += isIn;
  }
  sides[kInside] = inside;
  sides[kOutside] = outside;
  sides[kOn] = vertexCount - inside - outside;
}

Cut miss() {
  if (sides[kOn] < 3) return Cut::Missed;
  for (int k = 0; k < total[kFaces]; k++) {
    const int f = faces[k];
    if (f >= kMaxFaces || faceHalfEdge[f] == kGone) continue;
    const int first = faceHalfEdge[f];
    int h = first;
    while (height[origin[h]] == 0) {
      h = next[h];
      if (h == first) {
        isShared[f] = 1;
        break;
      }
    }
  }
  return Cut::Missed;
}

int leaveOuter() {
  const int outside = sides[kOutside];
  listedOuter[0] = outside;
  int crossings = 0, free = total[kFreeEdges];
  for (int k = 0; k < outside; k++) {
    const int v = outer[k], first = spoke[v];
    int h = first;
    do {
      faceHalfEdge[faceOf[h]] = kGone;
      const int w = origin[h ^ 1];
      if (height[w] > 0) {
        if (v < w) freeEdges[free++] = h >> 1;
      } else {
        ring[0] = h;
        crossings++;
      }
      h = next[h ^ 1];
    } while (h != first);
  }
  freed[0] = free;
  return crossings;
}

void restoreFaces() {
  for (int k = 0; k < sides[kOutside]; k++) {
    const int first = spoke[outer[k]];
    int h = first;
    do {
      faceHalfEdge[faceOf[h]] = h;
      h = next[h ^ 1];
    } while (h != first);
  }
}

bool trace(int crossings) {
  const int first = ring[0];
  int h = first, length = 0;
  do {
    if (length == crossings) return false;
    ring[length++] = h;
    const int f = faceOf[h ^ 1];
    if (faceHalfEdge[f] != kGone) return false;
    faceHalfEdge[f] = kPassed;
    int after = next[h ^ 1];
    do {
      h = after;
      after = next[h];
    } while (height[origin[after]] > 0);
  } while (h != first);
  ringLength[0] = length;
  return length == crossings && (sides[kOn] == 0 ? length >= 3 : isSimple(length));
}

unsigned char isOnRing[kMaxClipCorners];

bool isSimple(int length) {
  bool isGood = true;
  int runs = 0;
  for (int k = 0; k < length; k++) {
    const int v = origin[ring[k == 0 ? length - 1 : k - 1] ^ 1], h = ring[k], w = origin[h ^ 1];
    if (height[w] < 0) {
      runs++;
    } else if (w != v) {
      runs++;
      if (isOnRing[w] != 0) isGood = false;
      isOnRing[w] = 1;
      if (height[v] == 0) {
        const int e = next[h], x = origin[next[e]];
        if (x != v) {
          if (!(height[x] < 0)) isGood = false;
        } else if (faceHalfEdge[faceOf[e ^ 1]] < 0 || !(height[origin[next[e ^ 1] ^ 1]] < 0)) {
          isGood = false;
        }
      }
    }
  }
  for (int k = 0; k < length; k++) isOnRing[origin[ring[k] ^ 1]] = 0;
  return isGood && runs >= 3;
}

Cut close(int cap) {
  const int length = ringLength[0];
  if (total[kCornerNumbers] + length > kMaxClipCorners || total[kEdgeNumbers] + length > kMaxClipEdges) {
    restoreFaces();
    return Cut::Full;
  }
  int free = freed[0], numbers = total[kEdgeNumbers];
  const int first = endCorner(ring[0]);
  int u = first, firstSide = -1, lastSide = -1;
  for (int k = 0; k < length; k++) {
    const bool isLast = k + 1 == length;
    const int comes = ring[k] ^ 1, goes = ring[isLast ? 0 : k + 1], w = isLast ? first : endCorner(goes);
    const int f = faceOf[comes];
    faceHalfEdge[f] = kGone;
    if (u == w) continue;
    int side = next[goes];
    if (origin[comes] != u || origin[goes ^ 1] != w || origin[next[side]] != u) {
      const int h = 2 * (free > 0 ? freeEdges[--free] : numbers++);
      next[h] = origin[goes ^ 1] == w ? side : goes;
      side = h ^ 1;
      origin[h] = u;
      origin[side] = w;
      faceOf[h] = f;
      faceHalfEdge[f] = h;
      int before = comes;
      if (origin[comes] == u) {
        before = goes;
        while (next[before] != comes) before = next[before];
      }
      next[before] = h;
    }
    faceOf[side] = cap;
    spoke[w] = side;
    if (lastSide < 0) firstSide = side;
    else next[side] = lastSide;
    lastSide = side;
    u = w;
  }
  next[firstSide] = lastSide;
  faceHalfEdge[cap] = firstSide;
  faces[total[kFaces]++] = cap;
  if (sides[kOn] > 0) {
    for (int k = 0; k < length; k++) if (height[origin[ring[k]]] > 0) freeEdges[free++] = ring[k] >> 1;
  }
  total[kFreeEdges] = free;
  total[kEdgeNumbers] = numbers;
  dropOuter();
  return Cut::Done;
}

int endCorner(int h) {
  const int inner = origin[h ^ 1];
  if (height[inner] == 0) return inner;
  const int v = origin[h];
  const double share = height[inner] / (height[inner] - height[v]), x = cornerX[inner], y = cornerY[inner];
  const double z = cornerZ[inner];
  const int place = total[kCorners]++;
  if (place == total[kListed]) corners[total[kListed]++] = total[kCornerNumbers]++;
  const int u = corners[place];
  cornerX[u] = x + (cornerX[v] - x) * share;
  cornerY[u] = y + (cornerY[v] - y) * share;
  cornerZ[u] = z + (cornerZ[v] - z) * share;
  height[u] = 0;
  origin[h] = u;
  return u;
}

void dropOuter() {
  int last = total[kCorners];
  for (int k = listedOuter[0] - 1; k >= 0; k--) {
    const int place = outerPlace[k], v = corners[place];
    corners[place] = corners[--last];
    corners[last] = v;
  }
  total[kCorners] = last;
}

Cut cutByTopology(int cap) {
  const double high = height[keepFarthest(1)], low = height[keepFarthest(-1)];
  const int all = total[kCorners];
  int outside = 0;
  for (int k = 0; k < all; k++) {
    if (!(height[corners[k]] > 0)) continue;
    outerPlace[outside] = k;
    outer[outside++] = corners[k];
  }
  sides[kOutside] = outside;
  sides[kOn] = 0;
  if (trace(leaveOuter())) return close(cap);
  restoreFaces();
  return high < -low ? Cut::Missed : Cut::Empty;
}

// ---- clipped-region.ts

enum class Clipped { Nothing, Region, Full };

void sortPlanes(const Shape &shape, int deepest);
void enclose();
void seeFromB(const double *pose);
void turnPlane(const Shape &shape, int f, const double *pose);
void integrate(Overlap &out, const double *pose);


constexpr int kFew = 8;

constexpr double kNearDeepest = 0.5;

double inFront[kMaxFaces];
int order[kMaxFaces];

double outward[1];

double ball[4];
double centre[3];

Clipped clippedRegion(Overlap &out, const Shape &a, const Shape &b, const double *pose) {
  const auto &normals = b.normals, &offsets = b.offsets;
  const int faceCount = b.faceCount;
  ball[0] = ball[1] = ball[2] = 0;
  ball[3] = a.radius;
  seeFromB(pose);
  int deepest = 0;
  double farthest = -kInfinity;
  for (int f = 0, k = 0; f < faceCount; f++, k += 3) {
    const double s = normals[k] * centre[0] + normals[k + 1] * centre[1] + normals[k + 2] * centre[2] - offsets[f];
    inFront[f] = s;
    if (s > farthest) {
      farthest = s;
      deepest = f;
    }
  }
  if (farthest > a.radius + outward[0] + snap[0]) return Clipped::Nothing;
  turnPlane(b, deepest, pose);
  int cuts = 0;
  Cut found = firstCut(a, kMaxFaces + deepest);
  sortPlanes(b, deepest);
  for (int i = 0; ; i++) {
    if (found == Cut::Empty) return Clipped::Nothing;
    if (found == Cut::Full) break;
    if (found == Cut::Done) {
      cuts++;
      if ((cuts & (cuts - 1)) == 0 && faceCount - i > kFew) {
        enclose();
        seeFromB(pose);
      }
    }
    const double reach = ball[3] + outward[0] + snap[0], x = centre[0], y = centre[1], z = centre[2];
    int f = 0;
    for (; i < faceCount - 1; i++) {
      f = order[i];
      if (!(normals[3 * f] * x + normals[3 * f + 1] * y + normals[3 * f + 2] * z + reach < offsets[f])) break;
    }
    if (i == faceCount - 1) break;
    turnPlane(b, f, pose);
    found = cut(kMaxFaces + f);
  }
  integrate(out, pose);
  out.iterations = cuts;
  return found == Cut::Full ? Clipped::Full : Clipped::Region;
}

void sortPlanes(const Shape &shape, int deepest) {
  const int faceCount = shape.faceCount;
  const double inradius = shape.inradius, far = inFront[deepest] - kNearDeepest * inradius;
  int first = 0, last = faceCount - 1;
  for (int f = 0; f < faceCount; f++) {
    if (f == deepest) continue;
    if (inFront[f] >= far) order[first++] = f;
    else order[--last] = f;
  }
}

void enclose() {
  const int all = total[kCorners];
  double x0 = cornerX[corners[0]], x1 = x0, y0 = cornerY[corners[0]], y1 = y0, z0 = cornerZ[corners[0]], z1 = z0;
  for (int k = 1; k < all; k++) {
    const int v = corners[k];
    const double x = cornerX[v], y = cornerY[v], z = cornerZ[v];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  ball[0] = 0.5 * (x0 + x1);
  ball[1] = 0.5 * (y0 + y1);
  ball[2] = 0.5 * (z0 + z1);
  const double dx = x1 - x0, dy = y1 - y0, dz = z1 - z0;
  ball[3] = 0.5 * std::sqrt(dx * dx + dy * dy + dz * dz);
}

void seeFromB(const double *pose) {
  const double x = ball[0] - pose[9], y = ball[1] - pose[10], z = ball[2] - pose[11];
  centre[0] = pose[0] * x + pose[3] * y + pose[6] * z;
  centre[1] = pose[1] * x + pose[4] * y + pose[7] * z;
  centre[2] = pose[2] * x + pose[5] * y + pose[8] * z;
}

void turnPlane(const Shape &shape, int f, const double *pose) {
  const auto &normals = shape.normals;
  const auto &offsets = shape.offsets;
  const double x = normals[3 * f], y = normals[3 * f + 1], z = normals[3 * f + 2];
  const double nx = pose[0] * x + pose[1] * y + pose[2] * z, ny = pose[3] * x + pose[4] * y + pose[5] * z;
  const double nz = pose[6] * x + pose[7] * y + pose[8] * z;
  plane[0] = nx;
  plane[1] = ny;
  plane[2] = nz;
  plane[3] = offsets[f] + (nx * pose[9] + ny * pose[10] + nz * pose[11]) + outward[0];
}

// ---- region-integrals.ts

void copyCorners(Overlap &out);
void meanCorner(double *out);

double vectorArea[6 * kMaxFaces];
double extent[3];

constexpr double kClosed = 0x1p-46;

int numberOf[kMaxClipCorners];

void integrate(Overlap &out, const double *pose) {
  copyCorners(out);
  auto &faceStart = out.faceStart; auto &faceVertices = out.faceVertices; auto &faceSource = out.faceSource;
  const int room = static_cast<int>(faceVertices.size()), rows = static_cast<int>(faceStart.size()) - 1;
  faceStart[0] = 0;
  int used = 0;
  const int all = total[kCorners], listed = total[kFaces];
  const double ox = cornerX[corners[0]], oy = cornerY[corners[0]], oz = cornerZ[corners[0]];
  double volume6 = 0, mx = 0, my = 0, mz = 0, areaA = 0, areaB = 0, ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
  double shared = 0, hx = 0, hy = 0, hz = 0;
  int kept = 0;
  for (int k = 0; k < listed; k++) {
    const int face = faces[k], first = faceHalfEdge[face];
    if (first == kGone) continue;
    int v = origin[first];
    if (used + 1 < room) {
      faceVertices[used] = numberOf[v];
      faceVertices[used + 1] = numberOf[origin[next[first]]];
    }
    used += 2;
    const double px = cornerX[v] - ox, py = cornerY[v] - oy, pz = cornerZ[v] - oz;
    int h = next[first];
    v = origin[h];
    double qx = cornerX[v] - ox, qy = cornerY[v] - oy, qz = cornerZ[v] - oz, sx = 0, sy = 0, sz = 0;
    for (h = next[h]; h != first; h = next[h]) {
      v = origin[h];
      if (used < room) faceVertices[used] = numberOf[v];
      used++;
      const double rx = cornerX[v] - ox, ry = cornerY[v] - oy, rz = cornerZ[v] - oz;
      double ux = qx - px, uy = qy - py, uz = qz - pz, wx = rx - px, wy = ry - py, wz = rz - pz;
      const double vx = rx - qx, vy = ry - qy, vz = rz - qz, uu = ux * ux + uy * uy + uz * uz;
      const double vv = vx * vx + vy * vy + vz * vz, ww = wx * wx + wy * wy + wz * wz;
      if (ww > uu && ww > vv) {
        wx = vx;
        wy = vy;
        wz = vz;
      } else if (uu > vv) {
        ux = -vx;
        uy = -vy;
        uz = -vz;
      }
      const double nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
      sx += nx;
      sy += ny;
      sz += nz;
      const double six = px * nx + py * ny + pz * nz;
      volume6 += six;
      mx += six * (px + qx + rx);
      my += six * (py + qy + ry);
      mz += six * (pz + qz + rz);
      qx = rx;
      qy = ry;
      qz = rz;
    }
    vectorArea[3 * kept] = 0.5 * sx;
    vectorArea[3 * kept + 1] = 0.5 * sy;
    vectorArea[3 * kept + 2] = 0.5 * sz;
    if (kept < rows) {
      faceStart[kept + 1] = used;
      faceSource[2 * kept] = face < kMaxFaces ? 0 : 1;
      faceSource[2 * kept + 1] = face < kMaxFaces ? face : face - kMaxFaces;
    }
    faces[kept++] = face;
    const double area = 0.5 * std::sqrt(sx * sx + sy * sy + sz * sz);
    if (face < kMaxFaces) {
      areaA += area;
      if (isShared[face] != 0) {
        shared += area;
        hx += 0.25 * sx;
        hy += 0.25 * sy;
        hz += 0.25 * sz;
      } else {
        ax += 0.5 * sx;
        ay += 0.5 * sy;
        az += 0.5 * sz;
      }
    } else {
      areaB += area;
      bx += 0.5 * sx;
      by += 0.5 * sy;
      bz += 0.5 * sz;
    }
  }
  total[kFaces] = kept;
  out.faceCount = kept;

  out.volume = volume6 > 0 ? volume6 / 6 : 0;
  out.area = areaA + areaB;
  out.areaA = areaA;
  out.areaB = areaB;
  double *centroid = out.centroid;
  if (volume6 > 0) {
    centroid[0] = ox + mx / (4 * volume6);
    centroid[1] = oy + my / (4 * volume6);
    centroid[2] = oz + mz / (4 * volume6);
  } else {
    meanCorner(centroid);
  }

  const double own = areaA - shared;
  double *normal = out.normal;
  const bool useA = own < areaB;
  const double x = useA ? ax + hx : -(bx + hx), y = useA ? ay + hy : -(by + hy), z = useA ? az + hz : -(bz + hz);
  const double length = std::sqrt(x * x + y * y + z * z);
  if (length > kClosed * ((useA ? own : areaB) + shared)) {
    out.normalArea = length;
    normal[0] = x / length;
    normal[1] = y / length;
    normal[2] = z / length;
  } else {
    const double distance = std::sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]);
    out.normalArea = 0;
    normal[0] = distance > 0 ? pose[9] / distance : 1;
    normal[1] = distance > 0 ? pose[10] / distance : 0;
    normal[2] = distance > 0 ? pose[11] / distance : 0;
  }

  double low = kInfinity, high = -kInfinity, farthest2 = 0;
  for (int k = 0; k < all; k++) {
    const int v = corners[k];
    const double dx = cornerX[v] - ox, dy = cornerY[v] - oy, dz = cornerZ[v] - oz;
    const double distance2 = dx * dx + dy * dy + dz * dz;
    if (distance2 > farthest2) farthest2 = distance2;
    const double s = normal[0] * cornerX[v] + normal[1] * cornerY[v] + normal[2] * cornerZ[v];
    if (s < low) low = s;
    if (s > high) high = s;
  }
  extent[0] = low;
  extent[1] = high;
  extent[2] = farthest2;
}

void copyCorners(Overlap &out) {
  auto &vertices = out.vertices;
  const int room = static_cast<int>(vertices.size()) - 2, all = total[kCorners];
  out.vertexCount = all;
  for (int i = 0, k = 0; i < all; i++, k += 3) {
    const int v = corners[i];
    numberOf[v] = i;
    if (k < room) {
      vertices[k] = cornerX[v];
      vertices[k + 1] = cornerY[v];
      vertices[k + 2] = cornerZ[v];
    }
  }
}

void meanCorner(double *out) {
  const int all = total[kCorners];
  double x = 0, y = 0, z = 0;
  for (int k = 0; k < all; k++) {
    const int v = corners[k];
    x += cornerX[v];
    y += cornerY[v];
    z += cornerZ[v];
  }
  out[0] = x / all;
  out[1] = y / all;
  out[2] = z / all;
}

// ---- overlap.ts

constexpr double kSnapUlps = 8, kLost = 0x1p-46;

bool isThick(const Overlap &out, const Shape &a, const Shape &b) {
  const double square = kLost * extent[2];
  return out.volume > 2 * (a.tolerance + b.tolerance) * (out.area + square) + square * std::sqrt(extent[2]);
}

// Unresolved: the exact plane would be asked.
Status overlap(Overlap &out, const Shape &a, const Shape &b, const double *pose) {
  for (int k = 0; k < 12; k++)
    if (!(pose[k] * 0 == 0)) return out.status = Invalid;
  const double reach = a.radius + b.radius, band = a.tolerance + b.tolerance;
  const double distance2 = pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11];
  if (distance2 > (reach + 2 * band) * (reach + 2 * band)) return out.status = Separated;
  snap[0] = kSnapUlps * 0x1p-52 * reach;
  outward[0] = 0;
  if (clippedRegion(out, a, b, pose) == Clipped::Region && isThick(out, a, b)) return out.status = Overlapping;
  return out.status = Unresolved;
}

}  // namespace

int main(int argc, char **argv) {
  Reader reader{argc == 3 ? std::fopen(argv[1], "rb") : nullptr};
  if (!reader.file) {
    std::fprintf(stderr, "usage: half-space DUMP SWEEPS\n");
    return 1;
  }
  const int sweeps = std::atoi(argv[2]);
  const Shape shape = readShape(reader);
  const double step = reader.number();
  const int pairs = reader.integer();
  const std::vector<double> restPositions = reader.numbers(6 * pairs), restOrientations = reader.numbers(8 * pairs);
  std::fclose(reader.file);

  std::vector<double> positions = restPositions, orientations = restOrientations, volumes(pairs);
  Overlap out;
  const int room = 2 * shape.faceCount;
  out.vertices.resize(3 * (2 * room - 4));
  out.faceStart.resize(room + 1);
  out.faceVertices.resize(6 * room - 12);
  out.faceSource.resize(2 * room);
  double pose[12];
  long cuts = 0, handedOver = 0;
  const auto sweep = [&] {
    cuts = 0;
    handedOver = 0;
    for (int phase = 0; phase < 2; phase++) {
      nudge(positions, orientations, restPositions, restOrientations, shape.radius, phase == 0 ? step : 0);
      for (int p = 0; p < pairs; p++) {
        relativePose(pose, positions.data(), orientations.data(), 2 * p, 2 * p + 1);
        if (overlap(out, shape, shape, pose) != Overlapping) handedOver++;
        cuts += out.iterations;
        volumes[p] = out.volume;
      }
    }
  };
  // Pages, caches and branch predictors as they are in a process that has run for a while.
  for (int k = 0; k < 50; k++) sweep();
  const std::clock_t start = std::clock();
  for (int k = 0; k < sweeps; k++) sweep();
  const double milliseconds = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%.17g\n%ld\n%ld\n", milliseconds / sweeps, cuts, handedOver);
  for (const double volume : volumes) std::printf("%.17g\n", volume);
  return 0;
}
