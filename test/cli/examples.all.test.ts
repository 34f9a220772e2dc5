import { spawn } from 'node:child_process';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { exitCodes } from '../../src/domain/failure.js';
import type { Store } from '../../src/store/store.js';
import { tokenHash } from '../../src/store/token.js';
import { withGalaxyFile } from '../helpers/cli/run.js';
import { withService } from '../helpers/cli/service.js';
import { everyCommand } from '../helpers/cli/tree.js';
import { NOW } from '../helpers/galaxy.js';

/** The examples of all commands, run in a shell where their objects exist. */
for (const line of new Set((await everyCommand()).flatMap(({ examples }) => examples.map((example) => example.line)))) {
  // One after another: more than a hundred servers and programs at once would not answer in time.
  test.serial(`an example works when pasted: ${line}`, async (t) => {
    const { home, env, origin, store } = await surroundings(t);
    if (line.includes('--sandbox')) Reflect.deleteProperty(env, 'SVCAPI_DATABASE');
    const prepared = (await prepare(store, line)).replaceAll('http://127.0.0.1:8080', origin);
    if (line.includes('logout')) await paste(`svcapi login --url ${origin} < token.txt`, home, env);
    if (line.includes('--sync')) await paste('svcapi export --galaxy galaxy.ndjson', home, env);
    const { code, stderr } = await paste(prepared, home, env);
    t.is(code, line.startsWith('svcapi import --dry-run') ? exitCodes.partly : 0, stderr);
  });
}

const RECORD = '{"kind":"faction","uid":"20:7","name":"Harbour & Sons"}\n';

/** A user with a home, a database and a service, and with the program on the path. */
async function surroundings(t: ExecutionContext) {
  const galaxy = await withGalaxyFile();
  const { server, origin, home } = await withService(t, { database: galaxy.path });
  await symlink(fileURLToPath(new URL('../../svcapi.cjs', import.meta.url)), join(home, 'svcapi'));
  await copyFile(galaxy.path, join(home, 'galaxy.db'));
  await writeFile(join(home, 'galaxy.ndjson'), RECORD);
  await writeFile(join(home, 'dump.ndjson.gz'), gzipSync(RECORD));
  await writeFile(join(home, 'token.txt'), server.token);
  await writeFile(join(home, 'characters.csv'), 'uid,name\n1:777,Ada Wharf\n');
  await writeFile(join(home, 'factions.csv'), 'uid,name\n20:7,Harbour & Sons\n');
  for (const folder of ['.local/share/bash-completion/completions', '.zfunc', '.config/fish/completions']) {
    await mkdir(join(home, folder), { recursive: true });
  }
  const env = {
    PATH: `${home}:${process.env.PATH}`,
    HOME: home,
    TOKEN: server.token,
    SVCAPI_DATABASE: galaxy.path,
    SVCAPI_PORT: '0',
    SVCAPI_URL: origin,
    SVCAPI_TOKEN: server.token,
    PROFILE: join(home, 'profile.ps1'),
  };
  return { home, env, origin, store: server.store };
}

/** Creates the objects of an example. Token ids are random: the one in the example is replaced by a real one. */
async function prepare(store: Store, line: string): Promise<string> {
  const client = { id: 'trade-console', name: 'Trade console' };
  if (!line.includes('client create')) await store.clients.create(client, NOW);
  if (/client (secret|change)/.test(line)) {
    await store.clients.create({ id: 'tools', name: 'Tools', secret_hash: tokenHash('secret') }, NOW);
  }
  if (line.includes('datacard revoke')) await store.datacards.assign('14:1', '4:1', 3);
  if (line.includes('account') && !line.includes('account invite')) {
    for (const name of ['Hana Veil', 'bram']) await store.accounts.create(name, ['1:1'], NOW);
  }
  await store.blacklist.add({ address: '192.0.2.7', created_at: NOW, expires_at: 2 * NOW, reason: '' });
  const grant = { client_id: 'console', character_uid: '1:1', permissions: [], expires_at: 2 * NOW };
  const { id } = await store.tokens.create(grant, NOW);
  if (line.includes('grant end')) {
    const hana = await store.accounts.findByName('Hana Veil');
    const account_id = hana?.id ?? (await store.accounts.create('Hana Veil', ['1:1'], NOW));
    const grantId = await store.grants.create({ ...grant, client_id: client.id, account_id }, NOW);
    return line.replace(/(?<=grant end )\w+/, grantId);
  }
  // On a terminal, login would sign in without an option.
  if (/^svcapi login [^<]*$/.test(line) && !line.includes('--scope')) return `${line} --no-browser`;
  // On a terminal, the removal is confirmed.
  if (line.includes('account remove') && !line.includes('--yes')) return `${line} --yes`;
  return line.replace(/(?<=token revoke )\w+/, id);
}

/** Runs a line as if it were pasted into a shell. What goes on until it is stopped is stopped as soon as it is ready. */
async function paste(
  line: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: number | null; stderr: string }> {
  const goesOn = line.startsWith('svcapi serve');
  const signsIn = /^svcapi login.* --(no-browser|scope)/.test(line);
  const child = spawn('sh', ['-ec', goesOn || signsIn ? `exec ${line}` : line], { env, cwd });
  child.stdout.on('data', (chunk) => {
    if (goesOn && String(chunk).includes('listens on')) child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk) => {
    if (signsIn && String(chunk).includes('Waiting until you have allowed access')) child.kill('SIGTERM');
  });
  const ended = new Promise<number | null>((resolve) =>
    // Nobody allows access: it is stopped when it waits.
    child.on('close', (code, signal) => resolve(signsIn && signal === 'SIGTERM' ? 0 : code)),
  );
  const [stderr, code] = await Promise.all([text(child.stderr), ended]);
  return { code, stderr };
}
