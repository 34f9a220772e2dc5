for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
  // Browsers give the clipboard only to pages on https or on localhost.
  button.hidden = navigator.clipboard === undefined;
  const label = button.ariaLabel;
  button.addEventListener('click', async () => {
    const blocks = [...(button.closest('.copyable')?.querySelectorAll('pre') ?? [])];
    await navigator.clipboard.writeText(blocks.find((block) => block.checkVisibility())?.textContent ?? '');
    button.textContent = button.ariaLabel = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
      button.ariaLabel = label;
    }, 2000);
  });
}
