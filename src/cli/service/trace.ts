import type { Attempt, Hooks } from '../../client/hooks.js';
import { maskTokens } from '../../domain/mask-tokens.js';
import type { Context } from '../context.js';

/** The longest body that is shown, in characters. */
const MAX_BODY = 1000;

/** The code of a device in a form or in JSON, with which its tokens can be fetched. */
const DEVICE_CODE = /(\bdevice_code(?:=|" *: *"))[^&"\s]+/g;

/**
 * Returns hooks that show requests and answers on standard error: `>` before what is sent, `<` before what is received,
 * `*` before notes. Tokens are masked.
 */
export function traceTo(context: Context): Hooks {
  let spellings: string[] = [];
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
  const ids = new WeakMap<Attempt, number>();
  let count = 0;
  return {
    onRequest(request) {
      const { method, url, target, headers, body } = request;
      ids.set(request, ++count);
      const token = headers.Authorization?.replace(/^\S+ /, '');
      // Tokens of the service are recognized by their form, and any other once it was sent.
      if (token !== undefined) spellings = spellingsOf(token);
      show('*', `Request ${count}, to ${url.origin}`);
      show('>', `${method} ${target}`);
      for (const [name, value] of Object.entries(headers)) show('>', `${name}: ${value}`);
      showBody('>', body ?? '');
    },
    onResponse(request, { head, text }) {
      show('*', `Answer ${ids.get(request)}, after ${context.io.now() - request.startedAt} ms`);
      show('<', head ?? '');
      showBody('<', text);
    },
  };
}

function spellingsOf(token: string): string[] {
  return [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
}
