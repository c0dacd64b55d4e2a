/**
 * A scene of the plane as the page embeds it: bodies are thin prisms just below z = 0, contacts lie in z = 0 and are seen
 * above them.
 */
import type { BodySet2d, ContactList2d, ConvexPolygon } from 'dem-contact/planar';
import { emptyContacts, type FrameContacts } from '../frame-contacts';
import { gapClassOf, type FoundContacts } from '../summary';
import { rounded } from './drawn-shape';
import { COLOURS, GAP_CLASSES, KINDS, type SceneData, type ShapeData } from './report-data';

/** A planar scene and what was found in it. */
export interface PlanarContacts extends FoundContacts {
  bodies: BodySet2d;
  contacts: ContactList2d;
}

/** Steps of an arc, radians at most. */
const ARC = Math.PI / 24;
/** Thickness of a prism, in mean radii. */
const THICKNESS = 0.05;

export function planarScene({ bodies, contacts, isWall }: PlanarContacts, loads?: Float64Array): SceneData {
  const { count, positions, rotations, shapeIndex, rounding } = bodies;
  const outlines = new Map<string, number>();
  const rims: { name: string; rim: number[] }[] = [];
  const shape = Array.from({ length: count }, (_, b) => {
    const key = `${shapeIndex[b]} ${rounding[b]}`;
    const polygon = bodies.shapes[shapeIndex[b]];
    const known = outlines.get(key) ?? rims.push({ name: nameOf(polygon, rounding[b]), rim: outlineOf(polygon, rounding[b]) }) - 1;
    outlines.set(key, known);
    return known;
  });
  const radius = (rim: readonly number[]): number => rim.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const thickness = (THICKNESS * shape.reduce((sum, s) => sum + radius(rims[s].rim), 0)) / Math.max(1, count);
  const names = [...new Set(shape.filter((_, b) => isWall[b] === 0).map((s) => rims[s].name))];
  const shapes = rims.map(({ name, rim }): ShapeData => {
    const colour = Math.max(0, names.indexOf(name)) % COLOURS;
    return { name, rounded: false, colour, ...prismOf(rim, thickness) };
  });
  const rows = Array.from({ length: contacts.count }, (_, c) => c);
  const three = (of: Float64Array, c: number): number[] => [of[2 * c], of[2 * c + 1], 0];
  return {
    kinds: KINDS,
    classes: GAP_CLASSES,
    shapes,
    isFlat: true,
    bodies: {
      shape,
      scale: shape.map(() => 1),
      position: rounded(
        shape.flatMap((_, b) => three(positions, b)),
        12,
      ),
      orientation: rounded(shape.flatMap((_, b) => quaternionOf(rotations, b))),
      walls: Array.from(isWall, (wall, b) => (wall ? b : -1)).filter((b) => b >= 0),
    },
    contacts: {
      a: Array.from(contacts.bodyA.subarray(0, contacts.count)),
      b: Array.from(contacts.bodyB.subarray(0, contacts.count)),
      kind: Array.from(contacts.kind.subarray(0, contacts.count)),
      gapClass: rows.map((c) => gapClassOf(contacts.status[c])),
      gap: rounded(contacts.gaps.subarray(0, contacts.count)),
      area: rounded(contacts.lengths.subarray(0, contacts.count)),
      points: rows.map((c) => contacts.pointStart[c + 1] - contacts.pointStart[c]),
      point: rounded(
        rows.flatMap((c) => middleOf(contacts, c)),
        12,
      ),
      normal: rounded(rows.flatMap((c) => three(contacts.normals, c))),
      ...(loads ? { load: rounded(loads.subarray(0, contacts.count), 6) } : {}),
    },
  };
}

