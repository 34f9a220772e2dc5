/** Something that can be found on the page. */
export interface Entry {
  id: number;
  /** The id of the element that it stands in. */
  target: string;
  kind: 'Route' | 'Parameter' | 'Field' | 'Permission' | 'Error' | 'Guide' | 'Part' | 'For hosts';
  title: string;
  /** The method and the path of a route, or the place of a parameter. */
  place: string;
  /** The sentences about it, of which a result shows the one that answers. */
  text: string[];
  /** The sentences about its parts, which count less. */
  more: string[];
}

type Found = Omit<Entry, 'id'>;

/** Reads from the page what can be found on it. */
export function collectEntries(): Entry[] {
  const routes = all(document, 'article[data-id]');
  const found = [
    ...routes.map(readRoute),
    ...routes.flatMap(readParameters),
    ...routes.flatMap((card) => readFields(card, '.answer-fields li', `${card.dataset.id}.answer`, 'h4')),
    ...all(document, '.shapes > div').flatMap((shape) => readFields(shape, 'li', shape.id, 'h3')),
    ...readRows('permissions', 'Permission'),
    ...readRows('errors', 'Error'),
    ...readRows('hosting', 'For hosts'),
    ...all(document, '.guide').map((guide) => readPart(guide, 'Guide')),
    ...all(document, '#routes > section').map((group) => readPart(group, 'Part', ':scope > p')),
    ...all(document, 'main > section').map((part) =>
      readPart(part, 'Part', ':scope > :is(p, ul:not(.fields)), .steps p, .hint'),
    ),
  ];
  return found.map((entry, id) => ({ ...entry, id }));
}

function readRoute(card: HTMLElement): Found {
  const text = '.does, .meaning > p:not(.fails), .parameters + .note';
  return {
    kind: 'Route',
    target: card.dataset.id ?? '',
    title: textOf(card.querySelector('h4')),
    place: textOf(card.querySelector('.call')),
    text: sentencesIn(card, text),
    more: sentencesIn(card, '.metadata li, .parameters > div, .answer-fields li > .about, .fails'),
  };
}

function readParameters(card: HTMLElement): Found[] {
  return all(card, '.parameters > div').map((row) => ({
    kind: 'Parameter',
    target: row.id,
    title: textOf(row.querySelector('dt code')),
    place: textOf(card.querySelector('h4')),
    text: sentencesIn(row, 'dd'),
    more: [],
  }));
}

/** Reads the fields of an answer or of a shape. */
function readFields(part: HTMLElement, fields: string, target: string, heading: string): Found[] {
  const place = textOf(part.querySelector(heading));
  return all(part, fields).map((field) => ({
    kind: 'Field',
    target,
    title: textOf(field.querySelector('b')).replace('?', ''),
    place,
    text: sentencesIn(field, ':scope > .about'),
    more: [],
  }));
}

function readRows(section: string, kind: Entry['kind']): Found[] {
  return all(document, `#${section} tr[id]`).map((row) => {
    const [first, ...others] = all(row, 'td').map(textOf);
    // Of an error, the status is a part of its name.
    const isStatus = kind === 'Error';
    return {
      kind,
      target: row.id,
      title: textOf(row.querySelector('th')),
      place: isStatus ? (first ?? '') : '',
      text: isStatus ? others.slice(0, 1) : [first ?? ''],
      more: [],
    };
  });
}

function readPart(part: HTMLElement, kind: Entry['kind'], text = 'p, li'): Found {
  return {
    kind,
    target: part.id,
    title: textOf(part.querySelector('h2, h3')),
    place: '',
    text: sentencesIn(part, text),
    more: [],
  };
}

/** Returns the sentences of elements. A heading or a list has no full stop, and is one. */
function sentencesIn(part: HTMLElement, selector: string): string[] {
  return all(part, selector).flatMap((element) => textOf(element).split(/(?<=[.!?]) (?=\p{L})/u));
}

function all(part: ParentNode, selector: string): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(selector)];
}

function textOf(element: Element | null): string {
  return element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
