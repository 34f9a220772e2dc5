import { readFile, writeFile } from 'node:fs/promises';
import type { ExecutionContext } from 'ava';
import type { Credentials } from '../../../src/cli/connection/credentials.js';
import type { ServerSetup } from '../server.js';
import { accountFor, Visitor } from '../visitor.js';
import { fileOf, STORED } from './login.js';
import { Kept, type Ran, type Surroundings } from './run.js';
import { type Service, withService } from './service.js';

/** A service with the account of a player, whose browser is signed in. */
export interface Player extends Service {
  account: string;
  visitor: Visitor;
}

export async function withPlayer(t: ExecutionContext, setup: ServerSetup = {}): Promise<Player> {
  const service = await withService(t, setup);
  const account = await accountFor(service.server.store, 'Hana');
  const visitor = new Visitor(service.server.url);
  await visitor.signIn('Hana');
  return { ...service, account, visitor };
}

/** Enters the code that a command line has printed in the browser, and decides. */
export async function decide({ visitor }: Player, printed: string, decision: 'allow' | 'deny'): Promise<void> {
  const [, code = ''] = /enter the code (\S+)/.exec(printed) ?? [];
  await visitor.visit('/account/device');
  await visitor.send({ user_code: code });
  await visitor.send({ decision });
}

/** A login by the device flow, and how long it has waited each time, in seconds. */
export interface Login extends Ran {
  waits: number[];
}

/**
 * Runs `svcapi login` by the device flow. The clock of the server moves with each wait.
 *
 * @param meanwhile runs after each wait
 */
export async function loginByDevice(
  service: Service,
  argv: readonly string[] = [],
  meanwhile: (waits: number[], printed: string) => unknown = () => {},
  around: Surroundings = {},
): Promise<Login> {
  const waits: number[] = [];
  const stderr = around.stderr ?? new Kept();
  const onSleep = async (milliseconds: number) => {
    waits.push(milliseconds / 1000);
    service.server.time.now += milliseconds;
    await meanwhile(waits, stderr.text);
  };
  const line = ['login', '--no-browser', ...(argv.includes('--url') ? [] : ['--url', service.origin]), ...argv];
  const ran = await service.run(line, { env: STORED, ...around, stderr, onSleep });
  return { ...ran, waits };
}

/** Logs a player in, and returns what is stored. */
export async function signIn(player: Player, ...argv: string[]): Promise<Credentials> {
  const { code, stderr } = await loginByDevice(player, argv, (waits, printed) =>
    waits.length === 1 ? decide(player, printed, 'allow') : undefined,
  );
  if (code !== 0) throw new Error(stderr);
  return storedIn(player);
}

/** Reads what is stored for the address of a service. */
export async function storedIn(service: Service): Promise<Credentials> {
  return JSON.parse(await readFile(fileOf(service), 'utf8'))[service.origin];
}

/** Changes what is stored, and its address. */
export async function restore(service: Service, change: Partial<Credentials>, url = service.origin): Promise<void> {
  await writeFile(fileOf(service), JSON.stringify({ [url]: { ...(await storedIn(service)), ...change } }));
}

/** The refresh tokens that the service has exchanged so far. */
export function exchanged({ server }: Service): number {
  return server.log.filter((line) => line.includes('"grantType":"refresh_token"')).length;
}
