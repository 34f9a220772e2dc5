import '../limits/movable-clock.js';

/*
 * Loaded before the service: its provider has half a second for an answer, and its clock can be moved, so that it reads the metadata again.
 * It also plants the faults that the trial has to find.
 */

const fault = process.env.TRIAL_FAULT;
const { timeout } = AbortSignal;
AbortSignal.timeout = () => (fault === 'patient' ? new AbortController().signal : timeout.call(AbortSignal, 500));

if (fault === 'signature') crypto.subtle.verify = async () => true;

let nonce = '';
const { set, append } = URLSearchParams.prototype;
Object.assign(URLSearchParams.prototype, {
  set(this: URLSearchParams, name: string, value: string) {
    if (name === 'nonce') nonce = value;
    set.call(this, name, value);
  },
  append(this: URLSearchParams, name: string, value: string) {
    if (name === 'nonce') nonce = value;
    append.call(this, name, value);
  },
});

const { parse } = JSON;
JSON.parse = (...all: Parameters<typeof parse>) => {
  const value = parse(...all);
  const isClaims = typeof value === 'object' && value !== null && 'sub' in value && 'iss' in value;
  if (isClaims && fault === 'nonce') value.nonce = nonce;
  if (isClaims && fault === 'audience') value.aud = 'galaxy';
  if (isClaims && fault === 'expiry') value.exp = Math.floor(Date.now() / 1000) + 60;
  if (isClaims && fault === 'leak') process.stderr.write(`${JSON.stringify(value)}\n`);
  return value;
};
