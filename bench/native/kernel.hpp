// What kernels written in C++ (bench/lib/write-cpp.ts) work on: the shape (src/polyhedron/convex-polyhedron.ts), the common plane, the contact, memory
// and options of a pair (src/contact), and the few functions that C++ has otherwise.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <vector>

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kUlp = 0x1p-53;

// What the kernels use of a shape.
struct Shape {
  int dimension, vertexCount, edgeCount, faceCount;
  double radius, inradius, tolerance;
  std::vector<double> vertices, normals, offsets;
  std::vector<int> halfEdgeNext, halfEdgeOrigin, halfEdgeFace, vertexHalfEdge, faceHalfEdge, neighbourStart, neighbours;
};

enum Status { Separated, Touching, Overlapping, Unresolved, Invalid };

namespace ContactKind {
enum : int { None, VertexVertex, VertexEdge, VertexFace, EdgeEdge, ParallelEdges, EdgeFace, FaceFace };
}

namespace NormalOwner {
enum : int { None, FaceA, FaceB, Edges };
}

struct CommonPlane {
  Status status;
  double normal[3], point[3], gap, pointA[3], pointB[3];
  int featureA, featureB, iterations, evaluations;
};

struct Contact {
  Status status;
  int kind, owner;
  double normal[3], gap, area, volume, centre[3], pointA[3], pointB[3];
  int featureA, featureB, count;
  std::vector<double> points, gaps, shares;
  std::vector<int> features;
  int rimCount, dropped, iterations;
  explicit Contact(int capacity) : points(3 * capacity), gaps(capacity), shares(capacity), features(2 * capacity) {}
};

// Warm-start slot of the shortest link: features (code + 1) and normal.
struct State {
  int ints[2];
  double floats[3];
  int intOffset, floatOffset;
};

struct DetectOptions {
  double margin, pointMargin;
  int maxPoints;
  double band, minArea, rounding;
};

// Math.max and Math.min: NaN stays.
inline double greater(double x, double y) { return y > x || y != y ? y : x; }
inline double lesser(double x, double y) { return y < x || y != y ? y : x; }
