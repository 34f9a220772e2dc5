/** The behaviour of a client that holds connections. */
export interface Attack {
  name: string;
  /** What it sends first on each connection. `{n}` stands for another number each time, `{token}` for the token of the trial. */
  first: string;
  /** What it sends ten times a second after that. */
  next?: string;
  /** True if it reads none of its answers. */
  isDeaf?: boolean;
  /** The number of its addresses; 1 if absent. */
  addresses?: number;
  /** The connections of each address; more than are allowed if absent. */
  connections?: number;
  /** True if it opens streams, to which events come in bursts. */
  isStream?: boolean;
  /** True if it closes its connections itself in the end: the service has enough to do for each of them. */
  leaves?: boolean;
  /** Seconds after which the service must close a connection; none for clients that are served. */
  limit?: number;
  /** Milliseconds in which an honest call must succeed, where each request takes long; 100 if absent. */
  longest?: number;
}

const GET = 'GET /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\n';
const POST = 'POST /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const CONNECT = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n';
const LARGE = 'GET /ws/v2.0/openapi.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n';

// Each by another Host, since the service keeps its own lists.
const LIST = 'GET /ws/v2.0/datacards/20:1 HTTP/1.1\r\nHost: host-{n}.example.org\r\n\r\n';
const STREAM =
  'GET /ws/v2.0/events/personal HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nAccept: text/event-stream\r\n\r\n';

/** All attacks; each comes from addresses of its own. */
export const attacks: readonly Attack[] = [
  { name: 'silent connections', first: '', limit: 5 },
  { name: 'slow heads', first: GET, next: 'A: b\r\n', limit: 5 },
  { name: 'slow bodies', first: `${POST}Content-Length: 10000\r\n\r\n`, next: ' ', limit: 10 },
  { name: 'slow chunks', first: `${POST}Transfer-Encoding: chunked\r\n\r\n`, next: '1\r\n \r\n', limit: 10 },
  { name: 'idle connections', first: `${GET}\r\n`, limit: 65 },
  { name: 'pipelined requests', first: `${GET}\r\n`.repeat(10), next: `${GET}\r\n`.repeat(10) },
  // The limit begins when nothing more fits between the two.
  { name: 'answers that nobody reads', first: LARGE.repeat(30), next: LARGE, isDeaf: true, limit: 40 },
  { name: 'CONNECT behind large documents', first: LARGE + CONNECT, next: 'x', isDeaf: true, limit: 40 },
  {
    ...{ name: 'bursts of 200 events to 500 streams', first: STREAM, isStream: true },
    ...{ addresses: 10, connections: 50, leaves: true },
  },
  { name: 'lists of 10,000 datacards', first: LIST, next: LIST, connections: 60, longest: 1000, leaves: true },
];
