import type { Server } from '../../bench/server.js';
import type { Answer } from '../../test/helpers/server.js';
import type { Change } from './change.js';

/** Sends a change; undefined if the service ended before it was answered. */
export async function sendChange({ url }: Server, token: string, change: Change): Promise<Answer | undefined> {
  const { key, method, path, body = null } = change;
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Idempotency-Key': key,
    'X-Request-Id': key,
  };
  const answered = fetch(`${url}/ws/v2.0${path}`, { method, headers, body }).then(async (response) => ({
    ...{ status: response.status, headers: response.headers, text: await response.text() },
  }));
  const answer = await answered.catch(() => undefined);
  return answer && { ...answer, json: JSON.parse(answer.text) };
}
