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
