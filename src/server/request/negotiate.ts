import { Failure, invalidParameter } from '../../domain/failure.js';
import { type Format, type FormatName, formatsByName, type StepContext } from '../state.js';

/** The media type of server-sent events (HTML, section 9.2). */
export const EVENT_STREAM = 'text/event-stream';

/** The formats in the order of preference, by the name of the default. */
const preferences = {
  json: ['application/json', 'application/xml', 'text/xml'],
  xml: ['application/xml', 'text/xml', 'application/json'],
} as const satisfies Record<FormatName, Format[]>;

const SUFFIX = /\.(json|xml)(\/?)$/i;

/** A parameter of a media range. Its value can be a quoted string, which ends with the text at the latest. */
const PARAMETER = /;[^;,"]*(?:"(?:[^"\\]|\\.)*(?:"|\\?$)[^;,"]*)*/g;
const WEIGHT = /^;\s*q\s*=/i;

/**
 * Reads the format that a request asks for: the suffix of its path (`/api/time.xml` is `/api/time` in XML), and its Accept
 * field. Of the parameters of a media range only `q` matters, so that `application/json; charset=utf-8` is JSON.
 */
export function readFormat({ path, req: { headers }, state }: StepContext): void {
  // A list without an element is no list. RFC 9110, section 5.6.1.
  if (headers.accept !== undefined && /^[\s,]*$/.test(headers.accept)) delete headers.accept;
  if (headers.accept?.includes(';')) {
    headers.accept = headers.accept.replace(PARAMETER, (each) => (WEIGHT.test(each) ? each : ''));
  }
  state.resourcePath = path.replace(SUFFIX, '$2');
  const suffix = SUFFIX.exec(path)?.[1];
  if (suffix !== undefined) state.suffix = suffix.toLowerCase() as FormatName;
}

/**
 * Returns the format that the client asks for: by `?format=`, by the suffix of the path, or by the Accept header (RFC 9110,
 * section 12.5.1).
 *
 * @throws {Failure} `invalid_parameter` for an unknown `format`, `not_acceptable` if no format is acceptable
 */
export function negotiate(ctx: StepContext, defaultFormat: FormatName): Format {
  const { format } = ctx.query;
  if (format !== undefined && !isFormatName(format)) {
    throw invalidParameter('format', 'format: It must be json or xml.');
  }
  const found = namedFormat(ctx) ?? acceptedFormat(ctx, defaultFormat);
  if (found === undefined) throw new Failure('not_acceptable');
  return found;
}

/** Returns true for a client that prefers a stream of server-sent events to an answer. */
export function asksForStream(ctx: StepContext, defaultFormat: FormatName): boolean {
  if (ctx.req.headers.accept?.includes(EVENT_STREAM) !== true || namedFormat(ctx) !== undefined) return false;
  return ctx.accepts(...preferences[defaultFormat], EVENT_STREAM) === EVENT_STREAM;
}

/** Returns the format of an error, which is JSON if no format is acceptable. An unknown `?format=` is ignored. */
export function formatForError(ctx: StepContext, defaultFormat: FormatName): Format {
  return ctx.state.format ?? namedFormat(ctx) ?? acceptedFormat(ctx, defaultFormat) ?? 'application/json';
}

function isFormatName(format: unknown): format is FormatName {
  return format === 'json' || format === 'xml';
}

/** Returns the format of the query or the suffix. */
function namedFormat({ query, state }: StepContext): Format | undefined {
  const name = isFormatName(query.format) ? query.format : state.suffix;
  return name && formatsByName[name];
}

function acceptedFormat(ctx: StepContext, defaultFormat: FormatName): Format | undefined {
  return (ctx.accepts(...preferences[defaultFormat]) || undefined) as Format | undefined;
}
