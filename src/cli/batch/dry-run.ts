import { WrongAnswer } from '../../client/errors.js';
import type { PayloadOf } from '../../client/types.js';
import { type Amount, usesAfterAssigning } from '../../domain/datacard.js';
import { isUid, productionTypes } from '../../domain/uid.js';
import { CliError, usageError } from '../cli-error.js';
import type { Connection } from '../service/connect.js';
import { listIn, number, recordIn, text } from '../service/read-answer.js';
import type { Change } from './change.js';

type Datacard = PayloadOf<'GET /datacard/{uid}'>['datacard'];
type Use = Datacard['assignedlocations']['assignedlocation'][number];

/** What the rules need to know of a datacard and an entity that may have uses of it. */
interface Standing {
  change: Change;
  unassigned: number;
  before: number | undefined;
}

/**
 * What an assignment would change, by the rules that the service itself goes by. Nothing is changed.
 *
 * @throws {Failure | CliError} where the service would refuse it as well
 */
export async function tryAssigning(
  connection: Connection,
  uid: string,
  entity: string,
  amount: Amount,
): Promise<Change> {
  const { change, unassigned, before = 0 } = await standing(connection, uid, entity);
  return { ...change, before, after: usesAfterAssigning(unassigned, before, amount) };
}

/** What a revocation would change. */
export async function tryRevoking(connection: Connection, uid: string, entity: string): Promise<Change> {
  const { change, before } = await standing(connection, uid, entity);
  if (before === undefined) throw new CliError('not_found', `${entity} has no uses of this datacard`);
  return { ...change, before, after: 0 };
}

async function standing(connection: Connection, uid: string, entity: string): Promise<Standing> {
  if (!isUid(entity, ...productionTypes)) {
    throw usageError(`“${entity}” is no uid of a production entity; give one such as 4:12 or 5:12`);
  }
  const { svcapi } = (await connection.call('GET /datacard/{uid}', { params: { uid } })).envelope;
  const datacard = recordIn(svcapi, (payload) => payload.datacard);
  const uses = listIn(datacard, ({ assignedlocations }) => assignedlocations.assignedlocation);
  const use = uses.find((candidate) => locationUid(candidate) === entity);
  return {
    change: {
      datacard: text((card: Datacard) => card.uid)(datacard),
      entity: text((card: Datacard) => card.entity.value)(datacard),
      locationUid: entity,
      location: use ? text(({ location }: Use) => location.value)(use) : null,
      before: null,
      after: null,
      done: false,
    },
    unassigned: certain(number((card: Datacard) => card.uses)(datacard)),
    before: use && certain(number(({ quantity }: Use) => quantity)(use)),
  };
}

const locationUid = text(({ location }: Use) => location.attributes.uid);

/** A guess would be worse than none here. */
function certain(uses: number | null): number {
  if (uses === null || !Number.isSafeInteger(uses)) throw new WrongAnswer('does not say how many uses there are');
  return uses;
}
