import { readFileSync } from 'node:fs';
import { durationOf, type RunRecord } from '../pour-record';
import { summarise, type Summary } from '../summary';
import { figures, type Figure } from './figures';
import { escapeHtml, formatCount, formatLength, formatNumber, formatSeconds, formatSpeed, scriptJson } from './html';
import { GAP_CLASSES, KINDS, MAGNIFY_STEPS, type BlocksData, type Report, type SceneData } from './report-data';
import { viewerSource } from './viewer-source';

/** What a page shows, whatever kind of bodies it has. */
export interface PageParts {
  title: string;
  /** Sentences under the title, HTML. */
  lead: string;
  /** Name, value and note. */
  entries: [string, string, string][];
  scene: SceneData;
  /** Contacts of the frame shown first by kind and by gap class. */
  byKind: number[];
  byClass: number[];
  /** Kinds and classes of other frames, which are listed too. */
  otherKinds: ReadonlySet<number>;
  otherClasses: ReadonlySet<number>;
  /** Heading of the plots. */
  heading: string;
  plots: Figure[];
  /** Tables, HTML. */
  tables: string[];
  provenance: [string, string][];
}

/** The page of a scene of rigid bodies. */
export function reportPage(report: Report): string {
  const summary = summarise(report.found);
  const { found, pouring } = report;
  return htmlPage({
    title: report.title,
    lead: leadOf(report, summary),
    entries: pouring ? pourEntries(pouring, summary) : sceneEntries(report, summary),
    scene: report.scene,
    byKind: summary.byKind.map((row) => row.reduce((sum, n) => sum + n, 0)),
    byClass: summary.byClass,
    otherKinds: new Set(pouring?.frames.contacts.flatMap((frame) => Array.from(frame.kind))),
    otherClasses: new Set(),
    heading: pouring ? 'Course and distributions' : 'Distributions',
    plots: figures(found, summary, pouring),
    tables: [kindTable(summary), phaseTable(report)],
    provenance: report.provenance,
  });
}

/**
 * The report as one HTML page that needs nothing else: style, script and data are in it, and a content policy forbids
 * the page to load anything. Figures and tables are plain HTML and SVG and show without scripts; the picture needs
 * them.
 */
export function htmlPage(parts: PageParts): string {
  const { title, lead, entries, scene, heading, plots, tables, provenance } = parts;
  const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(`Contacts of ${title}`)}</title>
