import { z } from 'zod';
import { permissionNames } from '../../domain/permission.js';
import { inputs } from '../operations.js';
import { SandboxError } from '../read-input.js';
import type { Sandbox } from '../sandbox.js';

/** An endpoint of the sandbox: what it takes, what it returns, and what it does. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` is a parameter. */
  path: string;
  /** The name of the operation. */
  name: string;
  summary: string;
  /** The body, or the query of a GET. */
  input?: z.ZodType;
  output: z.ZodType;
  status: 200 | 201;
  run(sandbox: Sandbox, input: unknown, parameter: string): unknown;
}

const clock = z.strictObject({
  now: z.int().describe('The time of the service, in Unix seconds'),
  cgt: z.string().describe('The same as galactic time'),
  date: z.string().describe('The same as an ISO 8601 date'),
  running: z.boolean().describe('False while the clock stands still'),
});

const fault = z.strictObject({
  id: z.int(),
  route: z.string(),
  where: z.string().optional().describe('The further conditions on a request, in words'),
  effect: z.string().describe('What happens to the request, in words'),
  left: z.int().optional().describe('The number of requests that it will strike; absent without a limit'),
  strikes: z.int().describe('The number of requests that it has struck'),
});

const faults = z.strictObject({ faults: z.array(fault) });

const principal = z.strictObject({
  client: z.string(),
  character: z.string(),
  permissions: z.array(z.enum(permissionNames)),
});

const request = z.strictObject({
  method: z.string(),
  path: z.string(),
  route: z.string().optional().describe('The route that it was for'),
  query: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.unknown()).describe('Without secrets'),
  body: z.unknown().optional().describe('The fields of a form or of JSON, without secrets'),
  time: z.int().describe('The time of the service at which it came in, in Unix seconds'),
  status: z.int().optional().describe('The HTTP status of the answer; absent for one that was never sent'),
  error: z.string().optional().describe('The error code of the answer'),
  principal: principal.optional().describe('The holder of the token'),
});

const token = z.strictObject({
  token: z.string(),
  character: z.string().describe('The uid of the character'),
  permissions: z.array(z.enum(permissionNames)),
  expires: z.int().describe('Unix seconds'),
});

const signIn = z.strictObject({
  clientId: z.string(),
  tokens: z.strictObject({
    accessToken: z.string(),
    refreshToken: z.string(),
    expiresAt: z.int().describe('The expiry of the access token, in Unix seconds'),
  }),
});

/** Declares an endpoint, such as `POST /sandbox/clock`. Its status is 200 by default. */
function endpoint(
  route: `${Endpoint['method']} /sandbox/${string}`,
  name: string,
  summary: string,
  rest: Pick<Endpoint, 'input' | 'output' | 'run'> & { status?: 201 },
): Endpoint {
  const [method, path] = route.split(' ') as [Endpoint['method'], string];
  return { method, path, name, summary, status: 200, ...rest };
}

export const endpoints: readonly Endpoint[] = [
  endpoint('GET /sandbox/clock', 'getClock', 'Shows the clock', {
    output: clock,
    run: (sandbox) => sandbox.clock(),
  }),
  endpoint('POST /sandbox/clock', 'setClock', 'Sets, moves, runs or stops the clock', {
    input: inputs.clock,
    output: clock,
    run: (sandbox, input) => sandbox.clock(input),
  }),
  endpoint('GET /sandbox/faults', 'listFaults', 'Lists the faults that can still strike', {
    output: faults,
    run: (sandbox) => ({ faults: sandbox.faults() }),
  }),
  endpoint('POST /sandbox/faults', 'addFault', 'Makes requests fail', {
    input: inputs.fault,
    output: fault,
    status: 201,
    run: (sandbox, input) => sandbox.fail(input),
  }),
  endpoint('DELETE /sandbox/faults', 'removeFaults', 'Ends all faults', {
    output: faults,
    run(sandbox) {
      sandbox.heal();
      return { faults: sandbox.faults() };
    },
  }),
  endpoint('DELETE /sandbox/faults/{id}', 'removeFault', 'Ends a fault', {
    output: faults,
    run(sandbox, _, id) {
      if (!sandbox.heal(Number(id))) throw new SandboxError(`there is no fault ${id}`, 404);
      return { faults: sandbox.faults() };
    },
  }),
  endpoint('POST /sandbox/reset', 'reset', 'Goes back to the beginning, or to a snapshot', {
    input: inputs.reset,
    output: clock,
    run: (sandbox, input) => sandbox.reset(input),
  }),
  endpoint('POST /sandbox/snapshots', 'takeSnapshot', 'Keeps the present state', {
    input: inputs.snapshot,
    output: z.strictObject({ snapshot: z.string() }),
    status: 201,
    run: (sandbox) => sandbox.snapshot(),
  }),
  endpoint('DELETE /sandbox/snapshots/{name}', 'dropSnapshot', 'Forgets a snapshot', {
    output: z.strictObject({}),
    async run(sandbox, _, name) {
      await sandbox.drop(name);
      return {};
    },
  }),
  endpoint('POST /sandbox/tokens', 'createToken', 'Makes a token for a character', {
    input: inputs.token,
    output: token,
    status: 201,
    run: (sandbox, input) => sandbox.token(input),
  }),
  endpoint('POST /sandbox/sign-ins', 'createSignIn', 'Signs a character in to a program, as OAuth 2 does', {
    input: inputs.signIn,
    output: signIn,
    status: 201,
    run: (sandbox, input) => sandbox.signIn(input),
  }),
  endpoint(
    'GET /sandbox/requests',
    'listRequests',
    'Lists the requests that came in since the last reset, the oldest first',
    {
      // A query has no objects: those of a wait or a check do.
      input: inputs.requests.pick({ route: true }),
      output: z.strictObject({ requests: z.array(request) }),
      run: (sandbox, input) => ({ requests: sandbox.requests(input) }),
    },
  ),
  endpoint('DELETE /sandbox/requests', 'clearRequests', 'Forgets the requests that came in', {
    output: z.strictObject({}),
    run(sandbox) {
      sandbox.clearRequests();
      return {};
    },
  }),
  endpoint('POST /sandbox/requests/wait', 'waitForRequest', 'Waits until a request has come in', {
    input: inputs.wait,
    output: request,
    run: (sandbox, input) => sandbox.waitFor(input),
  }),
  endpoint('POST /sandbox/requests/verify', 'verifyRequests', 'Checks that requests came in so many times', {
    input: inputs.verify,
    output: z.strictObject({ requests: z.int().describe('The number of requests that came in') }),
    run: (sandbox, input) => sandbox.verify(input),
  }),
  endpoint('POST /sandbox/records', 'loadRecords', 'Loads records of a galaxy file', {
    input: inputs.records,
    output: z.strictObject({ records: z.int() }),
    run: (sandbox, input) => sandbox.load(input),
  }),
];
