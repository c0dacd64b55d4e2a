/** CSV (RFC 4180, as the writers of io) and NDJSON (one JSON object a line). */
import { formatNumber } from '../../io/text';
import { COLUMNS, eachRow, type Column, type Place, type RowKind } from '../rows';
import type { Target } from '../target';
import type { Writer } from './writer';

/** A first line with the names of the columns, and a line for each row. */
export function csvWriter(target: Target, kind: RowKind): Writer {
  const columns = COLUMNS[kind];
  target.write(`${columns.map(({ name }) => name).join(',')}\n`);
  const cell = ({ value, words }: Column, place: Place): string => words?.[value(place)] ?? formatNumber(value(place));
  return {
    ...lifeOf(target),
    add: (frame, rows, from, to) =>
      eachRow(kind, frame, rows, from, to, (place) => target.write(`${columns.map((column) => cell(column, place)).join(',')}\n`)),
  };
}

/**
 * One object a contact. Names are those of the columns; vectors are arrays (`normal`, `centre`, `pointA`, `pointB`),
 * and `points` is the array of contact points. `file` is the name of the frame's file.
 */
export function ndjsonWriter(target: Target): Writer {
  return {
    ...lifeOf(target),
    add: (frame, rows, from, to) =>
      eachRow('contacts', frame, rows, from, to, (place) =>
        target.write(`${JSON.stringify({ frame: frame.number, file: frame.file, ...contactOf(place) })}\n`),
      ),
  };
}

const [STATUS_WORDS, KIND_WORDS] = ['status', 'kind'].map((name) => COLUMNS.contacts.find((column) => column.name === name)!.words!);

function contactOf({ rows, c }: Place): Record<string, unknown> {
  const vector = (values: Float64Array, row: number): number[] => [...values.subarray(3 * row, 3 * row + 3)];
  const points: Record<string, unknown>[] = [];
  for (let p = rows.pointStart[c]; p < rows.pointStart[c + 1]; p++) {
    points.push({
      point: vector(rows.points, p),
      gap: rows.pointGaps[p],
      share: rows.pointShares[p],
      featureA: rows.pointFeatures[2 * p],
      featureB: rows.pointFeatures[2 * p + 1],
    });
  }
  return {
    bodyA: rows.bodyA[c],
    bodyB: rows.bodyB[c],
    status: STATUS_WORDS[rows.status[c]],
    kind: KIND_WORDS[rows.kind[c]],
    gap: rows.gaps[c],
    area: rows.areas[c],
    volume: rows.volumes[c],
    normal: vector(rows.normals, c),
    centre: vector(rows.centres, c),
    pointA: vector(rows.pointsA, c),
    pointB: vector(rows.pointsB, c),
    featureA: rows.featureA[c],
    featureB: rows.featureB[c],
    points,
  };
}

/** The parts of a writer that only pass on to its target. */
export function lifeOf(target: Target): Omit<Writer, 'add'> {
  return {
    begin: () => undefined,
    end: () => undefined,
    ready: () => target.ready(),
    finish: () => {
      target.finish();
    },
    discard: () => {
      target.discard();
    },
  };
}
