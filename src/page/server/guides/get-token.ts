import { html } from '../html.js';
import { type Guide, renderSample } from './guide.js';

/** Returns a program that a player signs in to. */
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

/** Returns the first call of a device, whose player signs in somewhere else. */
const device = (
  root: string,
) => `# A device or a command line. The answer has the user_code that the player types at verification_uri.
curl -sS -d "client_id=$CLIENT_ID" -d scope=character_read \\
  ${root}/device

# Then ask every 5 seconds, with the device_code of that answer.
curl -sS -d "client_id=$CLIENT_ID" -d "device_code=$DEVICE_CODE" \\
  -d grant_type=urn:ietf:params:oauth:grant-type:device_code \\
  ${root}/token`;

/** Explains the ways to a token. */
export function getToken(baseUrl: string): Guide {
  const root = `${baseUrl}/ws/oauth2`;
  return {
    id: 'guide-token',
    title: 'Get a token',
    prose: html`<p>A token acts for one character, with the permissions that its player allows. Send it in the header field <code>Authorization: Bearer TOKEN</code>.</p>
<ul>
<li><b>To try a route here</b>, press “Try it” and sign in, or paste a token.</li>
<li><b>For your own scripts</b>, <a href="account/tokens">make a personal token</a> on your account page. It lasts as long as you choose, and you can revoke it there.</li>
<li><b>For a program of other players</b>, <a href="account/my-programs">register it</a> with its redirect URI, and use OAuth 2: an authorization code with PKCE. Its <code>client_id</code> is public. A program on a server also has a client secret.</li>
<li><b>For a device or a command line</b> without a browser, use the device flow. <code>svcapi login</code> does it for you.</li>
</ul>
<p>An access token expires after an hour, or as <code>expires_in</code> says. With <code>access_type=offline</code> you also get a refresh token: send it with <code>grant_type=refresh_token</code> for the next access token, and store the new refresh token that comes with it.</p>
<p>Players see under <a href="account">What programs may do</a> which programs have access to their character, and revoke the access of an app there. A program signs out with <code>POST /ws/oauth2/revoke</code>. Libraries find all endpoints in <a href="../../.well-known/oauth-authorization-server"><code>/.well-known/oauth-authorization-server</code></a>.</p>`,
    samples: html`${renderSample('Authorization code with PKCE (Node.js)', 'javascript', signIn(root))}${renderSample('Device flow', 'bash', device(root))}`,
  };
}
