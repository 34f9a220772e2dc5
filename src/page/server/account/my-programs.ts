import { type Html, html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { renderDate } from './date.js';
import { type Problem, renderButton, renderChoices, renderField, renderForm, renderSubmit } from './form.js';
import { renderMetadata } from './metadata-list.js';
import { renderName } from './name.js';
import { renderSecret } from './secret.js';

/** A program that an account has registered. */
export interface Program {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** True for a program that can keep no secret. */
  isPublic: boolean;
  /** Unix seconds. */
  created_at: number;
}

/** The form of a program, as it was sent. */
export interface WantedProgram {
  name: string;
  /** One address a line. */
  redirects: string;
  kind: string;
}

/** Renders the programs of an account, and the form for another. It sends `program`, `redirects` and `kind`. */
export function renderMyPrograms(
  frame: AccountFrame,
  {
    programs,
    wanted = { name: '', redirects: '', kind: 'confidential' },
    problems = [],
  }: { programs: readonly Program[]; wanted?: WantedProgram; problems?: readonly Problem[] },
): AccountView {
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
  renderField(
    { name: 'program', label: 'Name', value: wanted.name, hint: 'Players see it when they are asked.', maxlength: 100 },
    problems,
  ),
  renderRedirects(wanted.redirects, problems),
  renderChoices(
    'radio',
    'kind',
    'Where does it run?',
    [
      {
        value: 'confidential',
        label: 'On a server',
        hint: 'It gets a secret, which only the server knows, and uses PKCE, too.',
        checked: wanted.kind !== 'public',
      },
      {
        value: 'public',
        label: 'On the devices of its users',
        hint: 'In a browser, on a desktop or on a phone: it can keep no secret, and uses PKCE.',
        checked: wanted.kind === 'public',
      },
    ],
    problems,
  ),
  renderSubmit('Register'),
])}`,
  };
}

/** Renders a program, with its addresses and what can be done to it. */
export function renderProgram(
  { root, formToken }: AccountFrame,
  {
    program,
    secret,
    redirects = program.redirectUris.join('\n'),
    name = program.name,
    problems = [],
  }: {
    program: Program;
    secret?: string | undefined;
    name?: string;
    redirects?: string;
    problems?: readonly Problem[];
  },
): AccountView {
  return {
    title: program.name,
    heading: renderName(program.name),
    problems,
    hasSecret: secret !== undefined,
    body: html`${secret !== undefined && renderSecret('The secret of the program', secret)}
${renderMetadata([
  ['Client id', html`<code>${program.id}</code>`],
  ['Secret', program.isPublic ? 'none: it uses PKCE' : 'stored as a hash, and not shown again'],
  ['Authorization', html`<code>/ws/oauth2/auth</code>`],
  ['Token', html`<code>/ws/oauth2/token</code>`],
])}
${renderForm(program.id, formToken, [
  renderField({ name: 'program', label: 'Name', value: name, maxlength: 100 }, problems),
  renderRedirects(redirects, problems),
  renderSubmit('Save'),
])}
${
  !program.isPublic &&
  html`<section aria-labelledby="renew-title">
<h2 id="renew-title">New secret</h2>
<p>The old secret stops working at once. Tokens stay valid.</p>
${renderButton(`${program.id}/secret`, formToken, { text: 'Make a new secret' })}
</section>`
}
<section aria-labelledby="remove-title">
<h2 id="remove-title">Remove the program</h2>
<p>Ends the access of everybody who uses it. This cannot be undone.</p>
${renderButton(`${program.id}/remove`, formToken, { text: 'Remove it', about: program.name })}
</section>
<p><a href="${root}account/my-programs">All my programs</a></p>`,
  };
}

function renderRedirects(value: string, problems: readonly Problem[]): Html {
  const problem = problems.find(({ field }) => field === 'redirects');
  return html`<div class="field">
<label for="redirects">Redirect addresses</label>
<textarea id="redirects" name="redirects" rows="3" spellcheck="false" autocapitalize="none" aria-describedby="redirects-hint${problem && ' redirects-error'}"${problem && html` aria-invalid="true"`}>
${value}</textarea>
<p class="hint" id="redirects-hint">One a line, such as https://tools.example/signed-in, or http://127.0.0.1/ for a program on a device. They must match exactly, but for the port of a loopback address.</p>
${problem && html`<p class="error" id="redirects-error">${problem.text}</p>`}
</div>`;
}
