import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { Kept, refuses, runIo, withGalaxyFile } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { onTerminal, openTerminal } from '../../helpers/cli/terminal.js';
import { NOW } from '../../helpers/galaxy.js';
import { until } from '../../helpers/until.js';

/** A service with something to revoke, on a file that the real program can open. */
async function prepare(t: ExecutionContext) {
  const galaxy = await withGalaxyFile();
  const service = await withService(t, { database: galaxy.path });
  const { home, origin, server } = service;
  const { store } = server;
  await store.datacards.assign('14:1', '4:1', 3);
  const grant = { client_id: 'console', character_uid: '1:1', permissions: [], expires_at: 2 * NOW };
  const { id } = await store.tokens.create(grant, NOW);
  await store.accounts.create('Bram', [], NOW);
  const [granted] = await store.grants.list(NOW);
  await writeFile(join(home, 'rows.csv'), 'datacard,entity\n14:3,4:1\n');
  const env = { HOME: home, SVCAPI_DATABASE: galaxy.path, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token };
  /** Runs a command at which somebody types, or at a pipe. */
  const run = (argv: string[], typed: string, isTTY = true) => {
    const stdin = Object.assign(new PassThrough(), { isTTY });
    stdin.end(typed);
    return runIo(argv, { stdin, stderr: new Kept(80), env, cwd: home });
  };
  const ids: Record<string, string | undefined> = { TOKEN: id, GRANT: granted?.id };
  const argvOf = (line: string) => line.split(' ').map((word) => ids[word] ?? word);
  return { store, env, run, id, grant: granted?.id, argvOf };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

const usesAreGone =
  (datacard: string) =>
  async ({ store }: Prepared) =>
    (await store.datacards.assignments(datacard)).length === 0;
const tokenIsRevoked = async ({ store, id }: Prepared) =>
  (await store.tokens.list()).some((each) => each.id === id && each.revoked_at !== null);

/** Each command whose change cannot be undone, its question, and how to see whether it was made. */
const changes: [line: string, question: string, isMade: (prepared: Prepared) => Promise<boolean>][] = [
  ['token revoke TOKEN', 'for good? [y/N]', tokenIsRevoked],
  [
    'grant end GRANT',
    'for good? [y/N]',
    async ({ store, grant }) => (await store.grants.list(NOW)).every(({ id }) => id !== grant),
  ],
  [
    'account remove Bram',
    'Remove the account “Bram” for good? [y/N]',
    async ({ store }) => (await store.accounts.list()).length === 0,
  ],
  [
    'prune --transactions-older-than 1d',
    'Remove 2,500 transactions from before 2024-06-16 for good? [y/N]',
    async ({ store }) => (await store.history.count('transactions', NOW)) === 0,
  ],
  ['datacard revoke 14:1 --from 4:1', 'Revoke all uses of the datacard 14:1 from 4:1? [y/N]', usesAreGone('14:1')],
  ['datacard revoke --batch rows.csv', 'Revoke datacards as the 1 rows of rows.csv say? [y/N]', usesAreGone('14:3')],
  [
    'client revoke console',
    'Revoke the client “console” for good? [y/N]',
    async ({ store }) => (await store.clients.find('console'))?.revoked_at !== null,
  ],
];

test('a change that cannot be undone is asked about on a terminal', async (t) => {
  const prepared = await prepare(t);
  const { run, argvOf } = prepared;
  for (const [line, question, isMade] of changes) {
    const no = await run(argvOf(line), '\n');
    t.is(no.code, 1);
    t.true(no.stderr.includes(question), no.stderr);
    t.regex(no.stderr, /svcapi: not confirmed: nothing was changed\n$/);
    t.false(await isMade(prepared));
    const yes = await run(argvOf(line), 'y\n');
    t.deepEqual([yes.code, yes.stderr.split(question).length], [0, 2], yes.stderr);
    t.true(await isMade(prepared));
  }
});

test('with --yes nobody is asked, nor in a pipe, where a removal is refused', async (t) => {
  const [confirmed, piped] = [await prepare(t), await prepare(t)];
  for (const [line, , isMade] of changes) {
    const { code, stderr } = await confirmed.run([...confirmed.argvOf(line), '--yes'], '');
    t.is(code, 0, stderr);
    t.false(stderr.includes('[y/N]'));
    t.true(await isMade(confirmed));
    const inPipe = await piped.run(piped.argvOf(line), 'n\n', false);
    const isRemoval = /^(account|prune)/.test(line);
    t.is(inPipe.code, isRemoval ? 2 : 0, inPipe.stderr);
    if (isRemoval) t.regex(inPipe.stderr, /nobody can be asked; confirm with\s--yes/);
    t.is(await isMade(piped), !isRemoval);
  }
});

test('a question that nobody can see is not asked', async (t) => {
  const { id, env } = await prepare(t);
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const said = 'standard error is not a terminal, so nobody can be asked; confirm with --yes';
  await refuses(t, runIo(['token', 'revoke', id], { stdin, env }), 2, said);
});

onTerminal('a question on a real terminal is answered with Ctrl-C, with no, and with yes', async (t) => {
  const prepared = await prepare(t);
  const line = `svcapi token revoke ${prepared.id}`;
  const script = `(trap : INT; ${line}; echo "code $?"); ${line}; echo "code $?"; ${line}`;
  const session = openTerminal(t, script, prepared.env);
  const asks = (count: number) =>
    until(() => session.shown().split('[y/N]').length === count + 1, { what: `it asks ${count} times` });
  await asks(1);
  session.type('\x03');
  await asks(2);
  session.type('\n');
  await asks(3);
  t.false(await tokenIsRevoked(prepared));
  session.type('y\n');
  const { code, shown } = await session.ended;
  t.is(code, 0, shown);
  t.regex(shown, /interrupted by SIGINT: nothing was changed\n[^$]*not confirmed: nothing was changed\ncode 1\n/);
  t.true(await tokenIsRevoked(prepared));
});
