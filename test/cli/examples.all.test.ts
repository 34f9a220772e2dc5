import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openSqlite } from '../../src/store/sqlite/open.js';
import { tokenHash } from '../../src/store/token.js';
import { type Home, startWorld } from '../helpers/cli/demo-world.js';
import { everyCommand } from '../helpers/cli/tree.js';

const examples = (await everyCommand()).flatMap((command) => command.examples.map((example) => example.line));
const world = await startWorld();
test.after.always(() => world.close());

/** The examples of all commands, run in a shell where their objects exist. */
for (const line of new Set(examples)) {
  // One after another: more than a hundred programs at once would not answer in time.
  test.serial(`an example works when pasted: ${line}`, async (t) => {
    const home = world.home();
    const prepared = (await prepare(home, line)).replaceAll('http://127.0.0.1:8080', world.url);
    const [code, stderr] = await run(home, prepared);
    t.is(code, 0, stderr);
  });
}

/** Runs a line; what goes on until it is stopped is stopped as soon as it is ready. */
async function run(home: Home, line: string): Promise<[code: number | null, stderr: string]> {
  const signsIn = /^svcapi login.* --(no-browser|scope)/.test(line);
  if (!signsIn && !line.startsWith('svcapi serve')) {
    const { code, stderr } = await home.shell(line, { PROFILE: join(home.folder, 'profile.ps1') });
    return [code, stderr];
  }
  const { code, stderr } = await home.host(`${line} 2>&1`, signsIn ? 'Waiting until you have allowed' : undefined);
  // Nobody allows access: the signal ends it.
  return [signsIn && code === null ? 0 : code, stderr];
}

/** Creates the objects of an example, and returns it with the ids of those that are random. */
async function prepare({ folder, database }: Home, line: string): Promise<string> {
  writeFileSync(join(folder, 'characters.csv'), 'uid,name\n1:777,Ada Wharf\n');
  writeFileSync(join(folder, 'factions.csv'), 'uid,name\n20:7,Harbour & Sons\n');
  const now = Math.floor(Date.now() / 1000);
  const store = await openSqlite({ path: database });
  const hana = (await store.accounts.findByName('Hana Veil'))?.id ?? '';
  if (line.includes('account invite')) await store.accounts.remove(hana, now);
  else await store.accounts.create('bram', ['1:2'], now);
  await store.clients.create({ id: 'trade-console', name: 'Trade console' }, now);
  if (!line.includes('client create')) {
    await store.clients.create({ id: 'tools', name: 'Tools', secret_hash: tokenHash('secret') }, now);
  }
  await store.blacklist.add({ address: '192.0.2.7', created_at: now, expires_at: 2 * now, reason: '' });
  const grant = { client_id: 'trade-console', character_uid: '1:1', permissions: [], expires_at: 2 * now };
  const { id } = await store.tokens.create(grant, now);
  const grantId = line.includes('grant end') ? await store.grants.create({ ...grant, account_id: hana }, now) : '';
  await store.close();
  if (line.includes('logout')) return `svcapi login --url ${world.url} < token.txt; ${line}`;
  // On a terminal, login would sign in without an option.
  if (/^svcapi login --url \S+$/.test(line)) return `${line} --no-browser`;
  return line.replace(/(?<=grant end )\w+/, grantId).replace(/(?<=token revoke )\w+/, id);
}
