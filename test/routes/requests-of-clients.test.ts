import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { exchange, request } from '../helpers/raw.js';
import { startServer } from '../helpers/server.js';

/** What public clients of the original service send (two SDKs for Node.js, one for PHP, a script library, OAuth libraries). */
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

const file = join(import.meta.dirname, '../../../test/routes/requests-of-clients.ndjson');
const sent: Sent[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

for (const defaultFormat of ['json', 'xml'] as const) {
  test(`clients of the original get the status they expect, where ${defaultFormat} is the default`, async (t) => {
    const server = await startServer({ accessTokenParameter: true, defaultFormat });
    const wrong: string[] = [];
    try {
      for (const each of sent.filter(({ default_format }) => default_format === defaultFormat)) {
        const fill = (text: string) => text.replace('{secret}', server.token);
        const fields = {
          ...(each.authorization && { Authorization: `${each.authorization} ${server.token}` }),
          ...(each.accept !== undefined && { Accept: each.accept }),
          ...(each.content_type && { 'Content-Type': each.content_type }),
        };
        const answers = await exchange(
          server.url,
          request(`${each.method} ${fill(each.target)}`, fields, fill(each.body ?? '')),
        );
        const status = answers[0]?.status;
        if (status !== each.status) wrong.push(`${status} for ${JSON.stringify(each)}`);
      }
    } finally {
      await server.close();
    }
    t.deepEqual(wrong, []);
  });
}
