/** A request as code shows it. */
export interface SampleRequest {
  method: string;
  /** An absolute address, with its query. */
  url: string;
  /** True when it carries a token, which all samples take from the environment variable TOKEN. */
  hasToken: boolean;
  headers: readonly (readonly [name: string, value: string])[];
  body?: SampleBody | undefined;
  /** The format of the answer. */
  format: 'json' | 'xml';
}

/** The fields of a form, or the text of a JSON document. */
export type SampleBody = { form: readonly (readonly [name: string, value: string])[] } | { json: string };

/** Quotes a text as JavaScript, Python and C# all read it. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Indents all lines of a text but the first. */
export function indentRest(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}
