import type { Permission } from '../../../domain/permission.js';
import type { CodeRow } from '../../../model/account.js';
import { html } from '../../../page/server/html.js';
import { tokenHash } from '../../../store/token.js';
import { type PageView, type Problem, renderName } from '../../documents/send-page.js';
import { findClient } from '../../oauth/clients.js';
import { fieldOf, forAccount, type PageRequest, type SignedInRequest } from '../page-request.js';
import { refuseAttempt } from '../record-sign-in.js';
import { decide, type Question, showConsent } from './consent-page.js';
import { renderForm } from './form.js';

/** RFC 8628, section 3.3. */
export const devicePage = forAccount({
  path: '/account/device',

  get(request) {
    const { user_code: code } = request.ctx.query;
    return render(request, typeof code === 'string' ? code.slice(0, 20) : '');
  },

  async post(request, form) {
    const { ctx, limits, account } = request;
    const { clientAddress: address, now } = ctx.state;
    const typed = fieldOf(form, 'user_code').slice(0, 20);
    // Limits guesses per account and address. RFC 8628, section 5.1.
    const attempt = await limits.attempt(
      { name: `device ${account.id}`, address },
      now,
      async () => (await findQuestion(request, typed)) ?? false,
    );
    if (attempt.wait !== undefined) return refuseAttempt(request, attempt.wait);
    if (!attempt.result)
      return refuse(request, typed, 404, 'There is no such code, or it was used or is older than ten minutes.');
    const { code, question } = attempt.result;
    if (fieldOf(form, 'decision') === '') return showConsent(request, question);
    const decision = await decide(request, question, form);
    if ('title' in decision) return decision;
    const isFirst = await record(request, code, decision.grantId);
    if (!isFirst) return refuse(request, typed, 409, 'The code was used in the meantime.');
    const program = html`<strong>${renderName(question.client.name)}</strong>`;
    const done = html`<p>${program} continues by itself. You can close this page.</p>`;
    const denied = html`<p>${program} got no access. You can close this page, or start again on the device.</p>`;
    if (decision.grantId === null) return { title: 'The device was not signed in', body: denied };
    return { title: 'The device is signed in', body: done };
  },
});

function refuse(request: PageRequest, typed: string, status: number, problem: string): PageView {
  const problems = [{ field: 'user_code', text: `${problem} Start again on the device.` }];
  return { ...render(request, typed, problems), status };
}

async function findQuestion({ store, now }: PageRequest, typed: string) {
  const code = await store.codes.findByUserCode(tokenHash(typed.toUpperCase().replace(/\W/g, '')));
  if (!code || code.expires_at <= now) return undefined;
  const { clientId, params } = payloadOf(code);
  const client = await findClient(store, clientId);
  if (!client) return undefined;
  const question: Question = {
    client,
    permissions: params.scope.split(' ') as Permission[],
    // Nobody knows whose device it is.
    isOffline: true,
    isUnverified: true,
    destination: 'the device that shows the code',
    action: 'device',
    values: { user_code: typed },
  };
  return { code, question };
}

/** Records the decision for the device. Of two at once, one counts. */
async function record(
  { store, account, now }: SignedInRequest,
  code: CodeRow,
  grantId: string | null,
): Promise<boolean> {
  const payload = payloadOf(code);
  const decided =
    grantId === null
      ? { error: 'access_denied', errorDescription: 'the person did not agree' }
      : { accountId: account.id, grantId, scope: payload.params.scope };
  const decision = { grant_id: grantId, payload: JSON.stringify({ ...payload, ...decided }) };
  const isFirst = await store.codes.decide(code.hash, decision, now);
  if (!isFirst && grantId !== null) await store.grants.end(grantId, now);
  return isFirst;
}

function payloadOf(code: CodeRow): { clientId: string; params: Record<string, string> & { scope: string } } {
  return JSON.parse(code.payload);
}

function render({ frame }: PageRequest, value: string, problems: readonly Problem[] = []): PageView {
  const hint = 'Eight letters, such as BCDF-GHJK. Enter a code only if your own device shows it.';
  const code = { name: 'user_code', label: 'Code', value, hint, autocomplete: 'one-time-code', maxlength: 20 };
  return {
    title: 'Sign in on a device',
    problems,
    body: html`<p>A program without a browser, such as <code>svcapi login</code>, shows a code. Enter it here.</p>
${renderForm(frame, 'device', [{ ...code, focus: true }], { submit: 'Continue', problems })}`,
  };
}
