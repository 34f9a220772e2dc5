import { renderMessage } from '../../page/server/account/message.js';
import type { StepContext } from '../context/state.js';
import { accountAssets } from '../documents/page-files.js';
import { sendPage } from '../documents/send-page.js';

/** Advice to a person about a request that cannot be answered by a redirect, by its error. */
const TEXTS: Record<string, { title: string; text: string }> = {
  invalid_client: {
    title: 'This program is not known here',
    text: 'The program that sent you here is not registered with this service, or was removed. Ask its author.',
  },
  invalid_redirect_uri: {
    title: 'This program asks for an answer at an unknown address',
    text: 'The address that it wants the answer at is not one that its author has registered. Nothing was sent there.',
  },
};

/** Returns true for a browser, which a person looks at. */
export function wantsPage(ctx: StepContext): boolean {
  return ctx.accepts('application/json', 'text/html') === 'text/html';
}

/** Sends the page of a request for authorization that cannot be answered by a redirect. */
export function sendRefusal(ctx: StepContext, status: number, error: string, description: string): void {
  const { title, text } = TEXTS[error] ?? {
    title: 'This request cannot be answered',
    text: `Start again in the program that sent you here. If it fails again, tell its author: ${error}, ${description}.`,
  };
  const depth = ctx.path.split('/').length - 3;
  const frame = { root: `${'../'.repeat(depth)}v2.0/`, assets: accountAssets(), formToken: '' };
  sendPage(ctx, frame, renderMessage({ title, text }), { status });
}
