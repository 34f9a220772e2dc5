import { type AccountView, type Problem, renderName } from '../../../page/server/account/frame.js';
import { html } from '../../../page/server/html.js';
import type { Client } from '../../../store/store.js';
import { newId, newToken, SECRET_PREFIXES, tokenHash } from '../../../store/token.js';
import { keepSecret } from '../one-time-secret.js';
import type { OwnVisit, Page } from '../visit.js';
import { personalClientId } from './access-page.js';
import { renderDate } from './details.js';
import { renderChoices, renderForm, renderSubmit } from './form.js';
import { programFields, readProgram, type WantedProgram } from './program-page.js';

/** Maximum programs of an account. */
const MAX_PROGRAMS = 20;

/** The programs that an account has registered, and the form for another. It sends `program`, `redirects` and `kind`. */
export const myProgramsPage: Page = {
  for: 'account',
  path: '/account/my-programs',

  async get(visit) {
    const wanted = { name: '', redirects: '', isPublic: false };
    return { view: render(visit, await programsOf(visit), wanted) };
  },

  async post(visit, form) {
    const { ctx, services, log, account, now } = visit;
    const { wanted, described, problems } = await readProgram(services.store, form);
    const isPublic = form.kind === 'public';
    const programs = await programsOf(visit);
    if (programs.length >= MAX_PROGRAMS)
      problems.push({ text: `You have ${programs.length} programs, which is the maximum. Remove one first.` });
    if (problems.length > 0) return { status: 400, view: render(visit, programs, { ...wanted, isPublic }, problems) };
    const id = newId();
    const secret = newToken(SECRET_PREFIXES.clientSecret);
    const kind = { is_public: isPublic ? 1 : 0, secret_hash: isPublic ? null : tokenHash(secret) } as const;
    const registration = { id, owner_id: account.id, ...described, ...kind, requires_pkce: 1 } as const;
    await services.store.clients.create(registration, now);
    log.info({ account: account.id, client: id }, 'program registered');
    if (!isPublic) keepSecret(ctx, services.accounts.cookies, id, secret);
    return { redirect: `my-programs/${id}` };
  },
};

async function programsOf({ services, account }: OwnVisit): Promise<Client[]> {
  const clients = await services.store.clients.ofAccount(account.id);
  return clients.filter(({ id }) => id !== personalClientId(account));
}

function render(
  { frame }: OwnVisit,
  programs: readonly Client[],
  wanted: WantedProgram & { isPublic: boolean },
  problems: readonly Problem[] = [],
): AccountView {
  const kinds = [
    {
      value: 'confidential',
      label: 'On a server',
      hint: 'It gets a secret, which only the server knows, and uses PKCE, too.',
      checked: !wanted.isPublic,
    },
    {
      value: 'public',
      label: 'On the devices of its users',
      hint: 'In a browser, on a desktop or on a phone: it can keep no secret, and uses PKCE.',
      checked: wanted.isPublic,
    },
  ];
  return {
    title: 'My programs',
    problems,
    body: html`<p>Register a program that other players sign in to. It sends them here, and gets a token for each who agrees.</p>
${
  programs.length > 0 &&
  html`<ul class="programs">${programs.map(
    ({ id, name, created_at }) =>
      html`<li><a href="my-programs/${id}">${renderName(name)}</a> <span class="note"><code>${id}</code>, since ${renderDate(created_at)}</span></li>`,
  )}</ul>`
}
<h2>Register a program</h2>
${renderForm('my-programs', frame.formToken, [
  ...programFields(wanted, problems),
  renderChoices('radio', 'kind', 'Where does it run?', kinds, problems),
  renderSubmit('Register'),
])}`,
  };
}
