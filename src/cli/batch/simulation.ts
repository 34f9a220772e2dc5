import { WrongAnswer } from '../../client/errors.js';
import type { PayloadOf } from '../../client/types.js';
import { UNLIMITED, usesAfterAssigning } from '../../domain/datacard.js';
import { Failure } from '../../domain/failure.js';
import type { Connection } from '../service/connect.js';
import { listIn, number, recordIn, text } from '../service/read-answer.js';
import type { BatchRow } from './batch-row.js';
import type { Uses } from './journal.js';
import { refusalIn } from './result.js';

/** The uses of a datacard: those that are left, and those of each entity. */
interface Card {
  unassigned: number;
  assigned: Map<string, number>;
}

type Datacard = PayloadOf<'GET /datacard/{uid}'>['datacard'];
type Use = Datacard['assignedlocations']['assignedlocation'][number];

/**
 * Finds out what the rows of a batch would change, one after the other, by the rules that the service itself goes by. Each
 * datacard is read once. Whether an entity exists is nothing that can be read: only the change itself shows it.
 */
export class Simulation {
  readonly #connection: Connection;
  readonly #cards = new Map<string, Promise<Card>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @throws {Failure | ServiceError} where the service would refuse the row */
  async change({ datacard, entity, uses }: BatchRow): Promise<Uses> {
    const card = await this.#card(datacard);
    const change = uses === null ? revoke(card, entity) : assign(card, entity, uses);
    if (change.after === 0) card.assigned.delete(entity);
    else card.assigned.set(entity, change.after);
    return change;
  }

  #card(uid: string): Promise<Card> {
    const reading = this.#cards.get(uid) ?? this.#read(uid);
    this.#cards.set(uid, reading);
    // A refusal is the same for all rows of the datacard; what may pass is asked again.
    return reading.catch((error: unknown) => {
      if (!refusalIn(error)) this.#cards.delete(uid);
      throw error;
    });
  }

  async #read(uid: string): Promise<Card> {
    const { svcapi } = (await this.#connection.call('GET /datacard/{uid}', { params: { uid } })).envelope;
    const datacard = recordIn(svcapi, (payload) => payload.datacard);
    const uses = listIn(datacard, ({ assignedlocations }) => assignedlocations.assignedlocation);
    return {
      unassigned: certain(number((card: Datacard) => card.uses)(datacard)),
      assigned: new Map(uses.map((use) => [String(locationUid(use)), certain(quantity(use))])),
    };
  }
}

function assign(card: Card, entity: string, uses: number): Uses {
  const before = card.assigned.get(entity) ?? 0;
  const amount = uses === UNLIMITED ? ({ unlimited: true } as const) : { uses };
  const after = usesAfterAssigning(card.unassigned, before, amount);
  if (card.unassigned !== UNLIMITED) card.unassigned -= uses;
  return { before, after };
}

function revoke(card: Card, entity: string): Uses {
  const before = card.assigned.get(entity);
  if (before === undefined) throw new Failure('not_found', `${entity} has no uses of this datacard.`);
  if (card.unassigned !== UNLIMITED) card.unassigned += before;
  return { before, after: 0 };
}

const locationUid = text(({ location }: Use) => location.attributes.uid);
const quantity = number((use: Use) => use.quantity);

/** A guess would be worse than none here. */
function certain(uses: number | null): number {
  if (uses === null || !Number.isSafeInteger(uses)) throw new WrongAnswer('does not say how many uses there are');
  return uses;
}
