import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { newToken, SECRET_PREFIXES, tokenHash } from '../../src/store/token.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { exchange, request } from '../helpers/raw.js';
import { startServer } from '../helpers/server.js';
import { accountFor, type Seen, Visitor } from '../helpers/visitor.js';

/** What public clients of the original service send (two SDKs for Node.js, one for PHP, a script library, OAuth libraries). */
interface Sent {
  status: number;
  method: string;
  target: string;
  /** The scheme of the token. */
  authorization?: string;
  accept?: string;
  content_type?: string;
  /** `{secret}` is the token, here and in the target; codes and secrets of OAuth have names of their own. */
  body?: string;
  default_format: 'json' | 'xml';
}

/** Reads the file of requests: a letter for each client's header fields, and then what it sent, with a bar between. */
function readSent(): Sent[] {
  const clients = new Map<string, Sent>();
  const text = readFileSync(join(import.meta.dirname, '../../../test/routes/requests-of-clients.txt'), 'utf8');
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, client = '', status = '', method = '', requests = ''] = /^(\w+) (?:(\d+) (\w+) )?(.*)$/.exec(line) ?? [];
      if (method === '') clients.set(client, JSON.parse(requests));
      return (method === '' ? [] : requests.split(' | ')).map((request) => {
        const [target = '', ...body] = request.split(' ');
        const path = target.startsWith('/ws/') ? target : `/ws/v2.0${target}`;
        const fields = clients.get(client) as Sent;
        return { ...fields, status: Number(status), method, target: path, body: JSON.parse(`"${body.join(' ')}"`) };
      });
    });
}

/** A browser in which a person agrees to what a program asks for, up to the address that it opens next. */
class Person extends Visitor {
  /** The request for authorization that the person has answered. */
  answered: string | undefined;

  override async open(path: string): Promise<Seen> {
    const seen = await super.open(path);
    if (!seen.location?.includes('/account/')) return seen;
    await super.open(seen.location);
    this.answered = (await this.send({ decision: 'allow' })).location;
    return seen;
  }
}

for (const defaultFormat of ['json', 'xml'] as const) {
  test(`clients of the original get the status they expect, where ${defaultFormat} is the default`, async (t) => {
    const server = await startServer({ accessTokenParameter: true, defaultFormat });
    const secret = newToken(SECRET_PREFIXES.clientSecret);
    const client = { redirect_uris: '["https://shop.example/oauth/auth.php"]', secret_hash: tokenHash(secret) };
    await server.store.clients.create({ id: 'oldphp', name: 'A shop', ...client }, NOW);
    await accountFor(server.store, 'Hana');
    const person = new Person(server.url, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    await person.signIn('Hana');
    const unable = await tokenFor(server.store, '1:1', []);
    const known: Record<string, string> = { secret: server.token, client_secret: secret };
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (name, key) => known[key] ?? name);
    const wrong: string[] = [];

    const statusOf = async ({ method, target, authorization, accept, content_type, body, status }: Sent) => {
      known.interaction = person.answered?.split('/').at(-1) ?? '';
      if (accept?.startsWith('text/html')) {
        const seen = await person.open(new URL(fill(target), server.url).href);
        known.code = (seen.location && new URL(seen.location).searchParams.get('code')) || (known.code ?? '');
        return seen.status;
      }
      const fields = {
        ...(authorization && { Authorization: `${authorization} ${status === 401 ? unable : server.token}` }),
        ...(accept !== undefined && { Accept: accept }),
        ...(content_type && { 'Content-Type': content_type }),
      };
      const [answer] = await exchange(server.url, request(`${method} ${fill(target)}`, fields, fill(body ?? '')));
      if (target.includes('/token/') && answer?.status === 200) {
        known.code = 'used';
        const [, renewal] = /refresh_token"?[:>] ?"?([\w-]+)/.exec(answer.body) ?? [];
        known.refresh_token = renewal ?? known.refresh_token ?? '';
      }
      return answer?.status;
    };

    try {
      for (const each of readSent().filter(({ default_format }) => default_format === defaultFormat)) {
        const status = await statusOf(each);
        if (status !== each.status) wrong.push(`${status} for ${JSON.stringify(each)}`);
      }
    } finally {
      await server.close();
    }
    t.deepEqual(wrong, []);
  });
}
