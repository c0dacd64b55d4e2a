/**
 * A row of docs/papers.md: one table or figure of a paper. Numbers are read from the committed results of the benches
 * (bench/results), so they stand in one place.
 */

/** Committed numbers of a bench: those of its values, or of one column of a table of its notes. */
export interface Numbers {
  /** The results file without its ending: 'papers-fds'. */
  bench: string;
  /** Which lines: a pattern of their names. */
  of: RegExp;
  /** A table of the notes, and its column; absent: the values, which have the paper's number beside. */
  table?: string;
  column?: string;
  /** Where the lines of a table are named by more than their first column. */
  name?: readonly string[];
  /** Words before the name of every line. */
  before?: string;
}

export interface PaperRow {
  /** As the paper numbers it: 'Figure 11', 'Table I', 'Figure A1'. */
  item: string;
  /** What it shows. */
  shows: string;
  numbers?: readonly Numbers[];
  /** What the paper prints, where the results do not have it beside them. */
  paper?: string;
  /** What is here without a number, or why nothing can be compared. */
  here?: string;
  /** Which form of the method ran, at which parameters. */
  variant?: string;
  /** After `npm run bench:papers -- `. */
  command?: string;
  /** A file of docs/figures. */
  picture?: string;
}

export interface Paper {
  /** Key of the test that keeps the list complete. */
  key: 'zheng' | 'nezami' | 'munjiza' | 'nassauer' | 'wang';
  /** Authors, year and journal. */
  title: string;
  /** What holds for all rows, in one paragraph of Markdown. */
  remark: string;
  rows: readonly PaperRow[];
}

/** A figure that explains a definition: it has no number; `page` has the definition as it is implemented. */
export function definition(item: string, shows: string, page: string, picture?: string): PaperRow {
  return {
    item,
    shows,
    paper: 'a drawing, no number',
    here: `A definition, not a measurement. It is implemented as ${page} describes.`,
    ...(picture === undefined ? {} : { picture }),
  };
}

/** A drawing of a scene, of which the measured results are in another row. */
export function scene(item: string, shows: string, results: string, where: string): PaperRow {
  return { item, shows, paper: 'a drawing, no number', here: `The scene of ${results}. ${where}` };
}
