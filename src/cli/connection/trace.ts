import type { Transport } from '../../client/transport/transport.js';
import { maskTokens } from '../../domain/text.js';
import type { Context } from '../context.js';

/** In characters. */
const MAX_BODY = 1000;

/** Masked, because it gives access to the tokens of the device. */
const DEVICE_CODE = /(\bdevice_code(?:=|" *: *"))[^&"\s]+/g;

/** Shows requests (`>`), answers (`<`) and notes (`*`) on standard error, with tokens masked. */
export function traced(transport: Transport, context: Context): Transport {
  let spellings: string[] = [];
  const mask = (text: string) =>
    maskTokens(spellings.reduce((masked, each) => masked.replaceAll(each, '***'), text)).replace(DEVICE_CODE, '$1***');
  const show = (sign: string, text: string) => {
    for (const line of mask(text).split(/\r?\n/)) context.info(`${sign} ${line}`.trimEnd());
  };
  const showBody = (sign: string, body: string) => {
    if (body === '') return;
    const rest = body.length - MAX_BODY;
    // Mask first: a token could be cut in two.
    show(sign, mask(body).slice(0, MAX_BODY));
    if (rest > 0) show('*', `${rest} more characters`);
  };
  async function* shown(body: AsyncIterable<Uint8Array>) {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      yield chunk;
    }
    showBody('<', text);
  }
  let count = 0;
  return async (request) => {
    const { method, url, target, headers, body } = request;
    const id = ++count;
    const token = headers.Authorization?.replace(/^\S+ /, '');
    // Tokens of the service are recognized by their form, others only after they were sent.
    if (token !== undefined) spellings = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
    show('*', `Request ${id}, to ${url.origin}`);
    show('>', `${method} ${target}`);
    for (const [name, value] of Object.entries(headers)) show('>', `${name}: ${value}`);
    showBody('>', body ?? '');
    const startedAt = context.io.now();
    const answer = await transport(request);
    show('*', `Answer ${id}, after ${context.io.now() - startedAt} ms`);
    show('<', answer.head ?? '');
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
    return { ...answer, body: isStream ? answer.body : shown(answer.body) };
  };
}
