import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { tokenFor } from '../helpers/galaxy.js';
import { exchange, request } from '../helpers/raw.js';
import { startServer } from '../helpers/server.js';

/** What public clients of the original service send: two SDKs for Node.js, one for PHP, a script library. For OAuth, see server/oauth. */
interface Sent {
  status: number;
  method: string;
  target: string;
  /** The scheme of the token. */
  authorization?: string;
  accept?: string;
  content_type?: string;
  /** `{secret}` is the token, here and in the target. */
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

for (const defaultFormat of ['json', 'xml'] as const) {
  test(`clients of the original get the status they expect, where ${defaultFormat} is the default`, async (t) => {
    const server = await startServer({ accessTokenParameter: true, defaultFormat });
    const unable = await tokenFor(server.store, '1:1', []);
    const fill = (text = '') => text.replaceAll('{secret}', server.token);
    t.teardown(() => server.close());
    for (const each of readSent().filter(({ default_format }) => default_format === defaultFormat)) {
      const { method, target, authorization, accept, content_type, body, status } = each;
      const fields = {
        ...(authorization && { Authorization: `${authorization} ${status === 401 ? unable : server.token}` }),
        ...(accept !== undefined && { Accept: accept }),
        ...(content_type && { 'Content-Type': content_type }),
      };
      const [answer] = await exchange(server.url, request(`${method} ${fill(target)}`, fields, fill(body)));
      t.is(answer?.status, status, JSON.stringify(each));
    }
  });
}
