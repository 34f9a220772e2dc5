import type { Seen, Visitor } from '../../helpers/visitor.js';

/** Presses the button that leads to the provider on the shown page, and returns the address there. */
export async function leave(visitor: Visitor): Promise<URL> {
  const form = visitor.forms().findIndex((each) => each.includes('account/provider"'));
  const { html } = await visitor.send({}, { form });
  const [, address = ''] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html) ?? [];
  return new URL(address.replaceAll('&amp;', '&'));
}

/** Goes to the provider from the shown page, and comes back. */
export async function goThrough(visitor: Visitor): Promise<Seen> {
  return visitor.visit((await leave(visitor)).href);
}
