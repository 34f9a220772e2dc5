import type { StepContext } from '../../server/context/state.js';
import { alterHeaders } from './alter-headers.js';

/** An answer that a test gives in place of the service. */
export interface OwnAnswer {
  status: number;
  headers?: Readonly<Record<string, string | string[]>> | undefined;
  /** A text, or anything else as JSON. */
  body?: unknown;
}

const TITLES = { 502: 'Bad Gateway', 503: 'Service Temporarily Unavailable', 504: 'Gateway Time-out' };

/** Returns the page that nginx answers with while it reaches no service. */
export function proxyPage(status: keyof typeof TITLES): OwnAnswer {
  const title = `${status} ${TITLES[status]}`;
  const lines = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    '<hr><center>nginx</center>',
    '</body>',
    '</html>',
    '',
  ];
  return { status, headers: { Server: 'nginx', 'Content-Type': 'text/html' }, body: lines.join('\r\n') };
}

/**
 * Answers a request in place of the service, which does not see it.
 *
 * @param now Unix milliseconds
 */
export async function sendOwnAnswer(
  ctx: StepContext,
  { status, headers = {}, body }: OwnAnswer,
  now: number,
): Promise<void> {
  await readBody(ctx);
  ctx.respond = false;
  const isText = typeof body === 'string';
  const content = Buffer.from(isText ? body : body === undefined ? '' : JSON.stringify(body));
  alterHeaders(ctx.res, headers);
  ctx.res.writeHead(status, {
    Date: new Date(now).toUTCString(),
    ...(body !== undefined && { 'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json' }),
    ...(status !== 204 && status !== 304 && { 'Content-Length': String(content.length) }),
  });
  ctx.res.end(content);
}

/** Reads a body that nobody else reads: it is recorded, and the next request on the connection is behind it. */
async function readBody({ req, res }: StepContext): Promise<void> {
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  await new Promise<void>((resolve) => {
    req.once('end', resolve).once('close', resolve);
    req.resume();
  });
}
