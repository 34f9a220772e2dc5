import type { Search } from './search/index.js';

/** Loads and opens the search when one of its buttons or a key is pressed: `/`, or Ctrl and K. */
export function startSearch(): void {
  let search: Promise<Search> | undefined;
  const open = async () => {
    try {
      search ??= import('./search/index.js').then(({ Search }) => new Search());
      (await search).open();
    } catch {
      search = undefined;
    }
  };
  for (const button of document.querySelectorAll('button.open-search')) {
    button.addEventListener('click', () => void open());
  }
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyped(target);
    const isControlK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
    if (!isSlash && !isControlK) return;
    event.preventDefault();
    void open();
  });
}

/** Returns true for an element that a key is typed into. */
function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=radio]), textarea, select');
}
