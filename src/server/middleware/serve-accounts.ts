import { type ErrorCode, Failure } from '../../domain/failure.js';
import { PREFIX } from '../../routes/path.js';
import { isOwnForm } from '../accounts/form-token.js';
import { type AccountServices, openRequest, type Page, type PageRequest } from '../accounts/page-request.js';
import { pages } from '../accounts/pages/index.js';
import { message, redirect, rootFrom, sendMessage, sendPage, setPageHeaders } from '../documents/send-page.js';
import { parseBody } from '../request/body.js';
import type { Body, StepContext } from '../state.js';
import { checkMethod, nowhere, type ResourceEntry } from './find-route.js';

export function accountResources(services: AccountServices): ResourceEntry[] {
  const shared = { isOwnOrigin: true, writeFailure: sendFailure } as const;
  const entries = pages.map((page): ResourceEntry => {
    const path = (PREFIX + page.path).replaceAll('.', '\\.').replace('{id}', '([\\w-]{1,100})');
    // A trailing slash would change the relative URLs of the page.
    const pattern = new RegExp(`^${path}$`);
    const methods = [...(page.get ? ['GET', 'HEAD'] : []), ...(page.post ? ['POST'] : [])];
    const serve = async (ctx: StepContext) => {
      if (!checkMethod(ctx, methods)) return;
      await answer(page, await openRequest(services, ctx, pattern.exec(ctx.path)?.[1] ?? ''));
    };
    return [pattern, { name: page.path, ...shared, serve }];
  });
  return [...entries, [new RegExp(`^${PREFIX}/account(?:/|$)`), { ...nowhere, ...shared }]];
}

async function answer(page: Page, request: PageRequest): Promise<void> {
  const { ctx, frame, log, options } = request;
  const form = ctx.method === 'POST' ? await readForm(ctx) : undefined;
  if (form && !isOwnForm(request, form.form_token, options.publicUrl)) {
    log.warn({ address: ctx.state.clientAddress }, 'form refused');
    return sendText(ctx, 403, FOREIGN_FORM);
  }
  const response = await (form ? page.post?.(request, form) : page.get?.(request));
  if (!response) return;
  if ('title' in response) return sendPage(ctx, frame, form ? response : { ...response, notice: noticeOf(ctx) });
  setPageHeaders(ctx, response.formTargets);
  redirect(ctx, response.redirect);
}

async function readForm(ctx: StepContext): Promise<Body> {
  if (ctx.request.is('urlencoded') !== 'urlencoded') throw new Failure('unsupported_media_type');
  return parseBody(ctx);
}

/** The URL has only the name of a result, so that no link can make up a text. */
const NOTICES: Readonly<Record<string, string>> = {
  'signed-out': 'You are signed out.',
  'session-ended': 'The session has ended.',
  'sessions-ended': 'You are signed out everywhere else.',
  ended: 'The access has ended. The program’s tokens stop working within a second.',
  'token-ended': 'The token has ended. It stops working within a second.',
  password: 'The password is changed, and you are signed out everywhere else.',
  connected: 'Your account is connected. You can sign in this way from now on.',
  saved: 'Saved.',
  removed: 'The program is removed, and everybody’s access through it has ended.',
};

function noticeOf(ctx: StepContext): string | undefined {
  const { done } = ctx.query;
  return typeof done === 'string' && Object.hasOwn(NOTICES, done) ? NOTICES[done] : undefined;
}

const FOREIGN_FORM = [
  'This form can no longer be used',
  'It is too old, was opened before you signed in or out, or comes from another site. Open the page again, and send it from there.',
] as const;

const NOT_THERE = ['There is no such page', 'Check the address, or start from your account.'] as const;

const MESSAGES: Partial<Record<ErrorCode, readonly [title: string, text: string]>> = {
  not_found: NOT_THERE,
  route_not_found: NOT_THERE,
  method_not_allowed: ['This address takes no such request', 'Open the page, and use its form.'],
  unsupported_media_type: ['This is not a form of the page', 'Open the page, and send its form.'],
  unavailable: ['The service is busy', 'Wait a few seconds, and send the form again.'],
};

function sendFailure(ctx: StepContext, { code, message: text, definition }: Failure): void {
  sendText(ctx, definition.status, MESSAGES[code] ?? ['This did not work', text]);
}

function sendText(ctx: StepContext, status: number, [title, text]: readonly [string, string]): void {
  sendMessage(ctx, message(status, title, text, { address: `${rootFrom(ctx.path)}account`, text: 'Your account' }));
}
