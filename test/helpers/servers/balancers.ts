import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import process from 'node:process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../folder.js';
import type { Scope } from '../scope.js';
import { type Stream, watchStream } from '../stream.js';
import { inTime, until } from '../until.js';
import { freePort } from './free-port.js';

/** The folder of what a host is given. */
export const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));

/** A load balancer that listens with TLS on this machine, whichever of its addresses a caller has. */
export interface Balancer {
  port: number;
  /** The certificate to trust. */
  ca: Buffer;
}

/** A load balancer of Debian with the configuration of this project. */
export interface BalancerKind {
  name: string;
  isInstalled: boolean;
  /** Starts it in front of three instances, in their order; it ends with the test. `words` replace others of its file. */
  start(t: Scope, ports: number[], words?: Record<string, string>): Promise<Balancer>;
}

/** Both start as root, as they do on a host, and give that up by themselves. */
const isRoot = process.getuid?.() === 0;

export const haproxy: BalancerKind = {
  name: 'haproxy',
  isInstalled: isRoot && spawnSync('haproxy', ['-v']).error === undefined,
  async start(t, ports) {
    const { pem, ca } = certificate();
    const [port, plain] = [await freePort(), await freePort()];
    const [one, two, three] = ports.map((each) => `127.0.0.1:${each}`);
    const env = {
      ...{ PATH: process.env.PATH, SVCAPI_CERTIFICATE: pem },
      ...{ SVCAPI_BIND: `127.0.0.1:${port}`, SVCAPI_BIND_PLAIN: `127.0.0.1:${plain}` },
      ...{ SVCAPI_ONE: one, SVCAPI_TWO: two, SVCAPI_THREE: three },
    };
    await runProxy(t, ['haproxy', '-db', '-f', join(DEPLOY, 'haproxy.cfg')], leadsToService({ port, ca }), env);
    return { port, ca };
  },
};

export const nginx: BalancerKind = {
  name: 'nginx',
  isInstalled: isRoot && spawnSync('nginx', ['-v']).error === undefined,
  async start(t, ports, words = {}) {
    const { folder, certificate: crt, key, ca } = certificate();
    const [port, plain] = [await freePort(), await freePort()];
    const site = substitute(join(DEPLOY, 'nginx.conf'), {
      '127.0.0.1:8081': `127.0.0.1:${ports[0]}`,
      '127.0.0.1:8082': `127.0.0.1:${ports[1]}`,
      '127.0.0.1:8083': `127.0.0.1:${ports[2]}`,
      ...words,
      'listen 443 ': `listen 127.0.0.1:${port} `,
      'listen 80;': `listen 127.0.0.1:${plain};`,
      '/etc/nginx/svcapi.crt': crt,
      '/etc/nginx/svcapi.key': key,
      '/var/log/nginx/svcapi.log': join(folder, 'access.log'),
      '/var/log/nginx/svcapi-error.log': join(folder, 'error.log'),
    });
    writeFileSync(join(folder, 'site.conf'), site);
    // What Debian's own nginx.conf does around it.
    const around = [
      'daemon off; error_log stderr; worker_processes 1;',
      `pid ${folder}/pid; events { worker_connections 8192; }`,
      `http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;`,
      `fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; include ${folder}/site.conf; }`,
    ];
    writeFileSync(join(folder, 'nginx.conf'), around.join('\n'));
    await runProxy(t, ['nginx', '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], leadsToService({ port, ca }));
    return { port, ca };
  },
};

/** A file with some of its words replaced, each of which must be there. */
function substitute(file: string, words: Record<string, string>): string {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of Object.entries(words)) {
    if (!text.includes(from)) throw new Error(`${file} has no “${from}”`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** A certificate for this machine, as a host has one for the name of the service. */
function certificate() {
  const folder = temporaryFolder();
  const [key, crt] = [join(folder, 'key.pem'), join(folder, 'crt.pem')];
  const { status, stderr } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', crt],
  ]);
  if (status !== 0) throw new Error(String(stderr));
  const pem = join(folder, 'both.pem');
  writeFileSync(pem, readFileSync(crt, 'utf8') + readFileSync(key, 'utf8'));
  return { folder, key, certificate: crt, pem, ca: readFileSync(crt) };
}

/** Runs a program that serves others until the test ends, and waits until the service can be had through it. */
export async function runProxy(
  t: Scope,
  [program = '', ...args]: string[],
  isReady: () => Promise<boolean>,
  env?: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = text(child.stderr);
  const ended = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGTERM');
    await inTime(ended, `${program} lives`);
  });
  const isServing = async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${await said}`);
    return isReady().catch(() => false);
  };
  await until(isServing, { what: `${program} is ready` });
}

/** Reports whether a balancer leads to a service that is ready. */
const leadsToService = (balancer: Balancer) => async () => (await send(balancer, '/readyz')).status === 200;

/** Sends a request through a balancer from an address of this machine; each is another client. Rejects without an answer. */
export function send(
  balancer: Balancer,
  path: string,
  sent: https.RequestOptions & { body?: string; from?: string } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }> {
  return new Promise((resolve, reject) => {
    const { body, ...options } = sent;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const request = https.request({ ...targetOf(balancer, path, options), headers: { ...options.headers, ...length } });
    // An idle connection may be closed in the moment in which it is used again.
    const wasIdle = (error: NodeJS.ErrnoException) => request.reusedSocket && error.code === 'ECONNRESET';
    const onError = (error: Error) => (wasIdle(error) ? resolve(send(balancer, path, sent)) : reject(error));
    request.on('error', onError).on('response', (response: IncomingMessage) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((bytes) => resolve({ status, headers, bytes, text: bytes.toString() }), reject);
    });
    request.end(body);
  });
}

function targetOf({ port, ca }: Balancer, path: string, options: https.RequestOptions & { from?: string }) {
  const { from: localAddress = '127.0.0.1' } = options;
  return { host: '127.0.0.1', servername: 'localhost', agent: false, ...options, port, ca, path, localAddress };
}

/** Opens a stream of events through a balancer. */
export function openBalancedStream(scope: Scope, balancer: Balancer, token: string, lastId?: string): Promise<Stream> {
  const headers = {
    ...{ Authorization: `Bearer ${token}`, Accept: 'text/event-stream', 'Accept-Encoding': 'gzip' },
    ...(lastId !== undefined && { 'Last-Event-ID': lastId }),
  };
  return new Promise((resolve, reject) => {
    const target = targetOf(balancer, '/ws/v2.0/events/personal', { headers });
    const request = https.get(target, (response) => {
      const fields = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
      const answer = { status: response.statusCode ?? 0, headers: fields, body: response };
      watchStream(scope, answer, () => request.destroy()).then(resolve, reject);
    });
    request.on('error', reject);
  });
}
