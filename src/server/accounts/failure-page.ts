import type { ErrorCode, Failure } from '../../domain/failure.js';
import { message, rootFrom, sendMessage } from '../documents/send-page.js';
import type { StepContext } from '../state.js';

const FOREIGN_FORM = [
  'This form cannot be used any more',
  'It is too old, was opened before you signed in or out, or comes from another site. Open the page again, and send it from there.',
] as const;

const NOT_THERE = ['There is no such page', 'Check the address, or start from your account.'] as const;

/** The title and the text of the page of a failure. */
const MESSAGES: Partial<Record<ErrorCode, readonly [title: string, text: string]>> = {
  not_found: NOT_THERE,
  route_not_found: NOT_THERE,
  method_not_allowed: ['This address takes no such request', 'Open the page, and use its form.'],
  unsupported_media_type: ['This is not a form of the page', 'Open the page, and send its form.'],
  unavailable: ['The service is busy', 'Wait a few seconds, and send the form again.'],
};

/** Sends a page that says what to do after a failure. */
export function sendFailure(ctx: StepContext, { code, message: text, definition }: Failure): void {
  send(ctx, definition.status, MESSAGES[code] ?? ['This did not work', text]);
}

/** Sends the page for a form that another site has sent, or that is too old. */
export function refuseForm(ctx: StepContext): void {
  send(ctx, 403, FOREIGN_FORM);
}

function send(ctx: StepContext, status: number, [title, text]: readonly [string, string]): void {
  sendMessage(ctx, message(status, title, text, { address: `${rootFrom(ctx.path)}account`, text: 'Your account' }));
}