<style>
${style}</style>
</head>
<body>
<header>
<p class="overline">dem-contact, contact report</p>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${lead}</p>
</header>
<main>
<dl class="card figures">${entries.map(([term, value, note]) => `<div><dt>${term}</dt><dd>${value}</dd><dd>${note}</dd></div>`).join('\n')}</dl>
${picture(parts)}
<h2>${heading}</h2>
<div class="plots">
${plots.map(figure).join('\n')}
</div>
${tables.length > 0 ? `<h2>Numbers</h2>\n<div class="tables">\n${tables.join('\n')}\n</div>` : ''}
<h2>Provenance</h2>
<dl class="card provenance">
${provenance.map(([term, value]) => `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('\n')}
</dl>
</main>
<footer>Normals point from the first body of a contact to the second. A gap is negative where bodies overlap. Lengths of the scene are taken as metres${scene.isFlat ? ', and the bodies of the plane as one metre thick' : ''}.</footer>
<script type="application/json" id="scene-data">${scriptJson(scene)}</script>
<script>
${viewerSource()}</script>
</body>
</html>
`;
}

function leadOf(report: Report, summary: Summary): string {
  const walls = summary.walls > 0 ? ` between ${plural(summary.walls, 'wall')}` : '';
  const invalid = report.found.invalid > 0 ? ` ${plural(report.found.invalid, 'candidate pair')} had no valid pose and no answer.` : '';
  return `${plural(summary.particles, 'particle')}${walls}: ${plural(summary.closed, 'closed contact')}${report.found.margin > 0 ? `, and ${formatCount(summary.listed - summary.closed)} more pairs within the margin of ${unbroken(formatLength(report.found.margin))}` : ''}. Deepest overlap ${unbroken(formatLength(summary.deepest))}.${invalid}`;
}

function sceneEntries(report: Report, summary: Summary): PageParts['entries'] {
  const detection = report.found.phases.find((phase) => phase.name === report.found.method)?.seconds ?? 0;
  const perPair = summary.candidates > 0 ? `${formatSeconds(detection / summary.candidates)} a pair` : '';
  return [
    ['Bodies', formatCount(summary.bodies), `${plural(summary.particles, 'particle')}, ${plural(summary.walls, 'wall')}`],
    ['Candidate pairs', formatCount(summary.candidates), `of ${formatCount(summary.allPairs)} pairs`],
    [
      'Closed contacts',
      formatCount(summary.closed),
      `${formatCount(summary.byClass[0])} overlapping, ${formatCount(summary.byClass[1])} touching`,
    ],
    ['Contacts per particle', formatNumber(summary.meanClosed, 3), 'mean, walls included'],
    [report.found.method, formatSeconds(detection), perPair],
  ];
}

function pourEntries(pouring: RunRecord, summary: Summary): PageParts['entries'] {
  const { steps, timeStep, times, speed, rebuilds } = pouring;
  const each = (seconds: number): string => formatSeconds(seconds / steps);
  const built = rebuilds.reduce((sum, [, n]) => sum + n, 0);
  return [
    ['Particles', formatCount(summary.particles), `mean speed at the end ${formatSpeed(speed)}`],
    ['Simulated', formatSeconds(durationOf(pouring)), `${formatCount(steps)} steps of ${formatSeconds(timeStep)}`],
    ['Closed contacts', formatCount(summary.closed), `${formatNumber(summary.meanClosed, 3)} a particle, walls included`],
    ['Contacts, a step', each(times.contacts), `broad phase ${each(times.broadPhase)}, motion ${each(times.motion)}`],
    ['Near list', formatCount(built), `times built in ${formatCount(steps)} steps`],
  ];
}

function playbackBar({ playback }: SceneData): string {
  if (!playback) return '';
  const last = playback.times.length - 1;
  return `<div class="playback" role="group" aria-label="Playback">
<button type="button" class="button" id="play">Play</button>
<input type="range" id="frame" min="0" max="${last}" value="${last}" aria-label="Frame">
<output id="frame-time" for="frame"></output>
<select id="play-speed" aria-label="Speed of playback">${[0.25, 0.5, 1, 2, 4].map((x) => `<option value="${x}"${x === 1 ? ' selected' : ''}>${x}×</option>`).join('')}</select>
<label class="check"><input type="checkbox" id="play-loop">Loop</label>
</div>`;
}

function picture({ scene, byKind, byClass, otherKinds, otherClasses }: PageParts): string {
  const check = (id: string, label: string, on: boolean, isHidden = false): string =>
    `<label class="check"${isHidden ? ' hidden' : ''}><input type="checkbox" id="${id}"${on ? ' checked' : ''}>${label}</label>`;
  const filter = (name: string, k: number, label: string, count: number, swatch: string): string =>
    `<label class="check"><input type="checkbox" data-${name}="${k}" checked>${swatch}${label}<span class="count">${formatCount(count)}</span></label>`;
  const radio = (name: string, value: string, label: string, on: boolean): string =>
    `<label><input type="radio" name="${name}" value="${value}"${on ? ' checked' : ''}><span>${label}</span></label>`;
  const hasForces = scene.contacts.load !== undefined;
  const isFlat = scene.isFlat === true;
  const bodies = scene.bodies.shape.length;
  const { blocks } = scene;
  const colours = blocks
    ? [
        ['stress', 'Von Mises stress of the elements'],
        ['nodal', 'Von Mises stress, means at the nodes'],
        ['displacement', blocks.follows ? 'Displacement from the rigid motion' : 'Displacement'],
        ['speed', 'Speed'],
        ['shape', 'Block'],
        ['contacts', 'Closed contacts'],
      ]
    : [
        ['shape', 'Shape'],
        ...(scene.playback ? [['speed', 'Speed']] : []),
        ['contacts', 'Closed contacts'],
        ...(hasForces ? [['pressure', 'Mean pressure']] : []),
        ['cluster', 'Clusters of touching bodies'],
      ];
  const kinds = KINDS.map(({ id, label }, kind) => {
    const count = byKind[kind];
    return count > 0 || otherKinds.has(kind)
      ? filter('kind', kind, label, count, `<i class="swatch" style="background: var(--kind-${id})"></i>`)
      : '';
  });
  const classes = GAP_CLASSES.map(({ label }, k) =>
    byClass[k] > 0 || otherClasses.has(k) ? filter('class', k, label, byClass[k], '') : '',
  );
  return `<h2 id="picture-title">Picture</h2>
<noscript><p class="quiet">The picture needs JavaScript; all numbers and plots are below.</p></noscript>
<p class="card no-webgl" id="no-webgl" role="alert" hidden>The picture needs WebGL 2, which this browser does not offer. Update the browser or turn on hardware acceleration. All numbers and plots are below.</p>
<section class="card viewer" id="viewer" aria-labelledby="picture-title" hidden>
<div class="stage">
<div class="canvas">
<canvas id="picture" tabindex="0" role="application" aria-label="${isFlat ? 'Picture of the bodies with their contacts. Arrow keys move it,' : 'Turnable picture of the packing with its contacts. Arrow keys turn it,'} plus and minus zoom, 0 resets.${scene.playback ? ' Space plays, comma and full stop step.' : ''}"></canvas>
<div class="views" role="group" aria-label="Views">
${(isFlat ? ['Reset'] : ['Reset', 'Front', 'Side', 'Top']).map((name) => `<button type="button" class="button" data-view="${name.toLowerCase()}">${name}</button>`).join('\n')}
</div>
<p class="hint" aria-hidden="true"><span>Drag to ${isFlat ? 'move' : 'turn'}, pinch<span class="hint-mouse"> or scroll</span> to zoom</span><span class="hint-mouse">${isFlat ? '' : ', shift-drag to move'}, double-click to centre</span></p>
<div class="tip" id="tip" hidden></div>
</div>
${playbackBar(scene)}
<div class="selection" id="selection" aria-live="polite"><p class="quiet">Click or tap a body or a contact to see its data.</p></div>
</div>
<div class="panel">
<fieldset><legend>Show</legend><div class="two">
${check('show-bodies', blocks ? 'Blocks' : 'Bodies', true)}
${check('show-points', 'Contact points', true)}
${check('show-walls', 'Walls', true)}
${check('show-normals', 'Normals', false)}
${check('show-polygons', 'Contact polygons', false, isFlat || blocks !== undefined)}
${check('show-mesh', 'Mesh', true, blocks === undefined)}
${check('show-chains', blocks ? 'Forces' : hasForces ? 'Force chains' : 'Network', false)}
</div></fieldset>
<fieldset><legend>${blocks ? 'Blocks' : 'Bodies'} coloured by</legend>
<select id="colour" aria-label="${blocks ? 'Blocks' : 'Bodies'} coloured by">${colours.map(([value, label]) => `<option value="${value}">${label}</option>`).join('')}</select>
<div class="shapes" id="legend-shape">${shapeLegend(scene)}</div>
<div class="ramp" id="legend-ramp" hidden><i></i><div><span>0</span><span id="legend-middle"></span><span id="legend-most"></span></div></div>
<p class="quiet" id="legend-clusters" hidden></p>
<label class="range-row" for="opacity"><span>Opacity</span><output id="opacity-value" for="opacity">100 %</output></label>
<input type="range" id="opacity" min="0" max="100" value="100">
</fieldset>
${blocks ? magnifier(blocks) : ''}<fieldset><legend>Find a ${blocks ? 'block' : 'body'}</legend>
<form class="slice-row" id="search"><input type="number" id="search-number" min="0" max="${bodies - 1}" step="1" required aria-label="Number of the body, 0 to ${bodies - 1}"><button class="button">Find</button></form>
</fieldset>
<fieldset${isFlat ? ' hidden' : ''}><legend>Slice</legend>
<div class="segments">${radio('slice', '', 'Off', true)}${radio('slice', 'x', 'x', false)}${radio('slice', 'y', 'y', false)}${radio('slice', 'z', 'z', false)}</div>
<label class="range-row" for="slice-at"><span>Position</span><output id="slice-value" for="slice-at">off</output></label>
<div class="slice-row"><input type="range" id="slice-at" min="0" max="1000" value="500" disabled><button type="button" class="button" id="slice-flip" disabled>Flip</button></div>
</fieldset>
<fieldset><legend>Contacts by kind</legend>
${kinds.join('') || '<span class="quiet">none found</span>'}
</fieldset>
<fieldset><legend>Contacts by gap</legend>
${classes.join('') || '<span class="quiet">none found</span>'}
</fieldset>
<fieldset><legend>Save what is shown</legend><div class="save">
<button type="button" class="button" id="save-png">PNG</button>
<button type="button" class="button" id="save-csv">Bodies, CSV</button>
<button type="button" class="button" id="save-contacts">Contacts, CSV</button>
<button type="button" class="button" id="save-vtk">${blocks ? 'Elements' : 'Surfaces'}, VTK</button>
${blocks ? '<button type="button" class="button" id="save-nodes">Nodes, CSV</button>' : ''}
<button type="button" class="button" id="show-hidden" hidden>Show hidden bodies</button>
</div></fieldset>
</div>
</section>`;
}

function magnifier({ follows }: BlocksData): string {
  return `<fieldset><legend>Displacements</legend>
<label class="range-row" for="magnify"><span>Magnified</span><output id="magnify-value" for="magnify">1×</output></label>
<input type="range" id="magnify" min="0" max="${MAGNIFY_STEPS}" value="0">
<p class="quiet">${follows ? 'From the rigid motion of each block.' : 'From the start.'}</p>
</fieldset>
`;
}

/** Shapes that the legend names. */
const MOST_SHAPES = 12;

function shapeLegend(scene: SceneData): string {
  const walls = new Set(scene.bodies.walls);
  const colours = new Map<string, number>();
  scene.bodies.shape.forEach((s, b) => {
    const { name, colour } = scene.shapes[s];
    if (!walls.has(b)) colours.set(scene.blocks ? `${name} ${b}` : name, colour);
  });
  const entries = [...colours]
    .slice(0, MOST_SHAPES)
    .map(([name, colour]) => `<span><i class="swatch square" style="background: var(--body-${colour})"></i>${escapeHtml(name)}</span>`);
  if (colours.size > MOST_SHAPES) entries.push(`<span>and ${formatCount(colours.size - MOST_SHAPES)} more</span>`);
  return entries.join('\n');
}

function figure(f: Figure): string {
  const legend = f.legend
    .map(([name, colour]) => `<span><i class="swatch square" style="background: ${colour}"></i>${name}</span>`)
    .join('');
  return `<figure class="card"><figcaption><h3>${f.title}</h3><p>${f.text}</p></figcaption>${legend ? `<div class="legend">${legend}</div>` : ''}${f.svg}</figure>`;
}

function kindTable(summary: Summary): string {
  const total = (row: readonly number[]): number => row.reduce((sum, n) => sum + n, 0);
  const classes = GAP_CLASSES.map((_, k) => k).filter((k) => k < 3 || summary.byClass[k] > 0);
  const cells = (row: readonly number[]): string =>
    [...classes.map((k) => row[k]), total(row)].map((n) => `<td>${formatCount(n)}</td>`).join('');
  const rows = KINDS.map(({ label }, kind) =>
    kind === 0 && total(summary.byKind[0]) === 0 ? '' : `<tr><th scope="row">${label}</th>${cells(summary.byKind[kind])}</tr>`,
  );
  return `<div class="card table" tabindex="0" role="group" aria-label="Table of numbers"><table>
<caption>Contacts by kind and gap</caption>
<thead><tr><th scope="col">Kind</th>${classes.map((k) => `<th scope="col">${GAP_CLASSES[k].label}</th>`).join('')}<th scope="col">All</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
<tfoot><tr><th scope="row">All</th>${cells(summary.byClass)}</tr></tfoot>
</table></div>`;
}

function phaseTable(report: Report): string {
  const { phases } = report.found;
  const total = phases.reduce((sum, phase) => sum + phase.seconds, 0);
  const rows = phases.map((phase) => {
    const share = total > 0 ? Math.round((100 * phase.seconds) / total) : 0;
    return `<tr><th scope="row">${escapeHtml(phase.name)}</th><td>${formatSeconds(phase.seconds)}</td><td>${share} %</td></tr>`;
  });
  return `<div class="card table" tabindex="0" role="group" aria-label="Table of numbers"><table>
<caption>Time by phase</caption>
<thead><tr><th scope="col">Phase</th><th scope="col">Time</th><th scope="col">Share</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
<tfoot><tr><th scope="row">All</th><td>${formatSeconds(total)}</td><td>100 %</td></tr></tfoot>
</table></div>`;
}

/** A number that stays on one line with its unit. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '&nbsp;');
}

function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
