/// <reference lib="dom" />
/** Elements of a page in one call. */

type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>;

/**
 * An element with attributes and children. A function is a listener; true is an attribute without a value; false is
 * none.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false) made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}

/** A control with its label. */
export function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  return element('label', {}, element('span', {}, text), control);
}

/** A button that does not send a form. */
export function button(text: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return element('button', { type: 'button', click, ...attributes }, text);
}

/** A table with a head; a row is a list of cells. It scrolls by itself where it is wider than the page. */
export function table(label: string, head: readonly string[], rows: readonly HTMLTableRowElement[]): HTMLElement {
  const cells = head.map((text) => element('th', { scope: 'col' }, text));
  return element(
    'div',
    { class: 'live-table', role: 'region', 'aria-label': label, tabindex: 0 },
    element('table', {}, element('thead', {}, element('tr', {}, ...cells)), element('tbody', {}, ...rows)),
  );
}

/** Calls back now and whenever the page changes between light and dark. Returns what ends this. */
export function watchDark(change: (isDark: boolean) => void): () => void {
  const root = document.documentElement;
  const tell = (): void => change(root.classList.contains('dark'));
  const observer = new MutationObserver(tell);
  observer.observe(root, { attributes: true, attributeFilter: ['class'] });
  tell();
  return () => observer.disconnect();
}
