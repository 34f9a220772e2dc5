/** Opens the part of the page that an address leads to, now and later: browsers open only what it is in. */
export function startOpening(): void {
  const open = () => {
    const target = document.querySelector(':target');
    if (target) openInside(target);
  };
  open();
  addEventListener('hashchange', open);
}

function openInside(target: Element): void {
  const details = target.querySelector<HTMLDetailsElement>(':scope > .whole');
  if (details) details.open = true;
}

/** Goes to a part of the page by its id: opens what it is hidden in, and gives it the focus. */
export function showTarget(id: string): void {
  const target = document.getElementById(id);
  if (!target) return;
  for (let part: Element | null = target; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  openInside(target);
  location.hash = id;
  // The heading of a card stands above what its address leads to.
  const focused = target.matches('.sides') ? target.closest('details')?.querySelector('summary') : target;
  if (focused && focused === target) focused.tabIndex = -1;
  focused?.focus({ preventScroll: true });
  (target.matches('.sides') ? (target.closest('article') ?? target) : target).scrollIntoView();
}
