/** The frame shown as a table for spreadsheets and as points for ParaView. */
import type { SceneData } from '../report-data';

export function frameCsv({ bodies, shapes }: SceneData): string {
  const rows = bodies.shape.map((s, b) => {
    const name = `"${shapes[s].name.replaceAll('"', '""')}"`;
    const place = bodies.position.slice(3 * b, 3 * b + 3);
    return [b, name, bodies.scale[b], ...place, ...bodies.orientation.slice(4 * b, 4 * b + 4)].join(',');
  });
  return ['body,shape,scale,x,y,z,qx,qy,qz,qw', ...rows, ''].join('\n');
}

/** Legacy VTK: a vertex at each centroid, with shape, scale and whether it is a wall. */
export function frameVtk({ bodies }: SceneData): string {
  const count = bodies.shape.length;
  const walls = new Set(bodies.walls);
  const field = (name: string, type: string, values: readonly number[]): string[] => [
    `SCALARS ${name} ${type} 1`,
    'LOOKUP_TABLE default',
    ...values.map(String),
  ];
  return [
    '# vtk DataFile Version 3.0',
    'bodies',
    'ASCII',
    'DATASET POLYDATA',
    `POINTS ${count} double`,
    ...bodies.shape.map((_, b) => bodies.position.slice(3 * b, 3 * b + 3).join(' ')),
    `VERTICES ${count} ${2 * count}`,
    ...bodies.shape.map((_, b) => `1 ${b}`),
    `POINT_DATA ${count}`,
    ...field('shape', 'int', bodies.shape),
    ...field('scale', 'double', bodies.scale),
    ...field(
      'wall',
      'int',
      bodies.shape.map((_, b) => (walls.has(b) ? 1 : 0)),
    ),
    '',
  ].join('\n');
}
