import { comesBack } from './comes-back.js';
import { byId } from './element.js';
import type { Explorer } from './explorer/index.js';

/**
 * Loads the explorer when its own button is pressed, or that of a route, which it then shows, and after a sign-in.
 *
 * @param onAnswer called after each answer that the explorer gets
 */
export function startExplorer(onAnswer: () => void): void {
  let explorer: Promise<Explorer> | undefined;
  const open = async (button: HTMLButtonElement) => {
    const state = byId('explorer-state');
    try {
      if (explorer === undefined) state.textContent = 'Loading…';
      explorer ??= load(onAnswer);
      const opened = await explorer;
      byId('open-explorer').hidden = true;
      state.textContent = '';
      if (button.dataset.route) opened.choose(button.dataset.route);
      opened.focus();
    } catch {
      explorer = undefined;
      state.textContent = 'The explorer could not be loaded: try again.';
      byId('open-explorer').focus();
    }
  };
  if (comesBack(new URL(location.href))) void open(byId<HTMLButtonElement>('open-explorer'));
  for (const button of document.querySelectorAll<HTMLButtonElement>('#open-explorer, button.try')) {
    button.addEventListener('click', () => void open(button));
  }
}

async function load(onAnswer: () => void): Promise<Explorer> {
  const { createExplorer } = await import('./explorer/index.js');
  return createExplorer(byId('explorer-place'), onAnswer);
}
