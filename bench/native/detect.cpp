// The contact of two bodies in C++: the relative pose, and the certified shortest link, with or without the contact points on its plane. The kernels are
// those of src, written in C++ by bench/lib/write-cpp.ts, so results are the same bits as long as the compiler contracts nothing (-ffp-contract=off).
//
// Usage: detect DUMP SWEEPS; bench/micro/native.ts and native-detect.ts write the dump, build and run this. A sweep is one call for each pair at both
// poses of the motion. Prints the milliseconds (of processor time) of one sweep, the points (or links) of the last sweep, 0 for calls without an answer,
// and the results of each pair.
#include <ctime>

#include "contact-points/plane-contact.hpp"
#include "math/rotation.hpp"
#include "pair.hpp"
#include "shortest-link/shortest-link.hpp"

namespace {

// src/contact/to-world.ts
double turn[9];
const double origin[3] = {};

void transform(double *v, const double *t) {
  const double *r = turn;
  const double x = v[0], y = v[1], z = v[2];
  v[0] = r[0] * x + r[1] * y + r[2] * z + t[0];
  v[1] = r[3] * x + r[4] * y + r[5] * z + t[1];
  v[2] = r[6] * x + r[7] * y + r[8] * z + t[2];
}

void toWorld(Contact &out, const double *positions, const double *orientations, int i) {
  if (out.status == Invalid) return;
  rotation::rotationFromQuaternion(turn, 0, orientations, 4 * i);
  const double *position = positions + 3 * i;
  transform(out.normal, origin);
  transform(out.pointA, position);
  transform(out.pointB, position);
  transform(out.centre, position);
  const int rows = out.count + out.rimCount;
  for (int k = 0; k < rows; k++) transform(&out.points[3 * k], position);
}

// src/contact/detect.ts, for sharp bodies.
void detect(Contact &out, CommonPlane &plane, const Shape &a, const Shape &b, const double *positions, const double *orientations, int i, int j,
            State &state, const DetectOptions &options) {
  double pose[12];
  relativePose(pose, positions, orientations, i, j);
  DetectOptions kernelOptions;
  kernelOptions.margin = options.margin > 0 ? options.margin : 0;
  kernelOptions.pointMargin = options.pointMargin > 0 ? options.pointMargin : 0;
  kernelOptions.maxPoints = options.maxPoints > 0 ? options.maxPoints : 0;
  kernelOptions.rounding = 0;
  kernelOptions.band = options.band > 0 ? options.band : 0;
  kernelOptions.minArea = options.minArea > 0 ? options.minArea : 0;
  shortest_link::certifiedShortestLink(plane, a, b, pose, state);
  plane_contact::planeContact(out, a, b, pose, plane, kernelOptions);
  toWorld(out, positions, orientations, i);
}

// The room of src/contact/contact.ts.
int roomFor(const Shape &shape) {
  int most = 0;
  for (int f = 0; f < shape.faceCount; f++) {
    int corners = 0, h = shape.faceHalfEdge[f];
    do {
      corners++;
      h = shape.halfEdgeNext[h];
    } while (h != shape.faceHalfEdge[f]);
    if (corners > most) most = corners;
  }
  return 2 * (shape.vertexCount + most);
}

void print(double number) { std::printf("%.17g\n", number); }

void print(const double *numbers, int count) {
  for (int k = 0; k < count; k++) print(numbers[k]);
}

// The order of bench/lib/contact-numbers.ts.
void print(const Contact &contact) {
  const int rows = contact.count + contact.rimCount;
  const int integers[] = {contact.status,   contact.kind,    contact.owner,      contact.featureA, contact.featureB, contact.count,
                          contact.rimCount, contact.dropped, contact.iterations};
  for (const int integer : integers) print(integer);
  print(contact.gap);
  print(contact.area);
  print(contact.volume);
  print(contact.normal, 3);
  print(contact.pointA, 3);
  print(contact.pointB, 3);
  print(contact.centre, 3);
  print(contact.points.data(), 3 * rows);
  print(contact.gaps.data(), rows);
  print(contact.shares.data(), rows);
  for (int k = 0; k < 2 * rows; k++) print(contact.features[k]);
}

}  // namespace

int main(int argc, char **argv) {
  Reader reader{argc == 3 ? std::fopen(argv[1], "rb") : nullptr};
  if (!reader.file) {
    std::fprintf(stderr, "usage: detect DUMP SWEEPS\n");
    return 1;
  }
  const int sweeps = std::atoi(argv[2]);
  const Shape shape = readShape(reader);
  const bool hasPoints = reader.number() != 0, isCold = reader.number() != 0;
  const double step = reader.number();
  const int pairs = reader.integer();
  const std::vector<double> restPositions = reader.numbers(6 * pairs);
  const std::vector<double> restOrientations = reader.numbers(8 * pairs);
  std::fclose(reader.file);

  std::vector<double> positions = restPositions, orientations = restOrientations;
  std::vector<State> states(pairs);
  std::vector<double> gaps(pairs);
  std::vector<Contact> contacts(pairs, Contact(roomFor(shape)));
  const DetectOptions options{};
  CommonPlane plane;
  double pose[12];
  long counted = 0;
  const auto sweep = [&] {
    counted = 0;
    for (int phase = 0; phase < 2; phase++) {
      nudge(positions, orientations, restPositions, restOrientations, shape.radius, phase == 0 ? step : 0);
      for (int p = 0; p < pairs; p++) {
        if (isCold) states[p] = State{};
        if (hasPoints) {
          detect(contacts[p], plane, shape, shape, positions.data(), orientations.data(), 2 * p, 2 * p + 1, states[p], options);
          counted += contacts[p].count;
        } else {
          relativePose(pose, positions.data(), orientations.data(), 2 * p, 2 * p + 1);
          shortest_link::certifiedShortestLink(plane, shape, shape, pose, states[p]);
          counted += plane.iterations;
          gaps[p] = plane.gap;
        }
      }
    }
  };
  // Pages, caches and branch predictors as they are in a process that has run for a while.
  for (int k = 0; k < 50; k++) sweep();
  const std::clock_t start = std::clock();
  for (int k = 0; k < sweeps; k++) sweep();
  const double milliseconds = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  print(milliseconds / sweeps);
  print(static_cast<double>(counted));
  print(0);
  for (int p = 0; p < pairs; p++) {
    if (hasPoints) print(contacts[p]);
    else print(gaps[p]);
  }
  return 0;
}
