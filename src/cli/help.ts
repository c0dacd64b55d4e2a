/** Texts of --help. */
import { contactMethods } from '../methods/contact-methods';
import { FORMATS } from './formats/open-writer';

export const METHOD_NAMES = contactMethods.map(({ name }) => name);
export const DEFAULT_METHOD = 'slm';

/** Words with commas, in lines of a text that is indented. */
function wrapped(words: readonly string[], indent: string): string {
  const lines = [''];
  for (const word of words) {
    if (lines[lines.length - 1].length + word.length > 76) lines.push('');
    lines[lines.length - 1] += `${word}, `;
  }
  return lines
    .map((line) => line.trimEnd())
    .join(`\n${indent}`)
    .replace(/,$/, '');
}

const SEARCH = `  --method NAME    ${wrapped(METHOD_NAMES, ' '.repeat(19))};
                   default: ${DEFAULT_METHOD}; spheres, rods and plates need exact or slm
  --margin M       list pairs up to this far apart, in the unit of the file, 0 or more; default: 0
  --threads N      threads for frames of 5,000 bodies and more; 0: one for each core; default: 1
`;

const RESULT = `  --out FILE       where to write; default: standard output
  --format NAME    ${FORMATS.join(', ')}; default: what the name of --out says, else csv
  --rows NAME      contacts or points: what a row is, in csv, npy and arrow; default: contacts
`;

const EXITS = `Exit codes: 0 all is done; 1 a file failed, or a check found a fault, the rest is done;
2 the command line is wrong, nothing is done; 3 the job stopped, the message says why.
`;

export const HELP: Readonly<Record<string, string>> = {
  '': `Contacts of bodies in scene files.

  dem-contact contacts FILE...       find contacts
  dem-contact merge --parts FOLDER   join the parts of several machines
  dem-contact info FILE...           say what files hold
  dem-contact convert FROM TO        write a file in another format

  dem-contact COMMAND --help         options of a command
  dem-contact --version

Files: scenes of Rockable and exaDEM (conf files), OBJ, OFF, STL; shapes (.shp) with info and convert.
${EXITS}`,
  contacts: `Finds the contacts of each file. Files are frames 0, 1, 2, ... in the order given.

  dem-contact contacts FILE... [--out FILE] [--format NAME] [--rows NAME]
  dem-contact contacts FILE... --check
  dem-contact contacts FILE... --shard K/N --parts FOLDER [--split space]

${SEARCH}${RESULT}  --check          report faults of the files: records, deep overlaps, bodies outside the walls
  --shard K/N      do part K of N, K from 0 to N - 1: frames K, K + N, K + 2N, ...
  --split space    with --shard: one slab of every scene, not some of the frames
  --parts FOLDER   where the part is written; dem-contact merge joins the parts

A file that fails is named on standard error, and the others are done.
${EXITS}`,
  merge: `Joins the parts that contacts --shard wrote. The result has the same bytes as that of one machine.

  dem-contact merge --parts FOLDER [--out FILE] [--format NAME] [--rows NAME]

  --parts FOLDER   folder of the parts
${RESULT}
${EXITS}`,
  info: `Says what files hold: bodies, shapes, walls, the box around them, and what the reader changed.

  dem-contact info FILE...

${EXITS}`,
  convert: `Writes a file in another format, by the ending of the name TO.

  dem-contact convert FROM TO

  .stl   surfaces of all bodies as triangles
  .vtk   surfaces of all bodies for ParaView
  .shp   shapes
  .conf  scene, with its shapes in a .shp file of the same name beside it

${EXITS}`,
};
