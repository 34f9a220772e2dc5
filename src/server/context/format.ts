/** The media types of answers. */
export type Format = 'application/json' | 'application/xml' | 'text/xml';

/** The formats, by the names that a suffix, `?format=` and the settings have for them. */
export const formatsByName = { json: 'application/json', xml: 'application/xml' } as const satisfies Record<
  string,
  Format
>;

export type FormatName = keyof typeof formatsByName;
