import { splitSuffix } from '../request/read-format.js';
import { originForm } from '../request/read-target.js';

/** An error of Node's parser, with the bytes that it was reading. */
export interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
  /** The number of these bytes up to the error. */
  bytesParsed?: number;
}

const REQUEST_LINE = /^(?:\r\n)*[A-Z]+ (\S+) HTTP\/1\.[01]\r?\n/;

/**
 * Returns the path of the request that Node could not parse, without the suffix for its format, or an empty text if the bytes
 * do not begin with its first line: they are those that arrived last.
 */
export function targetOf(error: ParseError): string {
  const [, target] = REQUEST_LINE.exec(requestIn(error)) ?? [];
  if (target === undefined) return '';
  const [path = ''] = originForm(target).split('?');
  return splitSuffix(path).resourcePath;
}

/** Returns the target and the Accept field of the request that Node could not parse, as far as its bytes show them. */
export function askedIn(error: ParseError): { url: string; headers: { accept?: string } } {
  const read = requestIn(error);
  const accepted = [...read.matchAll(/\naccept:([^\r\n]*)\r/gi)].map(([, value = '']) => value.trim());
  return {
    url: REQUEST_LINE.exec(read)?.[1] ?? '/',
    headers: accepted.length > 0 ? { accept: accepted.join(', ') } : {},
  };
}

/** Returns true if the request that Node could not parse is a HEAD request, as far as the bytes show it. */
export function isToHead(error: ParseError): boolean {
  return /^(?:\r\n)*HEAD /.test(requestIn(error));
}

function requestIn({ rawPacket, bytesParsed = 0 }: ParseError): string {
  const read = rawPacket?.toString('latin1', 0, bytesParsed) ?? '';
  // Complete requests may precede it, the last of them with a body.
  const heads = read.split('\r\n\r\n');
  const begun = heads.pop() ?? '';
  const [, length = '0'] = /\r\ncontent-length: *(\d+)/i.exec(heads.pop() ?? '') ?? [];
  return begun.slice(Number(length));
}
