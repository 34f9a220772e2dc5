import type { Observe } from '../../client/transport.js';
import { maskTokens } from '../../domain/mask-tokens.js';
import type { Context } from '../context.js';

/** The longest body that is shown, in characters. */
const MAX_BODY = 1000;

/** The code of a device in a form or in JSON, with which its tokens can be fetched. */
const DEVICE_CODE = /(\bdevice_code(?:=|" *: *"))[^&"\s]+/g;

/**
 * Returns an observer that shows requests and answers on standard error: `>` before what is sent, `<` before what is received,
 * `*` before notes. Tokens are masked.
 *
 * @param token the token that is sent; tokens of the service are recognized without it
 */
export function traceTo(context: Context, token: string | undefined): Observe {
  const spellings = token === undefined ? [] : [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
  const mask = (text: string) =>
    maskTokens(spellings.reduce((masked, each) => masked.replaceAll(each, '***'), text)).replace(DEVICE_CODE, '$1***');
  const show = (sign: string, text: string) => {
    for (const line of mask(text).split(/\r?\n/)) context.info(`${sign} ${line}`.trimEnd());
  };
  const showBody = (sign: string, body: string) => {
    if (body === '') return;
    const rest = body.length - MAX_BODY;
    // The whole body is masked first: a token could be cut in two.
    show(sign, mask(body).slice(0, MAX_BODY));
    if (rest > 0) show('*', `${rest} more characters`);
  };
  let count = 0;
  return ({ method, url, target, headers, body }) => {
    const id = ++count;
    const startedAt = context.io.now();
    show('*', `Request ${id}, to ${url.origin}`);
    show('>', `${method} ${target}`);
    for (const [name, value] of Object.entries(headers)) show('>', `${name}: ${value}`);
    showBody('>', body ?? '');
    return ({ head, text }) => {
      show('*', `Answer ${id}, after ${context.io.now() - startedAt} ms`);
      show('<', head);
      showBody('<', text);
    };
  };
}
