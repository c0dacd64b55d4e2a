/**
 * VTK's XML PolyData, a file (.vtp) for each frame, and the index of the frames with their times (.pvd), which ParaView
 * opens (VTK file formats, "XML File Formats"). Contact points and the two witness points of each contact are points;
 * contact points are vertices, and a line joins the witness points. Point data are those of vtkContacts of io.
 */
import { basename } from 'node:path';
import { Status } from '../../contact/status';
import { formatNumber } from '../../io/text';
import type { ContactRows, Frame } from '../rows';
import { fileTarget } from '../target';
import type { Writer } from './writer';

/** The points of a frame; `role` 0: contact point, 1 and 2: witness points on A and B. */
interface Drawing {
  readonly points: string[];
  readonly data: Record<(typeof SCALARS)[number][0] | 'normal', string[]>;
  readonly vertices: number[];
  readonly lines: number[];
}

const SCALARS = [
  ['bodyA', 'Int32'],
  ['bodyB', 'Int32'],
  ['status', 'UInt8'],
  ['kind', 'UInt8'],
  ['role', 'UInt8'],
  ['gap', 'Float64'],
  ['area', 'Float64'],
  ['volume', 'Float64'],
] as const;

/** `path` ends in .pvd; the frames are beside it, with the number of the frame in their names. */
export function vtkWriter(path: string): Writer {
  const stem = path.replace(/\.pvd$/i, '');
  const written: { readonly name: string; readonly time: number }[] = [];
  let drawing = emptyDrawing();
  return {
    begin: () => (drawing = emptyDrawing()),
    add: (_, rows, from, to) => {
      for (let c = from; c < to; c++) draw(drawing, rows, c);
    },
    end: ({ number, time }: Frame) => {
      const file = `${stem}-${String(number).padStart(6, '0')}.vtp`;
      const target = fileTarget(file);
      target.write(vtpText(drawing));
      target.finish();
      written.push({ name: basename(file), time });
      drawing = emptyDrawing();
    },
    ready: () => Promise.resolve(),
    finish: () => {
      const target = fileTarget(path);
      target.write(pvdText(written));
      target.finish();
    },
    discard: () => undefined,
  };
}

function emptyDrawing(): Drawing {
  const data = { bodyA: [], bodyB: [], status: [], kind: [], role: [], gap: [], area: [], volume: [], normal: [] };
  return { points: [], data, vertices: [], lines: [] };
}

function draw({ points, data, vertices, lines }: Drawing, rows: ContactRows, c: number): void {
  if (rows.status[c] === Status.Invalid) return;
  const vector = (values: Float64Array, row: number): string => [0, 1, 2].map((k) => formatNumber(values[3 * row + k])).join(' ');
  const add = (role: number, coordinates: Float64Array, row: number, gap: number): number => {
    data.bodyA.push(String(rows.bodyA[c]));
    data.bodyB.push(String(rows.bodyB[c]));
    data.status.push(String(rows.status[c]));
    data.kind.push(String(rows.kind[c]));
    data.role.push(String(role));
    data.gap.push(formatNumber(gap));
    data.area.push(formatNumber(rows.areas[c]));
    data.volume.push(formatNumber(rows.volumes[c]));
    data.normal.push(vector(rows.normals, c));
    return points.push(vector(coordinates, row)) - 1;
  };
  for (let p = rows.pointStart[c]; p < rows.pointStart[c + 1]; p++) vertices.push(add(0, rows.points, p, rows.pointGaps[p]));
  lines.push(add(1, rows.pointsA, c, rows.gaps[c]), add(2, rows.pointsB, c, rows.gaps[c]));
}

function vtpText({ points, data, vertices, lines }: Drawing): string {
  const array = (type: string, name: string, values: readonly (string | number)[], more = ''): string =>
    `<DataArray type="${type}" Name="${name}"${more} format="ascii">\n${values.join('\n')}\n</DataArray>`;
  const cells = (name: string, corners: readonly number[], size: number): string =>
    [
      `<${name}>`,
      array('Int32', 'connectivity', corners),
      array(
        'Int32',
        'offsets',
        Array.from({ length: corners.length / size }, (_, k) => size * (k + 1)),
      ),
      `</${name}>`,
    ].join('\n');
  const vectors = ' NumberOfComponents="3"';
  return [
    '<?xml version="1.0"?>',
    '<VTKFile type="PolyData" version="0.1" byte_order="LittleEndian">',
    '<PolyData>',
    `<Piece NumberOfPoints="${points.length}" NumberOfVerts="${vertices.length}" NumberOfLines="${lines.length / 2}" NumberOfStrips="0" NumberOfPolys="0">`,
    '<PointData Vectors="normal">',
    ...SCALARS.map(([name, type]) => array(type, name, data[name])),
    array('Float64', 'normal', data.normal, vectors),
    '</PointData>',
    '<Points>',
    array('Float64', 'Points', points, vectors),
    '</Points>',
    cells('Verts', vertices, 1),
    cells('Lines', lines, 2),
    '</Piece>',
    '</PolyData>',
    '</VTKFile>',
    '',
  ].join('\n');
}

function pvdText(frames: readonly { readonly name: string; readonly time: number }[]): string {
  const attribute = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return [
    '<?xml version="1.0"?>',
    '<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">',
    '<Collection>',
    ...frames.map(({ name, time }) => `<DataSet timestep="${formatNumber(time)}" part="0" file="${attribute(name)}"/>`),
    '</Collection>',
    '</VTKFile>',
    '',
  ].join('\n');
}
