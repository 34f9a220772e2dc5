import { Failure, invalidParameter } from '../../domain/failure.js';
import type { StepContext } from '../state.js';
import { type Format, type FormatName, formatsByName } from '../state.js';

/** The media type of server-sent events (HTML, section 9.2). */
export const EVENT_STREAM = 'text/event-stream';

/** The formats in the order of preference, by the name of the default. */
const preferences = {
  json: ['application/json', 'application/xml', 'text/xml'],
  xml: ['application/xml', 'text/xml', 'application/json'],
} as const satisfies Record<FormatName, Format[]>;

/**
 * Returns the format that the client asks for: by `?format=`, by the suffix of the path, or by the Accept header (RFC 9110,
 * section 12.5.1).
 *
 * @throws {Failure} `invalid_parameter` for an unknown `format`, `not_acceptable` if no format is acceptable
 */
export function negotiate(ctx: StepContext, defaultFormat: FormatName): Format {
  const format = formatParameter(ctx);
  if (format !== undefined && !isFormatName(format)) {
    throw invalidParameter('format', 'format: It must be json or xml.');
  }
  const found = chosenFormat(ctx, format) ?? acceptedFormat(ctx, defaultFormat);
  if (found === undefined) throw new Failure('not_acceptable');
  return found;
}

/** Returns true for a client that prefers a stream of server-sent events to an answer. */
export function asksForStream(ctx: StepContext, defaultFormat: FormatName): boolean {
  if (ctx.req.headers.accept?.includes(EVENT_STREAM) !== true) return false;
  if (chosenFormat(ctx, formatParameter(ctx)) !== undefined) return false;
  return ctx.accepts(...preferences[defaultFormat], EVENT_STREAM) === EVENT_STREAM;
}

/** Returns the format of an error, which is JSON if no format is acceptable. An unknown `?format=` is ignored. */
export function formatForError(ctx: StepContext, defaultFormat: FormatName): Format {
  return (
    ctx.state.format ??
    chosenFormat(ctx, formatParameter(ctx)) ??
    acceptedFormat(ctx, defaultFormat) ??
    'application/json'
  );
}

function formatParameter(ctx: StepContext): unknown {
  return ctx.search === '' ? undefined : ctx.query.format;
}

function isFormatName(format: unknown): format is FormatName {
  return format === 'json' || format === 'xml';
}

/** Returns the format of the query or the suffix. */
function chosenFormat(ctx: StepContext, format: unknown): Format | undefined {
  const name = isFormatName(format) ? format : ctx.state.suffix;
  return name && formatsByName[name];
}

function acceptedFormat(ctx: StepContext, defaultFormat: FormatName): Format | undefined {
  const formats = preferences[defaultFormat];
  if (ctx.req.headers.accept === undefined) return formats[0];
  return (ctx.accepts(...formats) || undefined) as Format | undefined;
}
