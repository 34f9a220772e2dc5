import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { demoCharacter } from '../demo/load-demo.js';
import { formatGalacticTime, toGalacticTime } from '../domain/galactic-time.js';
import { permissionNames } from '../domain/permission.js';
import type { OAuthOptions } from '../server/oauth/lifetimes.js';
import type { Snapshots } from '../store/sqlite/snapshots.js';
import type { Store } from '../store/store.js';
import { tokenHash } from '../store/token.js';
import { ImportRefused, importRecords, type RefusedLine, totalOf } from '../transfer/import.js';
import type { Faults } from './faults.js';
import { duration, options, readInput, SandboxError, time } from './read-input.js';
import type { Recorder } from './recorder.js';
import type { SandboxClock } from './sandbox-clock.js';
import type { Steps } from './sandbox-steps.js';
import type { ClockState, ShownSignIn } from './shown.js';

/** Unix milliseconds. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Seconds: tests move the clock as far as they like. */
export const CENTURY = 100 * 365 * 86_400;

const permissions = z.array(z.enum(permissionNames)).default([...permissionNames]);

const inputs = {
  clock: options({ set: time.optional(), advance: duration.default(0), running: z.boolean().optional() }),
  reset: options({ snapshot: z.string().optional() }),
  token: options({ character: z.string(), permissions, lifetime: duration.default(CENTURY * 1000) }),
  signIn: options({ character: z.string(), client: z.string().default('sandbox-program'), scopes: permissions }),
  records: options({ records: z.array(z.looseObject({ kind: z.string() })) }),
};

export interface SandboxParts {
  store: Store;
  snapshots: Snapshots;
  clock: SandboxClock;
  faults: Faults;
  recorder: Recorder;
  steps: Steps;
  seed: number;
  client: string;
  lifetimes: OAuthOptions;
  /** The snapshot to which a reset leads. */
  beginning: number;
}

interface Point {
  snapshot: number;
  /** Unix milliseconds. */
  now: number;
  isRunning: boolean;
  tokens: number;
}

export class Sandbox {
  readonly faults: Faults;
  readonly recorder: Recorder;
  readonly #parts: SandboxParts;
  readonly #points = new Map<string, Point>();
  readonly #beginning: Point;
  #latest = 0;
  #tokens = 0;

  constructor(parts: SandboxParts) {
    this.faults = parts.faults;
    this.recorder = parts.recorder;
    this.#parts = parts;
    this.#beginning = this.#point(parts.beginning);
  }

  clock(input?: unknown): ClockState {
    const { clock } = this.#parts;
    if (input !== undefined) {
      const { set, advance, running } = readInput(inputs.clock, input);
      const next = (set ?? clock.now()) + advance;
      if (next > LAST) throw new SandboxError('set and advance: must end before the year 10000');
      if (running === true) clock.run();
      if (running === false) clock.stop();
      clock.set(next);
    }
    const now = this.#seconds();
    const cgt = formatGalacticTime(toGalacticTime(now));
    return { now, cgt, date: new Date(now * 1000).toISOString(), running: clock.isRunning };
  }

  async snapshot(): Promise<{ snapshot: string }> {
    this.#latest += 1;
    const name = `snapshot-${this.#latest}`;
    this.#points.set(name, this.#point(await this.#parts.snapshots.take()));
    return { snapshot: name };
  }

  async drop(name: string): Promise<void> {
    const point = this.#find(name);
    this.#points.delete(name);
    await this.#parts.snapshots.drop(point.snapshot);
  }

  async reset(input: unknown = {}): Promise<ClockState> {
    const { snapshots, clock, faults, recorder, steps } = this.#parts;
    const { snapshot: name } = readInput(inputs.reset, input);
    const point = name === undefined ? this.#beginning : this.#find(name);
    await snapshots.restore(point.snapshot);
    clock.stop();
    clock.set(point.now);
    if (point.isRunning) clock.run();
    this.#tokens = point.tokens;
    faults.clear();
    recorder.clear();
    steps.forget();
    return this.clock();
  }

