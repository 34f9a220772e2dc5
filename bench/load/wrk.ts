import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from '../answer.js';
import { run } from '../child.js';
import { temporaryFolder } from '../environment.js';
import type { Load, LoadTool, Sample } from './load.js';

/** The longest time for a count of requests, in seconds. */
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
  // It prints its version, and exits with an error.
  return run('wrk', ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

/** Returns the Lua script of the requests. A request that does not vary is built once, which is faster. */
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
 * Ends wrk after a number of requests, which it has no option for, by interrupting it. wrk must be asleep by then, so this waits
 * 0.1 s and repeats the signal; the rate of a small count is too low.
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
