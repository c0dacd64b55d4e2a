/** The result of a kernel. */
export const Status = {
  /** Apart by more than the rounding band: gap > 0. */
  Separated: 0,
  /** |gap| is within the rounding band of the pair ({@link touchingBand}): doubles cannot tell. */
  Touching: 1,
  /** Overlapping by more than the rounding band: gap < 0. */
  Overlapping: 2,
  /** A loop reached its bound; the fields hold the best estimate so far. */
  Unresolved: 3,
  /** A pose that is not finite or not a rotation: no result; numbers are zero, features are NO_FEATURE. */
  Invalid: 4,
} as const;
export type Status = (typeof Status)[keyof typeof Status];

/**
 * Which features meet in a contact. If one name stands for both orders (VertexFace), the feature codes give the order.
 */
export const ContactKind = {
  None: 0,
  VertexVertex: 1,
  VertexEdge: 2,
  VertexFace: 3,
  /** Two edges that cross. */
  EdgeEdge: 4,
  ParallelEdges: 5,
  EdgeFace: 6,
  FaceFace: 7,
} as const;
export type ContactKind = (typeof ContactKind)[keyof typeof ContactKind];

/**
 * The owner of the normal of a contact. Solvers that keep a reference face from step to step take the face of the
 * owner.
 */
export const NormalOwner = {
  /** A link of two points, or no contact: the normal belongs to no face. */
  None: 0,
  /** The normal of a face of A (in the plane: of an edge). For flush faces of both bodies it is FaceA. */
  FaceA: 1,
  /** The reversed normal of a face of B (in the plane: of an edge). */
  FaceB: 2,
  /** Perpendicular to an edge of A and an edge of B. */
  Edges: 3,
} as const;
export type NormalOwner = (typeof NormalOwner)[keyof typeof NormalOwner];

/** Name of a status, such as 'Overlapping'; '' for a number that is not a status. */
export function statusName(status: number): string {
  return nameOf(Status, status);
}

/** Name of a kind of contact, such as 'FaceFace'; '' for a number that is not a kind. */
export function kindName(kind: number): string {
  return nameOf(ContactKind, kind);
}

function nameOf(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value) ?? '';
}
