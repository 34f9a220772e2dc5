import type { Logger } from 'pino';
import { maskTokens } from '../../domain/mask-tokens.js';
import type { Step, StepContext } from '../context/state.js';
import { gatheringWriter } from '../log.js';

/** Logs one line for each request, without its query, body and headers, which can contain a token. */
export function logRequest(log: Logger): Step {
  if (!log.isLevelEnabled('info')) return (_ctx, next) => next();
  const write = gatheringWriter(log);
  return async (ctx, next) => {
    const begun = performance.now();
    try {
      await next();
    } finally {
      write(lineOf(ctx, Math.round(performance.now() - begun)));
    }
  };
}

/**
 * Returns the line as the logger would write it, for a fraction of the time. Only what clients choose can need quotes or a mask; an id needs
 * no quotes (REQUEST_ID).
 */
function lineOf(ctx: StepContext, ms: number): string {
  const { requestId, clientAddress, principal, failure } = ctx.state;
  const isClosed = ctx.respond === false;
  const status = isClosed ? '' : `,"status":${ctx.status}`;
  const error = failure === undefined ? '' : `,"error":"${failure}"`;
  const address = clientAddress === undefined ? '' : `,"address":"${clientAddress}"`;
  const client = principal ? `,"client":${quoted(principal.client_id)}` : '';
  const request = `"requestId":"${masked(requestId)}","method":"${ctx.method}","path":${quoted(ctx.path)}`;
  const outcome = `"ms":${ms},"msg":"${isClosed || !ctx.writable ? 'closed' : 'answered'}"`;
  return `{"level":"info","time":"${isoTime()}",${request}${status}${error}${address}${client},${outcome}}\n`;
}

/** Characters that JSON has as they are. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Returns a text as JSON, with its tokens masked. */
function quoted(text: string): string {
  const shown = masked(text);
  return PLAIN.test(shown) ? `"${shown}"` : JSON.stringify(shown);
}

/** Masks tokens. Most texts have neither of the characters that are in every token. */
function masked(text: string): string {
  return text.includes('_') || text.includes('%') ? maskTokens(text) : text;
}

let second = Number.NaN;
let untilSecond = '';

/** Returns the time in ISO 8601, whose date and seconds are formatted once a second: that takes as long as the rest of a line. */
function isoTime(): string {
  const now = Date.now();
  const milliseconds = now % 1000;
  if (now - milliseconds !== second) {
    second = now - milliseconds;
    untilSecond = new Date(now).toISOString().slice(0, -'000Z'.length);
  }
  return `${untilSecond}${String(milliseconds).padStart(3, '0')}Z`;
}
