/**
 * Contact polygons of a frame that has none in the page: the library finds the contacts of the frame's pairs again, from
 * the poses that the page knows. Rounded bodies have none: the page knows how they look, not the solids inside them.
 */
import {
  addBody,
  appendContact,
  createBodySet,
  createContact,
  createContactFor,
  createContactList,
  detect,
  polyhedronFromFaces,
  shortestLinkMethod,
  type ConvexPolyhedron,
} from 'dem-contact';
import { contactPolygons } from '../contact-polygons';
import type { Polygons, SceneData } from '../report-data';

export function polygonsOfFrame(data: SceneData, solids: Map<number, ConvexPolyhedron>): Polygons {
  const { contacts, shapes } = data;
  const { shape, position, orientation } = data.bodies;
  const list = createContactList(contacts.a.length);
  const none = createContact(0);
  for (let c = 0; c < contacts.a.length; c++) {
    const pair = [contacts.a[c], contacts.b[c]];
    let contact = none;
    if (contacts.points[c] >= 3 && !pair.some((body) => shapes[shape[body]].rounded)) {
      const bodies = createBodySet();
      for (const body of pair) {
        addBody(bodies, {
          shape: solidOf(data, solids, body),
          position: position.slice(3 * body, 3 * body + 3),
          orientation: unit(orientation.slice(4 * body, 4 * body + 4)),
        });
      }
      contact = createContactFor(solidOf(data, solids, pair[0]), solidOf(data, solids, pair[1]));
      detect(contact, shortestLinkMethod, bodies, 0, 1);
    }
    // Rows of the list are those of the frame.
    appendContact(list, pair[0], pair[1], contact);
  }
  return contactPolygons(list);
}

/** The solid of a body, at its size. */
function solidOf({ bodies, shapes }: SceneData, solids: Map<number, ConvexPolyhedron>, body: number): ConvexPolyhedron {
  const known = solids.get(body);
  if (known) return known;
  const { vertices, faces } = shapes[bodies.shape[body]];
  const made = polyhedronFromFaces(
    vertices.map((x) => bodies.scale[body] * x),
    faces,
  );
  solids.set(body, made);
  return made;
}

function unit(q: number[]): [number, number, number, number] {
  const length = Math.hypot(...q) || 1;
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}
