import http from 'node:http';

/** A request as a client of the service makes it. */
export interface Request {
  path: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  /** In their order, and spelled as they were. */
  headers: [name: string, value: string][];
  body: string;
}

/** Sends a request and reads the whole answer. */
export function send(url: string, { path, method = 'GET', headers = {}, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // A connection that is kept, as the load generators' are.
    const agent = new http.Agent({ keepAlive: true });
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const request = http.request(new URL(path, url), { agent, method, headers: { ...headers, ...length } });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        agent.destroy();
        const raw = response.rawHeaders;
        const pairs = raw.flatMap((name, index): [string, string][] =>
          index % 2 === 0 ? [[name, raw[index + 1] as string]] : [],
        );
        resolve({ status: response.statusCode ?? 0, headers: pairs, body: Buffer.concat(chunks).toString() });
      });
    });
    request.end(body);
  });
}

/** What a server of Node writes by itself, and differently every second. */
const BY_ITSELF = new Set(['date', 'connection', 'keep-alive']);

/** The fields that say how the body is sent, which follow from the body. */
const FRAMING = new Set(['content-length', 'transfer-encoding']);

/** The headers of an answer that its handler chose. */
export function chosenHeaders({ headers }: Answer): [name: string, value: string][] {
  return headers.filter(([name]) => !BY_ITSELF.has(name.toLowerCase()) && !FRAMING.has(name.toLowerCase()));
}

/**
 * In what an answer differs from another one, in words; nothing where they are the same bytes. The order of the header
 * fields and the time of day do not count.
 */
export function difference(one: Answer, other: Answer): string | undefined {
  if (one.status !== other.status) return `status ${one.status} and ${other.status}`;
  const [these, those] = [one, other].map(lines) as [string[], string[]];
  const odd = [...these.filter((line) => !those.includes(line)), ...those.filter((line) => !these.includes(line))];
  if (odd.length > 0) return `headers: ${odd.join(' | ')}`;
  return one.body === other.body ? undefined : 'body';
}

function lines(answer: Answer): string[] {
  const streamed = answer.headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  return answer.headers
    .filter(([name]) => name.toLowerCase() !== 'date' && !(streamed && FRAMING.has(name.toLowerCase())))
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`);
}
