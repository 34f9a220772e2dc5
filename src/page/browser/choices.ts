/** Makes a choice for all blocks of code; the browser stores it. */
export function startChoices(): void {
  for (const kind of ['language', 'format']) {
    const kept = read(kind);
    if (kept !== null) choose(kind, kept);
  }
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
    const kind = target.closest<HTMLElement>('[data-choice]')?.dataset.choice;
    if (kind === undefined) return;
    // The blocks above change their height: the chosen one stays where it is on the screen.
    const before = target.getBoundingClientRect().top;
    choose(kind, target.value);
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
    write(kind, target.value);
  });
}

function choose(kind: string, value: string): void {
  const inputs = document.querySelectorAll<HTMLInputElement>(`[data-choice="${kind}"] input`);
  for (const input of inputs) if (input.value === value) input.checked = true;
}

const keyOf = (kind: string) => `svcapi-${kind}`;

function read(kind: string): string | null {
  try {
    return localStorage.getItem(keyOf(kind));
  } catch {
    // A browser that stores nothing for this page.
    return null;
  }
}

function write(kind: string, value: string): void {
  try {
    localStorage.setItem(keyOf(kind), value);
  } catch {
    // The choice holds until the page is closed.
  }
}
