import type { Unreachable } from '../../../client/errors.js';

/** Returns the message for a failed connection, with the flags that lead further. */
export function unreachableAdvice({ code, message, url }: Unreachable): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing answers at ${url.origin}; start a service there with “svcapi serve”, or name another with --url`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host named ${url.hostname}; check --url`;
    case 'timeout':
      return `${url.origin} did not answer in time; try again, or raise --timeout`;
    default:
      return message.replace('baseUrl', '--url');
  }
}
