import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from '../answer.js';
import { run } from '../child.js';
import { temporaryFolder } from '../environment.js';
import type { Load, LoadTool, Sample } from './load.js';

/** How long a count of requests may take at the most, in seconds. */
const LONGEST = 3600;

let scripts = 0;

export const wrk: LoadTool = {
  name: 'wrk',
  async send(load) {
    const file = join(temporaryFolder, `load-${scripts++}.lua`);
    writeFileSync(file, lua(load));
    const seconds = String(load.seconds ?? LONGEST);
    const connections = String(load.connections);
    const output = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', file, load.url]);
    return JSON.parse(output.slice(output.lastIndexOf('{'))) as Sample;
  },
};

export async function hasWrk(): Promise<boolean> {
  // It ends with an error after it has told its version.
  return run('wrk', ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

/** The script that tells wrk what to send. What does not vary is written once, which wrk then sends as it is. */
function lua({ requests, count, addressesFrom }: Load): string {
  const [only] = requests;
  const varies = addressesFrom !== undefined || requests.length > 1;
  return [
    varies ? rotation(requests, addressesFrom) : constant(only as Request),
    count === undefined ? '' : untilCount(count),
    DONE,
  ].join('\n');
}

function constant({ path, method = 'GET', headers = {}, body }: Request): string {
  return `
wrk.method = ${quote(method)}
wrk.path = ${quote(path)}
wrk.headers = ${table(headers)}
wrk.body = ${body === undefined ? 'nil' : quote(body)}`;
}

function rotation(requests: readonly Request[], addressesFrom: number | undefined): string {
  const formats = requests.map(
    ({ path, method = 'GET', headers = {}, body }) =>
      `wrk.format(${quote(method)}, ${quote(path)}, ${table(
        addressesFrom === undefined ? headers : { ...headers, 'X-Forwarded-For': '@' },
      )}, ${body === undefined ? 'nil' : quote(body)})`,
  );
  const address = `
  local address = string.format("10.%d.%d.%d", math.floor(sent / 65536) % 256, math.floor(sent / 256) % 256, sent % 256)
  request = string.gsub(request, "@", address, 1)`;
  return `
local sent = ${addressesFrom ?? 0}
local formats
function init()
  formats = { ${formats.join(', ')} }
end
function request()
  sent = sent + 1
  local request = formats[sent % #formats + 1]${addressesFrom === undefined ? '' : address}
  return request
end`;
}

/**
 * wrk knows no number of requests, but ends as it should when it is interrupted. It has to be asleep by then, so this waits a
 * moment, and asks until it is heard; a rate that is made of a count of few requests is too low.
 */
function untilCount(count: number): string {
  return `
local answered = 0
function response()
  answered = answered + 1
  if answered == ${count} then
    wrk.thread:stop()
    io.popen("sleep 0.1; while kill -INT $PPID 2>/dev/null; do sleep 0.1; done")
  end
end`;
}

const DONE = `
function done(summary)
  local errors = summary.errors
  io.write(string.format('\\n{"requests":%d,"seconds":%f,"refused":%d,"failed":%d}\\n', summary.requests,
    summary.duration / 1e6, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end`;

function quote(text: string): string {
  return `"${text.replace(/[\\"\n]/g, '\\$&')}"`;
}

function table(fields: Readonly<Record<string, string>>): string {
  return `{ ${Object.entries(fields)
    .map(([name, value]) => `[${quote(name)}] = ${quote(value)}`)
    .join(', ')} }`;
}
