import { invalidParameter } from '../../domain/failure.js';
import type { RouteStream } from '../../routes/define-stream.js';
import type { Store } from '../../store/store.js';
import { cursorOfId } from './message.js';

/** The beginning of a stream. */
export interface Beginning {
  cursor: number;
  /** True if items may be missing before it. */
  isReset: boolean;
}

/**
 * Finds the cursor at which a stream begins: after the item of Last-Event-ID, or at the last arrival. So does a stream whose item was
 * removed, or was stored too long ago.
 *
 * @throws {Failure} `invalid_parameter` for a Last-Event-ID that no stream of this route has sent
 */
export async function readCursor(
  id: string,
  { kind, numberOf, id: idWords }: RouteStream,
  characterUid: string,
  { arrivals }: Store,
): Promise<Beginning> {
  const { first, last } = await arrivals.span();
  if (id === '') return { cursor: last, isReset: false };
  const given = cursorOfId(id);
  const number = given === undefined ? numberOf(id) : undefined;
  if (given === undefined && number === undefined) {
    throw invalidParameter('Last-Event-ID', `Last-Event-ID: It must be ${idWords}, or an id that a stream has sent.`);
  }
  const cursor = number === undefined ? given : await arrivals.placeOf(kind, number, characterUid);
  // A cursor after the last arrival is one of another database, such as that before a backup was restored.
  if (cursor === undefined || cursor > last) return { cursor: last, isReset: true };
  return cursor < first - 1 ? { cursor: first - 1, isReset: true } : { cursor, isReset: false };
}
