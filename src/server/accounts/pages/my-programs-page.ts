import { applicationTypeOf } from '../../../domain/redirect-uri.js';
import { renderMyPrograms } from '../../../page/server/account/my-programs.js';
import { newId, newToken, SECRET_PREFIXES, tokenHash } from '../../../store/token.js';
import { keepSecret } from '../one-time-secret.js';
import { personalClientId } from '../personal-client.js';
import { fieldOf, type OwnVisit, type Page } from '../visit.js';
import { programOf } from './program-page.js';
import { readProgram } from './read-program.js';

/** Maximum programs of an account. */
const MAX_PROGRAMS = 20;

/** The programs that an account has registered, and the form for another. */
export const myProgramsPage: Page = {
  for: 'account',
  path: '/account/my-programs',

  async get(visit) {
    return { view: renderMyPrograms(visit.frame, { programs: await programsOf(visit) }) };
  },

  async post(visit, form) {
    const { name, redirectUris, problems } = await readProgram(visit.services.store, form);
    const programs = await programsOf(visit);
    if (programs.length >= MAX_PROGRAMS)
      problems.push({ text: `You have ${programs.length} programs, which is the maximum. Remove one first.` });
    if (problems.length > 0) {
      const wanted = { name, redirects: fieldOf(form, 'redirects'), kind: fieldOf(form, 'kind') };
      return { status: 400, view: renderMyPrograms(visit.frame, { programs, wanted, problems }) };
    }
    const { ctx, services, log, account, now } = visit;
    const id = newId();
    const isPublic = form.kind === 'public';
    const secret = newToken(SECRET_PREFIXES.clientSecret);
    const registration = {
      id,
      name,
      owner_id: account.id,
      is_public: isPublic ? 1 : 0,
      secret_hash: isPublic ? null : tokenHash(secret),
      redirect_uris: JSON.stringify(redirectUris),
      application_type: applicationTypeOf(redirectUris),
      requires_pkce: 1,
    } as const;
    await services.store.clients.create(registration, now);
    log.info({ account: account.id, client: id }, 'program registered');
    if (!isPublic) keepSecret(ctx, services.accounts.cookies, id, secret);
    return { redirect: `my-programs/${id}` };
  },
};

async function programsOf({ services, account }: OwnVisit) {
  const clients = await services.store.clients.ofAccount(account.id);
  return clients.filter(({ id }) => id !== personalClientId(account)).map(programOf);
}
