// What the twins in C++ share: the relative pose (src/body/pose.ts), the motion of the benches, and the dump that the bench writes.
#pragma once
#include "kernel.hpp"

// ---- pose.ts

inline void relativePose(double *pose, const double *positions, const double *orientations, int i, int j) {
  const double *a = orientations + 4 * i, *b = orientations + 4 * j;
  const double ax = a[0], ay = a[1], az = a[2], aw = a[3];
  const double bx = b[0], by = b[1], bz = b[2], bw = b[3];
  const double aa = ax * ax + ay * ay + az * az + aw * aw;
  const double bb = bx * bx + by * by + bz * bz + bw * bw;
  if (!(std::fabs(aa - 1) <= 1e-3 && std::fabs(bb - 1) <= 1e-3)) {
    for (int k = 0; k < 12; k++) pose[k] = kNaN;
    return;
  }
  const double x = aw * bx - ax * bw - (ay * bz - az * by);
  const double y = aw * by - ay * bw - (az * bx - ax * bz);
  const double z = aw * bz - az * bw - (ax * by - ay * bx);
  const double w = aw * bw + (ax * bx + ay * by + az * bz);
  const double s = 2 / (x * x + y * y + z * z + w * w);
  const double xx = s * x * x, yy = s * y * y, zz = s * z * z;
  const double xy = s * x * y, xz = s * x * z, yz = s * y * z;
  const double wx = s * w * x, wy = s * w * y, wz = s * w * z;
  pose[0] = 1 - (yy + zz);
  pose[1] = xy - wz;
  pose[2] = xz + wy;
  pose[3] = xy + wz;
  pose[4] = 1 - (xx + zz);
  pose[5] = yz - wx;
  pose[6] = xz - wy;
  pose[7] = yz + wx;
  pose[8] = 1 - (xx + yy);
  const double dx = positions[3 * j] - positions[3 * i];
  const double dy = positions[3 * j + 1] - positions[3 * i + 1];
  const double dz = positions[3 * j + 2] - positions[3 * i + 2];
  const double cx = ay * dz - az * dy, cy = az * dx - ax * dz, cz = ax * dy - ay * dx;
  const double r = 2 / aa;
  pose[9] = dx + r * (ay * cz - az * cy - aw * cx);
  pose[10] = dy + r * (az * cx - ax * cz - aw * cy);
  pose[11] = dz + r * (ax * cy - ay * cx - aw * cz);
}

// ---- dumps

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
inline void nudge(std::vector<double> &positions, std::vector<double> &orientations, const std::vector<double> &restPositions,
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

inline Shape readShape(Reader &reader) {
  Shape shape;
  shape.dimension = reader.integer();
  shape.vertexCount = reader.integer();
  shape.edgeCount = reader.integer();
  shape.faceCount = reader.integer();
  shape.radius = reader.number();
  shape.inradius = reader.number();
  shape.tolerance = reader.number();
  shape.vertices = reader.numbers(3 * shape.vertexCount);
  shape.normals = reader.numbers(3 * shape.faceCount);
  shape.offsets = reader.numbers(shape.faceCount);
  shape.halfEdgeNext = reader.integers(2 * shape.edgeCount);
  shape.halfEdgeOrigin = reader.integers(2 * shape.edgeCount);
  shape.halfEdgeFace = reader.integers(2 * shape.edgeCount);
  shape.vertexHalfEdge = reader.integers(shape.vertexCount);
  shape.faceHalfEdge = reader.integers(shape.faceCount);
  shape.neighbourStart = reader.integers(shape.vertexCount + 1);
  shape.neighbours = reader.integers(2 * shape.edgeCount);
  return shape;
}
