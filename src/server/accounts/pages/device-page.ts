import type { Permission } from '../../../domain/permission.js';
import type { CodeRow } from '../../../model/sign-in.js';
import { type AccountFrame, type AccountView, type Problem, renderName } from '../../../page/server/account/frame.js';
import { html } from '../../../page/server/html.js';
import { tokenHash } from '../../../store/token.js';
import { findClient } from '../../oauth/built-in-clients.js';
import { unknownScopesOf } from '../../oauth/parameters.js';
import { fieldOf, type OwnVisit, type Page, type Reply } from '../visit.js';
import { decide, type Question, showConsent } from './consent-page.js';
import { renderField, renderForm, renderSubmit } from './form.js';

/** The page on which a person enters the code that a device shows. RFC 8628, section 3.3. */
export const devicePage: Page = {
  for: 'account',
  path: '/account/device',

  get({ frame, ctx }) {
    const { user_code: code } = ctx.query;
    return { view: renderDeviceCode(frame, { code: typeof code === 'string' ? code.slice(0, 20) : '' }) };
  },

  async post(visit, form) {
    const { ctx, services } = visit;
    const { clientAddress, now } = ctx.state;
    const typed = fieldOf(form, 'user_code').slice(0, 20);
    const isDecision = fieldOf(form, 'decision') !== '';
    const guess = await services.accounts.limits.count(
      { name: `device ${visit.account.id}`, address: clientAddress },
      now,
    );
    if (guess.wait !== undefined) return limited(visit, typed, guess.wait);
    const code = await findCode(visit, typed);
    const question = code && (await questionOf(visit, code, typed));
    if (question) await services.accounts.limits.takeBack(guess, now);
    if (!question)
      return refuse(visit, typed, 404, 'There is no such code, or it was used or is older than ten minutes.');
    if (!isDecision) return showConsent(visit, question);
    const decision = await decide(visit, question, form);
    if ('problems' in decision) return showConsent(visit, question, decision);
    const isFirst = await record(visit, code, decision.grantId);
    if (!isFirst) return refuse(visit, typed, 409, 'The code was used in the meantime.');
    return { view: renderDeviceDone(question.client.name, decision.grantId !== null) };
  },
};

function refuse({ frame }: OwnVisit, code: string, status: number, problem: string): Reply {
  const text = `${problem} Start again on the device.`;
  return { status, view: renderDeviceCode(frame, { code, problems: [{ field: 'user_code', text }] }) };
}

/** Refuses a code, of which one account and one address can try a few. RFC 8628, section 5.1. */
function limited(visit: OwnVisit, typed: string, wait: number): Reply {
  const { ctx, log, account } = visit;
  log.warn({ address: ctx.state.clientAddress, account: account.id }, 'device codes limited');
  ctx.state.fields['Retry-After'] = String(wait);
  return refuse(visit, typed, 429, `Too many codes were tried. Wait ${Math.ceil(wait / 60)} minutes.`);
}

async function findCode({ services, now }: OwnVisit, typed: string): Promise<CodeRow | undefined> {
  const code = typed.toUpperCase().replace(/\W/g, '');
  const found = await services.store.codes.findByUserCode(tokenHash(code));
  return found && found.expires_at > now ? found : undefined;
}

async function questionOf({ services }: OwnVisit, code: CodeRow, typed: string): Promise<Question | undefined> {
  const { clientId, params } = payloadOf(code);
  const client = await findClient(services.store, clientId);
  if (!client || client.revoked_at !== null) return undefined;
  return {
    client,
    permissions: params.scope.split(' ') as Permission[],
    unknownScopes: unknownScopesOf(params),
    // Nobody knows whose device it is.
    isOffline: true,
    isUnverified: true,
    destination: 'the device that shows the code',
    action: 'device',
    values: { user_code: typed },
  };
}

/** Records the decision in the code, where the device finds it. Of two decisions at once, one counts. */
async function record({ services, account, now }: OwnVisit, code: CodeRow, grantId: string | null): Promise<boolean> {
  const payload = payloadOf(code);
  const decided =
    grantId === null
      ? { error: 'access_denied', errorDescription: 'the person did not agree' }
      : { accountId: account.id, grantId, scope: payload.params.scope };
  const decision = { grant_id: grantId, payload: JSON.stringify({ ...payload, ...decided }) };
  const isFirst = await services.store.codes.decide(code.hash, decision, now);
  if (!isFirst && grantId !== null) await services.store.grants.end(grantId, now);
  return isFirst;
}

function payloadOf(code: CodeRow): { clientId: string; params: Record<string, string> & { scope: string } } {
  return JSON.parse(code.payload);
}

/** Renders the page that takes the code of a device. Its form sends `user_code`. */
export function renderDeviceCode(
  { formToken }: AccountFrame,
  { code, problems = [] }: { code: string; problems?: readonly Problem[] },
): AccountView {
  const field = {
    name: 'user_code',
    label: 'Code',
    value: code,
    hint: 'Eight letters, such as BCDF-GHJK. Enter a code only if your own device shows it.',
    autocomplete: 'one-time-code',
    maxlength: 20,
    focus: true,
  };
  return {
    title: 'Sign in on a device',
    problems,
    body: html`<p>A program that has no browser of its own, such as <code>svcapi login</code>, shows a code. Enter it here.</p>
${renderForm('device', formToken, [renderField(field, problems), renderSubmit('Continue')])}`,
  };
}

/** Renders the page at the end of a sign-in on a device. */
function renderDeviceDone(program: string, isAllowed: boolean): AccountView {
  return {
    title: isAllowed ? 'The device is signed in' : 'The device was not signed in',
    body: isAllowed
      ? html`<p><strong>${renderName(program)}</strong> goes on by itself. You can close this page.</p>`
      : html`<p><strong>${renderName(program)}</strong> got no access. You can close this page, or start again on the device.</p>`,
  };
}
