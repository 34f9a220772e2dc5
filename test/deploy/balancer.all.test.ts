import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import https from 'node:https';
import { setTimeout } from 'node:timers/promises';
import tls from 'node:tls';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { postgresUrl } from '../helpers/database.js';
import type { Scope } from '../helpers/scope.js';
import {
  type Balancer,
  type BalancerKind,
  haproxy,
  nginx,
  openBalancedStream,
  send,
} from '../helpers/servers/balancers.js';
import { type Instance, type Instances, startInstances } from '../helpers/servers/instances.js';
import { addEvents, numbers, uids } from '../helpers/stream.js';
import { inTime, until } from '../helpers/until.js';

/** Three instances of the real program behind a real load balancer, with the configuration that hosts are given. */

const CARD = '14:2';
const ENTITY = '4:1';

/** Long enough for haproxy to see it, and shorter than the default, which a test need not wait for. */
const DRAINING = { SVCAPI_DRAIN_DELAY: '2' };

type Work = (t: ExecutionContext, three: Instances, balancer: Balancer) => Promise<void>;

const ends: (() => unknown)[] = [];
test.after.always(async () => {
  for (const end of ends.reverse()) await end();
});

const shared = new Map<BalancerKind, ReturnType<typeof start>>();

/** Declares a test of the instances behind a balancer. All tests of a kind share them, so each blacklists another address. */
function behind(kind: BalancerKind, title: string, work: Work): void {
  const run = kind.isInstalled && postgresUrl !== undefined ? test.serial : test.serial.skip;
  run(`behind ${kind.name}: ${title} (needs ${kind.name}, root and SVCAPI_TEST_POSTGRES_URL)`, async (t) => {
    const started = shared.get(kind) ?? start(kind);
    shared.set(kind, started);
    const { three, balancer } = await started;
    await work(t, three, balancer);
  });
}

async function start(kind: BalancerKind) {
  const scope: Scope = { teardown: (end) => ends.push(end) };
  const three = await startInstances(scope, 3, DRAINING);
  const ports = three.instances.map(({ port }) => port);
  return { three, balancer: await kind.start(scope, ports) };
}

type Outcome = number | string;

/** Starts clients that send requests until the load or the test ends. */
function startLoad(t: ExecutionContext, balancer: Balancer, token: string) {
  const agent = new https.Agent({ keepAlive: true });
  const [reads, writes]: [Outcome[], Outcome[]] = [[], []];
  /** The keys of the changes that were acknowledged. */
  const acknowledged: string[] = [];
  let isOver = false;
  const call = (path: string, { headers = {}, ...options }: Parameters<typeof send>[2] = {}) =>
    outcome(send(balancer, path, { ...options, agent, headers: { Authorization: `Bearer ${token}`, ...headers } }));

  async function read(): Promise<void> {
    // A machine that is busy with nothing but load does not start what is to be started.
    for (; !isOver; await setTimeout(20)) reads.push(await call('/ws/v2.0/event/39:1'));
  }

  /** Repeats a change that was not answered with its own key, as a careful client does. */
  async function write(): Promise<void> {
    for (let key = randomUUID(); !isOver; await setTimeout(20)) {
      const body = `production_entity_uid=${ENTITY}&uses=1`;
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Idempotency-Key': key };
      const status = await call(`/ws/v2.0/datacard/${CARD}`, { method: 'POST', headers, body });
      writes.push(status);
      if (status === 200) {
        acknowledged.push(key);
        key = randomUUID();
      }
    }
  }

  /** Waits for more answers: `count` reads, and a tenth of that in changes. */
  async function more(count: number): Promise<void> {
    const [enoughReads, enoughWrites] = [reads.length + count, writes.length + count / 10];
    const isEnough = () => reads.length >= enoughReads && writes.length >= enoughWrites;
    await until(isEnough, { what: `${count} more reads and ${count / 10} more changes are answered` });
  }

  const clients = [...Array.from({ length: 6 }, read), write()];
  async function end(): Promise<void> {
    isOver = true;
    await Promise.all(clients);
    agent.destroy();
  }
  t.teardown(end);
  return { reads, writes, acknowledged, more, end };
}

