import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.js';
import { temporaryFolder } from './environment.js';
import type { Request } from './request.js';

/** The task of wrk. */
export interface Load {
  url: string;
  /** The requests that take turns, in this order. */
  requests: readonly Request[];
  /** The index of the request that comes first (0). */
  first?: number;
  connections: number;
  /** The duration or the number of requests; exactly one of them. */
  seconds?: number;
  count?: number;
}

export interface Sample {
  requests: number;
  seconds: number;
  /** Answers with a status of 400 or above. */
  refused: number;
  /** Failed connections and missing answers. */
  failed: number;
}

/** The longest time for a count of requests, in seconds. */
const LONGEST = 3600;

let loads = 0;

/** Calls a server as fast as it answers, in a separate process. */
export async function sendLoad({ url, requests, first = 0, connections, seconds, count }: Load): Promise<Sample> {
  const file = join(temporaryFolder, `load-${loads++}`);
  writeFileSync(file, requests.map(partsOf).join(''));
  writeFileSync(`${file}.lua`, lua(file, requests.length, first) + (count === undefined ? '' : untilCount(count)));
  const length = `-d${seconds ?? LONGEST}s`;
  const output = await run('wrk', ['-t1', `-c${connections}`, length, '--timeout', '30s', '-s', `${file}.lua`, url]);
  return JSON.parse(output.slice(output.lastIndexOf('{'))) as Sample;
}

export function hasWrk(): Promise<boolean> {
  // It prints its version, and exits with an error.
  return run('wrk', ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

/** Returns the parts of a request, each behind its length. */
function partsOf({ path, method = 'GET', headers = {}, body }: Request): string {
  const fields = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const parts = [method, path, body === undefined ? 'no' : 'yes', body ?? '', String(fields.length), ...fields.flat()];
  return parts.map((part) => `${Buffer.byteLength(part)} ${part}`).join('');
}

/**
 * Builds every request before the first is sent. Their parts are data in a file, since a function of Lua holds no more than
 * 65,536 constants.
 */
const lua = (file: string, count: number, first: number) => `
local sent = ${first}
local requests = {}
function init()
  local file = io.open("${file}", "rb")
  local function part()
    local length = file:read("*n")
    file:read(1)
    return length == 0 and "" or file:read(length)
  end
  for i = 1, ${count} do
    local method, path, hasBody, body, headers = part(), part(), part(), part(), {}
    for field = 1, tonumber(part()) do
      local name = part()
      headers[name] = part()
    end
    requests[i] = wrk.format(method, path, headers, hasBody == "yes" and body or nil)
  end
  file:close()
end
function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end
function done(summary)
  local errors = summary.errors
  io.write(string.format('\\n{"requests":%d,"seconds":%f,"refused":%d,"failed":%d}\\n', summary.requests,
    summary.duration / 1e6, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`;

/**
 * Ends wrk after a number of requests, which it has no option for, by interrupting it. wrk must be asleep by then, so this waits
 * 0.1 s and repeats the signal; the rate of a small count is too low. Lua waits for the end of what io.popen started when it
 * collects its handle, and that is the end of wrk: the signals come from a process that nobody waits for.
 */
const untilCount = (count: number) => `
local answered = 0
function response()
  answered = answered + 1
  if answered == ${count} then
    wrk.thread:stop()
    os.execute("(sleep 0.1; while kill -INT $PPID; do sleep 0.1; done) >/dev/null 2>&1 &")
  end
end
`;
