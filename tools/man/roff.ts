/**
 * Text for the man macros (man(7) of groff and mandoc). Every hyphen is written as a minus, and quotes stay plain, so that a
 * command copied from a page can be pasted into a shell.
 */

/** Characters that formatters interpret, or cannot show everywhere, and their names. */
const NAMES: Record<string, string> = {
  '\\': '\\(rs',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
  '“': '\\(lq',
  '”': '\\(rq',
  '‘': '\\(oq',
  '’': '\\(cq',
  '…': '...',
  '\u00a0': '\\ ',
};

/**
 * Escapes text that does not begin a line. Runs of white space become single spaces. Names of commands, files and permissions
 * are not hyphenated.
 */
export function inline(text: string): string {
  return spelled(text.replaceAll(/\s+/g, ' ').trim()).replaceAll(/(?<!\S)(?=[^ ]*[^ ](?:\\-|[_/]))/g, '\\%');
}

/** Escapes a line of running text, so that it is not read as a request. */
export function line(text: string): string {
  return guarded(inline(text));
}

/** Returns text that is shown as it is, line by line. */
export function literal(text: string): string {
  return `.EX\n${text.split('\n').map(spelled).map(guarded).join('\n')}\n.EE\n`;
}

/** Returns the paragraphs of a text, which empty lines separate. */
export function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `${sentences(paragraph)}\n`)
    .join('.PP\n');
}

export function section(name: string, body: string): string {
  return body === '' ? '' : `.SH ${quoted(name.toUpperCase())}\n${body}`;
}

export function subsection(name: string, body: string): string {
  return `.SS ${quoted(name)}\n${body}`;
}

/** Returns a tagged paragraph. The tag is already escaped: see `bold` and `italic`. */
export function item(tag: string, about: string): string {
  return `.TP\n${guarded(tag)}\n${sentences(about)}\n`;
}

export function bold(text: string): string {
  return `\\fB${inline(text)}\\fR`;
}

export function italic(text: string): string {
  return `\\fI${inline(text)}\\fR`;
}

/** Quotes an argument of a macro. */
export function quoted(text: string): string {
  return `"${spelled(text)}"`;
}

/** Writes each sentence on a separate line, by which formatters know the ends of sentences. */
function sentences(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[a-z)”][.!?]) (?=[A-Z])/)
    .flatMap((sentence) => filled(inline(sentence)))
    .map(guarded)
    .join('\n');
}

/** Breaks a text into lines of at most 80 bytes, which mandoc asks for. */
function filled(text: string): string[] {
  return text.match(/.{1,78}(?=(?<!\\) |$)|[^ ]+/g)?.map((part) => part.trim()) ?? [];
}

function guarded(line: string): string {
  return /^[.']/.test(line) ? `\\&${line}` : line;
}

function spelled(text: string): string {
  const code = (character: string) => character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return text.replaceAll(/[^ -~]|[\\\-'`^~"]/gu, (character) => NAMES[character] ?? `\\[u${code(character)}]`);
}
