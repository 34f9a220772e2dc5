import type { Step, StepContext } from '../../server/context/state.js';
import { baseUrl } from '../../server/request/base-url.js';
import { SandboxError } from '../read-input.js';
import type { Sandbox } from '../sandbox.js';
import { describeSandbox } from './description.js';
import { type Endpoint, endpoints } from './endpoints.js';
import { guard } from './guard.js';

const PREFIX = '/sandbox';

/** The address of the description. */
export const DESCRIPTION = `${PREFIX}/openapi.json`;

/** Maximum size of a body, in bytes: records may be many. */
const MAX_BODY = 64 * 1024 * 1024;

const errorNames = {
  400: 'invalid_input',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'not_received',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
} as const;

const patterns = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/, '([\\w-]+)')}/?$`),
}));

/** Returns true for a path of the sandbox itself. */
export function isSandboxPath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`);
}

/** Serves the paths of the sandbox itself, in JSON, to programs on this machine. */
export function serveSandbox(sandbox: Sandbox): Step {
  return async (ctx, next) => {
    if (!isSandboxPath(ctx.path)) return next();
    ctx.set('Cache-Control', 'no-store');
    try {
      guard(ctx);
      await answer(ctx, sandbox);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      ctx.status = error.status;
      ctx.body = { error: errorNames[error.status], error_message: error.message };
      // The rest of a body that was refused would be read as the next request.
      if (!ctx.req.complete) ctx.state.closes = true;
    }
  };
}

async function answer(ctx: StepContext, sandbox: Sandbox): Promise<void> {
  const { method } = ctx;
  if (ctx.path === DESCRIPTION && method === 'GET') {
    ctx.body = describeSandbox(baseUrl(ctx, undefined));
    return;
  }
  const { endpoint, parameter } = find(ctx);
  // Whoever waits for a request may do so for longer than a connection must have a byte.
  ctx.req.socket.setTimeout(0);
  const input = method === 'GET' ? { ...ctx.query } : method === 'POST' ? await readBody(ctx) : undefined;
  ctx.body = await endpoint.run(sandbox, input, parameter);
  ctx.status = endpoint.status;
}

function find(ctx: StepContext): { endpoint: Endpoint; parameter: string } {
  const onPath = patterns.flatMap(({ endpoint, pattern }) => {
    const match = pattern.exec(ctx.path);
    return match ? [{ endpoint, parameter: match[1] ?? '' }] : [];
  });
  const found = onPath.find(({ endpoint }) => endpoint.method === ctx.method);
  if (found) return found;
  if (onPath.length === 0)
    throw new SandboxError(`There is no such path. ${DESCRIPTION} describes those of the sandbox.`, 404);
  const allow = onPath.map(({ endpoint }) => endpoint.method).join(', ');
  ctx.set('Allow', allow);
  throw new SandboxError(`This path does not have that method; it has ${allow}.`, 405);
}

/** Reads a body of JSON. A page in a browser can send no such body without asking first, which it is refused. */
async function readBody(ctx: StepContext): Promise<unknown> {
  if (!ctx.request.is('application/json')) {
    throw new SandboxError(
      'Send the body as application/json, such as curl --json does; {} if there is nothing to say.',
      415,
    );
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new SandboxError('The body is larger than 64 MiB. Send several.', 413);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new SandboxError('The body is not JSON.');
  }
}
