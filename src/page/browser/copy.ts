/** Starts the copy buttons. Browsers give the clipboard only to pages on https or on localhost. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) connectCopy(button);
}

/** Makes a button copy the text of the block before it, and confirm it. */
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
