export {
  Client,
  type ClientOptions,
  type CreditLogOptions,
  type EventsOptions,
  type FollowEventsOptions,
} from './client.js';
export type { Clock } from './clock.js';
export type { Metadata, RateLimitHeaders } from './errors.js';
export { ClientError, ServiceError, Unreachable, WrongAnswer } from './errors.js';
export type { FollowOptions } from './follow-stream.js';
export { OAuthError, type OAuthOptions, type OAuthTokens } from './oauth.js';
export type { CallOptions, RawRequest } from './request.js';
export type { TransportAnswer } from './transport/transport.js';
export type * from './types.js';
