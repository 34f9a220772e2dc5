import { WrongAnswer } from '../../client/errors.js';
import { UNLIMITED, usesAfterAssigning } from '../../domain/datacard.js';
import { Failure } from '../../domain/failure.js';
import { isUid, productionTypes } from '../../domain/uid.js';
import { listIn, recordIn } from '../connection/call-route.js';
import type { Connection } from '../connection/connect.js';
import { usageError } from '../exit-status.js';
import { type Change, refusalIn } from './change.js';
import type { Uses } from './done-file.js';
import type { ChangeRequest } from './rows.js';

/** `holdings` has the uid of the entity as its key. */
interface Card {
  uid: string | null;
  entity: string | null;
  unassigned: number;
  holdings: Map<string, { uses: number | null; location: string | null }>;
}

/** Applies the rules of the service, but cannot check whether an entity exists: only the change itself shows that. */
export class DryRun {
  readonly #connection: Connection;
  readonly #cards = new Map<string, Promise<Card>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @throws {Failure | ServiceError} when the service would refuse the change */
  async change({ datacard, entity, uses }: ChangeRequest): Promise<Change & Uses> {
    if (!isUid(entity, ...productionTypes)) {
      throw usageError(`“${entity}” is not the uid of a production entity; give one such as 4:12 or 5:12`);
    }
    const card = await this.#card(datacard);
    const held = card.holdings.get(entity);
    if (uses === null && !held) throw new Failure('not_found', `${entity} has no uses of this datacard.`);
    const before = held ? requireUses(held.uses) : 0;
    const amount = uses === UNLIMITED ? ({ unlimited: true } as const) : { uses: uses ?? 0 };
    const after = uses === null ? 0 : usesAfterAssigning(card.unassigned, before, amount);
    if (card.unassigned !== UNLIMITED) card.unassigned += uses === null ? before : -uses;
    const location = held?.location ?? null;
    if (after === 0) card.holdings.delete(entity);
    else card.holdings.set(entity, { uses: after, location });
    return { datacard: card.uid, entity: card.entity, locationUid: entity, location, before, after, done: false };
  }

  #card(uid: string): Promise<Card> {
    const card = this.#cards.get(uid) ?? this.#read(uid);
    this.#cards.set(uid, card);
    // A refusal holds for every change of the datacard; after any other error it is read again.
    return card.catch((error: unknown) => {
      if (!refusalIn(error)) this.#cards.delete(uid);
      throw error;
    });
  }

  async #read(uid: string): Promise<Card> {
    const { svcapi } = (await this.#connection.call('GET /datacard/{uid}', { params: { uid } })).envelope;
    const datacard = recordIn(svcapi, (payload) => payload.datacard);
    const uses = listIn(datacard, ({ assignedlocations }) => assignedlocations.assignedlocation);
    const holdings = uses.map(
      ({ location, quantity }) => [location.attributes.uid, { uses: quantity, location: location.value }] as const,
    );
    return {
      uid: datacard.uid,
      entity: datacard.entity.value,
      unassigned: requireUses(datacard.uses),
      holdings: new Map(holdings),
    };
  }
}

/** @throws {WrongAnswer} unless it is a number of uses: a guess would be worse than an error */
function requireUses(uses: number | null): number {
  if (uses === null || !Number.isSafeInteger(uses)) throw new WrongAnswer('does not say how many uses there are');
  return uses;
}
