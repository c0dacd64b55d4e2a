/**
 * Shell's sort of the first `count` numbers of a list, in place, with gaps 1, 4, 13, 40, ... It allocates nothing: the
 * sort of a typed array needs a view of these numbers, which is a new object.
 */
export function sortAscending(list: Int32Array | Float64Array, count: number): void {
  let gap = 1;
  while (3 * gap + 1 < count) gap = 3 * gap + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let i = gap; i < count; i++) {
      const t = list[i];
      let j = i;
      for (; j >= gap && list[j - gap] > t; j -= gap) list[j] = list[j - gap];
      list[j] = t;
    }
  }
}
