import { byId } from './by-id.js';

interface Part {
  id: string;
  title: string;
  /** Its first sentence. */
  summary: string;
  /** In lower case. */
  text: string;
}

/** Lists the parts of the page that contain all the words in the filter. */
export function startFilter(): void {
  const input = byId<HTMLInputElement>('filter');
  const found = byId('found');
  const parts = readParts();
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isEmpty = words.length === 0;
    const matches = isEmpty ? [] : parts.filter(({ text }) => words.every((word) => text.includes(word)));
    found.replaceChildren(...matches.map(renderPart));
    found.hidden = isEmpty;
    byId('entries').hidden = !isEmpty;
    byId('filter-status').textContent = isEmpty ? '' : `${matches.length} found`;
  });
}

function readParts(): Part[] {
  const elements = [...document.querySelectorAll('article, .guide, main > section:not(:has(article, .guide)), tr[id]')];
  return elements.map((element) => {
    const prose = element.querySelector('.does, p, [data-summary]')?.textContent ?? '';
    const [sentence = ''] = prose.split(/\.\s|\.$/, 1);
    return {
      id: element.id || (element.querySelector('.sides')?.id ?? ''),
      title: element.querySelector('h2, h3, h4, th')?.textContent ?? '',
      summary: `${sentence}.`,
      text: element.textContent.toLowerCase(),
    };
  });
}

function renderPart({ id, title, summary }: Part): HTMLElement {
  const link = document.createElement('a');
  link.href = `#${id}`;
  link.textContent = title;
  const prose = document.createElement('p');
  prose.textContent = summary;
  const item = document.createElement('li');
  item.append(link, prose);
  return item;
}

/** Marks the entry of the contents for the part of the page at a quarter of the height of the window. */
export function markCurrentEntry(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#entries a')];
  const column = byId('entries').parentElement;
  const seen = new Set<Element>();
  const linkOf = new Map(
    links.map((link) => {
      const target = byId(decodeURIComponent(link.hash.slice(1)));
      return [target.closest('article, .guide') ?? target, link];
    }),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target);
      // The innermost part comes last.
      const current = [...linkOf].filter(([part]) => seen.has(part)).at(-1)?.[1];
      for (const link of links) link.ariaCurrent = link === current ? 'location' : null;
      if (column && current) column.scrollTop = current.offsetTop - column.clientHeight / 2;
    },
    { rootMargin: '-25% 0px -74% 0px' },
  );
  for (const part of linkOf.keys()) observer.observe(part);
}
