import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import test from 'ava';
import { parse } from 'yaml';
import { run } from '../helpers/cli/run.js';
import { temporaryFolder } from '../helpers/folder.js';
import { needs } from '../helpers/needs.js';
import { startServer } from '../helpers/server.js';
import { DEPLOY } from '../helpers/servers/balancers.js';

/** The containers, as far as their files show them. */

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  ports?: string[];
  networks: string[] | Record<string, { ipv4_address?: string }>;
  secrets?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  environment?: Record<string, string>;
  mem_limit?: string;
  pids_limit?: number;
  stop_grace_period?: string;
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  secrets: Record<string, { file: string }>;
}

const text = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const dockerfile = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8');

const networksOf = ({ networks }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks));

test('each service has a read-only file system, no privileges, limits, and refers only to what exists', (t) => {
  for (const [name, service] of services) {
    t.like(service, { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }, name);
    t.truthy(service.mem_limit && service.pids_limit, name);
    for (const network of networksOf(service)) t.truthy(compose.networks[network], network);
    for (const secret of service.secrets ?? []) t.truthy(compose.secrets[secret], secret);
    const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    for (const other of needed) t.truthy(compose.services[other], other);
  }
  for (const name of ['one', 'two', 'three']) t.is(compose.services[name]?.stop_grace_period, '20s');
});

test('only the balancer is reached from outside, and it reaches the three instances and no database', (t) => {
  const { balancer } = compose.services as { balancer: Service };
  const namesOf = (which: (service: Service) => boolean) =>
    services.filter(([, service]) => which(service)).map(([name]) => name);
  const published = namesOf(({ ports }) => ports !== undefined);
  t.deepEqual(published, ['balancer']);
  const isOutside = (service: Service) => networksOf(service).some((name) => !compose.networks[name]?.internal);
  t.deepEqual(namesOf(isOutside), ['balancer']);
  const isReached = (service: Service) => networksOf(service).some((name) => name in balancer.networks);
  t.deepEqual(namesOf(isReached), ['one', 'two', 'three', 'balancer']);
  const config = readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8');
  for (const name of Object.keys(balancer.environment ?? {})) t.true(config.includes(`\${${name}-`), name);
});

