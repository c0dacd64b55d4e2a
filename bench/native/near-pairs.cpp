// The cell search for near pairs in C++: what the same algorithm, on the same flat arrays, costs where the compiler sees everything beforehand.
//
// A translation by hand of src/broad-phase for one level of sizes in open space, without a filter: cells laid over the bodies (cell-grid.ts), dense
// cells (dense-cells.ts), sorted rows (cell-order.ts, sorted-rows.ts) where there are more than four cells a body, and the test for one size that
// nearPairs makes first (near-pairs.ts). Pairs are listed in the same order. Left out: cells that cannot be numbered in 31 bits, and the exact
// decision of pairs that touch to rounding; where either is needed the program says so and ends.
//
// Usage: near-pairs DUMP SWEEPS; bench/micro/native-near-pairs.ts writes the dump, builds and runs this. Prints the milliseconds (of processor time) of
// one search, the number of pairs and a hash of the list.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <vector>

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEnlargement = 0x1p-20;
constexpr double kLimit = 0x1p30;
constexpr double kLeastCell = 0x1p-900;
constexpr double kSlack = 1 + 0x1p-48;
constexpr double kTiny = 0x1p-900;
constexpr int kCellsPerBody = 4;
constexpr int kDigit = 11;
constexpr int kBins = 1 << kDigit;
constexpr int kBlock = 2048;

// ---- pair-list.ts

struct PairList {
  int count = 0;
  std::vector<int> pairs = std::vector<int>(2048);
};

inline void appendPair(PairList &list, int p, int q) {
  const size_t at = 2 * static_cast<size_t>(list.count);
  if (at >= list.pairs.size()) list.pairs.resize(2 * list.pairs.size());
  list.pairs[at] = p < q ? p : q;
  list.pairs[at + 1] = p < q ? q : p;
  list.count++;
}

// ---- near.ts

void appendIfNear(PairList &out, const double *centres, const double *radii, double margin, int p, int q) {
  const double dx = centres[3 * p] - centres[3 * q];
  const double dy = centres[3 * p + 1] - centres[3 * q + 1];
  const double dz = centres[3 * p + 2] - centres[3 * q + 2];
  const double distance2 = dx * dx + dy * dy + dz * dz;
  const double reach = radii[p] + radii[q] + margin;
  const double reach2 = reach * reach;
  if (distance2 > reach2 * kSlack + kTiny) return;
  if (!(distance2 * kSlack + kTiny < reach2)) {
    std::fprintf(stderr, "bodies %d and %d touch to rounding: the twin does not decide that\n", p, q);
    std::exit(1);
  }
  appendPair(out, p, q);
}

// ---- cell-grid.ts

struct Grid {
  int cells[3];
  double largest, start[3], perCell[3];
};

inline bool isValid(const double *centres, const double *radii, int b) {
  return centres[3 * b] * 0 + centres[3 * b + 1] * 0 + centres[3 * b + 2] * 0 + radii[b] * 0 == 0 && radii[b] >= 0;
}

int layCells(Grid &grid, int count, const double *centres, const double *radii, double margin) {
  double least[3] = {kInfinity, kInfinity, kInfinity}, most[3] = {-kInfinity, -kInfinity, -kInfinity};
  grid.largest = 0;
  int valid = 0;
  for (int b = 0; b < count; b++) {
    if (!isValid(centres, radii, b)) continue;
    valid++;
    for (int axis = 0; axis < 3; axis++) {
      const double x = centres[3 * b + axis];
      if (x < least[axis]) least[axis] = x;
      if (x > most[axis]) most[axis] = x;
    }
    if (radii[b] > grid.largest) grid.largest = radii[b];
  }
  for (int axis = 0; axis < 3; axis++) {
    const double min = 0.25 * least[axis], max = 0.25 * most[axis];
    const double perCell = 1 / std::max((0.5 * grid.largest + 0.25 * margin) * (1 + kEnlargement), kLeastCell);
    const double span = std::floor(std::min((max - min) * perCell, kLimit)) + 1;
    if ((max - min) * perCell > kLimit || span > 2.0 * valid + 1) {
      std::fprintf(stderr, "an axis is longer than the twin takes\n");
      std::exit(1);
    }
    grid.start[axis] = min;
    grid.perCell[axis] = perCell;
    grid.cells[axis] = static_cast<int>(span);
  }
  return valid;
}

