/** What a caller may name its request by, so that it finds it in the log; another name is replaced by one of ours. */
export const REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** What makes a change safe to repeat. Wire contract, “Datacards”. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
