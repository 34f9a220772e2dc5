import { json } from 'node:stream/consumers';
import { inviteBody } from '../server/request/body.js';
import type { Step, StepContext } from '../server/state.js';
import { guard, isSandboxPath, PREFIX } from './guard.js';
import { SandboxError } from './read-input.js';
import type { Sandbox } from './sandbox.js';

const errorNames = {
  400: 'invalid_input',
  403: 'forbidden',
  404: 'not_found',
  409: 'not_received',
  415: 'unsupported_media_type',
} as const;

type Operation = (sandbox: Sandbox, input: unknown, name: string) => unknown;

/** `{name}` is the last part of the path. docs/testing.md lists the operations. */
const operations: Readonly<Record<string, Operation>> = {
  'GET /clock': (sandbox) => sandbox.clock(),
  'POST /clock': (sandbox, input) => sandbox.clock(input),
  'GET /faults': (sandbox) => ({ faults: sandbox.faults.list() }),
  'POST /faults': (sandbox, input) => sandbox.faults.add(input),
  'DELETE /faults': (sandbox) => sandbox.faults.clear(),
  'GET /faults/{name}': (sandbox, _, id) => sandbox.faults.find(Number(id)),
  'DELETE /faults/{name}': (sandbox, _, id) => sandbox.faults.remove(Number(id)),
  'POST /reset': (sandbox, input) => sandbox.reset(input),
  'POST /snapshots': (sandbox) => sandbox.snapshot(),
  'DELETE /snapshots/{name}': (sandbox, _, name) => sandbox.drop(name),
  'POST /tokens': (sandbox, input) => sandbox.token(input),
  'POST /sign-ins': (sandbox, input) => sandbox.signIn(input),
  'GET /requests': (sandbox, input) => ({ requests: sandbox.recorder.list(input) }),
  'POST /requests': (sandbox, input) => ({ requests: sandbox.recorder.list(input) }),
  'POST /requests/verify': (sandbox, input) => sandbox.recorder.verify(input),
  'POST /requests/wait': (sandbox, input) => sandbox.recorder.waitFor(input),
  'DELETE /requests': (sandbox) => sandbox.recorder.clear(),
  'POST /records': (sandbox, input) => sandbox.load(input),
};

export function serveSandbox(sandbox: () => Sandbox): Step {
  return async (ctx, next) => {
    if (!isSandboxPath(ctx.path)) return next();
    ctx.set('Cache-Control', 'no-store');
    try {
      guard(ctx);
      const { operation, name } = find(ctx);
      // A wait for a request can be longer than a connection stays open without a byte.
      ctx.req.socket.setTimeout(0);
      const input = ctx.method === 'POST' ? await readBody(ctx) : { ...ctx.query };
      ctx.body = (await operation(sandbox(), input, name)) ?? {};
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      ctx.status = error.status;
      ctx.body = { error: errorNames[error.status], error_message: error.message };
      // The rest of a body that was refused would be read as the next request.
      if (!ctx.req.complete) ctx.state.closes = true;
    }
  };
}

function find({ method, path }: StepContext): { operation: Operation; name: string } {
  const below = path.slice(PREFIX.length).replace(/\/$/, '');
  const exact = operations[`${method} ${below}`];
  if (exact) return { operation: exact, name: '' };
  const [, folder = '', name = ''] = /^(\/\w+)\/([\w-]+)$/.exec(below) ?? [];
  const named = operations[`${method} ${folder}/{name}`];
  if (named) return { operation: named, name };
  throw new SandboxError(`There is no such operation. There are ${Object.keys(operations).join(', ')}.`, 404);
}

/** Accepts only JSON, which a page in a browser cannot send without a CORS preflight, and that is refused. */
async function readBody(ctx: StepContext): Promise<unknown> {
  if (!ctx.request.is('application/json')) throw new SandboxError('Send the body as application/json.', 415);
  inviteBody(ctx);
  try {
    return await json(ctx.req);
  } catch {
    throw new SandboxError('The body is not JSON.');
  }
}
