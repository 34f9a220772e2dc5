import test from 'ava';
import { type ErrorCode, exitCodes, Failure, failures, invalidParameter } from '../../src/domain/failure.js';

// wire.md, “Errors”, written out again, and the two that only a broken request meets.
const statuses: Record<ErrorCode, number> = {
  invalid_parameter: 400,
  rate_limit_exceeded: 400,
  malformed_request: 400,
  token_missing: 401,
  token_invalid: 401,
  permission_missing: 401,
  not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  not_enough_uses: 409,
  idempotency_key_reused: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  too_many_streams: 429,
  header_fields_too_large: 431,
  invalid_time: 500,
  internal_error: 500,
  unavailable: 503,
};

test('each failure has the status of the wire contract', (t) => {
  t.deepEqual(Object.fromEntries(Object.entries(failures).map(([code, { status }]) => [code, status])), statuses);
});

test('each failure has a message and an exit code', (t) => {
  for (const { message, exit } of Object.values(failures)) {
    t.regex(message, /^[A-Z].*\.$/);
    t.true(exitCodes[exit] > 0);
  }
});

test('a failure has the default message of its code, or its own', (t) => {
  t.is(new Failure('not_found').message, failures.not_found.message);
  t.is(new Failure('not_found', 'No such faction.').message, 'No such faction.');
  t.deepEqual(invalidParameter('uid', 'Wrong.').details, { parameter: 'uid' });
});

test('the cause of a failure is kept for the log', (t) => {
  const cause = new Error('disk gone');
  t.is(new Failure('unavailable', undefined, {}, cause).cause, cause);
  t.is(new Failure('unavailable').cause, undefined);
});
