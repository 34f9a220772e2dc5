import type { CliCommand } from '../command.js';
import { addSetting } from '../input/settings-options.js';

/** The lifetime of an invitation, in seconds. */
export const INVITATION_LIFETIME = 7 * 24 * 60 * 60;

/** Adds the flag that says which address the links of a command begin with. */
export function addLinkSettings(command: CliCommand): CliCommand {
  return addSetting(command, 'publicUrl');
}

/** Returns the address that people reach the service under, as far as its settings say. */
export async function serviceAddress(command: CliCommand): Promise<string> {
  const { publicUrl, host, port } = await command.settings(['publicUrl', 'host', 'port']);
  if (publicUrl !== undefined) return publicUrl;
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port || 8080}`;
}

/** Returns the link of an invitation. */
export function invitationLink(address: string, secret: string): string {
  return `${address}/ws/v2.0/account/invitation?code=${secret}`;
}
