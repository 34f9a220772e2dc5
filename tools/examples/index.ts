import { startOptions } from '../../src/cli/host/start-options.js';
import { demoCharacter, demoClient, loadDemo } from '../../src/demo/load-demo.js';
import { type Permission, permissionNames } from '../../src/domain/permission.js';
import type { Examples } from '../../src/openapi/operation.js';
import { operationsOf } from '../../src/openapi/operation.js';
import { routes } from '../../src/routes/index.js';
import { PREFIX } from '../../src/routes/path.js';
import type { Listening } from '../../src/server/http/listen.js';
import { createLog } from '../../src/server/log.js';
import { type StartOptions, start } from '../../src/server/start.js';
import { settingsOf } from '../../src/settings/index.js';
import { givenSettings } from '../../src/settings/read.js';
import { openSqlite } from '../../src/store/sqlite/open.js';
import type { Store } from '../../src/store/store.js';
import { collectFailures } from './failures.js';
import { requestOf } from './request.js';
import { send } from './send.js';

/** The time of the examples: Year 25 Day 204, 05:00, as Unix seconds. */
const NOW = 1_718_625_600;

/** A galaxy that is large enough for the examples, and quickly made. */
const GALAXY = { size: 0.01, seed: 1, now: NOW };

const options: StartOptions = {
  ...startOptions(givenSettings(settingsOf('serve'))),
  port: 0,
  publicUrl: 'https://galaxy.example.org',
  requestLog: false,
  metricsPort: 'off',
  shutdownTimeout: 0,
};

/** Records the service's answers on the demo galaxy: one of every operation, and every failure that can be provoked. */
export async function collectExamples(): Promise<Examples> {
  const store = await openSqlite({ path: ':memory:' });
  const started: Listening[] = [];
  try {
    await loadDemo(store, GALAXY);
    const startOne = async (setup: Partial<StartOptions> = {}) => {
      const one = await start(store, createLog('silent', process.stderr), { ...options, ...setup }, () => NOW * 1000);
      started.push(one);
      return one.url + PREFIX;
    };
    const token = await tokenWith(store, permissionNames);
    const answers = await collectAnswers(await startOne(), token);
    const weakToken = await tokenWith(store, ['character_auth']);
    return { answers, failures: await collectFailures({ start: startOne, token, weakToken }) };
  } finally {
    await Promise.all(started.map((one) => one.close()));
    await store.close();
  }
}

async function collectAnswers(url: string, token: string): Promise<Examples['answers']> {
  const answers: Record<string, Examples['answers'][string]> = {};
  for (const operation of operationsOf(routes)) {
    const request = requestOf(operation);
    const headers = { Authorization: `Bearer ${token}`, ...request.headers };
    const answer = await send(url, { ...request, headers });
    answers[operation.id] = { ...(request.body && { body: request.body }), ...answer };
  }
  return answers;
}

async function tokenWith(store: Store, permissions: Permission[]): Promise<string> {
  const grant = {
    client_id: demoClient.id,
    character_uid: demoCharacter.uid,
    permissions,
    expires_at: NOW + 90 * 24 * 60 * 60,
  };
  const { token } = await store.transaction((within) => within.tokens.create(grant, NOW));
  return token;
}
