import { readdirSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { drawnShape } from '../../app/report/drawn-shape';
import { escapeHtml, formatLength, scriptJson } from '../../app/report/html';
import { reportPage } from '../../app/report/page';
import type { SceneData } from '../../app/report/report-data';
import { sceneData } from '../../app/report/scene-data';
import { viewerSource } from '../../app/report/viewer-source';
import { gapClassOf, type SceneContacts } from '../../app/summary';
import { box, dodecahedron, polyhedronFromFaces, tetrahedron } from '../../src';
import { heap } from './helpers';

function pageOf(found: SceneContacts, title = 'heap'): string {
  return reportPage({ title, found, scene: sceneData(found), provenance: [['Scene', title]] });
}

/** The files of the viewer as they are written. */
function viewerText(): string {
  const folder = new URL('../../app/report/viewer/', import.meta.url);
  return readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
}

/** The page without its scripts. */
function textOf(page: string): string {
  return page.replace(/<script[\s\S]*?<\/script>/g, '');
}

function embedded(page: string): SceneData {
  return JSON.parse(/<script type="application\/json" id="scene-data">(.*?)<\/script>/s.exec(page)![1]) as SceneData;
}

describe('the report page', () => {
  const found = heap(60, 11, 0.05);
  const page = pageOf(found);

  it('needs nothing but itself', () => {
    // three.js names addresses and can load files; the content policy lets nothing through, and the browser test sees
    // no request.
    expect(textOf(page)).not.toMatch(/https?:|@import|url\(|import\(|fetch\(|XMLHttpRequest|<link|<img|<iframe|\ssrc=|\shref=/i);
    expect(page).toContain("default-src 'none'");
  });

  it('embeds exactly the contacts that were found', () => {
    const { contacts, bodies } = embedded(page);
    const { contacts: list } = found;
    expect(contacts.a).toEqual(Array.from(list.bodyA.subarray(0, list.count)));
    expect(contacts.b).toEqual(Array.from(list.bodyB.subarray(0, list.count)));
    expect(contacts.kind).toEqual(Array.from(list.kind.subarray(0, list.count)));
    expect(bodies.walls).toEqual([0, 1]);
    expect(bodies.shape).toHaveLength(62);
    for (let c = 0; c < list.count; c++) {
      expect(contacts.gapClass[c]).toBe(gapClassOf(list.status[c]));
      expect(contacts.points[c]).toBe(list.pointStart[c + 1] - list.pointStart[c]);
      expect(Math.abs(contacts.gap[c] - list.gaps[c])).toBeLessThanOrEqual(1e-8 * Math.abs(list.gaps[c]));
      for (let k = 0; k < 3; k++) {
        expect(contacts.normal[3 * c + k]).toBeCloseTo(list.normals[3 * c + k], 8);
        expect(contacts.point[3 * c + k]).toBeCloseTo((list.pointsA[3 * c + k] + list.pointsB[3 * c + k]) / 2, 8);
      }
    }
  });

  it('embeds shapes and scales that give back the polyhedra', () => {
    const { shapes, bodies } = embedded(page);
    expect(shapes.length).toBeLessThan(12);
    for (let b = 0; b < found.bodies.count; b++) {
      const polyhedron = found.bodies.shapes[found.bodies.shapeIndex[b]];
      const shape = shapes[bodies.shape[b]];
      expect(shape.name).toBe(found.names[b]);
      if (found.bodies.rounding[b] > 0) continue;
      polyhedron.vertices.forEach((x, k) => expect(bodies.scale[b] * shape.vertices[k]).toBeCloseTo(x, 8));
      expect(shape.faces).toHaveLength(polyhedron.faceCount);
    }
  });

  it('keeps places to a hair far from the origin', () => {
    const far = heap(10, 13, 0.05);
    for (let k = 0; k < 3 * far.bodies.count; k++) far.bodies.positions[k] += 1e6;
    const { bodies } = sceneData(far);
    bodies.position.forEach((x, k) => expect(Math.abs(x - far.bodies.positions[k])).toBeLessThan(1e-9));
  });

  it('shows names as text, whatever they are', () => {
    const evil = `</script><img src=x onerror="alert('1')">&<!--`;
    const bad = { ...found, names: found.names.map(() => evil) };
    const text = pageOf(bad, evil);
    expect(text).not.toContain('<img');
    expect(text).not.toContain('<!--');
    expect(text.match(/<\/script>/g)).toHaveLength(2);
    expect(embedded(text).shapes[0].name).toBe(evil);
    expect(escapeHtml(evil)).not.toMatch(/[<>"']/);
    expect(JSON.parse(scriptJson({ evil }))).toEqual({ evil });
  });

  it('has every id that the viewer asks for, once', () => {
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map((m) => m[1]);
    expect(new Set(ids).size).toBe(ids.length);
    const asked = [...viewerText().matchAll(/(?:byId|inputById)\('([^']*)'\)/g)].map((m) => m[1]);
    expect(asked.length).toBeGreaterThan(10);
    // Those of the playback are on pages that have one.
    const playback = ['play', 'play-speed', 'play-loop', 'frame', 'frame-time'];
    for (const id of asked) if (!playback.includes(id)) expect(ids).toContain(id);
  });

  it('opens and closes its elements', () => {
    for (const name of [
      'html',
      'head',
      'body',
      'main',
      'header',
      'footer',
      'section',
      'div',
      'figure',
      'table',
      'fieldset',
      'label',
      'svg',
      'span',
      'dl',
    ]) {
      const count = (pattern: string): number => page.match(new RegExp(pattern, 'g'))?.length ?? 0;
      expect([name, count(`<${name}[ >]`)]).toEqual([name, count(`</${name}>`)]);
    }
  });

  it('says so when there is nothing', () => {
    const empty = pageOf({ ...heap(2, 12, 0), contacts: { ...heap(2, 12, 0).contacts, count: 0 } });
    expect(empty.includes('none found')).toBe(true);
    expect(textOf(empty)).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('contains no number that is none', () => {
    expect(textOf(page)).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('the inlined viewer', () => {
  const source = viewerSource();

  it('is one script without imports that compiles and cannot end its element', () => {
    expect(source).not.toMatch(/^(import|export)\b/m);
    expect(source).not.toMatch(/<\/script|<!--/);
    expect(() => new Script(source)).not.toThrow();
  });
});

describe('drawn shapes', () => {
  it('are the polyhedron itself when sharp', () => {
    const cube = box(1, 2, 3);
    const { vertices, faces, rounded } = drawnShape('Cube', cube, 0);
    expect(rounded).toBe(false);
    expect(polyhedronFromFaces(vertices, faces).volume).toBeCloseTo(6, 12);
  });

  it.each([
    ['tetrahedron', tetrahedron(1)],
    ['box', box(1, 2, 0.1)],
    ['dodecahedron', dodecahedron(1)],
  ])('close the rounded %s with strips and corners', (_, solid) => {
    const { vertices: points, faces } = drawnShape('', solid, 0.05);
    expect(faces).toHaveLength(solid.faceCount + solid.edgeCount + solid.vertexCount);
    expect(points).toHaveLength(6 * solid.edgeCount);
    const edges = new Set<string>();
    for (const face of faces) face.forEach((v, k) => edges.add(`${v} ${face[(k + 1) % face.length]}`));
    for (const edge of edges) expect(edges).toContain(edge.split(' ').reverse().join(' '));
    expect(edges.size).toBe(faces.reduce((sum, face) => sum + face.length, 0));
    // Every face is counter-clockwise from outside: its area vector points away from the centroid.
    for (const face of faces) {
      const [p, q, r] = face.map((v) => points.slice(3 * v, 3 * v + 3));
      const u = q.map((x, k) => x - p[k]);
      const w = r.map((x, k) => x - p[k]);
      const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
      expect(n[0] * p[0] + n[1] * p[1] + n[2] * p[2]).toBeGreaterThan(0);
    }
  });
});

describe('lengths', () => {
  it('get a prefix that fits', () => {
    expect([2, 0.25, 3e-4, -1.5e-6, 2e-9, 3e-12, 0].map(formatLength)).toEqual([
      '2 m',
      '250 mm',
      '300 µm',
      '−1.5 µm',
      '2 nm',
      '3 pm',
      '0 m',
    ]);
  });
});
