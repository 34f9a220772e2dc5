import { ServiceError, Unreachable, WrongAnswer } from '../../client/errors.js';
import { OAuthError } from '../../client/oauth.js';
import type { UnknownRecord } from '../../client/unknown-record.js';
import { durationInWords } from '../../domain/duration.js';
import { commandLine } from '../../domain/oauth-client.js';
import type { Permission } from '../../domain/permission.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import type { Io } from '../io.js';
import { Spinner } from '../output/progress.js';
import type { Credentials } from './credentials.js';
import { type OAuthClient, readTokens } from './oauth-client.js';
import { announceWait } from './retries.js';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Seconds between two requests when the service names none, and by which `slow_down` extends them. RFC 8628, section 3.5. */
const INTERVAL = 5;

/** The longest interval after failed requests, in seconds. */
const MAX_BACKOFF = 60;

/** The longest wait in seconds, whatever the service says. */
const MAX_LIFETIME = 3600;

/** The answer of a service to a device. RFC 8628, section 3.2. Times are seconds. */
interface DeviceAnswer {
  deviceCode: string;
  userCode: string;
  address: string;
  /** The address with the code in it. */
  completeAddress: string | undefined;
  lifetime: number;
  interval: number;
}

/** The choices of a person who signs in. */
export interface SignInOptions {
  permissions: readonly Permission[];
  /** True to open a browser, where there is one. */
  opensBrowser: boolean;
}

/**
 * Signs in by the device flow: prints an address and a code, and waits until somebody has entered it in a browser.
 *
 * @param signal aborts the wait; its reason is thrown
 * @throws {CliError} when access is not allowed, or not in time
 * @throws as `OAuthClient.post`
 */
export async function signInByDevice(
  context: Context,
  client: OAuthClient,
  { permissions, opensBrowser }: SignInOptions,
  signal: AbortSignal,
): Promise<Credentials> {
  const form = { client_id: commandLine.id, scope: permissions.join(' ') };
  const device = readDevice(await client.post('/device', form).catch(explainRefusal));
  const { address, completeAddress, userCode, lifetime } = device;
  context.info(`Open ${address} and enter the code ${userCode} within ${durationInWords(lifetime)}.`);
  if (opensBrowser) await openBrowser(context.io, completeAddress ?? address);
  const spinner = new Spinner(context, 'Waiting until you have allowed access in the browser');
  try {
    return await waitForTokens(context, client, device, async (seconds, isLimited) => {
      if (isLimited) {
        spinner.end();
        announceWait(context, seconds, context.now() + seconds);
      }
      await spinner.wait(seconds * 1000, signal);
    });
  } finally {
    spinner.end();
  }
}

/**
 * Asks for the tokens again and again. A service that cannot be reached is asked less and less often, and one that limits calls not
 * before the time that it names.
 */
async function waitForTokens(
  context: Context,
  client: OAuthClient,
  { deviceCode, lifetime, interval }: DeviceAnswer,
  wait: (seconds: number, isLimited: boolean) => Promise<void>,
): Promise<Credentials> {
  const form = { grant_type: DEVICE_CODE, client_id: commandLine.id, device_code: deviceCode };
  let pause = interval;
  let lastProblem: unknown;
  for (let left = lifetime; left > 0; ) {
    const limit = limitOf(lastProblem);
    const waited = Math.min(Math.max(pause, limit ?? 0), left);
    await wait(waited, limit !== undefined);
    left -= waited;
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
  throw lastProblem ?? expired();
}

/** Returns the seconds for which a service that limits calls wants none, 0 if it names no time; undefined for another problem. */
function limitOf(problem: unknown): number | undefined {
  if (!(problem instanceof ServiceError) || problem.status !== 429) return undefined;
  return problem.details.retry_after ?? 0;
}

/** Returns true for a problem that may pass by itself. */
function isTransient(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  if (error instanceof OAuthError) return error.code === 'temporarily_unavailable' || error.code === 'server_error';
  return error instanceof ServiceError && (error.status >= 500 || limitOf(error) !== undefined);
}

function expired(): CliError {
  return new CliError('token', 'the code has expired before anybody has allowed access; use svcapi login again');
}

/** Throws the error for a refusal, with the next step. */
function explainRefusal(error: unknown): never {
  if (!(error instanceof OAuthError)) throw error;
  switch (error.code) {
    case 'access_denied':
      throw new CliError('token', 'access was not allowed in the browser; nothing was stored');
    case 'expired_token':
      throw expired();
    case 'invalid_client':
    case 'unauthorized_client':
      throw new CliError(
        'other',
        `the host of this service has revoked the client ${commandLine.id}; ask for a token, and store it with svcapi login --with-token`,
      );
    case 'invalid_scope':
      throw new CliError('other', 'the service does not have all these permissions; name some of its own with --scope');
    default:
      throw new CliError('other', `the service refuses the sign-in: ${error.message}`);
  }
}

/** @throws {WrongAnswer} when a part is missing or invalid */
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

/** Returns true for an address that a browser may be given. */
function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/**
 * Opens an address in the browser of a person at a terminal, if there is one. It does not fail, since the address is printed
 * as well.
 *
 * @param address an http or https address
 */
export async function openBrowser({ stderr, env }: Io, address: string): Promise<void> {
  // Without a display, xdg-open would start a browser for the terminal.
  const program = process.platform === 'darwin' ? 'open' : env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined;
  if (program === undefined || stderr.isTTY !== true) return;
  const { spawn } = await import('node:child_process');
  const child = spawn(program, [new URL(address).href], { env, stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
