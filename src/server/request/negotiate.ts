import type { Context } from 'koa';
import { Failure, invalidParameter } from '../../domain/failure.js';
import type { Format } from '../response/write-envelope.js';

const formats = ['application/json', 'application/xml', 'text/xml'] as const satisfies Format[];

/**
 * Returns the format that the client asks for: by `?format=`, otherwise by the Accept header (RFC 9110, section 12.5.1).
 *
 * @throws {Failure} `invalid_parameter` for an unknown `format`, `not_acceptable` if no format is acceptable
 */
export function negotiate(ctx: Context): Format {
  const format = ctx.search === '' ? undefined : ctx.query.format;
  if (format === 'json') return 'application/json';
  if (format === 'xml') return 'application/xml';
  if (format !== undefined) throw invalidParameter('format', 'format: It must be json or xml.');
  if (ctx.req.headers.accept === undefined) return formats[0];
  const accepted = ctx.accepts(...formats);
  if (accepted === false) throw new Failure('not_acceptable');
  return accepted as Format;
}
