/** A small program, as somebody may write it for the service: it reports on a character, and assigns datacards. */

export interface Service {
  url: string;
  token: string;
}

/** The service refuses a request. */
export class Refused extends Error {
  readonly code: string;
  /** Seconds to wait before the next try, if the service says so. */
  readonly retryAfter: number | undefined;

  constructor(code: string, message: string, retryAfter: number | undefined) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export interface Report {
  name: string;
  credits: number;
  /** The time of the service, in Unix seconds. */
  at: number;
}

/** Reports the name and the credits of the token's character. */
export async function report(service: Service): Promise<Report> {
  const { timestamp, svcapi } = await send(service, '/character');
  const { uid, name } = svcapi.character;
  const credits = (await send(service, `/character/${uid}/credits`)).svcapi.credits;
  return { name, credits, at: timestamp };
}

/** Assigns uses of a datacard. A connection that breaks is no reason to assign them twice: each try has the same key. */
export async function assign(service: Service, datacard: string, entity: string, uses: number): Promise<number> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const body = new URLSearchParams({ production_entity_uid: entity, uses: String(uses) });
  const { svcapi } = await send(service, `/datacard/${datacard}`, { method: 'POST', headers, body });
  return svcapi.assignments.assignment[0].newquantity;
}

const TRIES = 3;

/** Sends a request, and again when the service is unavailable or the connection breaks. */
// biome-ignore lint/suspicious/noExplicitAny: the program trusts the service
async function send(service: Service, path: string, init: RequestInit = {}): Promise<any> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(service, path, init);
    } catch (error) {
      const isPassing = error instanceof Refused ? error.code === 'unavailable' : error instanceof TypeError;
      if (!isPassing || attempt === TRIES) throw error;
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the program trusts the service
async function sendOnce({ url, token }: Service, path: string, init: RequestInit): Promise<any> {
  const headers = { ...init.headers, Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/ws/v2.0${path}`, { ...init, headers });
  const answer = await response.json();
  if (response.ok) return answer;
  const { error, error_message, retry_after } = answer.svcapi;
  throw new Refused(error, error_message, retry_after);
}
