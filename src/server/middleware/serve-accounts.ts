import { Failure } from '../../domain/failure.js';
import { PREFIX } from '../../routes/path.js';
import { ForeignForm, sendFailure } from '../accounts/failure-page.js';
import { isOwnForm } from '../accounts/form-token.js';
import { visits } from '../accounts/open-visit.js';
import { pages } from '../accounts/pages/index.js';
import { isAccountPath } from '../accounts/paths.js';
import { sendPage, setPageHeaders } from '../accounts/send-page.js';
import type { Page, Reply, Visit } from '../accounts/visit.js';
import type { Step, StepContext } from '../context.js';
import { parseBody } from '../request/body.js';
import type { Services } from '../services.js';

const patterns = pages.map((page) => ({
  page,
  pattern: new RegExp(`^${(PREFIX + page.path).replaceAll('.', '\\.').replace('{id}', '([\\w-]{1,100})')}/?$`),
}));

/**
 * Serves the pages for people below `/ws/v2.0/account`. Their errors are pages too, which say what to do next; those of the
 * steps behind this one included.
 */
export function serveAccounts(services: Services): Step {
  const openVisit = visits(services);
  const serve: Step = async (ctx, next) => {
    try {
      for (const { page, pattern } of patterns) {
        const match = pattern.exec(ctx.path);
        if (!match) continue;
        ctx.state.stats = services.stats.of(page.path);
        if (ctx.method === 'OPTIONS') return showMethods(ctx, page);
        return await show(page, { ...(await openVisit(ctx)), id: match[1] ?? '' });
      }
      await next();
    } catch (error) {
      sendFailure(services, ctx, error);
    }
  };
  return (ctx, next) => (isAccountPath(ctx.path) ? serve(ctx, next) : next());
}

async function show(page: Page, visit: Visit): Promise<void> {
  const { ctx, frame } = visit;
  const reply = await answer(page, visit);
  const { formTargets = [] } = reply;
  if ('view' in reply) return sendPage(ctx, frame, reply.view, { status: reply.status ?? 200, formTargets });
  setPageHeaders(ctx, formTargets);
  ctx.set('Location', reply.redirect);
  ctx.body = null;
  ctx.status = 303;
}

async function answer(page: Page, visit: Visit): Promise<Reply> {
  const { ctx, account } = visit;
  const isForm = ctx.method === 'POST';
  if (isForm ? !page.post : !page.get || !['GET', 'HEAD'].includes(ctx.method)) {
    throw new Failure('method_not_allowed', undefined, { allow: methodsOf(page) });
  }
  const form = isForm ? await readForm(visit) : {};
  if (page.for === 'everybody') return (isForm ? page.post?.(visit, form) : page.get?.(visit)) as Promise<Reply>;
  if (!account) {
    const next = page.get && !isForm ? `?next=${encodeURIComponent(ctx.path + ctx.search)}` : '';
    return { redirect: `${visit.frame.root}account/sign-in${next}` };
  }
  const own = { ...visit, account };
  return (isForm ? page.post?.(own, form) : page.get?.(own)) as Promise<Reply>;
}

async function readForm({ ctx, services, session }: Visit) {
  if (ctx.request.is('urlencoded') !== 'urlencoded') throw new Failure('unsupported_media_type');
  const form = await parseBody(ctx);
  const { cookies, stats } = services.accounts;
  const { publicUrl } = services.options;
  if (isOwnForm(ctx, cookies, { token: form.form_token, sessionUid: session?.uid, publicUrl })) return form;
  stats.refusedForms += 1;
  throw new ForeignForm();
}

function showMethods(ctx: StepContext, page: Page): void {
  ctx.set('Allow', methodsOf(page).join(', '));
  ctx.status = 204;
}

function methodsOf({ get, post }: Page): string[] {
  return [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : []), 'OPTIONS'];
}
