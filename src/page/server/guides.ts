import type { Examples } from '../../openapi/operation.js';
import { PREFIX } from '../../routes/path.js';
import { indentXml } from '../code/indent-xml.js';
import { renderChoice, renderCode, renderSample } from './code.js';
import { linkTo } from './format.js';
import { type Html, html } from './html.js';
import { BASE_URL, PLACES } from './places.js';

/** The way to one goal in fewer than 250 words, with code that runs. */
interface Guide {
  id: string;
  title: string;
  prose: Html;
  samples: Html;
}

export const guideEntries: readonly [id: string, label: string][] = [
  ['guide-token', 'Get a token'],
  ['guide-errors', 'Handle errors'],
  ['guide-limits', 'Keep to the rate limits'],
  ['guide-follow', 'Follow live'],
];

/** Renders the guides in the order in which newcomers need them. */
export function renderGuides(examples: Examples): Html {
  const guides = [getToken(), handleErrors(examples), stayWithinLimits(), followLive()];
  return html`<section id="guides" aria-labelledby="guides-title">
<h2 id="guides-title">${linkTo('guides', 'Guides')}</h2>
${guides.map(renderGuide)}</section>`;
}

function renderGuide({ id, title, prose, samples }: Guide): Html {
  return html`<section class="guide" aria-labelledby="${id}-title">
<a class="link-to" href="#${id}" aria-label="Link to ${title}"></a>
<details>
<summary class="heading"><h3 id="${id}-title">${title}</h3></summary>
<div class="sides" id="${id}">
<div>${prose}</div>
<div>${samples}</div>
</div>
</details>
</section>
`;
}

const signIn = (root: string) => `// A web or desktop program: OAuth 2, a code with PKCE. Run it with CLIENT_ID.
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

const { CLIENT_ID: client_id } = process.env;
const redirect_uri = "http://127.0.0.1:8400/";
const [state, code_verifier] = [0, 1].map(() => randomBytes(32).toString("base64url"));
const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");
const query = { response_type: "code", client_id, redirect_uri, scope: "character_read", state, code_challenge };
console.log(\`Open ${root}/auth?\${new URLSearchParams({ ...query, code_challenge_method: "S256" })}\`);
const [{ url }, page] = await once(createServer().listen(8400, "127.0.0.1"), "request");
page.end("Return to the program.");
const answer = new URL(url, redirect_uri).searchParams;
if (answer.get("state") !== state || !answer.has("code")) throw new Error(\`Not allowed: \${url}\`);
const form = { grant_type: "authorization_code", client_id, redirect_uri, code: answer.get("code"), code_verifier };
const response = await fetch("${root}/token", { method: "POST", body: new URLSearchParams(form) });
console.log(response.status, await response.json());
process.exit();`;

const device = (
  root: string,
) => `# A device or a command line. The answer has the user_code that the player types at verification_uri.
curl -sS -d "client_id=$CLIENT_ID" -d scope=character_read \\
  ${root}/device

# Then ask every 5 seconds, with the device_code of that answer.
curl -sS -d "client_id=$CLIENT_ID" -d "device_code=$DEVICE_CODE" \\
  -d grant_type=urn:ietf:params:oauth:grant-type:device_code \\
  ${root}/token`;

function getToken(): Guide {
  const root = `${BASE_URL}/ws/oauth2`;
  return {
    id: 'guide-token',
    title: 'Get a token',
    prose: html`<p>A token acts for one character, with the permissions that its player allows. Send it in the header field <code>Authorization: Bearer TOKEN</code>.</p>
<ul>
<li><b>To try a route here</b>, open “Try it” and paste a token.</li>
<li><b>For your own scripts</b>, <a href="account/tokens">make a personal token</a> on your account page. It lasts as long as you choose, and you can revoke it there.</li>
<li><b>For a program of other players</b>, <a href="account/my-programs">register it</a> with its redirect URI, and use OAuth 2: an authorization code with PKCE. Its <code>client_id</code> is public. A program on a server also has a client secret.</li>
<li><b>For a device or a command line</b> without a browser, use the device flow. <code>svcapi login</code> does it for you.</li>
</ul>
<p>An access token expires after an hour, or as <code>expires_in</code> says. With <code>access_type=offline</code> you also get a refresh token: send it with <code>grant_type=refresh_token</code> for the next access token, and store the new refresh token that comes with it.</p>
<p>Players see under <a href="account">What programs may do</a> which programs have access to their character, and revoke the access of an app there. A program signs out with <code>POST /ws/oauth2/revoke</code>. Libraries find all endpoints in <a href="../../.well-known/oauth-authorization-server"><code>/.well-known/oauth-authorization-server</code></a>.</p>`,
    samples: html`${renderSample('Authorization code with PKCE (Node.js)', 'javascript', signIn(root))}${renderSample('Device flow', 'bash', device(root))}`,
  };
}

const codes: [status: number, code: string, advice: string][] = [
  [400, 'invalid_parameter', 'Correct what “parameter” names.'],
  [400, 'rate_limit_exceeded', 'Wait “retry_after” seconds.'],
  [401, 'token_invalid', 'Get a new token; “token_missing”: send one.'],
  [401, 'permission_missing', 'Permission denied: ask the player for “required_permission”.'],
  [404, 'not_found', 'It does not exist, or this token may not see it.'],
  [409, 'not_enough_uses', 'Assign fewer uses, or revoke some first.'],
  [503, 'unavailable', 'Retry after “retry_after” seconds.'],
];

