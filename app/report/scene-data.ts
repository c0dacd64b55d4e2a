import { boundingRadii, type BodySet, type ContactList, type ConvexPolyhedron } from 'dem-contact';
import { gapClassOf, type SceneContacts } from '../summary';
import { contactPolygons } from './contact-polygons';
import { drawnShape, rounded } from './drawn-shape';
import { COLOURS, GAP_CLASSES, KINDS, type Polygons, type SceneData, type ShapeData } from './report-data';

/** The scene as the page embeds it. `loads` are the forces of its contacts. */
export function sceneData(found: SceneContacts, loads?: Float64Array): SceneData {
  const { bodies, names, contacts, isWall } = found;
  const { shapes, shape, scale } = drawnShapes(bodies, names, isWall);
  const rows = Array.from({ length: contacts.count }, (_, c) => c);
  const middle = (k: number): number => 0.5 * (contacts.pointsA[k] + contacts.pointsB[k]);
  const figures = placeFigures(bodies);
  return {
    kinds: KINDS,
    classes: GAP_CLASSES,
    shapes,
    bodies: {
      shape,
      scale,
      position: rounded(bodies.positions.subarray(0, 3 * bodies.count), figures),
      orientation: rounded(bodies.orientations.subarray(0, 4 * bodies.count)),
      walls: Array.from(isWall, (wall, b) => (wall ? b : -1)).filter((b) => b >= 0),
    },
    contacts: {
      a: Array.from(contacts.bodyA.subarray(0, contacts.count)),
      b: Array.from(contacts.bodyB.subarray(0, contacts.count)),
      kind: Array.from(contacts.kind.subarray(0, contacts.count)),
      gapClass: rows.map((c) => gapClassOf(contacts.status[c])),
      gap: rounded(contacts.gaps.subarray(0, contacts.count)),
      area: rounded(contacts.areas.subarray(0, contacts.count)),
      points: rows.map((c) => contacts.pointStart[c + 1] - contacts.pointStart[c]),
      point: rounded(
        rows.flatMap((c) => [middle(3 * c), middle(3 * c + 1), middle(3 * c + 2)]),
        figures,
      ),
      normal: rounded(contacts.normals.subarray(0, 3 * contacts.count)),
      ...(loads ? { load: rounded(loads.subarray(0, contacts.count), 6) } : {}),
      polygons: roundedPolygons(contacts, figures),
    },
  };
}

function roundedPolygons(contacts: ContactList, figures: number): Polygons {
  const polygons = contactPolygons(contacts);
  return { ...polygons, points: rounded(polygons.points, figures) };
}

/** Figures that coordinates need to be known to nine figures of a body's size, wherever the scene stands. */
function placeFigures(bodies: BodySet): number {
  const farthest = bodies.positions.subarray(0, 3 * bodies.count).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const smallest = boundingRadii(new Float64Array(bodies.count), bodies).reduce((least, radius) => Math.min(least, radius), Infinity);
  return Math.min(17, 9 + Math.max(0, Math.ceil(Math.log10(farthest / smallest))));
}

interface Prototype {
  polyhedron: ConvexPolyhedron;
  rounding: number;
  index: number;
}

/**
 * Shapes to draw and the shape and scale of each body. Bodies of one name whose solids are the same up to size share
 * one shape: a packing of many sizes has few shapes.
 */
function drawnShapes(
  bodies: BodySet,
  names: readonly string[],
  isWall: Uint8Array,
): { shapes: ShapeData[]; shape: number[]; scale: number[] } {
  const shapes: ShapeData[] = [];
  const shape: number[] = [];
  const scale: number[] = [];
  const known = new Map<string, Prototype[]>();
  const coloured: string[] = [];
  const colourOf = (name: string): number => {
    if (!coloured.includes(name)) coloured.push(name);
    return coloured.indexOf(name) % COLOURS;
  };
  for (let b = 0; b < bodies.count; b++) {
    const polyhedron = bodies.shapes[bodies.shapeIndex[b]];
    const rounding = bodies.rounding[b];
    const prototypes = known.get(names[b]) ?? [];
    known.set(names[b], prototypes);
    let prototype = prototypes.find((p) => isScaled(p, polyhedron, rounding));
    if (!prototype) {
      const colour = isWall[b] ? 0 : colourOf(names[b]);
      prototype = { polyhedron, rounding, index: shapes.push({ ...drawnShape(names[b], polyhedron, rounding), colour }) - 1 };
      prototypes.push(prototype);
    }
    shape.push(prototype.index);
    scale.push(sizeOf(polyhedron, rounding) / sizeOf(prototype.polyhedron, prototype.rounding));
  }
  return { shapes, shape, scale };
}

/** The bounding radius; a point has none without its rounding. */
function sizeOf({ radius }: ConvexPolyhedron, rounding: number): number {
  return radius + rounding;
}

/** What nine figures cannot tell apart is one shape. */
const SAME_SHAPE = 1e-9;

function isScaled(prototype: Prototype, polyhedron: ConvexPolyhedron, rounding: number): boolean {
  const base = prototype.polyhedron;
  if (base === polyhedron && prototype.rounding === rounding) return true;
  if (base.vertexCount !== polyhedron.vertexCount || base.faceCount !== polyhedron.faceCount) return false;
  const scale = sizeOf(polyhedron, rounding) / sizeOf(base, prototype.rounding);
  const tolerance = SAME_SHAPE * sizeOf(polyhedron, rounding);
  if (Math.abs(scale * prototype.rounding - rounding) > tolerance) return false;
  return base.vertices.every((x, k) => Math.abs(scale * x - polyhedron.vertices[k]) <= tolerance);
}
