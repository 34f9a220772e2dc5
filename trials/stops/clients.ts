import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../src/demo/random.js';
import { RawClient } from '../../test/helpers/raw.js';
import { readAnswers } from '../fuzz/answers.js';
import { mutate, randomPipelined } from '../fuzz/bytes.js';
import { bytesOf, randomRequest, type Secrets } from '../fuzz/requests.js';

/** Requests of one connection. */
const REQUESTS = 20;

/** What a client does on its connection. */
interface Habit {
  bytes: Buffer;
  /** The methods of its requests, where its answers can be told apart. */
  methods?: string[];
  /** It reads nothing. */
  isDeaf?: boolean;
}

const LIST = 'GET /ws/v2.0/datacards/20:2 HTTP/1.1\r\nHost: x\r\n\r\n';

/** What clients do, by names for the page. */
const habits = {
  'whole requests': (random, secrets) => {
    const requests = Array.from({ length: REQUESTS }, () => randomRequest(random, secrets));
    return {
      bytes: Buffer.concat(requests.map((request) => bytesOf(request, false))),
      methods: requests.map(({ method }) => method),
    };
  },
  'anything behind requests': (random, secrets) => randomPipelined(random, secrets),
  'half a request': (random, secrets) => {
    const bytes = bytesOf(randomRequest(random, secrets), false);
    return { bytes: bytes.subarray(0, 1 + random.below(bytes.length)) };
  },
  'damaged requests': (random, secrets) => ({ bytes: mutate(bytesOf(randomRequest(random, secrets), false), random) }),
  'answers that nobody reads': () => ({ bytes: Buffer.from(LIST.repeat(REQUESTS)), isDeaf: true }),
  'a stream': (_, { tokens: [token] }) => {
    const head = 'GET /ws/v2.0/events/personal HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n';
    return { bytes: Buffer.from(`${head}Authorization: Bearer ${token}\r\n\r\n`), methods: ['GET'] };
  },
  'a sign-in at the provider': (_, { host, cookie, formToken }) => {
    const [path, body] = ['/ws/v2.0/account/provider', `form_token=${formToken}`];
    const headers = { host, cookie, 'content-type': 'application/x-www-form-urlencoded' };
    return { bytes: bytesOf({ method: 'POST', path, query: '', headers, body }, false), methods: ['POST'] };
  },
  silence: () => ({ bytes: Buffer.alloc(0) }),
} satisfies Record<string, (random: Random, secrets: Secrets) => Habit>;

export type HabitName = keyof typeof habits;
export const habitNames = Object.keys(habits) as [HabitName, ...HabitName[]];

/** A connection of a client, until the service closes it. */
export class Client {
  private constructor(
    private readonly connection: RawClient,
    private readonly habit: Habit,
  ) {}

  static async connect(url: string, name: HabitName, random: Random, secrets: Secrets): Promise<Client> {
    const habit: Habit = habits[name](random, secrets);
    const connection = await RawClient.connect(url);
    if (habit.isDeaf) connection.socket.pause();
    return new Client(connection, habit);
  }

  /** Sends its bytes after some milliseconds. */
  async sendAfter(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds);
    if (this.habit.bytes.length > 0) this.connection.send(this.habit.bytes);
  }

  /** Ends the connection of a client that has not seen its end, since it reads nothing. */
  leave(): Promise<void> {
    return this.connection.close();
  }

  /** Returns what is wrong with what has come, if anything: half an answer. */
  get problem(): string | undefined {
    const { methods } = this.habit;
    try {
      const isMore = methods !== undefined && readAnswers(this.connection.received, methods).length > methods.length;
      return isMore ? 'an answer to nothing' : undefined;
    } catch (error) {
      // A HEAD that the service cannot read as one is answered with a body.
      return methods?.at(-1) === 'HEAD' ? undefined : (error as Error).message;
    }
  }
}
