import { Failure } from '../../domain/failure.js';
import { PREFIX } from '../../routes/path.js';
import { refuseForm, sendFailure } from '../accounts/failure-page.js';
import { isOwnForm } from '../accounts/form-token.js';
import { pages } from '../accounts/pages/index.js';
import { ACCOUNT } from '../accounts/paths.js';
import { type AccountServices, openVisit, type Page, type Reply, type Visit } from '../accounts/visit.js';
import { redirect, sendPage, setPageHeaders } from '../documents/send-page.js';
import { parseBody } from '../request/body.js';
import type { Body, StepContext } from '../state.js';
import { checkMethod, nowhere, type ResourceEntry } from './find-route.js';

/** Returns the pages for people below `/ws/v2.0/account`. Their errors are pages too, which say what to do next. */
export function accountResources(services: AccountServices): ResourceEntry[] {
  const shared = { isOwnOrigin: true, writeFailure: sendFailure } as const;
  const entries = pages.map((page): ResourceEntry => {
    const path = (PREFIX + page.path).replaceAll('.', '\\.').replace('{id}', '([\\w-]{1,100})');
    const pattern = new RegExp(`^${path}/?$`);
    const serve = async (ctx: StepContext) => {
      if (!checkMethod(ctx, methodsOf(page))) return;
      await show(page, await openVisit(services, ctx, pattern.exec(ctx.path)?.[1] ?? ''));
    };
    return [pattern, { name: page.path, ...shared, serve }];
  });
  return [...entries, [new RegExp(`^${ACCOUNT}(?:/|$)`), { ...nowhere, ...shared }]];
}

async function show(page: Page, visit: Visit): Promise<void> {
  const { ctx, frame } = visit;
  const form = ctx.method === 'POST' ? await readForm(visit) : undefined;
  if (form && !isOwn(form, visit)) return refuseForm(ctx);
  const reply = await answer(page, visit, form);
  const { formTargets = [] } = reply;
  if ('view' in reply) {
    const view = form ? reply.view : { ...reply.view, notice: noticeOf(visit) };
    return sendPage(ctx, frame, view, { status: reply.status ?? 200, formTargets });
  }
  setPageHeaders(ctx, formTargets);
  redirect(ctx, reply.redirect);
}

async function answer(page: Page, visit: Visit, form: Body | undefined): Promise<Reply> {
  const { ctx, account } = visit;
  if (page.for === 'everybody') return (form ? page.post?.(visit, form) : page.get?.(visit)) as Promise<Reply>;
  if (!account) {
    const next = page.get && !form ? `?next=${encodeURIComponent(ctx.path + ctx.search)}` : '';
    return { redirect: `${visit.frame.root}account/sign-in${next}` };
  }
  const own = { ...visit, account };
  return (form ? page.post?.(own, form) : page.get?.(own)) as Promise<Reply>;
}

async function readForm({ ctx }: Visit): Promise<Body> {
  if (ctx.request.is('urlencoded') !== 'urlencoded') throw new Failure('unsupported_media_type');
  return parseBody(ctx);
}

/** Returns true for a form of a page of the service; any other is logged. */
function isOwn(form: Body, { ctx, services, log, session }: Visit): boolean {
  const { cookies } = services.accounts;
  const { publicUrl } = services.options;
  if (isOwnForm(ctx, cookies, { token: form.form_token, sessionUid: session?.uid, publicUrl })) return true;
  log.warn({ address: ctx.state.clientAddress }, 'form refused');
  return false;
}

function methodsOf({ get, post }: Page): string[] {
  return [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : [])];
}

/** The results of changes, which the next page shows. Its address has only the name of one, so that no link can make up a text. */
const NOTICES: Readonly<Record<string, string>> = {
  'signed-out': 'You are signed out.',
  'session-ended': 'The session has ended.',
  'sessions-ended': 'You are signed out everywhere else.',
  ended: 'The access has ended. The program’s tokens stop working within a second.',
  'token-ended': 'The token has ended. It stops working within a second.',
  password: 'The password is changed, and you are signed out everywhere else.',
  connected: 'Your account is connected. You can sign in this way from now on.',
  disconnected: 'Your account is not connected any more. Sign in with your password.',
  saved: 'Saved.',
  removed: 'The program is removed, and everybody’s access through it has ended.',
};

/** Returns the text of the change that the browser was redirected from. */
function noticeOf({ ctx }: Visit): string | undefined {
  const { done } = ctx.query;
  return typeof done === 'string' && Object.hasOwn(NOTICES, done) ? NOTICES[done] : undefined;
}
