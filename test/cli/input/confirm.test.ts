import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { Kept, runIo, withGalaxyFile } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { onTerminal, openTerminal } from '../../helpers/cli/terminal.js';
import { everyCommand } from '../../helpers/cli/tree.js';
import { NOW } from '../../helpers/galaxy.js';
import { until } from '../../helpers/until.js';

/** A service with something to revoke, on a file that the real program can open. */
async function withSomething(t: ExecutionContext) {
  const galaxy = await withGalaxyFile();
  const service = await withService(t, { database: galaxy.path });
  const { store } = service.server;
  await store.datacards.assign('14:1', '4:1', 3);
  const grant = { client_id: 'console', character_uid: '1:1', permissions: [], expires_at: 2 * NOW };
  const { id } = await store.tokens.create(grant, NOW);
  await store.accounts.create('Bram', [], NOW);
  const [granted] = await store.grants.list(NOW);
  return { ...service, path: galaxy.path, id, grant: granted?.id ?? '' };
}

type Something = Awaited<ReturnType<typeof withSomething>>;

/** Each command whose change cannot be undone: its arguments, its question, and how to see whether it was made. */
const changes: Record<
  string,
  { argv(service: Something): string[]; question: string; isMade(service: Something): Promise<boolean> }
> = {
  'client revoke': {
    argv: () => ['client', 'revoke', 'console'],
    question: 'Revoke the client “console” for good? [y/N]',
    isMade: async ({ server }) => (await server.store.clients.find('console'))?.revoked_at !== null,
  },
  'token revoke': {
    argv: ({ id }) => ['token', 'revoke', id],
    question: 'for good? [y/N]',
    isMade: async ({ server, id }) =>
      (await server.store.tokens.list()).some((each) => each.id === id && each.revoked_at),
  },
  'grant end': {
    argv: ({ grant }) => ['grant', 'end', grant],
    question: 'for good? [y/N]',
    isMade: async ({ server, grant }) => (await server.store.grants.list(NOW)).every(({ id }) => id !== grant),
  },
  'account remove': {
    argv: () => ['account', 'remove', 'Bram'],
    question: 'Remove the account “Bram” for good? [y/N]',
    isMade: async ({ server }) => (await server.store.accounts.list()).length === 0,
  },
  'datacard revoke': {
    argv: () => ['datacard', 'revoke', '14:1', '--from', '4:1'],
    question: 'Revoke all uses of the datacard 14:1 from 4:1? [y/N]',
    isMade: usesAreGone,
  },
  'datacard revoke --batch': {
    argv: () => ['datacard', 'revoke', '--batch', 'rows.csv'],
    question: 'Revoke datacards as the 1 rows of rows.csv say? [y/N]',
    isMade: usesAreGone,
  },
};

async function usesAreGone({ server }: Something): Promise<boolean> {
  return (await server.store.datacards.assignments('14:1')).length === 0;
}

async function prepare(t: ExecutionContext) {
  const service = await withSomething(t);
  await writeFile(join(service.home, 'rows.csv'), 'datacard,entity\n14:1,4:1\n');
  const env = {
    HOME: service.home,
    SVCAPI_DATABASE: service.path,
    SVCAPI_URL: service.origin,
    SVCAPI_TOKEN: service.server.token,
  };
  return { service, env };
}

/** Answers a command as on a terminal. */
async function answer(argv: string[], typed: string, { home: cwd }: Something, env: Record<string, string>) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.end(typed);
  return runIo(argv, { stdin, stderr: new Kept(80), env, cwd });
}

for (const [name, { argv, question, isMade }] of Object.entries(changes)) {
  test(`${name} asks on a terminal, and changes nothing unless the answer is yes`, async (t) => {
    const { service, env } = await prepare(t);
    const no = await answer(argv(service), '\n', service, env);
    t.is(no.code, 1);
    t.true(no.stderr.includes(question), no.stderr);
    t.regex(no.stderr, /svcapi: not confirmed: nothing was changed\n$/);
    t.false(await isMade(service));
    const yes = await answer(argv(service), 'y\n', service, env);
    t.is(yes.code, 0, yes.stderr);
    t.is(yes.stderr.split(question).length, 2, 'it asks again');
    t.true(await isMade(service));
  });

  test(`${name} does not ask with --yes${name === 'account remove' ? '' : ', nor in a pipe'}`, async (t) => {
    const { service, env } = await prepare(t);
    const inPipe = () => service.run(argv(service), { env, cwd: service.home, stdin: 'n\n' });
    const isRemoval = name === 'account remove';
    if (isRemoval) {
      const refused = await inPipe();
      t.is(refused.code, 2);
      t.regex(refused.stderr, /nobody can be asked; confirm with --yes/);
      t.false(await isMade(service));
    }
    const other = await prepare(t);
    const confirmed = await answer([...argv(other.service), '--yes'], '', other.service, other.env);
    for (const { code, stderr } of isRemoval ? [confirmed] : [confirmed, await inPipe()]) {
      t.is(code, 0, stderr);
      t.false(stderr.includes('[y/N]'));
    }
    t.true(await isMade(other.service));
    t.is(await isMade(service), !isRemoval);
  });
}

onTerminal('a question on a real terminal is answered with no, and then with yes', async (t) => {
  const { service, env } = await prepare(t);
  const { argv, question, isMade } = changes['token revoke'] as (typeof changes)[string];
  const line = argv(service).join(' ');
  const session = openTerminal(t, `svcapi ${line}; echo "code $?"; svcapi ${line}`, env);
  await session.shows(question);
  session.type('\n');
  await session.shows('code 1');
  t.false(await isMade(service));
  await until(() => session.shown().split(question).length === 3, { what: 'it asks again' });
  session.type('y\n');
  const { code, shown } = await session.ended;
  t.is(code, 0, shown);
  t.regex(shown, /svcapi: not confirmed: nothing was changed\ncode 1\n/);
  t.true(await isMade(service));
});

onTerminal('Ctrl-C at the question changes nothing', async (t) => {
  const { service, env } = await prepare(t);
  const session = openTerminal(t, `svcapi token revoke ${service.id}`, env);
  await session.shows('[y/N]');
  session.type('\x03');
  const { code, shown } = await session.ended;
  t.is(code, 130);
  t.regex(shown, /svcapi: interrupted by SIGINT: nothing was changed\n/);
  t.is((await service.server.store.tokens.list()).find(({ id }) => id === service.id)?.revoked_at, null);
});

test('a question that nobody can see is not asked', async (t) => {
  const { service, env } = await prepare(t);
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const { code, stderr } = await runIo(['token', 'revoke', service.id], { stdin, env });
  t.is(code, 2);
  t.is(stderr, 'svcapi: standard error is not a terminal, so nobody can be asked; confirm with --yes\n');
});

test('no example changes everything when it is pasted', async (t) => {
  const lines = (await everyCommand()).flatMap(({ examples }) => examples.map(({ line }) => line));
  t.deepEqual(
    lines.filter((line) => /xargs|while read|\$\(svcapi [a-z]+ list/.test(line)),
    [],
  );
});
