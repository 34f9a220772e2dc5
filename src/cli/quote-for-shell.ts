/** Returns a text as one word of a POSIX shell, for commands to paste. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
