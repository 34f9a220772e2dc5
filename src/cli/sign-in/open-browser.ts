import type { Io } from '../io.js';

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
