import { once } from 'node:events';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Scope } from '../scope.js';

/** A way to a Redis that takes every command there at once, and brings the answers as late as a test wants. */
export interface LateRedis {
  url: string;
  prefix: string;
  /** Holds answers back. */
  hold(): void;
  /** Lets answers through, a few bytes at a time if a number is given. */
  release(bytes?: number): void;
}

/** Time between two pieces of an answer that comes a few bytes at a time, in milliseconds. */
const PAUSE = 10;

/** Opens a way to a Redis, which ends with the test. */
export async function lateRedis(t: Scope, redis: { url: string; prefix: string }): Promise<LateRedis> {
  const { hostname, port } = new URL(redis.url);
  let released = Promise.resolve();
  let release = () => {};
  let piece = Number.POSITIVE_INFINITY;
  async function carry(from: net.Socket, to: net.Socket): Promise<void> {
    for await (const answer of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < answer.length; at += piece) {
        await released;
        to.write(answer.subarray(at, at + piece));
        if (piece < Number.POSITIVE_INFINITY) await setTimeout(PAUSE);
      }
    }
  }
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(port || 6379), hostname);
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => server.destroy());
    client.pipe(server);
    // A connection that one side has closed is of no interest to the other.
    carry(server, client)
      .catch(() => {})
      .finally(() => client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.teardown(() => proxy.close());
  return {
    url: `redis://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`,
    prefix: redis.prefix,
    hold() {
      released = new Promise((resolve) => {
        release = resolve;
      });
    },
    release(bytes = Number.POSITIVE_INFINITY) {
      piece = bytes;
      release();
    },
  };
}
