import { spawn } from 'node:child_process';
import type { UnknownRecord } from '../../client/answer.js';
import { ServiceError, Unreachable, WrongAnswer } from '../../client/errors.js';
import { OAuthError } from '../../client/oauth.js';
import { durationInWords } from '../../domain/duration.js';
import { commandLine } from '../../domain/oauth-client.js';
import type { Permission } from '../../domain/permission.js';
import type { Context } from '../context.js';
import { CliError } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Credentials } from './credentials.js';
import { oauthClient, readTokens } from './oauth-client.js';
import { announceWait } from './retries.js';
import type { Address } from './service.js';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Seconds between two requests by default, and the extension by `slow_down` (RFC 8628, 3.5). */
const INTERVAL = 5;

/** In seconds, after failed requests. */
const MAX_BACKOFF = 60;

/** In seconds, whatever the service says. */
const MAX_LIFETIME = 3600;

/** RFC 8628, 3.2. Times are in seconds. */
interface DeviceAnswer {
  deviceCode: string;
  userCode: string;
  address: string;
  completeAddress: string | undefined;
  lifetime: number;
  interval: number;
}

/** Prints a URL and a code, and waits until somebody has entered it. @throws {CliError} when access is denied, or too late */
export async function signInByDevice(
  context: Context,
  service: Address,
  { permissions, opensBrowser }: { permissions: readonly Permission[]; opensBrowser: boolean },
  signal: AbortSignal,
): Promise<Credentials> {
  const client = oauthClient(context, service, { signal });
  const wish = { client_id: commandLine.id, scope: permissions.join(' ') };
  const device = readDevice(await client.post('/device', wish).catch(explainRefusal));
  const { address, completeAddress, userCode, lifetime } = device;
  context.info(`Open ${address} and enter the code ${userCode} within ${durationInWords(lifetime)}.`);
  if (opensBrowser) await openBrowser(context.io, completeAddress ?? address);
  context.info('Waiting until you have allowed access in the browser…');
  const form = { grant_type: DEVICE_CODE, client_id: commandLine.id, device_code: device.deviceCode };
  let pause = device.interval;
  let lastProblem: unknown;
  for (let left = lifetime; left > 0; ) {
    const limit = limitOf(lastProblem);
    const wait = Math.min(Math.max(pause, limit ?? 0), left);
    if (limit !== undefined) announceWait(context, wait, context.now() + wait);
    await context.io.sleep(wait * 1000, signal);
    left -= wait;
    try {
      return readTokens(await client.post('/token', form), context.now());
    } catch (error) {
      lastProblem = isTransient(error) ? error : undefined;
      if (lastProblem !== undefined) pause = Math.max(pause, Math.min(2 * pause, MAX_BACKOFF));
      else if (!(error instanceof OAuthError)) throw error;
      else if (error.code === 'slow_down') pause += INTERVAL;
      else if (error.code !== 'authorization_pending') explainRefusal(error);
    }
  }
  throw lastProblem ?? new CliError('token', EXPIRED);
}

const EXPIRED = 'the code has expired before anybody has allowed access; use svcapi login again';

/** Returns the seconds that a 429 asks for, 0 if it names none; undefined for another problem. */
function limitOf(problem: unknown): number | undefined {
  if (!(problem instanceof ServiceError) || problem.status !== 429) return undefined;
  return problem.details.retry_after ?? 0;
}

function isTransient(error: unknown): boolean {
  if (error instanceof OAuthError) return error.code === 'temporarily_unavailable' || error.code === 'server_error';
  return (
    error instanceof Unreachable || (error instanceof ServiceError && (error.status >= 500 || error.status === 429))
  );
}

const REVOKED = `the host of this service has revoked the client ${commandLine.id}; ask for a token, and store it with svcapi login --with-token`;

const REFUSALS: Record<string, CliError> = {
  access_denied: new CliError('token', 'access was not allowed in the browser; nothing was stored'),
  expired_token: new CliError('token', EXPIRED),
  invalid_client: new CliError('other', REVOKED),
  unauthorized_client: new CliError('other', REVOKED),
  invalid_scope: new CliError(
    'other',
    'the service does not have all these permissions; name some that it has with --scope',
  ),
};

function explainRefusal(error: unknown): never {
  if (!(error instanceof OAuthError)) throw error;
  throw REFUSALS[error.code] ?? new CliError('other', `the service refuses the sign-in: ${error.message}`);
}

function readDevice(answer: UnknownRecord): DeviceAnswer {
  const { device_code: deviceCode, user_code: userCode, verification_uri: address } = answer;
  const { verification_uri_complete: complete, expires_in: lifetime, interval } = answer;
  const isCode = (value: unknown): value is string => typeof value === 'string' && /^\S.{0,1000}$/.test(value);
  if (!isCode(deviceCode) || !isCode(userCode) || !isWebAddress(address) || !isDuration(lifetime))
    throw new WrongAnswer('does not hold the code of a device');
  return {
    deviceCode,
    userCode,
    address,
    completeAddress: isWebAddress(complete) ? complete : undefined,
    lifetime: Math.min(Math.floor(lifetime), MAX_LIFETIME),
    interval: isDuration(interval) ? interval : INTERVAL,
  };
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && Number.isFinite(value);
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Opens a browser, if there is one. It never fails: the URL is printed as well. */
async function openBrowser({ stderr, env, platform }: Io, address: string): Promise<void> {
  const [program, ...args] = browserCommand(platform, env, new URL(address).href);
  if (program === undefined || stderr.isTTY !== true) return;
  const child = spawn(program, args, { env, stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** Returns no words where there is no browser. */
export function browserCommand(platform: Io['platform'], env: Io['env'], url: string): string[] {
  if (platform === 'darwin') return ['open', url];
  // Not start: cmd takes the & of an address for the end of a command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  // Without a display, xdg-open would start a browser for the terminal.
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', url] : [];
}
