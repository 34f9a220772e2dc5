import { matchPath } from '../code/match-path.js';
import { root } from './read-resource.js';

/** Returns the card of a route. */
export function cardOf(id: string): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(`article[data-id="${CSS.escape(id)}"]`) ?? undefined;
}

/** Finds the route that answers at an address of the service, and the values of its fields; undefined for any other address. */
export function findRoute(address: string): { id: string; values: Record<string, string> } | undefined {
  // Answers have the public address, which may not be the one that the page was opened at.
  const roots = [root, new URL('.', document.body.dataset.page ?? root)];
  const own = roots.find(({ href }) => address.startsWith(href));
  if (own === undefined) return undefined;
  const { pathname, searchParams } = new URL(address);
  const path = pathname.slice(own.pathname.length - 1);
  for (const { dataset } of document.querySelectorAll<HTMLElement>('article[data-operation^="GET "]')) {
    const values = matchPath(dataset.operation?.slice('GET '.length) ?? '', path);
    if (values && dataset.id) return { id: dataset.id, values: { ...Object.fromEntries(searchParams), ...values } };
  }
  return undefined;
}
