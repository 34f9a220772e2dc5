/** A request id that a client may choose, to find its request in the log. Any other is replaced. */
export const REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** An Idempotency-Key, which makes a change safe to repeat. Wire contract, “Datacards”. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
