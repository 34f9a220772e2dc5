/** Returns the element of the page with an id. */
export function byId<E extends Element = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new TypeError(`The page has no #${id}`);
  return element as Element as E;
}

/** Makes an element. Strings among the children become text; attributes that are false are left out. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(attribute, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** Calls back whenever the page becomes visible again. */
export function whenVisible(callback: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') callback();
  });
}
