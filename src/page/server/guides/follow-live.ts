import { PREFIX } from '../../../routes/path.js';
import { html } from '../html.js';
import { type Guide, renderSample } from './guide.js';

const curl = (url: string) => `curl -sS -N -H 'Accept: text/event-stream' \\
  -H "Authorization: Bearer $TOKEN" ${url}`;

const client = (baseUrl: string) => `import { Client } from "svcapi-client";

const client = new Client({ baseUrl: "${baseUrl}", token: process.env.TOKEN });
for await (const { text } of client.followEvents()) console.log(text);`;

/** Explains the streams of new items. */
export function followLive(baseUrl: string): Guide {
  return {
    id: 'guide-follow',
    title: 'Follow live',
    prose: html`<p>New events and transactions are pushed to you in real time, within a second: ask for <a href="#read-events">events</a> or a <a href="#read-character-creditlog">credit log</a> with <code>Accept: text/event-stream</code>. The answer is a stream of server-sent events, not a WebSocket. A program can notify you when you receive credits, for example.</p>
<ul>
<li>Each message has an <code>id</code>, and one item of the list as JSON in <code>data</code>.</li>
<li>After a broken connection, send the last id as <code>Last-Event-ID</code>: nothing is missing, and nothing comes twice.</li>
<li><code>event: place</code> is where the stream begins; its id works in the same way. <code>event: reset</code> says that something was removed meanwhile: read the list again.</li>
<li>A comment is the heartbeat, every 15 seconds. Reconnect after 30 seconds without a byte.</li>
<li>Opening a stream counts as one call. A token has up to 10 open streams; more get a 429.</li>
</ul>
<p>The client package <code>svcapi-client</code> reconnects by itself, and <code>followCreditLog</code> follows payments. In a browser use <code>fetch</code>: <code>EventSource</code> sends no token.</p>`,
    samples: html`${renderSample('curl', 'bash', curl(`${baseUrl}${PREFIX}/events/personal`))}${renderSample('The client (npm install svcapi-client)', 'javascript', client(baseUrl))}`,
  };
}
