import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import http, { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as openid from 'openid-client';
import { run } from '../helpers/cli/run.js';
import { listen } from '../helpers/cli/strange-server.js';
import { temporaryFolder } from '../helpers/folder.js';
import { addCharacters } from '../helpers/galaxy.js';
import { call, type Server, startServer } from '../helpers/server.js';
import { nginx as deployedNginx, runProxy, send } from '../helpers/servers/balancers.js';
import { freePort } from '../helpers/servers/free-port.js';
import { addEvents, openStream } from '../helpers/stream.js';

/** A service below the path `/space` of proxies as people set them up, which decode paths and compress answers. */

interface Proxy {
  name: string;
  argv: (file: string) => string[];
  configuration(folder: string, port: number, target: string): string;
}

const MODULES = '/usr/lib/apache2/modules';
const modules = ['mpm_event', 'authz_core', 'filter', 'deflate', 'proxy', 'proxy_http'];

const apache: Proxy = {
  name: 'apache2',
  argv: (file) => ['-D', 'FOREGROUND', '-f', file],
  configuration: (folder, port, target) => `
ServerName localhost
ServerRoot ${folder}
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
Listen 127.0.0.1:${port}
${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
User nobody
Group nogroup
AddOutputFilterByType DEFLATE application/json
ProxyPass /space/ ${target}/
ProxyPass /.well-known/ ${target}/.well-known/
`,
};

/** The guide has the `location` of the metadata. */
const guide = readFileSync(new URL('../../../docs/host/proxy.md', import.meta.url), 'utf8');
const [location = ''] = /location .*\/space\$ \{.*\}/.exec(guide) ?? [];

const nginx: Proxy = {
  name: 'nginx',
  argv: (file) => ['-c', file, '-e', 'stderr'],
  configuration: (folder, port, target) => `
daemon off; error_log stderr; pid ${folder}/pid; events {}
http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p;
fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
gzip on; gzip_types application/json; gzip_proxied any;
upstream svcapi { server ${target.replace('http://', '')}; }
server { listen 127.0.0.1:${port};
location /space/ { proxy_pass http://svcapi/; }
${location} } }
`,
};

/** Starts a service below `/space` of a proxy; both end with the test. Its `url` is the address at the proxy. */
async function startBehind(t: ExecutionContext, { name, argv, configuration }: Proxy): Promise<Server> {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const publicUrl = `http://127.0.0.1:${port}/space`;
  const server = await startServer({ publicUrl, trustedProxies: ['127.0.0.1'] });
  t.teardown(() => server.close());
  const file = join(folder, 'conf');
  writeFileSync(file, configuration(folder, port, new URL(server.url).origin));
  await runProxy(t, [name, ...argv(file)], async () => (await fetch(`${publicUrl}/livez`)).ok);
  return { ...server, url: `${publicUrl}/ws/v2.0` };
}

for (const proxy of [apache, nginx]) {
  const isInstalled = spawnSync(proxy.name, ['-v']).error === undefined;
  const behind = (title: string, work: (t: ExecutionContext, server: Server) => Promise<void>) =>
    (isInstalled ? test.serial : test.serial.skip)(`behind ${proxy.name}: ${title} (needs ${proxy.name})`, async (t) =>
      work(t, await startBehind(t, proxy)),
    );

  behind('a name that ends in .json leads to its character, and with a slash the uid does', async (t, server) => {
    const named = ['a', 'a.json', 'b.xml', 'Hana Veil/credits'].map((name, at) => ({ name, uid: `1:${70 + at}` }));
    await addCharacters(server.store, named);
    const env = { SVCAPI_URL: server.url.replace('/ws/v2.0', ''), SVCAPI_TOKEN: server.token };
    for (const { name, uid } of named) {
      for (const asked of name.includes('/') ? [uid] : [uid, name]) {
        const { code, stdout, stderr } = await run(['character', asked, '--json'], { env });
        t.is(code, 0, stderr);
        t.is(JSON.parse(stdout).name, name, asked);
      }
    }
  });

  behind('what it has compressed is a 304 while it is the same', async (t, { url, token }) => {
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' };
    const first = await call(`${url}/`, { headers });
    t.is(first.headers.get('Content-Encoding'), 'gzip');
    const again = await call(`${url}/`, { headers: { ...headers, 'If-None-Match': first.headers.get('ETag') ?? '' } });
    t.is(again.status, 304);
  });

  behind('a library finds the issuer at both addresses', async (t, server) => {
    const issuer = new URL(server.url.replace('/ws/v2.0', ''));
    for (const algorithm of ['oauth2', 'oidc'] as const) {
      const found = await openid.discovery(issuer, 'tool', undefined, openid.None(), {
        ...{ algorithm, execute: [openid.allowInsecureRequests] },
      });
      t.is(found.serverMetadata().issuer, issuer.href, algorithm);
      t.is(found.serverMetadata().token_endpoint, `${issuer.href}/ws/oauth2/token`, algorithm);
    }
  });
}

(deployedNginx.isInstalled ? test.serial : test.serial.skip)(
  'behind nginx and a CDN: a client is a visitor of the CDN (needs nginx and root)',
  async (t) => {
    const server = await startServer({ trustedProxies: ['127.0.0.1'] });
    t.teardown(() => server.close());
    const { port } = new URL(server.url);
    const words = { '#   set_real_ip_from 192.0.2.0/24;': 'set_real_ip_from 127.0.0.1;', '#   real_ip_': 'real_ip_' };
    const balancer = await deployedNginx.start(t, Array(3).fill(Number(port)), words);
    const { status } = await send(balancer, '/ws/v2.0/', { headers: { 'X-Forwarded-For': '198.51.100.7' } });
    t.is(status, 200);
    t.true(server.log.some((line) => JSON.parse(line).address === '198.51.100.7'));
  },
);

test('behind Express with compression(): a message of a stream comes at once', async (t) => {
  const server = await startServer();
  t.teardown(() => server.close());
  const require = createRequire(import.meta.url);
  const app = require('express')().use(require('compression')());
  app.use((incoming: http.IncomingMessage, outgoing: http.ServerResponse) => {
    const { url = '', headers } = incoming;
    const passed = http.get(new URL(url, server.url), { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.once('close', () => passed.destroy());
  });
  const url = `${await listen(t, createServer(app))}/ws/v2.0`;
  const { headers } = await call(`${url}/`);
  t.is(headers.get('Content-Encoding'), 'gzip', 'the proxy compresses what it may');
  const streams = ['/events/personal', '/character/1:1/creditlog'].map((path) =>
    openStream(t, { url, token: server.token }, path),
  );
  const [events] = await Promise.all(streams);
  await addEvents(server.store, [100]);
  await events?.has('39:100');
  t.deepEqual(events?.ids(), ['39:100']);
});
