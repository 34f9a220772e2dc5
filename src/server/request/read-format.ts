import type { FormatName, State, StepContext } from '../state.js';

const SUFFIX = /\.(json|xml)(\/?)$/i;

/** A parameter of a media range. Its value can be a quoted string, which ends with the text at the latest. */
const PARAMETER = /;[^;,"]*(?:"(?:[^"\\]|\\.)*(?:"|\\?$)[^;,"]*)*/g;
const WEIGHT = /^;\s*q\s*=/i;

/**
 * Reads the format that a request asks for: the suffix of its path (`/api/time.xml` is `/api/time` in XML), and its Accept
 * field. Of the parameters of a media range only `q` matters, so that `application/json; charset=utf-8` is JSON.
 */
export function readFormat(ctx: StepContext): void {
  const { headers } = ctx.req;
  // A list without an element is no list. RFC 9110, section 5.6.1.
  if (headers.accept !== undefined && /^[\s,]*$/.test(headers.accept)) delete headers.accept;
  if (headers.accept?.includes(';')) {
    headers.accept = headers.accept.replace(PARAMETER, (each) => (WEIGHT.test(each) ? each : ''));
  }
  const { resourcePath, suffix } = splitSuffix(ctx.path);
  ctx.state.resourcePath = resourcePath;
  if (suffix !== undefined) ctx.state.suffix = suffix;
}

/** Splits a path from the suffix that chooses the format. */
function splitSuffix(path: string): Pick<State, 'resourcePath' | 'suffix'> {
  const [end, name, slash] = SUFFIX.exec(path) ?? [];
  if (end === undefined || name === undefined) return { resourcePath: path };
  return { resourcePath: path.slice(0, -end.length) + slash, suffix: name.toLowerCase() as FormatName };
}
