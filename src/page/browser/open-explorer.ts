import { comesBack } from './comes-back.js';
import { make } from './element.js';
import type { Explorer } from './explorer/index.js';
import type { Values } from './explorer/values.js';
import { cardOf, findRoute } from './find-route.js';

/** The state of an entry of the history: the route that is tried, and what was typed. */
interface Remembered {
  tries: string;
  values?: Values;
}

/** The route that is tried where a sign-in of nobody knows which comes back to. */
const FIRST = 'article[data-id]';

/**
 * Loads the explorer when a route is tried, when an address in an answer is followed, and after a sign-in. Back and reload lead to
 * the route that was tried.
 *
 * @param onAnswer called after each answer that the explorer gets
 */
export function startExplorer(onAnswer: () => void): void {
  let explorer: Promise<Explorer> | undefined;
  const open = async (id: string, values?: Values): Promise<Explorer | undefined> => {
    const button = cardOf(id)?.querySelector<HTMLButtonElement>('.try');
    cardOf(id)?.querySelector('.place [role=alert]')?.remove();
    try {
      explorer ??= load(onAnswer);
      const loaded = await explorer;
      loaded.open(id, values);
      return loaded;
    } catch {
      explorer = undefined;
      const problem = make('p', { class: 'note', role: 'alert' }, 'The form could not be loaded: try again.');
      cardOf(id)?.querySelector('.place')?.replaceChildren(problem);
      button?.focus();
      return undefined;
    }
  };

  for (const button of document.querySelectorAll<HTMLButtonElement>('button.try')) {
    const id = button.closest<HTMLElement>('article')?.dataset.id ?? '';
    button.addEventListener('click', async () => {
      if (button.ariaExpanded === 'true') {
        (await explorer)?.close();
        history.replaceState(null, '');
        return;
      }
      remember({ tries: id });
      (await open(id))?.focus();
    });
  }
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-address]') : null;
    const found = link?.dataset.address !== undefined && findRoute(link.dataset.address);
    if (!found || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const values = { fields: found.values };
    remember({ tries: found.id, values });
    void open(found.id, values).then((loaded) => loaded?.focus('send'));
  });
  document.addEventListener('input', async () => {
    const state = (await explorer)?.state();
    if (state && (history.state as Remembered | null)?.tries === state.tries) keep(state);
  });
  addEventListener('popstate', ({ state }: PopStateEvent) => {
    const tries = (state as Remembered | null)?.tries;
    if (tries !== undefined) void open(tries);
  });

  const remembered = history.state as Remembered | null;
  if (comesBack(new URL(location.href))) void open(document.querySelector<HTMLElement>(FIRST)?.dataset.id ?? '');
  else if (remembered?.tries !== undefined) void open(remembered.tries, remembered.values);
}

/** Gives the route that is tried an address of its own, unless it is the current one. */
function remember(state: Remembered): void {
  const address = `#${state.tries}`;
  if (location.hash === address) history.replaceState(state, '', address);
  else history.pushState(state, '', address);
}

/** Keeps in the history what is typed, for a reload. */
function keep(state: Remembered): void {
  try {
    history.replaceState(state, '');
  } catch {
    // Browsers refuse a hundred changes in half a minute. The form has what was typed.
  }
}

async function load(onAnswer: () => void): Promise<Explorer> {
  const { createExplorer } = await import('./explorer/index.js');
  return createExplorer(onAnswer);
}
