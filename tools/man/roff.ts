/**
 * Text for the man macros (man(7) of groff and mandoc). Every hyphen is written as a minus, so that what is copied from a page
 * can be pasted into a shell; quotes that programs mean literally do not turn into typographic ones.
 */

/** Characters that the formatters would take for their own, or cannot show everywhere, and their names. */
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
 * Text that may stand anywhere but at the start of a line; blanks and line ends become single blanks. Names of commands,
 * files and permissions are marked as words that are not hyphenated.
 */
export function inline(text: string): string {
  return spelled(text.replaceAll(/\s+/g, ' ').trim()).replaceAll(/(?<!\S)(?=[^ ]*[^ ](?:\\-|[_/]))/g, '\\%');
}

/** A line of running text, which cannot be taken for a request. */
export function line(text: string): string {
  return guarded(inline(text));
}

/** Text that is shown as it stands, line by line. */
export function literal(text: string): string {
  return `.EX\n${text.split('\n').map(spelled).map(guarded).join('\n')}\n.EE\n`;
}

/** Paragraphs, which blank lines part. */
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

/** An item with what it is about. The tag is finished: see `bold` and `italic`. */
export function item(tag: string, about: string): string {
  return `.TP\n${guarded(tag)}\n${sentences(about)}\n`;
}

export function bold(text: string): string {
  return `\\fB${inline(text)}\\fR`;
}

export function italic(text: string): string {
  return `\\fI${inline(text)}\\fR`;
}

/** An argument of a macro. */
export function quoted(text: string): string {
  return `"${spelled(text)}"`;
}

/** Running text with a line for each sentence, as the formatters want it to set the spaces right. */
function sentences(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[a-z)”][.!?]) (?=[A-Z])/)
    .flatMap((sentence) => filled(inline(sentence)))
    .map(guarded)
    .join('\n');
}

/** mandoc wants no line of the source to be longer than 80 bytes. */
function filled(text: string): string[] {
  return text.match(/.{1,78}(?=(?<!\\) |$)|[^ ]+/g)?.map((part) => part.trim()) ?? [];
}

function guarded(line: string): string {
  return /^[.']/.test(line) ? `\\&${line}` : line;
}

function spelled(text: string): string {
  return text.replaceAll(/[^ -~]|[\\\-'`^~"]/gu, (character) => NAMES[character] ?? unicode(character));
}

function unicode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
