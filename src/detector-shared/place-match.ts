/**
 * Points of a contact that have no name in common with the last step, matched by place.
 *
 * Names can change where two features tie. When equal cubes lie flush and one moves by less than a rounding step, all
 * four points get other names, although no point has moved. So the points that names do not match are compared by
 * place. The closest pair of a new and an old point is matched first, then the next closest pair, one to one, until no
 * pair is within the cap.
 *
 * - Frame: the places of the last step go along with body A, from its pose then to its pose of this moment. A contact
 *   that sticks moves with both bodies, so either would do; a contact that slides does not get far in a step. Of a wall
 *   contact A is the body. That is right for a plane wall, however fast the body slides: all points are corners of the
 *   body, which rest in its frame. A plane has no frame of its own that tells how far it has moved along itself.
 * - Cap: 2 % of the smaller inradius of the two bodies, swollen by their rounding. Without one, points half a body
 *   apart would be matched.
 * - Ties go by the names of the two points, then by their rows. So the order in which a contact lists its points does
 *   not matter.
 * - Cost: no more than points times points. A contact with more than MOST_BY_PLACE points without a name, new or old,
 *   matches none of them by place.
 *
 * The closest pairs are found by chains of nearest neighbours (Bruynooghe 1977, Cahiers de l'Analyse des Données 3:
 * Méthodes nouvelles en classification automatique): from a point to its nearest on the other side, on to the nearest
 * of that one, until two are each other's nearest. No later pair can be closer to either, so they are a pair of the
 * greedy rule.
 */

/**
 * Part of the smaller inradius that a point may move by, in the frame of A, and still be the same. Resting stacks need
 * a third of it.
 */
const PLACE_CAP = 0.02;

/**
 * More points a side are not matched by place; hulls of a thousand corners that overlap by a tenth of their size have
 * fewer points.
 */
const MOST_BY_PLACE = 512;

/** The two sides: points of this step, and points of the last step. */
export const NEW_SIDE = 0;
export const OLD_SIDE = 1;

interface Side {
  count: number;
  /** What the caller knows the points by; length MOST_BY_PLACE. */
  readonly rows: Int32Array;
  /** 2 a point: feature of A, feature of B. */
  readonly names: Int32Array;
  /** `coordinates` a point. */
  readonly places: Float64Array;
  /** 1: the point has its partner. */
  readonly taken: Uint8Array;
}

const unnamed = /* @__PURE__ */ createSides();

/** Matched pairs: row of the new point, row of the old one. */
export const matches = /* @__PURE__ */ new Int32Array(2 * MOST_BY_PLACE);

/** Points as side + 2 * number, each the nearest of the one before. */
const chain = /* @__PURE__ */ new Int32Array(2 * MOST_BY_PLACE);
const capSquare = /* @__PURE__ */ new Float64Array(1);

function createSides(): readonly Side[] {
  return [NEW_SIDE, OLD_SIDE].map(() => ({
    count: 0,
    rows: new Int32Array(MOST_BY_PLACE),
    names: new Int32Array(2 * MOST_BY_PLACE),
    places: new Float64Array(3 * MOST_BY_PLACE),
    taken: new Uint8Array(MOST_BY_PLACE),
  }));
}

export function clearUnnamed(): void {
  unnamed[NEW_SIDE].count = 0;
  unnamed[OLD_SIDE].count = 0;
}

/**
 * Adds point `row` of arrays of names (2 a point) and places (`coordinates` a point); without room it is only counted.
 */
export function addUnnamed(side: number, row: number, names: Int32Array, places: Float64Array, coordinates: number): void {
  const to = unnamed[side];
  const at = to.count++;
  if (at >= MOST_BY_PLACE) return;
  to.rows[at] = row;
  to.names[2 * at] = names[2 * row];
  to.names[2 * at + 1] = names[2 * row + 1];
  for (let k = 0; k < coordinates; k++) to.places[coordinates * at + k] = places[coordinates * row + k];
  to.taken[at] = 0;
}

/** How many points of the last step may be matched: none when a side has no points or too many. */
export function oldToMatch(): number {
  const fresh = unnamed[NEW_SIDE].count;
  const old = unnamed[OLD_SIDE].count;
  return fresh > 0 && fresh <= MOST_BY_PLACE && old <= MOST_BY_PLACE ? old : 0;
}

/** Places of the points of the last step, for the caller to carry to where the new ones are. */
export function oldPlaces(): Float64Array {
  return unnamed[OLD_SIDE].places;
}

/**
 * Writes {@link matches} and returns their number. Places of both sides are in one frame. `inradius` is the smaller one
 * of the two bodies.
 */
export function matchByPlace(inradius: number, coordinates: number): number {
  capSquare[0] = PLACE_CAP * inradius * (PLACE_CAP * inradius);
  let found = 0;
  for (let k = 0; k < unnamed[NEW_SIDE].count; k++) {
    let length = 0;
    // Each point is put on the chain once and stays until it is matched, but for a first one that has no partner.
    while (unnamed[NEW_SIDE].taken[k] === 0) {
      if (length === 0) chain[length++] = NEW_SIDE + 2 * k;
      const top = chain[length - 1];
      const side = top & 1;
      const point = top >> 1;
      const other = nearest(side, point, coordinates);
      if (other < 0) break;
      const next = 1 - side + 2 * other;
      if (length < 2 || chain[length - 2] !== next) {
        chain[length++] = next;
        continue;
      }
      length -= 2;
      unnamed[side].taken[point] = 1;
      unnamed[1 - side].taken[other] = 1;
      matches[2 * found] = unnamed[NEW_SIDE].rows[side === NEW_SIDE ? point : other];
      matches[2 * found + 1] = unnamed[OLD_SIDE].rows[side === NEW_SIDE ? other : point];
      found++;
    }
  }
  return found;
}

/** The point of the other side without a partner that is nearest to this one and within the cap; -1 for none. */
function nearest(side: number, point: number, coordinates: number): number {
  const { places } = unnamed[side];
  const others = unnamed[1 - side];
  let best = -1;
  let least = capSquare[0];
  for (let m = 0; m < others.count; m++) {
    if (others.taken[m] === 1) continue;
    let square = 0;
    for (let k = 0; k < coordinates; k++) {
      const d = others.places[coordinates * m + k] - places[coordinates * point + k];
      square += d * d;
    }
    // Written so that NaN fails.
    if (!(square <= least) || (square === least && best >= 0 && !comesBefore(others, m, best))) continue;
    best = m;
    least = square;
  }
  return best;
}

/** Order of two points of one side by name, then by row. */
function comesBefore({ names, rows }: Side, m: number, n: number): boolean {
  if (names[2 * m] !== names[2 * n]) return names[2 * m] < names[2 * n];
  if (names[2 * m + 1] !== names[2 * n + 1]) return names[2 * m + 1] < names[2 * n + 1];
  return rows[m] < rows[n];
}
