/** Returns the variables with which a program loads a module first, which plants a fault in it: its source, where there is one. */
export function withModule(source: string | undefined): Record<string, string> {
  if (source === undefined) return {};
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(source)}"` };
}
