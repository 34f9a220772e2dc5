/** The behaviour of a client that holds connections. */
export interface Attack {
  name: string;
  /** What it sends first on each connection. */
  first: string;
  /** What it sends ten times a second after that. */
  next?: string;
  /** True if it reads none of its answers. */
  isDeaf?: boolean;
  /** Seconds after which the service must close a connection; none for clients that are served. */
  limit?: number;
}

const GET = 'GET /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\n';
const POST = 'POST /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const LARGE = 'GET /ws/v2.0/openapi.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n';

/** All attacks; each comes from an address of its own. */
export const attacks: readonly Attack[] = [
  { name: 'silent connections', first: '', limit: 5 },
  { name: 'slow heads', first: GET, next: 'A: b\r\n', limit: 5 },
  { name: 'slow bodies', first: `${POST}Content-Length: 10000\r\n\r\n`, next: ' ', limit: 10 },
  { name: 'slow chunks', first: `${POST}Transfer-Encoding: chunked\r\n\r\n`, next: '1\r\n \r\n', limit: 10 },
  { name: 'idle connections', first: `${GET}\r\n`, limit: 6 },
  { name: 'pipelined requests', first: `${GET}\r\n`.repeat(10), next: `${GET}\r\n`.repeat(10) },
  // The limit begins when nothing more fits between the two.
  { name: 'answers that nobody reads', first: LARGE.repeat(30), next: LARGE, isDeaf: true, limit: 20 },
];