/** Closed contacts of a list, as those of a frame; `loads` are their forces. */
export function planarFrame(list: ContactList2d, loads: Float64Array, { positions }: BodySet2d): FrameContacts {
  const rows = Array.from({ length: list.count }, (_, c) => c).filter((c) => gapClassOf(list.status[c]) < 2);
  const out = emptyContacts(rows.length);
  rows.forEach((c, row) => {
    const a = list.bodyA[c];
    out.a[row] = a;
    out.b[row] = list.bodyB[c];
    out.kind[row] = list.kind[c];
    out.gapClass[row] = gapClassOf(list.status[c]);
    out.points[row] = list.pointStart[c + 1] - list.pointStart[c];
    out.gap[row] = list.gaps[c];
    out.area[row] = list.lengths[c];
    out.load[row] = loads[c] ?? 0;
    const [x, y] = middleOf(list, c);
    out.offset.set([x - positions[2 * a], y - positions[2 * a + 1]], 3 * row);
    out.normal.set([list.normals[2 * c], list.normals[2 * c + 1]], 3 * row);
  });
  return out;
}

/** Places and quaternions, 7 numbers a body. */
export function writePlanarPoses(poses: Float32Array, { count, positions, rotations }: BodySet2d): void {
  for (let b = 0; b < count; b++) poses.set([positions[2 * b], positions[2 * b + 1], 0, ...quaternionOf(rotations, b)], 7 * b);
}

function middleOf({ pointsA, pointsB }: ContactList2d, c: number): number[] {
  return [0.5 * (pointsA[2 * c] + pointsB[2 * c]), 0.5 * (pointsA[2 * c + 1] + pointsB[2 * c + 1]), 0];
}

function quaternionOf(rotations: Float64Array, b: number): number[] {
  const half = 0.5 * Math.atan2(rotations[2 * b + 1], rotations[2 * b]);
  return [0, 0, Math.sin(half), Math.cos(half)];
}

function nameOf({ dimension, vertexCount }: ConvexPolygon, rounding: number): string {
  if (dimension === 0) return 'Disc';
  if (dimension === 1) return 'Rod';
  const name = ['Triangle', 'Quadrilateral', 'Pentagon', 'Hexagon'][vertexCount - 3] ?? 'Polygon of more corners';
  return rounding > 0 ? `${name}, rounded` : name;
}

/** Corners of the drawn outline, x y, counter-clockwise: those of the polygon, or arcs about them. */
export function outlineOf({ vertexCount, vertices, normals }: ConvexPolygon, rounding: number): number[] {
  if (!(rounding > 0)) return Array.from(vertices);
  const rim: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    let turn = 2 * Math.PI;
    let from = 0;
    if (vertexCount > 1) {
      const before = (v + vertexCount - 1) % vertexCount;
      from = Math.atan2(normals[2 * before + 1], normals[2 * before]);
      turn = (Math.atan2(normals[2 * v + 1], normals[2 * v]) - from + 2 * Math.PI) % (2 * Math.PI);
    }
    const steps = Math.max(1, Math.ceil(turn / ARC - 1e-9));
    // A whole circle ends where it began.
    const last = vertexCount > 1 ? steps : steps - 1;
    for (let k = 0; k <= last; k++) {
      const angle = from + (turn * k) / steps;
      rim.push(vertices[2 * v] + rounding * Math.cos(angle), vertices[2 * v + 1] + rounding * Math.sin(angle));
    }
  }
  return rim;
}

/** Top, bottom and sides. The top lies a thickness below z = 0. */
function prismOf(rim: readonly number[], thickness: number): Pick<ShapeData, 'vertices' | 'faces'> {
  const n = rim.length / 2;
  const corners = Array.from({ length: n }, (_, k) => k);
  const at = (z: number): number[] => corners.flatMap((k) => [rim[2 * k], rim[2 * k + 1], z]);
  const sides = corners.map((k) => [(k + 1) % n, k, n + k, n + ((k + 1) % n)]);
  const bottom = corners.map((k) => 2 * n - 1 - k);
  return { vertices: rounded([...at(-thickness), ...at(-2 * thickness)]), faces: [corners, bottom, ...sides] };
}
