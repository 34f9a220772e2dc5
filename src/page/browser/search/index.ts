import { choose } from '../choices.js';
import { make } from '../element.js';
import { showTarget } from '../show-target.js';
import { collectEntries, type Entry } from './collect-entries.js';
import { asListed, createFinder, type Hit, languageIn } from './find.js';

/** The search: a dialog over the page, with a field and the list of what it finds. */
export class Search {
  readonly #entries = collectEntries();
  readonly #find = createFinder(this.#entries);
  readonly #input = make('input', {
    type: 'text',
    role: 'combobox',
    'aria-label': 'Search routes, fields, errors and permissions',
    'aria-expanded': 'true',
    'aria-controls': 'search-results',
    'aria-autocomplete': 'list',
    placeholder: 'A question, a name or a number',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
  });
  readonly #list = make('ul', { role: 'listbox', id: 'search-results', 'aria-label': 'Results' });
  readonly #state = make('p', { class: 'note', role: 'status' });
  readonly #dialog: HTMLDialogElement;
  #found: Hit[] = [];
  #current = 0;

  constructor() {
    const close = make('button', { type: 'button' }, 'Close');
    this.#dialog = make(
      'dialog',
      { class: 'search', 'aria-label': 'Search' },
      make('form', { role: 'search' }, this.#input, close),
      this.#list,
      this.#state,
    );
    document.body.append(this.#dialog);
    close.addEventListener('click', () => this.#dialog.close());
    this.#input.addEventListener('input', () => this.#show());
    this.#dialog.addEventListener('keydown', (event) => this.#press(event));
    this.#dialog.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#choose(this.#found[this.#current]?.entry);
    });
    this.#dialog.addEventListener('click', ({ target }) => {
      // A click beside the dialog is one on its backdrop.
      if (target === this.#dialog) this.#dialog.close();
      const option = target instanceof Element ? target.closest('[role=option]') : null;
      if (option) this.#choose(this.#found[[...this.#list.children].indexOf(option)]?.entry);
    });
  }

  open(): void {
    if (this.#dialog.open) return;
    this.#input.value = '';
    this.#dialog.showModal();
    this.#show();
    this.#input.focus();
  }

  #show(): void {
    const found = this.#find(this.#input.value);
    // Where nothing is found, the contents are offered.
    this.#found = found.length > 0 ? found : this.#entries.filter(isInContents).map(asListed);
    this.#list.replaceChildren(...this.#found.map(renderOption));
    const language = languageIn(this.#input.value);
    const isEmpty = this.#input.value.trim() === '';
    this.#state.textContent =
      found.length === 0
        ? 'Nothing found. These are the contents of the page.'
        : isEmpty
          ? ''
          : `${found.length} found${language === undefined ? '' : ', with examples in your language'}.`;
    this.#mark(0);
  }

  #mark(index: number): void {
    this.#current = index;
    const options = [...this.#list.children];
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === index));
    options[index]?.scrollIntoView({ block: 'nearest' });
    if (options[index]) this.#input.setAttribute('aria-activedescendant', options[index].id);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #press(event: KeyboardEvent): void {
    const last = this.#found.length - 1;
    const next = { ArrowDown: Math.min(this.#current + 1, last), ArrowUp: Math.max(this.#current - 1, 0) }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#mark(next);
  }

  #choose(entry: Entry | undefined): void {
    if (!entry) return;
    const language = languageIn(this.#input.value);
    this.#dialog.close();
    if (language !== undefined) choose('language', language);
    showTarget(entry.target);
  }
}

function isInContents({ kind }: Entry): boolean {
  return kind === 'Guide' || kind === 'Part';
}

function renderOption({ entry, sentence }: Hit, index: number): HTMLElement {
  const { kind, title, place, target } = entry;
  const words = sentence.map((piece, at) => (at % 2 === 1 ? make('mark', {}, piece) : piece));
  return make(
    'li',
    { role: 'option', id: `found-${index}`, 'data-target': target },
    make('b', {}, title),
    make('small', {}, kind),
    ...(place === '' ? [] : [make('code', { class: 'about' }, place)]),
    ...(sentence.join('') === '' ? [] : [make('span', { class: 'about' }, ...words)]),
  );
}