/** Returns the status of an answer, or the error of its connection. */
function outcome(answer: Promise<{ status: number }>): Promise<Outcome> {
  return answer.then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

/** Returns the uses of the entity. Each change assigns one, so this counts the changes that were made. */
async function uses({ store }: Instances): Promise<number> {
  const assignments = await store.datacards.assignments(CARD);
  return assignments.find(({ location }) => location.uid === ENTITY)?.uses ?? 0;
}

const failed = (outcomes: Outcome[]) => outcomes.filter((each) => each !== 200);

for (const kind of [haproxy, nginx]) {
  behind(
    kind,
    'a blacklisted address gets no byte whatever its X-Forwarded-For says, and others are served by every instance',
    async (t, three, balancer) => {
      await blacklist(three, balancer, '127.0.0.9');
      for (let turn = 0; turn < 60; turn++) {
        t.is(await bytesFor(balancer, '127.0.0.9', turn % 2 === 0 ? 'GET' : 'POST'), 0);
        t.is((await send(balancer, '/ws/v2.0/api/time', { from: '127.0.0.8' })).status, 200);
      }
      await Promise.all(three.instances.map((instance) => isInUse(instance, balancer)));
      for (const claim of ['203.0.113.9', '127.0.0.8', '203.0.113.9, 127.0.0.1', 'garbage']) {
        t.is(await bytesFor(balancer, '127.0.0.9', 'GET', claim), 0, claim);
      }
      for (const claim of ['127.0.0.9', '203.0.113.9, 127.0.0.9', '127.0.0.9, 127.0.0.1']) {
        t.not(await bytesFor(balancer, '127.0.0.8', 'GET', claim), 0, claim);
      }
    },
  );

  behind(kind, 'a state of 8 KB comes through, and back in a redirect', async (t, three, balancer) => {
    const state = 'x'.repeat(8192);
    const redirect = 'https://tools.example/signed-in';
    const id = `tools-${randomUUID()}`;
    const redirects = { is_public: 1, redirect_uris: JSON.stringify([redirect]) } as const;
    await three.store.clients.create({ id, name: 'Tools', ...redirects }, Math.floor(Date.now() / 1000));
    const query = { client_id: id, redirect_uri: redirect, response_type: 'code', state };
    const path = `/ws/oauth2/auth?${new URLSearchParams(query)}`;
    const sent = await send(balancer, path, { headers: { Host: 'localhost' } });
    t.is(sent.status, 303, sent.text);
    t.is(new URL(sent.headers.location ?? '').searchParams.get('state'), state);
  });

  behind(kind, 'slow bodies of one address are limited to 100, and others are served', async (t, _, balancer) => {
    const slow = await Promise.all(Array.from({ length: 150 }, () => sendHalf(balancer, '127.0.0.11')));
    await until(() => slow.filter(({ isRefused }) => isRefused).length >= 50, { what: '50 of 150 are refused' });
    t.is(slow.filter(({ isRefused }) => isRefused).length, 50, 'none by its timeout');
    for (let count = 0; count < 100; count++) {
      t.is((await send(balancer, '/ws/v2.0/api/time', { from: '127.0.0.8' })).status, 200);
    }
    for (const { socket } of slow) socket.destroy();
    const answered = async () => (await outcome(send(balancer, '/ws/v2.0/api/time', { from: '127.0.0.11' }))) === 200;
    await until(answered, { what: 'the address has room again' });
  });

  behind(
    kind,
    'long answers are compressed, and those that come compressed are left alone',
    async (t, three, balancer) => {
      const headers = { Authorization: `Bearer ${three.token}`, 'Accept-Encoding': 'gzip' };
      const path = '/ws/v2.0/character/1:1/creditlog?item_count=1000';
      const plain = await send(balancer, path, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
      t.is(plain.headers['content-encoding'], undefined);
      t.true(plain.text.length > 1400);
      for (const accept of ['application/json', 'application/xml']) {
        const packed = await send(balancer, path, { headers: { ...headers, Accept: accept } });
        t.is(packed.headers['content-encoding'], 'gzip', accept);
        t.regex(String(packed.headers.vary), /accept-encoding/i);
        t.true(packed.bytes.length < plain.bytes.length / 2);
        t.true(gunzipSync(packed.bytes).toString().includes('transaction'));
      }
      const own = await send(balancer, '/ws/v2.0/openapi.json', { headers: { 'Accept-Encoding': 'gzip, br' } });
      t.is(own.headers['content-encoding'], 'gzip');
      t.is(JSON.parse(gunzipSync(own.bytes).toString()).openapi, '3.1.1');
    },
  );

  behind(
    kind,
    'each message of a stream comes at once, and no instance that is killed or stopped leaves a hole',
    async (t, three, balancer) => {
      const ids: string[] = [];
      let stream = await openBalancedStream(t, balancer, three.token);
      t.is(stream.headers.get('content-encoding'), null);
      let number = 100;
      const more = async () => {
        await addEvents(three.store, numbers(number, number + 4));
        number += 5;
      };
      for (const end of ['kill', 'stop'] as const) {
        await more();
        await stream.has(`39:${number - 1}`);
        const instance = await withStream(three);
        await Promise.all([instance[end](), more()]);
        await stream.ends();
        ids.push(...stream.ids());
        await more();
        stream = await openBalancedStream(t, balancer, three.token, stream.lastId());
        t.is(stream.status, 200);
        await instance.start();
      }
      await more();
      await stream.has(`39:${number - 1}`);
      t.deepEqual([...ids, ...stream.ids()], uids(numbers(100, number - 1)));
    },
  );

  behind(
    kind,
    'under load, instances that are restarted fail no request, and one that is killed no read; no change is lost',
    async (t, three, balancer) => {
      const load = startLoad(t, balancer, three.token);
      for (const instance of three.instances) {
        await load.more(50);
        await instance.stop();
        await load.more(50);
        await instance.start();
      }
      await load.more(50);
      t.deepEqual(failed(load.writes), []);
      await three.instances[0]?.kill();
      await load.more(50);
      await load.end();
      t.deepEqual(failed(load.reads), []);
      t.is(await uses(three), load.acknowledged.length, 'each is there, and none twice');
    },
  );
}

/** Returns the instance that serves the only stream. */
async function withStream({ instances }: Instances): Promise<Instance> {
  for (const instance of instances) if (/^svcapi_streams 1$/m.test(await instance.metrics())) return instance;
  throw new Error('no instance has a stream');
}

/** Waits until requests through the balancer reach an instance. */
async function isInUse(instance: Instance, balancer: Balancer): Promise<void> {
  const before = await instance.served();
  const isReached = async () => {
    await Promise.all([1, 2, 3].map(() => send(balancer, '/ws/v2.0/api/time', { from: '127.0.0.8' })));
    return (await instance.served()) > before;
  };
  await until(isReached, { what: 'a request reaches the instance' });
}

/** Puts an address on the blacklist, and waits until no instance answers it: each takes notice within a second. */
async function blacklist({ instances, store }: Instances, balancer: Balancer, address: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  await store.blacklist.add({ address, created_at: now, expires_at: now + 3600, reason: 'a test' });
  let refusals = 0;
  const isRefused = async () => {
    refusals = (await bytesFor(balancer, address, 'POST')) === 0 ? refusals + 1 : 0;
    return refusals === 4 * instances.length;
  };
  await until(isRefused, { what: `every instance refuses ${address}` });
}

function connect({ port, ca }: Balancer, from: string): tls.TLSSocket {
  const options = { host: '127.0.0.1', port, ca, servername: 'localhost', localAddress: from };
  return tls.connect(options as tls.ConnectionOptions);
}

/** Returns the bytes that a request gets before its connection ends. */
async function bytesFor(balancer: Balancer, from: string, method: string, claim?: string): Promise<number> {
  const socket = connect(balancer, from);
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  const forwarded = claim === undefined ? '' : `X-Forwarded-For: ${claim}\r\n`;
  const length = method === 'POST' ? 'Content-Length: 0\r\n' : '';
  socket.write(
    `${method} /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\n${forwarded}${length}Connection: close\r\n\r\n`,
  );
  await inTime(once(socket, 'close'), 'the connection is not closed');
  return bytes;
}

/** A request whose body never arrives; it is refused with an answer, or by closing the connection. */
interface HalfRequest {
  socket: tls.TLSSocket;
  isRefused: boolean;
}

async function sendHalf(balancer: Balancer, from: string): Promise<HalfRequest> {
  const socket = connect(balancer, from);
  const half = { socket, isRefused: false };
  const refuse = () => {
    half.isRefused = true;
  };
  socket.on('error', refuse).on('close', refuse).on('data', refuse);
  await inTime(
    Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]).catch(() => {}),
    'no connection',
  );
  const type = 'Content-Type: application/json\r\nContent-Length: 100\r\n';
  if (!half.isRefused) socket.write(`POST /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\n${type}\r\n{`);
  return half;
}
