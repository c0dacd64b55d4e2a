/** The frame shown as tables for spreadsheets and as surfaces for ParaView. */
import type { ShapeData } from '../report-data';
import { rotationOf, type Model } from './model';

export function bodiesCsv({ data: { bodies, shapes }, closed }: Model): string {
  const rows = bodies.shape.map((s, b) => {
    const name = `"${shapes[s].name.replaceAll('"', '""')}"`;
    const place = bodies.position.slice(3 * b, 3 * b + 3);
    return [b, name, bodies.scale[b], ...place, ...bodies.orientation.slice(4 * b, 4 * b + 4), closed[b]].join(',');
  });
  return ['body,shape,scale,x,y,z,qx,qy,qz,qw,closed_contacts', ...rows, ''].join('\n');
}

export function contactsCsv({ data: { contacts, kinds, classes, isFlat } }: Model): string {
  const { a, b, kind, gapClass, gap, area, load, point, normal, points } = contacts;
  const three = (values: ArrayLike<number>, c: number): number[] => [0, 1, 2].map((k) => values[3 * c + k]);
  const rows = Array.from({ length: a.length }, (_, c) =>
    [
      a[c],
      b[c],
      `"${kinds[kind[c]].label}"`,
      `"${classes[gapClass[c]].label}"`,
      gap[c],
      area[c],
      points[c],
      load?.[c] ?? '',
      ...three(point, c),
      ...three(normal, c),
    ].join(','),
  );
  return [`body_a,body_b,kind,class,gap,${isFlat ? 'length' : 'area'},points,force,x,y,z,nx,ny,nz`, ...rows, ''].join('\n');
}

/** Legacy VTK: the surfaces of all bodies, in the plane their outlines as polygons in z = 0; body, shape, wall, closed contacts and `values` with each face. */
export function surfacesVtk({ data, isWall, closed, count }: Model, values: Record<string, ArrayLike<number>>): string {
  const { bodies, shapes } = data;
  const points: string[] = [];
  const polygons: string[] = [];
  const owner: number[] = [];
  let size = 0;
  for (let b = 0; b < count; b++) {
    const { vertices, faces } = outlined(shapes[bodies.shape[b]], data.isFlat);
    const r = rotationOf(bodies.orientation, 4 * b);
    const first = points.length;
    for (let v = 0; v < vertices.length; v += 3) {
      const place = [0, 3, 6].map((k) => r[k] * vertices[v] + r[k + 1] * vertices[v + 1] + r[k + 2] * vertices[v + 2]);
      points.push(place.map((x, k) => bodies.position[3 * b + k] + bodies.scale[b] * x).join(' '));
    }
    for (const face of faces) {
      polygons.push([face.length, ...face.map((v) => first + v)].join(' '));
      size += face.length + 1;
      owner.push(b);
    }
  }
  const field = (name: string, type: string, of: ArrayLike<number>): string[] => [
    `SCALARS ${name} ${type} 1`,
    'LOOKUP_TABLE default',
    ...owner.map((b) => String(of[b])),
  ];
  return [
    '# vtk DataFile Version 3.0',
    'bodies',
    'ASCII',
    'DATASET POLYDATA',
    `POINTS ${points.length} double`,
    ...points,
    `POLYGONS ${polygons.length} ${size}`,
    ...polygons,
    `CELL_DATA ${polygons.length}`,
    'SCALARS body int 1',
    'LOOKUP_TABLE default',
    ...owner.map(String),
    ...field('shape', 'int', bodies.shape),
    ...field('wall', 'int', isWall),
    ...field('closed_contacts', 'int', closed),
    ...Object.entries(values).flatMap(([name, of]) => field(name, 'double', of)),
    '',
  ].join('\n');
}

/** In the plane the top face alone, in z = 0. */
function outlined(shape: ShapeData, isFlat = false): Pick<ShapeData, 'vertices' | 'faces'> {
  if (!isFlat) return shape;
  const [top] = shape.faces;
  return { vertices: top.flatMap((v) => [shape.vertices[3 * v], shape.vertices[3 * v + 1], 0]), faces: [top.map((_, k) => k)] };
}
