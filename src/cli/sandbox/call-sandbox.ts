import { exchange } from '../../client/exchange.js';
import { CliError, usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import { addSetting } from '../input/settings-options.js';
import { httpTransport } from '../service/http-transport.js';

/** Adds the flags of a command that calls a sandbox, and explains its exit codes. */
export function addSandbox(command: CliCommand): CliCommand {
  return addSetting(addSetting(command, 'url'), 'timeout').exitStatus('other', 'the service is no sandbox');
}

/** A request of a sandbox. */
export interface SandboxRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/sandbox`. */
  path: string;
  query?: Record<string, string>;
  body?: object;
}

/**
 * Sends a request to the sandbox of the settings. No token goes with it.
 *
 * @returns the answer, which is JSON
 * @throws {CliError} for what the sandbox refuses, and for a service that is none
 */
export async function callSandbox<T>(
  command: CliCommand,
  { method, path, query = {}, body }: SandboxRequest,
): Promise<T> {
  const { url, timeout } = await command.settings(['url', 'timeout']);
  const search = new URLSearchParams(query).toString();
  const request = {
    method,
    url: new URL(url),
    target: `/sandbox${path}${search === '' ? '' : `?${search}`}`,
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  };
  const limits = { timeout: timeout * 1000, maxBytes: 256 * 1024 * 1024, signal: undefined };
  const { status, text } = await exchange(httpTransport, request, limits);
  const answer = parse(text);
  if (status < 300 && answer) return answer as T;
  const message = answer?.error_message;
  if (typeof message !== 'string') {
    throw new CliError('other', `${url} is no sandbox; start one with svcapi serve --sandbox`);
  }
  const shown = message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
  if (status === 400) throw usageError(shown);
  throw new CliError(status === 404 ? 'not_found' : 'other', shown);
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
