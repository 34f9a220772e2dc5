import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/*
 * Loaded before the service: a clock that the trial moves, by messages of milliseconds, and the faults that it has to find, by messages
 * of their names.
 */

const now = Date.now;
let moved = 0;
Date.now = () => now() + moved;

let fault: string | undefined;
let calls = 0;

process.on('message', (message) => {
  if (typeof message === 'number') moved += message;
  else fault = String(message);
  process.send?.('done');
});
// The service ends although somebody could still send messages.
process.channel?.unref();

subscribe('http.server.request.start', (message) => {
  const { headers } = (message as { request: IncomingMessage }).request;
  calls += 1;
  if (fault === 'forgets' && calls % 20 === 0) headers['x-forwarded-for'] = `192.0.2.${calls % 250}`;
  if (fault === 'shares') headers['x-forwarded-for'] = '192.0.2.1';
  if (fault === 'spellings') headers['x-forwarded-for'] = strict(headers['x-forwarded-for']);
});

/** Takes every spelling but the plain one for an address of its own. */
function strict(field: string | string[] | undefined): string {
  const text = String(field);
  return /^[\d.]+$/.test(text)
    ? text
    : `192.0.2.${[...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 250}`;
}
