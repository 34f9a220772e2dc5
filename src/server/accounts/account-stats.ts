/** The way in which somebody signed in, or the reason why they could not. */
export type SignInResult = 'password' | 'invitation' | 'proxy' | 'refused' | 'limited';

/** Counts what people do; the metrics are made of it at each scrape. */
export class AccountStats {
  readonly signIns: Record<SignInResult, number> = { password: 0, invitation: 0, proxy: 0, refused: 0, limited: 0 };
  /** Forms that another site has sent, or that were too old. */
  refusedForms = 0;
}
