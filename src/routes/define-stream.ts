import type { z } from 'zod';
import type { ArrivalKind } from '../model/event.js';
import type { ListedEvent, Principal, Store, Transaction } from '../store/store.js';
import type { Links } from './links.js';

interface Items extends Record<ArrivalKind, object> {
  event: ListedEvent;
  transaction: Transaction;
}

/** `data` is sent as JSON. */
export interface StreamMessage {
  id: string;
  data: object;
}

export interface Followed<Item = never> {
  characterUid: string;
  /** Returns undefined for an item that the client has not asked for. */
  message(item: Item, links: Links): StreamMessage | undefined;
}

/** An authorized call that opens a stream. */
export interface StreamCall<Params> {
  params: Params;
  principal: Principal;
  store: Store;
}

/** New items of a list, as server-sent events. */
export interface RouteStream<Params = never> {
  kind: ArrivalKind;
  /** The schema of an item. */
  message: z.ZodType;
  /** The schema's name in `namedShapes`. */
  shape: string;
  /** Describes the id of a message. */
  id: string;
  /** Returns undefined for an id that no message can have. */
  numberOf(id: string): number | undefined;
  /** @throws {Failure} as the handler of the route does */
  follow(call: StreamCall<Params>): Followed | Promise<Followed>;
}

export function defineStream<Kind extends ArrivalKind, Params>(
  stream: Omit<RouteStream<Params>, 'kind' | 'follow'> & {
    kind: Kind;
    follow(call: StreamCall<Params>): Followed<Items[Kind]> | Promise<Followed<Items[Kind]>>;
  },
): RouteStream<Params> {
  return stream as RouteStream<Params>;
}
