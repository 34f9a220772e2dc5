import { byId } from './element.js';

/** Opens and closes shared shapes in the place that names them. Without scripts, their links lead to the list of shapes. */
export function startShapes(): void {
  for (const link of document.querySelectorAll('a.shape')) link.setAttribute('aria-expanded', 'false');
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.shape') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const isOpen = link.ariaExpanded === 'true';
    link.setAttribute('aria-expanded', String(!isOpen));
    if (isOpen) link.closest('li')?.querySelector(`:scope > [data-shape="${link.hash}"]`)?.remove();
    else link.closest('li')?.append(copyOf(link.hash));
  });
}

/** Returns the fields of a shape, with all shapes in them closed. */
function copyOf(hash: string): Node {
  const fields = byId(hash.slice(1)).querySelector('.fields')?.cloneNode(true) as HTMLElement;
  for (const opened of fields.querySelectorAll('[data-shape]')) opened.remove();
  for (const link of fields.querySelectorAll('a.shape')) link.setAttribute('aria-expanded', 'false');
  fields.dataset.shape = hash;
  return fields;
}