struct Workspace {
  Grid grid;
  std::vector<int> order, spare, starts, counters = std::vector<int>(3 * kBins);
  std::vector<double> spheres;
  bool copied = false;
  int merged[4];
};

int rowStride(const Grid &grid) { return grid.cells[0] + 1; }
int layerStride(const Grid &grid) { return rowStride(grid) * (grid.cells[1] + 1); }

inline int cellOf(const Grid &grid, int row, int layer, double x, double y, double z) {
  const int ix = static_cast<int>((0.25 * x - grid.start[0]) * grid.perCell[0]);
  const int iy = static_cast<int>((0.25 * y - grid.start[1]) * grid.perCell[1]);
  const int iz = static_cast<int>((0.25 * z - grid.start[2]) * grid.perCell[2]);
  return iz * layer + iy * row + ix;
}

// ---- dense-cells.ts

void orderByTable(Workspace &workspace, int count, int cells, const double *centres, const double *radii) {
  const Grid &grid = workspace.grid;
  if (workspace.order.size() < static_cast<size_t>(count)) {
    workspace.order.resize(count);
    workspace.spare.resize(count);
    workspace.spheres.resize(4 * static_cast<size_t>(count));
  }
  workspace.starts.assign(cells + 2, 0);
  int *starts = workspace.starts.data(), *spare = workspace.spare.data(), *order = workspace.order.data();
  double *spheres = workspace.spheres.data();
  const int row = rowStride(grid), layer = layerStride(grid);
  for (int b = 0; b < count; b++) {
    spare[b] = -1;
    if (!isValid(centres, radii, b)) continue;
    const int cell = cellOf(grid, row, layer, centres[3 * b], centres[3 * b + 1], centres[3 * b + 2]);
    spare[b] = cell;
    starts[cell + 2]++;
  }
  for (int c = 0; c < cells; c++) starts[c + 2] += starts[c + 1];
  for (int b = 0; b < count; b++) {
    const int cell = spare[b];
    if (cell < 0) continue;
    const int p = starts[cell + 1]++;
    order[p] = b;
    spheres[4 * p] = centres[3 * b];
    spheres[4 * p + 1] = centres[3 * b + 1];
    spheres[4 * p + 2] = centres[3 * b + 2];
    spheres[4 * p + 3] = radii[b];
  }
}

void pairsOfCells(const Workspace &workspace, PairList &out, const double *centres, const double *radii, double margin, int cells) {
  const int *starts = workspace.starts.data(), *order = workspace.order.data();
  const double *spheres = workspace.spheres.data();
  const int row = rowStride(workspace.grid), layer = layerStride(workspace.grid);
  for (int cell = 0; cell < cells; cell++) {
    const int last = starts[cell + 1];
    for (int p = starts[cell]; p < last; p++) {
      const double x = spheres[4 * p], y = spheres[4 * p + 1], z = spheres[4 * p + 2];
      const double r = spheres[4 * p + 3] + margin;
      for (int run = 0; run < 5; run++) {
        const int middle = run == 0 ? cell : run == 1 ? cell - row : cell - layer + (run - 3) * row;
        if (middle < -1) continue;
        const int begin = run == 0 ? p + 1 : middle < 1 ? 0 : starts[middle - 1];
        const int end = starts[middle + 2];
        for (int q = begin; q < end; q++) {
          const double dx = spheres[4 * q] - x, dy = spheres[4 * q + 1] - y, dz = spheres[4 * q + 2] - z;
          const double reach = r + spheres[4 * q + 3];
          const double distance2 = dx * dx + dy * dy + dz * dz;
          const double reach2 = reach * reach;
          if (distance2 > reach2 * kSlack + kTiny) continue;
          if (distance2 * kSlack + kTiny < reach2) appendPair(out, order[p], order[q]);
          else appendIfNear(out, centres, radii, margin, order[p], order[q]);
        }
      }
    }
  }
}

