import { type Html, html } from './html.js';
import { linkTo } from './link-to.js';

/** The tasks of a host, and the command or the setting for each. */
const tasks: [id: string, task: string, answer: Html][] = [
  [
    'try',
    'Try the service with demo data',
    html`<code>svcapi serve --demo</code> fills an empty database with a demo galaxy`,
  ],
  ['check', 'Check the configuration', html`<code>svcapi doctor</code> reports problems and suggests corrections`],
  [
    'backup',
    'Back up and restore the database',
    html`<code>svcapi backup FILE</code> copies it while the service runs. To restore a backup, stop the service and move the file to the place of the database`,
  ],
  [
    'upgrade',
    'Upgrade to a new version',
    html`Install it, and run <code>svcapi migrate</code>, which updates the tables. <code>svcapi version</code> shows the version`,
  ],
  [
    'database',
    'Use PostgreSQL',
    html`<code>--database postgres://…</code>, for several instances, in place of the SQLite file`,
  ],
  [
    'proxy',
    'Run behind a reverse proxy',
    html`<code>--trusted-proxies</code> names its network, <code>--public-url</code> the address of the service`,
  ],
  [
    'health',
    'Monitor the service',
    html`Health checks are <code>/livez</code> and <code>/readyz</code>; <code>--metrics-port</code> serves metrics for Prometheus`,
  ],
  [
    'limits',
    'Raise the rate limit',
    html`<code>--rate-limit</code> calls in <code>--rate-window</code>; <code>--blacklist-after</code> and <code>--blacklist-for</code> change the blacklist`,
  ],
  [
    'blacklist',
    'Unblock an IP address',
    html`<code>svcapi blacklist list</code>, then <code>svcapi blacklist remove ADDRESS</code>; <code>svcapi blacklist add</code> blocks one`,
  ],
  [
    'account',
    'Invite a player',
    html`<code>svcapi account invite NAME --character UID</code> creates the account, and prints a link with which the player chooses a password`,
  ],
  [
    'password',
    'Reset a password',
    html`<code>svcapi account reset NAME</code> prints a new link; <code>svcapi account disable NAME</code> disables an account`,
  ],
  [
    'sign-in',
    'Sign in with Discord or a forum',
    html`<code>--oidc-issuer</code> names an OpenID Connect provider that players sign in by`,
  ],
  [
    'client',
    'Register a client application',
    html`<code>svcapi client create ID</code> prints its client secret once; <code>svcapi client secret ID</code> makes another`,
  ],
  [
    'token',
    'Create a token for a bot',
    html`<code>svcapi token create --client ID --character UID --permission NAME</code>`,
  ],
  [
    'leak',
    'Revoke a leaked token',
    html`<code>svcapi token list</code>, then <code>svcapi token revoke ID</code>; <code>svcapi client revoke</code> ends all tokens of a client`,
  ],
  [
    'import',
    'Import characters and other data',
    html`<code>svcapi import FILE</code> reads NDJSON; <code>svcapi records-from-csv</code> turns a spreadsheet in CSV into it`,
  ],
  [
    'export',
    'Export the data',
    html`<code>svcapi export FILE</code> writes everything as NDJSON; <code>svcapi account export</code> what belongs to one player`,
  ],
  [
    'audit',
    'See who changed a datacard',
    html`<code>svcapi changes</code> prints the audit log: who assigned and revoked what`,
  ],
  [
    'prune',
    'Delete old events and transactions',
    html`<code>svcapi prune --events-older-than 400d</code>, or <code>--keep-events 400d</code> for each day`,
  ],
];

/** Renders what a host does, for those who run a service like this one. */
export function renderHosting(): Html {
  return html`<section id="hosting" aria-labelledby="hosting-title">
<h2 id="hosting-title">${linkTo('hosting', 'For hosts')}</h2>
<p>The program that answers here, <code>svcapi</code>, is run by commands. <code>svcapi help COMMAND</code> explains each.</p>
<details class="whole">
<summary>${tasks.length} tasks, with their commands and settings</summary>
<table class="stacked">
<thead><tr><th scope="col">Task</th><th scope="col">Command or setting</th></tr></thead>
<tbody>
${tasks.map(
  ([id, task, answer]) => html`<tr id="host-${id}"><th scope="row">${task}</th><td>${answer}</td></tr>
`,
)}</tbody>
</table>
</details>
</section>`;
}
