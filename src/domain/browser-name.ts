/** Marks of browsers in a User-Agent, each before those of the browsers that it also claims to be. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Vivaldi/', 'Vivaldi'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

/** Marks of systems in a User-Agent, each before those of the systems that it also claims to be. */
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Returns a browser in plain words, such as “Firefox on Windows”. They are those of this file: nothing that a client sends is in them. */
export function browserName(userAgent: string): string {
  const find = (marks: readonly (readonly [mark: string, name: string])[]) =>
    marks.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = find(SYSTEMS);
  return (find(BROWSERS) ?? 'Unknown browser') + (system === undefined ? '' : ` on ${system}`);
}
