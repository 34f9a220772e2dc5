import type { ErrorCode, Failure } from '../../domain/failure.js';
import { type Message, renderMessage } from '../../page/server/account/frame.js';
import { accountAssets } from '../documents/page-files.js';
import { sendPage } from '../documents/send-page.js';
import type { StepContext } from '../state.js';
import { rootFrom } from './paths.js';

const foreignForm: Message = {
  title: 'This form cannot be used any more',
  text: 'It is too old, was opened before you signed in or out, or comes from another site. Open the page again, and send it from there.',
};

const notThere: Message = {
  title: 'There is no such page',
  text: 'Check the address, or start from your account.',
};

const messages: Partial<Record<ErrorCode, Message>> = {
  not_found: notThere,
  route_not_found: notThere,
  method_not_allowed: { title: 'This address takes no such request', text: 'Open the page, and use its form.' },
  unsupported_media_type: { title: 'This is not a form of the page', text: 'Open the page, and send its form.' },
  unavailable: { title: 'The service is busy', text: 'Wait a few seconds, and send the form again.' },
};

/** Sends a page that says what to do after a failure. */
export function sendFailure(ctx: StepContext, { code, message, definition }: Failure): void {
  sendMessage(ctx, messages[code] ?? { title: 'This did not work', text: message }, definition.status);
}

/** Sends the page for a form that another site has sent, or that is too old. */
export function refuseForm(ctx: StepContext): void {
  sendMessage(ctx, foreignForm, 403);
}

function sendMessage(ctx: StepContext, message: Message, status: number): void {
  const frame = { root: rootFrom(ctx.path), assets: accountAssets(), formToken: '' };
  const next = { address: `${frame.root}account`, text: 'Your account' };
  sendPage(ctx, frame, renderMessage({ ...message, next }), { status });
}
