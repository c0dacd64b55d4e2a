/// <reference lib="dom" />
/** The picture of the explorer: two bodies and a drawing, by WebGL. It is drawn when something has changed. */
import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  CylinderGeometry,
  ConeGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  Raycaster,
  SphereGeometry,
  Vector2,
  Vector3,
  type Material,
} from 'three';
import type { ConvexPolyhedron } from 'dem-contact';
import { createOrbitView } from '../orbit-view';
import type { Drawing } from './drawing';
import { quaternionOf, solidOf, type Pair } from './pair';

export type Which = 'a' | 'b';

/** Colours of A, B, the common region, links and planes; both themes. */
const COLOURS = {
  light: { back: 0xffffff, a: 0x2f6fdf, b: 0xd97706, edge: 0x1f2937, region: 0xc81e5b, link: 0x0f766e, plane: 0x6b7280, point: 0x111827 },
  dark: { back: 0x1b1b1f, a: 0x6ea8ff, b: 0xf5a742, edge: 0xe5e7eb, region: 0xff5c93, link: 0x2dd4bf, plane: 0xd1d5db, point: 0xffffff },
};

export interface Picture {
  /** Shows the bodies of a pair at their places. */
  showPair: (pair: Pair) => void;
  /** Shows a drawing, in the frame of A. */
  showDrawing: (drawing: Drawing) => void;
  /** The body under a place of the canvas, in pixels from its top left corner. */
  bodyAt: (x: number, y: number) => Which | undefined;
  /** Turns the view about its target, in pixels. */
  orbit: (dx: number, dy: number) => void;
  zoom: (factor: number) => void;
  /** Looks at both bodies from the first direction. */
  reset: () => void;
  /** A turn of a body that follows the pointer, as the product with its orientation. */
  turned: (angles: readonly number[], dx: number, dy: number, roll: number) => number[];
  /** A move that follows the pointer, in the world. */
  moved: (position: readonly number[], dx: number, dy: number, away: number) => number[];
  setDark: (isDark: boolean) => void;
  /** Draws now; otherwise the picture is drawn in the next frame. */
  draw: () => void;
  close: () => void;
}

/** Angles of the camera at the start. */
const START = { angle: -0.9, height: 0.45 };

/** Throws when the browser has no WebGL 2. */
export function createPicture(canvas: HTMLCanvasElement): Picture {
  const { renderer, scene, camera, view, ask, draw, orbit, close } = createOrbitView(canvas, { ambient: 1.4, far: 100, lowest: -1.5 });
  Object.assign(view, START, { distance: 5 });
  const bodies: Record<Which, Group> = { a: new Group(), b: new Group() };
  const drawn = new Group();
  scene.add(bodies.a, bodies.b, drawn);
  const names: Record<Which, string> = { a: '', b: '' };
  let colours = COLOURS.light;
  let drawing: Drawing = {};
  let size = 1;
  let pair: Pair | undefined;

  function makeBody(which: Which, shape: ConvexPolyhedron): void {
    empty(bodies[which]);
    const mesh = new Mesh(
      surfaceOf(shape),
      new MeshLambertMaterial({ color: colours[which], transparent: true, opacity: 0.42, side: DoubleSide, depthWrite: false }),
    );
    mesh.name = which;
    bodies[which].add(mesh, linesOf(edgesOf(shape), colours[which]));
  }

  function makeDrawing(): void {
    empty(drawn);
    const { planes = [], links = [], points = [], lines = [], region, arrow = [] } = drawing;
    const thin = 0.012 * size;
    if (region) {
      const geometry = new BufferGeometry();
      geometry.setAttribute(
        'position',
        new BufferAttribute(Float32Array.from(region.triangles.flatMap((v) => region.vertices.slice(3 * v, 3 * v + 3))), 3),
      );
      geometry.computeVertexNormals();
      drawn.add(
        new Mesh(
          geometry,
          new MeshLambertMaterial({
            color: colours.region,
            side: DoubleSide,
            polygonOffset: true,
            polygonOffsetFactor: -2,
            polygonOffsetUnits: -2,
          }),
        ),
      );
    }
    for (let k = 0; k < planes.length; k += 6) {
      const disc = new Mesh(
        new CircleGeometry(0.75 * size, 48),
        new MeshBasicMaterial({ color: colours.plane, transparent: true, opacity: 0.25, side: DoubleSide, depthWrite: false }),
      );
      disc.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...planes.slice(k, k + 3)));
      disc.position.fromArray(planes, k + 3);
      drawn.add(disc);
    }
    for (let k = 0; k < links.length; k += 6) {
      const [p, q] = [new Vector3().fromArray(links, k), new Vector3().fromArray(links, k + 3)];
      drawn.add(rod(p, q, thin, colours.link), ball(p, 1.8 * thin, colours.a), ball(q, 1.8 * thin, colours.b));
    }
    for (let k = 0; k < points.length; k += 3) drawn.add(ball(new Vector3().fromArray(points, k), 1.7 * thin, colours.point));
    if (lines.length > 0) drawn.add(linesOf(lines, colours.edge));
    if (arrow.length === 6) {
      const start = new Vector3().fromArray(arrow);
      const along = new Vector3().fromArray(arrow, 3);
      const end = start.clone().add(along);
      const tip = new Mesh(new ConeGeometry(4 * thin, 10 * thin, 16), new MeshBasicMaterial({ color: colours.link }));
      tip.position.copy(end);
      tip.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.clone().normalize());
      drawn.add(rod(start, end, 1.3 * thin, colours.link), tip);
    }
  }

  function showPair(next: Pair): void {
    for (const which of ['a', 'b'] as const) {
      const { solid, position, angles } = next[which];
      if (names[which] !== solid) {
        makeBody(which, solidOf(solid));
        names[which] = solid;
      }
      bodies[which].position.fromArray(position);
      bodies[which].quaternion.fromArray(quaternionOf(angles));
    }
    pair = next;
    // Drawings are in the frame of A.
    drawn.position.copy(bodies.a.position);
    drawn.quaternion.copy(bodies.a.quaternion);
    ask();
  }

  function reset(): void {
    if (pair === undefined) return;
    const [ra, rb] = [solidOf(pair.a.solid).radius, solidOf(pair.b.solid).radius];
    const between = bodies.b.position.clone().sub(bodies.a.position);
    const half = 0.5 * (ra + rb + between.length());
    // The smaller body gives the thickness of rods and balls, so that a wide floor does not hide it.
    size = Math.max(0.15 * half, Math.min(ra, rb));
    view.target.copy(bodies.a.position).addScaledVector(between, between.length() > 0 ? (half - ra) / between.length() : 0);
    Object.assign(view, START, { distance: 3.3 * Math.max(half, ra, rb) });
    makeDrawing();
    ask();
  }

  return {
    showPair,
    reset,
    draw,
    showDrawing: (next) => {
      drawing = next;
      makeDrawing();
      ask();
    },
    bodyAt: (x, y) => {
      const ray = new Raycaster();
      ray.setFromCamera(new Vector2((2 * x) / canvas.clientWidth - 1, 1 - (2 * y) / canvas.clientHeight), camera);
      const [hit] = ray.intersectObjects([bodies.a.children[0], bodies.b.children[0]].filter(Boolean), false);
      return hit?.object.name as Which | undefined;
    },
    orbit,
    zoom: (factor) => {
      view.distance = Math.max(0.2 * size, Math.min(200 * size, view.distance * factor));
      ask();
    },
    turned: (angles, dx, dy, roll) => {
      const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
      const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
      const back = new Vector3().setFromMatrixColumn(camera.matrixWorld, 2);
      const turn = new Quaternion().setFromAxisAngle(up, 0.01 * dx);
      turn.multiply(new Quaternion().setFromAxisAngle(right, 0.01 * dy)).multiply(new Quaternion().setFromAxisAngle(back, 0.01 * roll));
      return turn.multiply(new Quaternion().fromArray(quaternionOf(angles))).toArray();
    },
    moved: (position, dx, dy, away) => {
      const pixel = (2 * Math.tan((camera.fov * Math.PI) / 360) * view.distance) / canvas.clientHeight;
      const place = new Vector3().fromArray(position);
      [dx, -dy, -away].forEach((d, axis) => place.addScaledVector(new Vector3().setFromMatrixColumn(camera.matrixWorld, axis), d * pixel));
      return place.toArray();
    },
    setDark: (isDark) => {
      colours = isDark ? COLOURS.dark : COLOURS.light;
      scene.background = null;
      renderer.setClearColor(colours.back);
      for (const which of ['a', 'b'] as const) if (names[which] !== '') makeBody(which, solidOf(names[which]));
      makeDrawing();
      ask();
    },
    close: () => {
      for (const group of [bodies.a, bodies.b, drawn]) empty(group);
      close();
    },
  };
}