function handleErrors({ failures }: Examples): Guide {
  const { json, xml } = failures.token_missing ?? { json: {} };
  const forms = [
    ['json', JSON.stringify(json, null, 2)],
    ['xml', indentXml(xml ?? '')],
  ] as const;
  const choices = forms.map(([id, text]) => ({
    id,
    label: id.toUpperCase(),
    code: renderCode(text, id),
    lines: text.split('\n').length,
  }));
  return {
    id: 'guide-errors',
    title: 'Handle errors',
    prose: html`<p>Look at the HTTP status first: 200 is success, 304 is an answer that you have already. Every error has the same shape, in JSON and in XML. <code>error</code> is a code for programs, which never changes; <code>error_message</code> tells people what to do next.</p>
<ul class="codes">${codes.map(
      ([status, code, advice]) => html`<li>${status} <a href="#error-${code}"><code>${code}</code></a>: ${advice}</li>
`,
    )}</ul>
<p>A GET is safe to retry. A POST or a DELETE is safe to retry if it has an <code>Idempotency-Key</code>: with the same key it is made once. A 500 or a 503 is a fault of the service: give its host the <code>X-Request-Id</code> of the answer, which names the call in the log. <a href="#errors">All error codes</a> are listed below.</p>`,
    samples: html`${renderSample('A call without a token', 'bash', `curl -sS -w '%{http_code}\\n' ${BASE_URL}${PREFIX}/character`)}${renderChoice('format', 'guide-errors-format', 'An error', choices)}`,
  };
}

const etag = (url: string) => `curl -sS -D - -o answer.json --etag-save etag.txt ${url}

# The same again: 304, without a body, while nothing has changed.
curl -sS -w '%{http_code}\\n' --etag-compare etag.txt ${url}`;

function stayWithinLimits(): Guide {
  return {
    id: 'guide-limits',
    title: 'Keep to the rate limits',
    prose: html`<p>You can make ${PLACES.rate}, for each IP address and path. The methods of a path share the limit, and so do several tokens or programs at one address. Routes without a limit say so.</p>
<ul>
<li><code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> in each answer say how many calls are left, and when the window ends, in Unix seconds. <code>X-RateLimit-Limit</code> is the limit. <code>RateLimit</code> says the same in the form of the IETF.</li>
<li>A call over the limit gets a 400 <a href="#error-rate_limit_exceeded"><code>rate_limit_exceeded</code></a>, with <code>Retry-After</code> in seconds. Wait that long.</li>
<li>An address that keeps calling is blacklisted: the service closes its connections without an answer, so a blocked script gets “empty reply”. <code>calls_until_blacklist</code> is the number of refused calls before that, 600 by default. <code>blacklist_for</code> is the time on the blacklist in seconds, 24 hours by default. The host can end it earlier.</li>
</ul>
<p>Cache answers: keep the <code>ETag</code> of an answer, and send it as <code>If-None-Match</code>. Unchanged data returns an empty 304 Not Modified. It still counts as a call. To learn of new events, <a href="#guide-follow">follow them live</a> in place of polling: a stream counts once.</p>`,
    samples: renderSample('Header fields, and a 304', 'bash', etag(`${BASE_URL}${PREFIX}/entity/20:1`)),
  };
}

const curl = (url: string) => `curl -sS -N -H 'Accept: text/event-stream' \\
  -H "Authorization: Bearer $TOKEN" ${url}`;

const CLIENT = `import { Client } from "svcapi-client";

const client = new Client({ baseUrl: "${BASE_URL}", token: process.env.TOKEN });
for await (const { text } of client.followEvents()) console.log(text);`;

function followLive(): Guide {
  return {
    id: 'guide-follow',
    title: 'Follow live',
    prose: html`<p>New events and transactions are pushed to you in real time, within a second: ask for <a href="#read-events">events</a> or a <a href="#read-character-creditlog">credit log</a> with <code>Accept: text/event-stream</code>. The answer is a stream of server-sent events, not a WebSocket. A program can notify you when you receive credits, for example.</p>
<ul>
<li>Each message has an <code>id</code>, and one item of the list as JSON in <code>data</code>.</li>
<li>To resume after a broken connection, send the last id as <code>Last-Event-ID</code>: no message is lost or repeated.</li>
<li><code>event: place</code> marks the beginning of the stream; its id works in the same way. <code>event: reset</code> means that items were removed: read the list again.</li>
<li>A comment is the heartbeat, every 15 seconds. Reconnect after 30 seconds without a byte.</li>
<li>Opening a stream counts as one call. A token has up to 10 open streams; more get a 429.</li>
</ul>
<p>The client <a href="svcapi-client.tgz"><code>svcapi-client</code></a> reconnects by itself, and <code>followCreditLog</code> follows payments. In a browser use <code>fetch</code>: <code>EventSource</code> sends no token.</p>`,
    samples: html`${renderSample('curl', 'bash', curl(`${BASE_URL}${PREFIX}/events/personal`))}${renderSample('The client', 'javascript', CLIENT)}`,
  };
}
