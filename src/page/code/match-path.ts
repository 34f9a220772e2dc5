/**
 * Reads the parameters of a path by its pattern, such as `/character[/{uid}]`, whose part in brackets may be missing.
 *
 * @returns undefined if the path is of another pattern
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expression = pattern
    .replace(/[.*+?^$()|\\]/g, '\\$&')
    .replace(/\[([^[\]]*)\]/g, '(?:$1)?')
    .replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const groups = new RegExp(`^${expression}/?$`, 'i').exec(path);
  if (!groups) return undefined;
  const given = Object.entries(groups.groups ?? {}).filter(([, value]) => value !== undefined);
  try {
    return Object.fromEntries(given.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
