import type { ExecutionContext } from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { tokenFor } from './galaxy.js';
import type { Answer, Server } from './server.js';
import { envelopeElement, readXml } from './xml.js';

/** Nobody, a token, or the character of a new token, which has all permissions unless some are named. */
type As = string | [uid: string, ...permissions: Permission[]];

/** A request such as `POST /datacard/14:1 uses=1`, its status, the code of its error or a part of its payload, and who sends it. */
export type Case = [line: string, status: number, expected?: string | object | undefined, as?: As];

/** Sends a request that is written in a line. Its body is JSON where it looks like JSON, and otherwise a form. */
export async function ask(
  server: Server,
  line: string,
  as: As = server.token,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [, method = '', path = '', body] = /^(\w+) (\S*)(?: (.*))?$/s.exec(line) ?? [];
  const [uid = '', ...permissions] = typeof as === 'string' ? [] : as;
  const token =
    typeof as === 'string' ? as : await tokenFor(server.store, uid, permissions.length > 0 ? permissions : undefined);
  const type = /^[[{"]/.test(body ?? '') ? 'application/json' : 'application/x-www-form-urlencoded';
  return server.call(path, {
    ...{ method, ...(body !== undefined && { body }) },
    headers: {
      Authorization: token && `Bearer ${token}`,
      ...(body !== undefined && { 'Content-Type': type }),
      ...headers,
    },
  });
}

/** Sends requests, and compares their answers. Those that read are sent in XML too, which has to say the same. */
export async function expectAnswers(t: ExecutionContext, server: Server, cases: readonly Case[]): Promise<void> {
  for (const [line, status, expected, as] of cases) {
    const { json, ...answer } = await ask(server, line, as);
    t.is(answer.status, status, `${line}: ${answer.text.slice(0, 200)}`);
    const part = typeof expected === 'string' ? { error: expected } : expected;
    if (part !== undefined) t.like(json, { version: '2.0', svcapi: part }, line);
    if (!line.startsWith('GET ')) continue;
    const xml = await ask(server, line, as, { Accept: 'application/xml' });
    t.deepEqual(readXml(xml.text), envelopeElement(json), line);
  }
}
