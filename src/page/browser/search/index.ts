import { choose } from '../choices.js';
import { make } from '../element.js';
import { showTarget } from '../show-target.js';
import { collectEntries, type Entry } from './collect-entries.js';
import { createFinder, languageIn } from './find.js';

/** The search: a dialog over the page, with a field and the list of what it finds. */
export class Search {
  readonly #find = createFinder(collectEntries());
  readonly #input = make('input', {
    type: 'text',
    role: 'combobox',
    'aria-label': 'Search routes, fields, errors and permissions',
    'aria-expanded': 'true',
    'aria-controls': 'search-results',
    'aria-autocomplete': 'list',
    placeholder: 'Search routes, fields, errors and permissions',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
  });
  readonly #list = make('ul', { role: 'listbox', id: 'search-results', 'aria-label': 'Results' });
  readonly #state = make('p', { class: 'note', role: 'status' });
  readonly #dialog: HTMLDialogElement;
  #found: Entry[] = [];
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
      this.#choose(this.#found[this.#current]);
    });
    this.#dialog.addEventListener('click', ({ target }) => {
      // A click beside the dialog is one on its backdrop.
      if (target === this.#dialog) this.#dialog.close();
      const option = target instanceof Element ? target.closest('[role=option]') : null;
      if (option) this.#choose(this.#found[[...this.#list.children].indexOf(option)]);
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
    this.#found = this.#find(this.#input.value);
    this.#list.replaceChildren(...this.#found.map(renderOption));
    this.#list.hidden = this.#found.length === 0;
    const language = languageIn(this.#input.value);
    const isEmpty = this.#input.value.trim() === '';
    this.#state.textContent =
      this.#found.length === 0
        ? 'Nothing found. Try the name of a route, a field, an error or a permission.'
        : isEmpty
          ? ''
          : `${this.#found.length} found${language === undefined ? '' : ', with examples in your language'}.`;
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

function renderOption({ kind, title, about }: Entry, index: number): HTMLElement {
  return make(
    'li',
    { role: 'option', id: `found-${index}` },
    make('code', {}, title),
    make('small', {}, kind),
    ...(about === '' ? [] : [make('span', { class: 'about' }, about)]),
  );
}
