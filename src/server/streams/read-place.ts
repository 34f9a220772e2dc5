import { invalidParameter } from '../../domain/failure.js';
import type { RouteStream } from '../../routes/define-stream.js';
import type { Store } from '../../store/store.js';
import { placeOfId } from './message.js';

/** The beginning of a stream. */
export interface Beginning {
  place: number;
  /** True if items may be missing before it. */
  isReset: boolean;
}

/**
 * Finds where a stream begins: behind the item of Last-Event-ID, or with what arrives from now on. An item that was removed, or
 * was stored too long ago, leaves no other place than now.
 *
 * @throws {Failure} `invalid_parameter` for a Last-Event-ID that no stream of this route has sent
 */
export async function readPlace(
  id: string,
  { kind, numberOf, id: idWords }: RouteStream,
  characterUid: string,
  { arrivals }: Store,
): Promise<Beginning> {
  const { first, last } = await arrivals.span();
  if (id === '') return { place: last, isReset: false };
  const given = placeOfId(id);
  const number = given === undefined ? numberOf(id) : undefined;
  if (given === undefined && number === undefined) {
    throw invalidParameter('Last-Event-ID', `Last-Event-ID: It must be ${idWords}, or an id that a stream has sent.`);
  }
  const place = number === undefined ? given : await arrivals.placeOf(kind, number, characterUid);
  // A place behind the last is one of another database, such as that before a backup was restored.
  if (place === undefined || place > last) return { place: last, isReset: true };
  return place < first - 1 ? { place: first - 1, isReset: true } : { place, isReset: false };
}
