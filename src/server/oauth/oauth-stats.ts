import type { State } from '../context/state.js';

/** Counts of what OAuth has done since the start. */
export class OAuthStats {
  /** Answers with tokens, by grant type. */
  readonly issued = new Map<string, number>();
  /** Refused requests, by endpoint as it is declared, and error. */
  readonly refused = new Map<string, { endpoint: string; error: string; count: number }>();
  /** Answers of people to programs. */
  readonly consents = { allowed: 0, denied: 0 };

  countIssued(grantType: string): void {
    this.issued.set(grantType, (this.issued.get(grantType) ?? 0) + 1);
  }

  /** @param error an error code of the protocol, of which there are few */
  countRefused({ endpoint = 'other' }: Pick<State, 'endpoint'>, error: string): void {
    const key = `${endpoint} ${error}`;
    const known = this.refused.get(key) ?? { endpoint, error, count: 0 };
    known.count += 1;
    this.refused.set(key, known);
  }
}