// ---- cell-order.ts and sorted-rows.ts

void orderNumbered(Workspace &workspace, int count, int valid, const double *centres, const double *radii) {
  const Grid &grid = workspace.grid;
  std::vector<int> &counters = workspace.counters;
  if (workspace.order.size() < 2 * static_cast<size_t>(valid)) {
    workspace.order.resize(2 * static_cast<size_t>(valid));
    workspace.spare.resize(2 * static_cast<size_t>(valid));
    workspace.spheres.resize(4 * static_cast<size_t>(valid));
  }
  const int row = rowStride(grid), layer = layerStride(grid);
  const uint32_t all = static_cast<uint32_t>(layer) * grid.cells[2] - 1;
  const int bits = all == 0 ? 1 : 32 - __builtin_clz(all);
  const int passes = (bits + kDigit - 1) / kDigit;
  const int width = (bits + passes - 1) / passes;
  const int mask = (1 << width) - 1;
  std::fill(counters.begin(), counters.end(), 0);
  int at = 0;
  for (int b = 0; b < count; b++) {
    if (!isValid(centres, radii, b)) continue;
    const int cell = cellOf(grid, row, layer, centres[3 * b], centres[3 * b + 1], centres[3 * b + 2]);
    workspace.order[at] = cell;
    workspace.order[at + 1] = b;
    at += 2;
    counters[cell & mask]++;
    counters[kBins + ((cell >> width) & mask)]++;
    counters[2 * kBins + ((cell >> (2 * width)) & mask)]++;
  }
  for (int pass = 0; pass < passes; pass++) {
    int sum = 0;
    for (int d = pass * kBins; d < pass * kBins + (1 << width); d++) {
      const int number = counters[d];
      counters[d] = sum;
      sum += 2 * number;
    }
    const int *order = workspace.order.data();
    int *spare = workspace.spare.data();
    for (int k = 0; k < 2 * valid; k += 2) {
      const int cell = order[k];
      const int target = counters[pass * kBins + ((cell >> (pass * width)) & mask)];
      counters[pass * kBins + ((cell >> (pass * width)) & mask)] = target + 2;
      spare[target] = cell;
      spare[target + 1] = order[k + 1];
    }
    workspace.order.swap(workspace.spare);
  }
  const int *order = workspace.order.data();
  int followed = 0;
  for (int p = 0; p + 1 < valid; p++)
    if (order[2 * p + 2] - order[2 * p] <= 1) followed++;
  workspace.copied = 8 * static_cast<int64_t>(followed) > valid;
  if (!workspace.copied) return;
  double *spheres = workspace.spheres.data();
  for (int p = 0; p < valid; p++) {
    const int b = order[2 * p + 1];
    spheres[4 * p] = centres[3 * b];
    spheres[4 * p + 1] = centres[3 * b + 1];
    spheres[4 * p + 2] = centres[3 * b + 2];
    spheres[4 * p + 3] = radii[b];
  }
}

void meetRun(const Workspace &workspace, PairList &out, const double *centres, const double *radii, double margin, int p, int begin, int end) {
  const int *order = workspace.order.data();
  const double *spheres = workspace.spheres.data();
  const int body = order[2 * p + 1];
  if (!workspace.copied) {
    for (int q = begin; q < end; q++) appendIfNear(out, centres, radii, margin, body, order[2 * q + 1]);
    return;
  }
  const double x = spheres[4 * p], y = spheres[4 * p + 1], z = spheres[4 * p + 2];
  const double r = spheres[4 * p + 3] + margin;
  for (int q = begin; q < end; q++) {
    const double dx = spheres[4 * q] - x, dy = spheres[4 * q + 1] - y, dz = spheres[4 * q + 2] - z;
    const double reach = r + spheres[4 * q + 3];
    const double distance2 = dx * dx + dy * dy + dz * dz;
    const double reach2 = reach * reach;
    if (distance2 > reach2 * kSlack + kTiny) continue;
    if (distance2 * kSlack + kTiny < reach2) appendPair(out, body, order[2 * q + 1]);
    else appendIfNear(out, centres, radii, margin, body, order[2 * q + 1]);
  }
}