/** Removes what a group shows, and frees its memory on the graphics card. */
function empty(group: Group): void {
  for (const child of [...group.children]) {
    group.remove(child);
    if (!(child instanceof Mesh || child instanceof LineSegments)) continue;
    (child.geometry as BufferGeometry).dispose();
    (child.material as Material).dispose();
  }
}

/** Triangles of the faces, each with the normal of its face. */
function surfaceOf({ faceCount, faceHalfEdge, halfEdgeNext, halfEdgeOrigin, vertices, normals }: ConvexPolyhedron): BufferGeometry {
  const places: number[] = [];
  const directions: number[] = [];
  const corner = (h: number): Float64Array => vertices.subarray(3 * halfEdgeOrigin[h], 3 * halfEdgeOrigin[h] + 3);
  for (let f = 0; f < faceCount; f++) {
    const first = faceHalfEdge[f];
    for (let h = halfEdgeNext[first]; halfEdgeNext[h] !== first; h = halfEdgeNext[h]) {
      places.push(...corner(first), ...corner(h), ...corner(halfEdgeNext[h]));
      for (let k = 0; k < 3; k++) directions.push(...normals.subarray(3 * f, 3 * f + 3));
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
  geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(directions), 3));
  return geometry;
}

function edgesOf({ edgeCount, halfEdgeOrigin, vertices }: ConvexPolyhedron): number[] {
  return Array.from({ length: 2 * edgeCount }, (_, h) => [...vertices.subarray(3 * halfEdgeOrigin[h], 3 * halfEdgeOrigin[h] + 3)]).flat();
}

function linesOf(places: readonly number[], color: number): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color }));
}

/** For links and points, which lie inside the bodies: they are seen through all faces. */
function onTop(color: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, transparent: true, depthTest: false });
}

function rod(p: Vector3, q: Vector3, radius: number, color: number): Mesh {
  const along = q.clone().sub(p);
  const mesh = new Mesh(new CylinderGeometry(radius, radius, Math.max(along.length(), 1e-9), 10), onTop(color));
  mesh.renderOrder = 1;
  mesh.position.copy(p).addScaledVector(along, 0.5);
  if (along.length() > 0) mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
  return mesh;
}

function ball(at: Vector3, radius: number, color: number): Mesh {
  const mesh = new Mesh(new SphereGeometry(radius, 16, 12), onTop(color));
  mesh.renderOrder = 2;
  mesh.position.copy(at);
  return mesh;
}
