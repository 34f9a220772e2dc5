/** Something that can be found on the page. */
export interface Entry {
  id: number;
  /** The id of the element that it stands in. */
  target: string;
  kind: 'Route' | 'Parameter' | 'Field' | 'Permission' | 'Error' | 'Part';
  title: string;
  /** The place that it stands in, or the description. */
  about: string;
}

type Found = Omit<Entry, 'id'>;

/** Reads from the page what can be found on it. */
export function collectEntries(): Entry[] {
  const routes = all(document, 'article[data-id]');
  const found = [
    ...routes.map(readRoute),
    ...routes.flatMap(readParameters),
    ...routes.flatMap(readFields),
    ...all(document, '.shapes > div').flatMap(readShape),
    ...readRows('permissions', 'Permission', 1),
    ...readRows('errors', 'Error', 2),
    ...all(document, 'main > section > h2').map(
      (title): Found => ({ kind: 'Part', target: title.parentElement?.id ?? '', title: textOf(title), about: '' }),
    ),
  ];
  return found.map((entry, id) => ({ ...entry, id }));
}

function readRoute(card: HTMLElement): Found {
  const about = textOf(card.querySelector('summary p'));
  return { kind: 'Route', target: card.dataset.id ?? '', title: nameOf(card), about };
}

/** Returns `GET /datacard/{uid}` for the card of a route. */
function nameOf(card: HTMLElement): string {
  return textOf(card.querySelector('h4'));
}

function readParameters(card: HTMLElement): Found[] {
  return all(card, '.parameters > div').map((row) => ({
    kind: 'Parameter',
    target: row.id,
    title: textOf(row.querySelector('dt code')),
    about: `${nameOf(card)} · ${textOf(row.querySelector('dd'))}`,
  }));
}

function readFields(card: HTMLElement): Found[] {
  return namesIn(card, '.answer-fields b').map((title) => ({
    kind: 'Field',
    target: `${card.dataset.id}.answer`,
    title,
    about: `In the answer of ${nameOf(card)}`,
  }));
}

function readShape(shape: HTMLElement): Found[] {
  const name = textOf(shape.querySelector('h3'));
  return namesIn(shape, 'b').map((title) => ({
    kind: 'Field',
    target: shape.id,
    title,
    about: `In the shape ${name}`,
  }));
}

/** @param shown the number of cells after the name that say what it is */
function readRows(section: string, kind: Entry['kind'], shown: number): Found[] {
  return all(document, `#${section} tr[id]`).map((row) => ({
    kind,
    target: row.id,
    title: textOf(row.querySelector('th')),
    about: [...row.querySelectorAll('td')].slice(0, shown).map(textOf).join(' · '),
  }));
}

/** Returns the names of fields without the sign of optional ones, each once. */
function namesIn(part: HTMLElement, selector: string): string[] {
  return [...new Set(all(part, selector).map((name) => textOf(name).replace('?', '')))];
}

function all(part: ParentNode, selector: string): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(selector)];
}

function textOf(element: Element | null): string {
  return element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