test('no secret is in compose.yaml, an environment, the image or the repository', (t) => {
  t.notRegex(text, /password["']?\s*[:=]\s*["']?(?!_FILE|.*\/run\/secrets)[a-z0-9]{6,}/i);
  for (const [, { environment = {} }] of services) {
    for (const [name, value] of Object.entries(environment)) {
      if (/PASSWORD|DATABASE|REDIS|TOKEN/.test(name) && name !== 'POSTGRES_DB')
        t.regex(String(value), /^\/run\/secrets\//);
    }
  }
  const root = join(DEPLOY, '..');
  t.regex(readFileSync(join(root, '.gitignore'), 'utf8'), /^deploy\/secrets\/$/m);
  const [first, ...kept] = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => !/^(#|$)/.test(line));
  t.is(first, '*');
  for (const line of kept) t.true(line.startsWith('!') && existsSync(join(root, line.slice(1))), line);
});

test('the image runs as its own user, and has a health check', (t) => {
  const lines = dockerfile.split('\n');
  t.true(lines.indexOf('USER svcapi') > lines.findLastIndex((line) => line.startsWith('FROM')));
  t.regex(dockerfile, /^HEALTHCHECK .* CMD \["node", "\/svcapi\/health-check\.mjs"\]$/m);
  t.true(dockerfile.includes('\nCOPY deploy/health-check.mjs ./\n'));
  t.regex(readFileSync(join(DEPLOY, '../.dockerignore'), 'utf8'), /^!deploy\/health-check\.mjs$/m);
  t.notRegex(dockerfile, /^ARG|:latest|SVCAPI_PORT=/m);
});

const CHECK = join(DEPLOY, 'health-check.mjs');
const inContainer = ['--map-root-user', '--pid', '--fork', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...inContainer, 'true']).status === 0;

needs('root and unshare', canUnshare)(
  'the health check asks the port of the command line, else that of SVCAPI_PORT, else that of the config file',
  async (t) => {
    const server = await startServer();
    t.teardown(() => server.close());
    const { port } = new URL(server.url);
    const folder = temporaryFolder();
    const [ours, other] = [join(folder, 'ours.toml'), join(folder, 'other.toml')];
    await writeFile(ours, `host = "0.0.0.0"\nport = ${port} # chosen\n`);
    await writeFile(other, 'metrics-port = 8081\nport = 1\n');
    await mkdir(join(folder, 'svcapi'));
    await cp(ours, join(folder, 'svcapi/config.toml'));
    // The first process of a container, with its arguments; “exit” keeps the shell from becoming the check.
    const script = `'${process.execPath}' '${CHECK}'; exit $?`;
    const cases: [code: number, env: Record<string, string>, argv?: string[]][] = [
      [0, { SVCAPI_PORT: port, SVCAPI_CONFIG: other }],
      [1, { SVCAPI_PORT: '1', SVCAPI_CONFIG: ours }],
      [0, { SVCAPI_CONFIG: ours }],
      [0, { XDG_CONFIG_HOME: folder }],
      [0, { SVCAPI_PORT: 'tcp://10.0.0.1:80', SVCAPI_CONFIG: ours }],
      [0, { SVCAPI_PORT: '1' }, ['--port', port]],
      [0, { SVCAPI_CONFIG: other }, [`--port=${port}`, '--demo']],
      [1, { SVCAPI_PORT: port, SVCAPI_CONFIG: ours }, ['--port', '1']],
      [0, { SVCAPI_CONFIG: other }, ['--config', ours]],
      [0, { SVCAPI_CONFIG: ours }, ['--demo']],
    ];
    for (const [code, env, argv] of cases) {
      const child =
        argv === undefined
          ? spawn(process.execPath, [CHECK], { env })
          : spawn('unshare', [...inContainer, 'sh', '-c', script, 'svcapi', 'serve', ...argv], { env });
      t.is((await once(child, 'exit'))[0], code, JSON.stringify([env, argv]));
    }
  },
);

test('the image has every built file that the package publishes', (t) => {
  const { files } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8')) as { files: string[] };
  const forPrograms = /^dist\/(svcapi-client\/|testing\.cjs|types$)/;
  const needed = files.filter((file) => file.startsWith('dist/') && !forPrograms.test(file));
  t.true(needed.length >= 3);
  for (const file of needed) t.true(dockerfile.includes(`COPY --from=build /build/${file} `), file);
});

test('make-secrets.sh makes the secrets of compose.yaml, keeps them when run again, and the settings are valid', async (t) => {
  const folder = join(temporaryFolder(), 'deploy');
  mkdirSync(folder);
  await cp(join(DEPLOY, 'make-secrets.sh'), join(folder, 'make-secrets.sh'));
  const make = () => spawnSync(join(folder, 'make-secrets.sh'), ['galaxy.example.org'], { encoding: 'utf8' });
  t.is(make().status, 0);
  const files = Object.values(compose.secrets).map(({ file }) => join(folder, file));
  const made = files.map((file) => readFileSync(file, 'utf8'));
  t.is(statSync(join(folder, 'secrets')).mode & 0o777, 0o700);
  t.is(make().status, 0);
  const left = files.map((file) => readFileSync(file, 'utf8'));
  t.deepEqual(left, made, 'what is there stays');
  const { balancer } = compose.services as {
    balancer: Service & { networks: Record<string, { ipv4_address: string }> };
  };
  t.true(made[0]?.includes(`trusted-proxies = ["${balancer.networks.front?.ipv4_address}"]`));
  const argv = ['doctor', '--port', '0', '--json', '--config', files[0] ?? ''];
  const { stdout } = await run(argv, { now: Math.floor(Date.now() / 1000) });
  const settings = (JSON.parse(stdout) as { check: string; state: string }[]).filter(({ check }) =>
    ['settings', 'public URL', 'trusted proxies'].includes(check),
  );
  const states = settings.map(({ state }) => state);
  t.deepEqual(states, ['ok', 'ok', 'ok']);
});
