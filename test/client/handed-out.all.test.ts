import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { packageVersion } from '../../src/package.js';
import { temporaryFolder } from '../helpers/folder.js';
import { withServer } from '../helpers/server.js';

const run = promisify(execFile);
const name = `svcapi-client-${packageVersion()}.tgz`;

test(
  'npm installs the client from a running service, offline, and it calls that service',
  withServer,
  async (t, server) => {
    const project = temporaryFolder();
    await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
    const options = ['--no-audit', '--no-fund', '--registry=http://127.0.0.1:9/', `--cache=${join(project, '.npm')}`];
    await run('npm', ['install', `${server.url}/${name}`, ...options], { cwd: project });
    const program = `import { Client } from 'svcapi-client';
    const { data } = await new Client({ baseUrl: '${server.url}' }).call('POST /api/time', { body: { cgt: 'Y12D3' } });
    console.log(data.timestamp);`;
    await writeFile(join(project, 'program.js'), program);
    t.is((await run(process.execPath, ['program.js'], { cwd: project })).stdout, '1291273200\n');
  },
);

test(
  'the client is public, has an ETag, and its name without a version redirects to it',
  withServer,
  async (t, server) => {
    const answer = await fetch(`${server.url}/${name}`);
    t.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/gzip']);
    t.regex(answer.headers.get('cache-control') ?? '', /\bpublic\b/);
    const headers = { 'If-None-Match': answer.headers.get('etag') ?? '' };
    t.is((await fetch(`${server.url}/${name}`, { headers })).status, 304);
    const redirect = await fetch(`${server.url}/svcapi-client.tgz`, { redirect: 'manual' });
    t.deepEqual([redirect.status, redirect.headers.get('location')], [303, name]);
  },
);
