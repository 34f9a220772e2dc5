export function byId<E extends Element = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new TypeError(`The page has no #${id}`);
  return element as Element as E;
}
