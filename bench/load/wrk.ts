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
    const timeout = load.timeout === undefined ? [] : ['--timeout', `${load.timeout}s`];
    const output = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...timeout, '-s', file, load.url]);
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
function lua({ requests, first = 0, count, addressesFrom }: Load): string {
  const [only] = requests;
  const varies = addressesFrom !== undefined || requests.length > 1;
  return [
    varies ? rotation(requests, first, addressesFrom) : constant(only as Request),
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

/**
 * Builds every request before the first is sent. Their parts are data in a file, since a function of Lua holds no more than
 * 65,536 constants.
 */
function rotation(requests: readonly Request[], first: number, addressesFrom: number | undefined): string {
  const file = join(temporaryFolder, `requests-${scripts}`);
  writeFileSync(file, requests.map((request) => partsOf(request, addressesFrom)).join(''));
  const address = `
  local number = sent + ${addressesFrom}
  local address = string.format("10.%d.%d.%d", math.floor(number / 65536) % 256, math.floor(number / 256) % 256, number % 256)
  request = string.gsub(request, "@", address, 1)`;
  return `
local sent = 0
local formats = {}
function init()
  local file = io.open(${quote(file)}, "rb")
  local function part()
    local length = file:read("*n")
    file:read(1)
    return length == 0 and "" or file:read(length)
  end
  for i = 1, ${requests.length} do
    local method, path, hasBody, body, headers = part(), part(), part(), part(), {}
    for field = 1, tonumber(part()) do
      local name = part()
      headers[name] = part()
    end
    formats[i] = wrk.format(method, path, headers, hasBody == "yes" and body or nil)
  end
  file:close()
end
function request()
  sent = sent + 1
  local request = formats[(sent + ${first} - 1) % #formats + 1]${addressesFrom === undefined ? '' : address}
  return request
end`;
}

/** Returns the parts of a request, each behind its length. */
function partsOf({ path, method = 'GET', headers = {}, body }: Request, addressesFrom: number | undefined): string {
  const fields = Object.entries(addressesFrom === undefined ? headers : { ...headers, 'X-Forwarded-For': '@' });
  const parts = [method, path, body === undefined ? 'no' : 'yes', body ?? '', String(fields.length), ...fields.flat()];
  return parts.map((part) => `${Buffer.byteLength(part)} ${part}`).join('');
}

/**
 * Ends wrk after a number of requests, which it has no option for, by interrupting it. wrk must be asleep by then, so this waits
 * 0.1 s and repeats the signal; the rate of a small count is too low. Lua waits for the end of what io.popen started when it
 * collects its handle, and that is the end of wrk: the signals come from a process that nobody waits for.
 */
function untilCount(count: number): string {
  return `
local answered = 0
function response()
  answered = answered + 1
  if answered == ${count} then
    wrk.thread:stop()
    os.execute("(sleep 0.1; while kill -INT $PPID; do sleep 0.1; done) >/dev/null 2>&1 &")
  end
end`;
}

const DONE = `
function done(summary, latency)
  local errors = summary.errors
  local p99 = latency:percentile(99) / 1e3
  io.write(string.format('\\n{"requests":%d,"seconds":%f,"p99":%f,"refused":%d,"failed":%d}\\n', summary.requests,
    summary.duration / 1e6, p99, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end`;

function quote(text: string): string {
  return `"${text.replace(/[\\"\n]/g, '\\$&')}"`;
}

function table(fields: Readonly<Record<string, string>>): string {
  return `{ ${Object.entries(fields)
    .map(([name, value]) => `[${quote(name)}] = ${quote(value)}`)
    .join(', ')} }`;
}
