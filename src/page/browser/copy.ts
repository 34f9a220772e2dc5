/** Shows and starts the copy buttons. Browsers give the clipboard only to pages on https or on localhost. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) connectCopy(button);
}

/** Makes a button copy the code of its block, in the chosen form, and confirm it. */
export function connectCopy(button: HTMLButtonElement): void {
  button.hidden = navigator.clipboard === undefined;
  if (button.hidden) return;
  const label = button.getAttribute('aria-label') ?? '';
  button.addEventListener('click', async () => {
    const blocks = [...(button.closest('.copyable')?.querySelectorAll('pre') ?? [])];
    await navigator.clipboard.writeText(blocks.find((block) => block.checkVisibility())?.textContent ?? '');
    button.textContent = 'Copied';
    button.setAttribute('aria-label', 'Copied');
    setTimeout(() => {
      button.textContent = 'Copy';
      button.setAttribute('aria-label', label);
    }, 2000);
  });
}
