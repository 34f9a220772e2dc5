import { Failure, invalidParameter } from '../../domain/failure.js';
import { type Format, type FormatName, formatsByName, type StepContext } from '../state.js';

export const EVENT_STREAM = 'text/event-stream';

const preferences = {
  json: ['application/json', 'application/xml', 'text/xml'],
  xml: ['application/xml', 'text/xml', 'application/json'],
} as const satisfies Record<FormatName, Format[]>;

const SUFFIX = /\.(json|xml)(\/?)$/i;

/** A parameter of a media range. A quoted value without a closing quote ends with the text. */
const PARAMETER = /;[^;,"]*(?:"(?:[^"\\]|\\.)*(?:"|\\?$)[^;,"]*)*/g;
const WEIGHT = /^;\s*q\s*=/i;

/** Reads the suffix of the path (`/api/time.xml`) and Accept. Of the parameters of a media range only `q` matters. */
export function readFormat({ path, req: { headers }, state }: StepContext): void {
  // A list without an element is treated as absent (RFC 9110, section 5.6.1).
  if (headers.accept !== undefined && /^[\s,]*$/.test(headers.accept)) delete headers.accept;
  if (headers.accept?.includes(';')) {
    headers.accept = headers.accept.replace(PARAMETER, (each) => (WEIGHT.test(each) ? each : ''));
  }
  const [ending = '', suffix, slash = ''] = SUFFIX.exec(path) ?? [];
  state.resourcePath = path.slice(0, path.length - ending.length) + slash;
  if (suffix !== undefined) state.suffix = suffix.toLowerCase() as FormatName;
}

/** RFC 9110, section 12.5.1. @throws {Failure} `invalid_parameter` for an unknown `format`, or `not_acceptable` */
export function negotiate(ctx: StepContext, defaultFormat: FormatName): Format {
  const { format } = ctx.query;
  if (format !== undefined && !isFormatName(format)) {
    throw invalidParameter('format', 'format: It must be json or xml.');
  }
  const found = namedFormat(ctx) ?? acceptedFormat(ctx, defaultFormat);
  if (found === undefined) throw new Failure('not_acceptable');
  return found;
}

export function asksForStream(ctx: StepContext, defaultFormat: FormatName): boolean {
  if (ctx.req.headers.accept?.includes(EVENT_STREAM) !== true || namedFormat(ctx) !== undefined) return false;
  return ctx.accepts(...preferences[defaultFormat], EVENT_STREAM) === EVENT_STREAM;
}

/** Returns JSON if no format is acceptable, and ignores an unknown `?format=`. */
export function formatForError(ctx: StepContext, defaultFormat: FormatName): Format {
  return ctx.state.format ?? namedFormat(ctx) ?? acceptedFormat(ctx, defaultFormat) ?? 'application/json';
}

function isFormatName(format: unknown): format is FormatName {
  return format === 'json' || format === 'xml';
}

function namedFormat({ query, state }: StepContext): Format | undefined {
  const name = isFormatName(query.format) ? query.format : state.suffix;
  return name && formatsByName[name];
}

function acceptedFormat(ctx: StepContext, defaultFormat: FormatName): Format | undefined {
  return (ctx.accepts(...preferences[defaultFormat]) || undefined) as Format | undefined;
}
