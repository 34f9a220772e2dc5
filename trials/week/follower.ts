import { setTimeout } from 'node:timers/promises';
import type { Scope } from '../../test/helpers/scope.js';
import type { Instance } from '../../test/helpers/servers/instances.js';
import { openStream, type Stream } from '../../test/helpers/stream.js';

export type Follower = ReturnType<typeof startFollower>;

/**
 * Follows a stream, which is opened again at its last id whenever it ends.
 *
 * @param forgets true to open it at its first id again: a planted fault
 */
export function startFollower(scope: Scope, { port }: Instance, token: string, path: string, forgets: boolean) {
  const server = { url: `http://127.0.0.1:${port}/ws/v2.0`, token };
  const ids: string[] = [];
  let stream: Stream | undefined;
  let isOver = false;
  const follow = async () => {
    let [first, last] = ['', ''];
    while (!isOver) {
      const id = forgets && last !== '' ? first : last;
      const opened = openStream(scope, server, path, id === '' ? {} : { 'Last-Event-ID': id });
      stream = await opened.catch(() => undefined);
      while (stream && !stream.isOver && !isOver) await setTimeout(20);
      first ||= stream?.all.find((message) => message.id !== undefined)?.id ?? '';
      last = stream?.lastId() || last;
      ids.push(...(stream?.ids() ?? []));
      stream = undefined;
      await setTimeout(50);
    }
  };
  const following = follow();
  return {
    path,
    isOpen: () => stream !== undefined,
    seen: () => [...ids, ...(stream?.ids() ?? [])],
    async end(): Promise<void> {
      isOver = true;
      stream?.close();
      await following;
    },
  };
}
