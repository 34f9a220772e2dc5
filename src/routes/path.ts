/** What stands before every path of the service. Reference, section 9.1. */
export const PREFIX = '/ws/v2.0';

/** A path with its parameters filled in; an optional part stays only where its parameter is given. */
export function fillPath(path: string, params: Readonly<Record<string, string | undefined>>): string {
  const chosen = path.replace(/\[(.*?)\]/g, (_, part: string) => {
    const name = /\{(\w+)\}/.exec(part)?.[1];
    return name !== undefined && params[name] === undefined ? '' : part;
  });
  return chosen.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? '').replaceAll('%3A', ':'),
  );
}
