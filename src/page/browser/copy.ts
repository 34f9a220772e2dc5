/** Lets the copy buttons work. Browsers give the clipboard to pages on https and on this machine alone. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) connectCopy(button);
}

/** Lets a button copy the text of the block before it, and say so. */
export function connectCopy(button: HTMLButtonElement): void {
  if (navigator.clipboard === undefined) {
    button.hidden = true;
    return;
  }
  const label = button.getAttribute('aria-label') ?? '';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.previousElementSibling?.textContent ?? '');
    button.textContent = 'Copied';
    button.setAttribute('aria-label', 'Copied');
    setTimeout(() => {
      button.textContent = 'Copy';
      button.setAttribute('aria-label', label);
    }, 2000);
  });
}
