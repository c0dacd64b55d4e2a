// Steps of deformable blocks in C++. The element loop is src/deformable/element-loop.ts, written in C++ by bench/lib/write-cpp.ts; the nodes are moved as
// in node-loop.ts, without damping and with no component held. Results are the same bits as long as the compiler contracts nothing (-ffp-contract=off).
//
// Usage: elements DUMP SWEEPS; bench/micro/deformable.ts writes the dump, builds and runs this. A sweep begins at the start and makes all steps. Prints
// the milliseconds (of processor time) of one sweep, the steps with a tetrahedron without a positive volume, 0 for calls without an answer, and a hash of
// the bits of positions, forces and stresses.
#include <cstdint>
#include <cstring>
#include <ctime>

#include "deformable/element-loop.hpp"

namespace {

std::vector<double> numbers(std::FILE *file, int count) {
  std::vector<double> out(count);
  if (std::fread(out.data(), sizeof(double), out.size(), file) != out.size()) std::exit(2);
  return out;
}

uint32_t hash(uint32_t h, const std::vector<double> &values) {
  for (const double value : values) {
    uint32_t words[2];
    std::memcpy(words, &value, sizeof words);
    h = (h ^ words[0]) * 0x01000193u;
    h = (h ^ words[1]) * 0x01000193u;
  }
  return h;
}

// src/deformable/node-loop.ts. Returns the works of gravity and of loads, so that they are summed here too.
double moveNodes(int nodes, double dt, double *positions, double *velocities, const double *forces, const double *loads, const double *masses,
                 const double *gravity) {
  double gravityWork = 0, loadWork = 0;
  for (int node = 0; node < nodes; node++) {
    const double m = masses[node], push = dt / m;
    for (int k = 0; k < 3; k++) {
      const int i = 3 * node + k;
      const double v = velocities[i], weight = m * gravity[k], next = v + push * (forces[i] + weight), middle = 0.5 * (v + next);
      gravityWork += weight * middle * dt;
      loadWork += loads[i] * middle * dt;
      velocities[i] = next;
      positions[i] += dt * next;
    }
  }
  return gravityWork + loadWork;
}

}  // namespace

int main(int argc, char **argv) {
  std::FILE *file = argc == 3 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) {
    std::fprintf(stderr, "usage: elements DUMP SWEEPS\n");
    return 1;
  }
  const std::vector<double> head = numbers(file, 9);
  const int nodes = static_cast<int>(head[0]), count = static_cast<int>(head[1]), steps = static_cast<int>(head[2]);
  for (int k = 0; k < 3; k++) element_loop::elementGiven[k] = head[3 + k];
  const double dt = head[5];
  const std::vector<double> given = numbers(file, 4 * count);
  const std::vector<int> elements(given.begin(), given.end());
  const std::vector<double> startPositions = numbers(file, 3 * nodes), startVelocities = numbers(file, 3 * nodes);
  const std::vector<double> masses = numbers(file, nodes), loads(3 * nodes);
  std::fclose(file);
  const int sweeps = std::atoi(argv[2]);
  std::vector<double> positions(3 * nodes), velocities(3 * nodes), forces(3 * nodes), stresses(6 * count);
  int inverted = 0;
  double work = 0;
  const auto sweep = [&] {
    positions = startPositions;
    velocities = startVelocities;
    std::fill(forces.begin(), forces.end(), 0.0);
    std::fill(stresses.begin(), stresses.end(), 0.0);
    inverted = 0;
    for (int step = 0; step < steps; step++) {
      work += moveNodes(nodes, dt, positions.data(), velocities.data(), forces.data(), loads.data(), masses.data(), &head[6]);
      std::copy(loads.begin(), loads.end(), forces.begin());
      if (element_loop::advanceElements(0, count, elements.data(), positions.data(), velocities.data(), stresses.data(), forces.data()) >= 0) inverted++;
    }
  };
  // Pages and caches as they are in a process that has run for a while.
  for (int k = 0; k < 2; k++) sweep();
  const std::clock_t start = std::clock();
  for (int k = 0; k < sweeps; k++) sweep();
  const double milliseconds = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (!(work == work)) return 3;
  std::printf("%.17g\n%d\n0\n%u\n", milliseconds / sweeps, inverted, hash(hash(hash(0x811c9dc5u, positions), forces), stresses));
  return 0;
}
