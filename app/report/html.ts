/** Text as HTML or XML text or attribute value: names from scene files are other people's input. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** JSON for a script element: no `<`, so that no text inside can end the element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** A number with up to four figures and a true minus sign. */
export function formatNumber(value: number, figures = 4): string {
  return Number(value.toPrecision(figures)).toString().replace('-', '\u2212');
}

/**
 * Factor and name of the metric prefix in which lengths of this size read best. Lengths of scenes are taken as metres.
 */
export function lengthUnit(size: number): { scale: number; unit: string } {
  const units: [number, string][] = [
    [1, 'm'],
    [1e-3, 'mm'],
    [1e-6, 'µm'],
    [1e-9, 'nm'],
  ];
  const [scale, unit] = units.find(([s]) => Math.abs(size) >= s) ?? [1e-12, 'pm'];
  return size === 0 ? { scale: 1, unit: 'm' } : { scale, unit };
}

export function formatLength(value: number): string {
  const { scale, unit } = lengthUnit(value);
  return `${formatNumber(value / scale)} ${unit}`;
}

export function formatSeconds(seconds: number): string {
  if (seconds >= 1) return `${formatNumber(seconds, 3)} s`;
  if (seconds >= 1e-3) return `${formatNumber(seconds * 1e3, 3)} ms`;
  return `${formatNumber(seconds * 1e6, 3)} µs`;
}

export function formatSpeed(metresPerSecond: number): string {
  return `${formatLength(Number(metresPerSecond.toPrecision(2)))} / s`;
}
