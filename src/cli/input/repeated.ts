/** Reads an option that may be given several times. */
export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text];
}
