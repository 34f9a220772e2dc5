import http from 'node:http';

/** A request to the service. */
export interface Request {
  path: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** An answer as it was received. */
export interface Answer {
  status: number;
  /** In their order and spelling. */
  headers: [name: string, value: string][];
  body: string;
}

/** Sends a request and reads the whole answer. */
export function send(url: string, { path, method = 'GET', headers = {}, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Keep-alive, as in the load generators.
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

/** The header fields that Node's server adds. */
const BY_ITSELF = new Set(['date', 'connection', 'keep-alive']);

/** The header fields that follow from the body. */
const FRAMING = new Set(['content-length', 'transfer-encoding']);

/** Returns the header fields that the handler chose. */
export function chosenHeaders({ headers }: Answer): [name: string, value: string][] {
  return headers.filter(([name]) => !BY_ITSELF.has(name.toLowerCase()) && !FRAMING.has(name.toLowerCase()));
}

/** Describes the difference of two answers; undefined where there is none. The order of header fields and Date do not count. */
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
