/// <reference lib="dom" />
/** Small helpers between the page's form elements and the viewer. All text goes in as text, never as markup. */

/** An element of the page; those of the playback are on pages that have one. */
export const byId = (id: string): HTMLElement => document.getElementById(id)!;

export const inputById = (id: string): HTMLInputElement => byId(id) as HTMLInputElement;

/** Text of an element. The same text again would make the browser paint it anew. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | (() => void)>> = {},
  ...children: (Node | string)[]
): HTMLElement {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener('click', value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

const UNITS: [number, string][] = [
  [1, 'm'],
  [1e-3, 'mm'],
  [1e-6, 'µm'],
  [1e-9, 'nm'],
];

const PREFIXES: [number, string][] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
];

/** Factor of the prefix of a unit that fits a value, and the unit with it. */
export function scaledUnit(value: number, unit: string): { scale: number; unit: string } {
  const size = Math.abs(value);
  const [scale, prefix] = size > 0 ? (PREFIXES.find(([s]) => size >= s && !(unit === 'm' && s > 1)) ?? [1e-9, 'n']) : [1, ''];
  return { scale, unit: `${prefix}${unit}` };
}

export function scaledText(value: number, unit: string): string {
  const { scale, unit: scaled } = scaledUnit(value, unit);
  return `${formatNumber(value / scale)} ${scaled}`;
}

/** A length in metres, with the prefix that fits it or, when given, lengths of the size `like`. */
export function formatLength(value: number, like = value): string {
  if (like === 0) return '0 m';
  const [scale, unit] = UNITS.find(([s]) => Math.abs(like) >= s) ?? [1e-12, 'pm'];
  return `${formatNumber(like === value ? value / scale : Math.round((10 * value) / scale) / 10)} ${unit}`;
}

export function formatNumber(value: number): string {
  return Number(value.toPrecision(4)).toString().replace('-', '−');
}

export function formatVector(values: ArrayLike<number>, start: number): string {
  return [0, 1, 2].map((k) => formatNumber(values[start + k])).join(', ');
}

/** A CSS colour of the page's theme as red, green and blue, 0 .. 1. */
export function themeColour(name: string): number[] {
  const probe = element('span', { style: `color: var(${name}); display: none` });
  document.body.append(probe);
  const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  return parts.slice(0, 3).map((part) => Number(part) / 255);
}

/** Colour of a fraction 0..1 on the sequential scale: five stops of the theme, --ramp-0 to --ramp-4. */
export function rampColour(stops: readonly (readonly number[])[], fraction: number): number[] {
  const position = Math.max(0, Math.min(1, fraction)) * (stops.length - 1);
  const k = Math.min(stops.length - 2, Math.floor(position));
  return stops[k].map((v, c) => v + (position - k) * (stops[k + 1][c] - v));
}

/** Gives the reader a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = element('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export interface Gestures {
  turn: (dx: number, dy: number) => void;
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number) => void;
  hover: (event: PointerEvent) => void;
  click: (event: PointerEvent) => void;
  leave: () => void;
}

/**
 * Pointer gestures on the canvas: one pointer turns (with shift or the right button: shifts), two pinch and shift, the
 * wheel zooms.
 */
export function listenToPointers(canvas: HTMLElement, on: Gestures): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) travelled = 0;
  });
  canvas.addEventListener('pointermove', (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) {
      on.hover(event);
      return;
    }
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    travelled += Math.abs(dx) + Math.abs(dy);
    if (pointers.size === 1) {
      // A finger trembles: a few pixels are still a click.
      if (travelled > 4) (event.shiftKey || event.buttons === 2 ? on.pan : on.turn)(dx, dy);
    } else if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)![1];
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (before > 0 && after > 0) on.zoom(before / after);
      on.pan(dx / 2, dy / 2);
    }
    last.x = event.clientX;
    last.y = event.clientY;
  });
  const release = (event: PointerEvent): void => {
    const wasClick = pointers.size === 1 && travelled <= 4 && event.type === 'pointerup';
    pointers.delete(event.pointerId);
    if (wasClick) on.click(event);
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('pointerleave', on.leave);
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === 1 ? 16 * event.deltaY : event.deltaY;
      on.zoom(Math.exp(0.0012 * Math.max(-300, Math.min(300, pixels))));
    },
    { passive: false },
  );
}