void searchSortedRows(Workspace &workspace, PairList &out, int count, int valid, const double *centres, const double *radii, double margin) {
  orderNumbered(workspace, count, valid, centres, radii);
  const int *order = workspace.order.data();
  const int row = rowStride(workspace.grid), layer = layerStride(workspace.grid);
  const int offsets[4] = {-row, -layer - row, -layer, -layer + row};
  std::fill(workspace.merged, workspace.merged + 4, 0);
  for (int from = 0; from < valid; from += kBlock) {
    const int to = std::min(from + kBlock, valid);
    for (int p = from; p < to; p++) {
      const int last = order[2 * p] + 1;
      int end = p + 1;
      while (end < valid && order[2 * end] <= last) end++;
      if (end > p + 1) meetRun(workspace, out, centres, radii, margin, p, p + 1, end);
    }
    for (int k = 0; k < 4; k++) {
      int begin = workspace.merged[k];
      for (int p = from; p < to; p++) {
        const int first = order[2 * p] + offsets[k] - 1;
        while (order[2 * begin] < first) begin++;
        int end = begin;
        while (order[2 * end] <= first + 2) end++;
        if (end > begin) meetRun(workspace, out, centres, radii, margin, p, begin, end);
      }
      workspace.merged[k] = begin;
    }
  }
}

// ---- near-pairs.ts

bool isOneSize(int count, const double *radii, double margin) {
  double least = kInfinity, most = 0;
  for (int b = 0; b < count; b++) {
    const double r = radii[b];
    if (r >= 0 && r < least) least = r;
    if (r > most) most = r;
  }
  const double largest = 0.25 * most + 0.125 * margin, smallest = 0.25 * least + 0.125 * margin;
  return most == 0 || smallest > 0.5 * largest;
}

void nearPairs(Workspace &workspace, PairList &out, int count, const double *centres, const double *radii, double margin) {
  out.count = 0;
  if (!isOneSize(count, radii, margin)) {
    std::fprintf(stderr, "the bodies are of several sizes\n");
    std::exit(1);
  }
  Grid &grid = workspace.grid;
  const int valid = layCells(grid, count, centres, radii, margin);
  const double all = static_cast<double>(layerStride(grid)) * grid.cells[2];
  if (static_cast<double>(rowStride(grid)) * (grid.cells[1] + 1) * grid.cells[2] >= 0x1p31) {
    std::fprintf(stderr, "the cells cannot be numbered in 31 bits\n");
    std::exit(1);
  }
  if (static_cast<double>(grid.cells[0]) * grid.cells[1] * grid.cells[2] > static_cast<double>(kCellsPerBody) * valid) {
    searchSortedRows(workspace, out, count, valid, centres, radii, margin);
    return;
  }
  orderByTable(workspace, count, static_cast<int>(all), centres, radii);
  pairsOfCells(workspace, out, centres, radii, margin, static_cast<int>(all));
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  std::FILE *file = std::fopen(argv[1], "rb");
  double head[2];
  if (file == nullptr || std::fread(head, sizeof(double), 2, file) != 2) return 2;
  const int count = static_cast<int>(head[0]);
  std::vector<double> centres(3 * static_cast<size_t>(count)), radii(count);
  if (std::fread(centres.data(), sizeof(double), centres.size(), file) != centres.size()) return 2;
  if (std::fread(radii.data(), sizeof(double), radii.size(), file) != radii.size()) return 2;
  std::fclose(file);
  const int sweeps = std::atoi(argv[2]);
  Workspace workspace;
  PairList list;
  nearPairs(workspace, list, count, centres.data(), radii.data(), head[1]);
  const std::clock_t start = std::clock();
  for (int s = 0; s < sweeps; s++) nearPairs(workspace, list, count, centres.data(), radii.data(), head[1]);
  const double ms = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / sweeps;
  uint32_t hash = 0x811c9dc5u;
  for (int k = 0; k < 2 * list.count; k++) hash = (hash ^ static_cast<uint32_t>(list.pairs[k])) * 0x01000193u;
  std::printf("%.9g %d %u\n", ms, list.count, hash);
  return 0;
}
