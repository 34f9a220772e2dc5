import { Visitor } from '../../test/helpers/visitor.js';
import { HttpClient } from '../harness.js';
import { clientOf } from '../limits/client-address.js';
import type { Task } from '../trial.js';

/** Attempts of an address at one name, and those of which the password is compared. */
const ATTEMPTS = 12;
const HEARD = 10;

const AT_ONCE = 8;

/** The address of the players, which no attacker has. */
export const PLAYERS = '192.0.2.1';

/** Somebody at thousands of addresses who tries wrong passwords without a pause. */
export class Attackers {
  readonly #task: Task;
  readonly #names: readonly [string, ...string[]];
  readonly #client: HttpClient;
  readonly #url: string;
  #addresses = 0;
  #isOver = false;
  #going: Promise<unknown> = Promise.resolve();

  constructor(task: Task, url: string, names: readonly [string, ...string[]]) {
    [this.#task, this.#url, this.#names] = [task, url, names];
    this.#client = new HttpClient(url, AT_ONCE);
  }

  start(): void {
    this.#going = Promise.all(Array.from({ length: AT_ONCE }, () => this.#attack()));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#going;
    this.#client.close();
  }

  async #attack(): Promise<void> {
    const visitor = new Visitor(this.#url);
    await visitor.visit('/account/sign-in');
    const [, token = ''] = /name="form_token" value="(\w+)"/.exec(visitor.html) ?? [];
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    while (!this.#isOver) await this.#useAddress(cookie, token);
  }

  async #useAddress(Cookie: string, form_token: string): Promise<void> {
    // Even numbers: the odd ones are for others.
    const number = 2 * this.#addresses++;
    const random = this.#task.random(number, 'attack');
    const name = random.chance(0.3) ? `nobody ${number}` : random.pick(this.#names);
    let heard = 0;
    for (let attempt = 0; attempt < ATTEMPTS && !this.#isOver; attempt += 1) {
      const address = clientOf(this.#task.fault === 'forgets' ? number + attempt * 100_000 : number).spell(random);
      const { status, headers } = await this.#client.send({
        ...{ method: 'POST', path: '/account/sign-in' },
        headers: { Cookie, 'X-Forwarded-For': address, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ form_token, name, password: `guess ${random.below(1e9)}` }).toString(),
      });
      if (status === 403) heard += 1;
      this.#task.count(`guesses of the flood that got ${status}`);
      if (String(headers['set-cookie']).includes('session')) this.#violate(`a guess got in as ${name}`);
    }
    if (heard > HEARD) this.#violate(`${heard} passwords of one address for one name were compared`);
  }

  #violate(what: string): void {
    this.#task.violate(this.#task.from + this.#task.done, what);
  }
}
