import test from 'ava';
import { startProgram } from '../../helpers/cli/program.js';
import { proxy } from '../../helpers/cli/proxy.js';
import { withService } from '../../helpers/cli/service.js';

for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
  test(`${signal} leaves complete JSON, and the message says how to continue`, async (t) => {
    const { server, origin } = await withService(t);
    const { url } = await proxy(t, origin, async ({ count, forward }) => {
      if (count < 3) return forward();
      child.kill(signal);
      return 'silence';
    });
    const env = { HOME: '/nonexistent', SVCAPI_URL: url, SVCAPI_TOKEN: server.token };
    const { child, ended } = startProgram(['creditlog', '--all', '--json', 'id'], env);
    const { signal: cause, stdout, stderr } = await ended;
    t.is(cause, signal);
    t.is(stderr, `svcapi: interrupted by ${signal}: stopped between two transactions; continue with --after 1000\n`);
    t.deepEqual(
      (JSON.parse(stdout) as { id: number }[]).map(({ id }) => id),
      Array.from({ length: 1000 }, (_, index) => index + 1),
    );
  });
}