  /** `expires` is in Unix seconds. */
  async token(input: unknown): Promise<{ token: string; expires: number }> {
    const { store, client } = this.#parts;
    const { character, permissions, lifetime } = readInput(inputs.token, input);
    const { uid } = await this.#character(character);
    const token = this.#newToken(`${uid} ${permissions}`);
    const createdAt = this.#seconds();
    const expires = createdAt + Math.ceil(lifetime / 1000);
    const grant = { client_id: client, character_uid: uid, permissions, expires_at: expires };
    await storeTokens(store, grant, createdAt, [{ token, kind: 'access', expires_at: expires }]);
    return { token, expires };
  }

  async signIn(input: unknown): Promise<ShownSignIn> {
    const { store, lifetimes } = this.#parts;
    const { character, client, scopes: permissions } = readInput(inputs.signIn, input);
    const { uid } = await this.#character(character);
    const createdAt = this.#seconds();
    const publicProgram = { is_public: 1, application_type: 'native', redirect_uris: '["http://127.0.0.1/"]' } as const;
    await store.clients.ensure({ id: client, name: client, ...publicProgram }, createdAt);
    if ((await store.clients.find(client))?.redirect_uris === '[]') {
      throw new SandboxError(`client: nobody can sign in to “${client}”, which has no redirect address; name another`);
    }
    const expiresAt = createdAt + lifetimes.accessTokenLifetime;
    const refreshToken = this.#newToken(`${client} refreshes ${uid} ${permissions}`);
    const accessToken = this.#newToken(`${client} ${uid} ${permissions}`);
    const expires_at = createdAt + lifetimes.grantLifetime;
    await storeTokens(store, { client_id: client, character_uid: uid, permissions, expires_at }, createdAt, [
      { token: accessToken, kind: 'access', expires_at: expiresAt },
      { token: refreshToken, kind: 'refresh', expires_at: createdAt + lifetimes.refreshTokenLifetime },
    ]);
    return { clientId: client, tokens: { accessToken, refreshToken, expiresAt } };
  }

  /** Loads all records (docs/import-format.md) or none. */
  async load(input: unknown): Promise<{ records: number }> {
    const { records } = readInput(inputs.records, input);
    const refused: RefusedLine[] = [];
    try {
      const source = { name: 'records', open: () => Readable.from(lines(records)) };
      const result = await importRecords(this.#parts.store, [source], {
        now: this.#seconds(),
        onRefused: (line) => refused.push(line),
      });
      return { records: totalOf(result).read };
    } catch (error) {
      const [first] = refused;
      if (!(error instanceof ImportRefused) || !first) throw error;
      throw new SandboxError(`${error.message} Record ${first.line}: ${first.reason}`);
    }
  }

  async #character(named: string): Promise<{ uid: string }> {
    const found = await this.#parts.store.characters.find(named);
    if (found) return found;
    throw new SandboxError(`character: there is no character “${named}”; the first is ${demoCharacter.uid}`);
  }

  /** Makes the same tokens for the same calls after a reset. */
  #newToken(purpose: string): string {
    this.#tokens += 1;
    const digest = createHash('sha256').update(`${this.#parts.seed} ${this.#tokens} ${purpose}`).digest('base64url');
    return `svcapi_${digest}`;
  }

  #seconds(): number {
    return Math.floor(this.#parts.clock.now() / 1000);
  }

  #point(snapshot: number): Point {
    const { clock } = this.#parts;
    return { snapshot, now: clock.now(), isRunning: clock.isRunning, tokens: this.#tokens };
  }

  #find(name: string): Point {
    const point = this.#points.get(name);
    if (point) return point;
    throw new SandboxError(`snapshot: there is no snapshot “${name}”; take one first`, 404);
  }
}

/** Stores tokens with chosen values, and their grant. Times are Unix seconds. */
export function storeTokens(
  store: Store,
  grant: Omit<Parameters<Store['grants']['create']>[0], 'account_id'>,
  now: number,
  tokens: { token: string; kind: 'access' | 'refresh'; expires_at: number }[],
): Promise<void> {
  return store.transaction(async (within) => {
    const grant_id = await within.grants.create({ ...grant, account_id: null }, now);
    for (const { token, ...row } of tokens)
      await within.tokens.add({ ...row, hash: tokenHash(token), grant_id, created_at: now, scope: null });
  });
}

function* lines(records: z.output<typeof inputs.records>['records']): Generator<Buffer> {
  for (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`);
}
