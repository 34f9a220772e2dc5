/** In both lists, a name comes before the names that its User-Agent also contains. */
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

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Returns words such as “Firefox on Windows”. All of them are from this file: nothing that a client sends is in them. */
export function browserName(userAgent: string): string {
  const find = (marks: readonly (readonly [mark: string, name: string])[]) =>
    marks.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = find(SYSTEMS);
  return (find(BROWSERS) ?? 'Unknown browser') + (system === undefined ? '' : ` on ${system}`);
}
