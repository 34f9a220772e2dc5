import type { Metadata } from './answer-metadata.js';
import type { CallOptions } from './request.js';
import type { RouteTypes } from './route-types.js';

/** A method and a path of the service, such as `GET /datacard/{uid}`. */
export type RouteName = keyof RouteTypes;

/** The payload of a route. */
export type PayloadOf<R extends RouteName> = RouteTypes[R]['payload'];

/** A part of a call, which can be left out if all that it holds can. */
type Part<Name extends string, Fields> =
  Record<never, never> extends Fields ? { [N in Name]?: Fields | undefined } : { [N in Name]: Fields };

/** The parameters of a route: in the path, the query and the body. */
export type ParametersOf<R extends RouteName> = Part<'params', RouteTypes[R]['params']> &
  Part<'query', RouteTypes[R]['query']> &
  Part<'body', RouteTypes[R]['body']>;

/** The call of a route: its parameters, and what any call can have. */
export type CallOf<R extends RouteName> = ParametersOf<R> &
  CallOptions &
  (R extends `GET ${string}`
    ? unknown
    : {
        /**
         * Makes the change safe to repeat within a day, also by another process. By default the client makes a key for each call,
         * which makes its own retries safe.
         */
        idempotencyKey?: string | undefined;
      });

/** The arguments of a call after its route: none is needed if the route needs no parameter. */
export type CallArguments<R extends RouteName> =
  Record<never, never> extends ParametersOf<R> ? [call?: CallOf<R>] : [call: CallOf<R>];

/** A whole answer. Reference, section 2.1. */
export interface EnvelopeOf<Payload> {
  version: string;
  /** Unix seconds. */
  timestamp: number;
  resource: string;
  request: string;
  svcapi: Payload;
}

/** The answer to a call. */
export interface Answer<Payload> extends Metadata {
  /** The payload, from `svcapi`. */
  data: Payload;
  envelope: EnvelopeOf<Payload>;
}

/** A transaction of a credit log. */
export type Transaction = PayloadOf<'GET /character/{uid}/creditlog'>['transactions']['transaction'][number];

/** An event of a list. */
export type ListedEvent = PayloadOf<'GET /events/{mode}[/{type}]'>['events']['event'][number];

/** A reference to an entity: its name, its uid and its address. */
export type Ref = Transaction['sender'];

/** A galactic time. */
export type Moment = Transaction['time'];
