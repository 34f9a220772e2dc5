import { type ErrorCode, Failure } from '../../domain/failure.js';
import { type Message, renderMessage } from '../../page/server/account/message.js';
import type { StepContext } from '../context.js';
import { accountAssets } from '../documents/page-files.js';
import type { Services } from '../services.js';
import { rootFrom } from './paths.js';
import { sendPage } from './send-page.js';

/** A form that another site has sent, or that is too old. */
export class ForeignForm extends Error {}

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

/** Answers a failure with a page that says what to do next. What is no failure is logged, and its cause is not shown. */
export function sendFailure({ log }: Services, ctx: StepContext, error: unknown): void {
  const { requestId } = ctx.state;
  const frame = { root: rootFrom(ctx.path), assets: accountAssets(), formToken: '' };
  const next = { address: `${frame.root}account`, text: 'Your account' };
  if (error instanceof ForeignForm) {
    log.warn({ requestId, address: ctx.state.clientAddress }, 'form refused');
    sendPage(ctx, frame, renderMessage({ ...foreignForm, next }), { status: 403 });
    return;
  }
  const failure = error instanceof Failure ? error : new Failure('internal_error', undefined, {}, error);
  if (failure.cause !== undefined) log.error({ requestId, err: failure.cause }, failure.code);
  ctx.state.failure = failure.code;
  const { status, closes } = failure.definition;
  if (closes) ctx.state.closes = true;
  const { allow, retry_after } = failure.details;
  if (allow) ctx.set('Allow', allow.join(', '));
  if (retry_after !== undefined) ctx.set('Retry-After', String(retry_after));
  const title = 'This did not work';
  const message = messages[failure.code] ?? { title, text: failure.message };
  sendPage(ctx, frame, renderMessage({ ...message, next }), { status });
}
