import { createParser } from 'eventsource-parser';
import { encodePathValue, protectSuffix } from '../../domain/text.js';
import { isLoopback } from '../../domain/url.js';
import { indentXml } from '../code/indent-xml.js';

const MOST_MESSAGES = 100;

export function startTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.trying')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[name=demo]')) {
    button.hidden = !isLoopback(location.hostname);
    button.addEventListener('click', async () => {
      const response = await fetch('documentation/demo-token', { cache: 'no-store' });
      if (response.ok) shareToken(await response.text());
    });
  }
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'token') shareToken(target.value);
  });
}

/** The token is stored nowhere else. */
function shareToken(token: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=token]')) input.value = token;
}

async function send(form: HTMLFormElement): Promise<void> {
  const status = form.querySelector('output') as HTMLOutputElement;
  const body = form.querySelector('.body') as HTMLPreElement;
  const stop = form.querySelector<HTMLButtonElement>('[name=stop]');
  const stopping = new AbortController();
  const show = (text: string) => {
    body.textContent = text;
    (body.parentElement as HTMLElement).hidden = false;
  };
  status.textContent = 'Sending…';
  stop?.addEventListener('click', () => stopping.abort(), { once: true });
  try {
    const response = await fetch(...requestOf(form, stopping.signal));
    const left = response.headers.get('x-ratelimit-remaining');
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) {
      if (stop) stop.hidden = false;
      await showMessages(response, show, status);
      status.textContent += ' The stream has ended.';
    } else {
      const text = await response.text();
      // A proxy may answer in HTML.
      if (type.includes('json')) show(JSON.stringify(JSON.parse(text), null, 2));
      else show(type.includes('xml') ? indentXml(text) : text);
      // HTTP/2 has no reason phrase.
      const answer = `${response.status} ${response.statusText}`.trim();
      status.textContent = left === null ? answer : `${answer}, ${left} calls left`;
    }
    body.scrollIntoView({ block: 'nearest' });
  } catch {
    status.textContent = stopping.signal.aborted
      ? 'Stopped.'
      : 'No answer: the service cannot be reached, or has closed the connection.';
  }
  if (stop) stop.hidden = true;
}

async function showMessages(response: Response, show: (text: string) => void, status: HTMLElement): Promise<void> {
  const messages: string[] = [];
  const parser = createParser({
    onEvent({ event, id, data }) {
      // An event with a name marks a position in the stream.
      if (event !== undefined) return;
      messages.unshift(`id ${id}\n${JSON.stringify(JSON.parse(data), null, 2)}`);
      show(messages.slice(0, MOST_MESSAGES).join('\n\n'));
      status.textContent = `Connected, ${messages.length} received.`;
    },
  });
  status.textContent = 'Connected, 0 received.';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) parser.feed(read.value);
}

/** Whatever is typed, the URL is below the one that this page came from. */
function requestOf(form: HTMLFormElement, signal: AbortSignal): [URL, RequestInit] {
  const [method = '', pattern = ''] = (form.dataset.call ?? '').split(' ');
  const values = new Map([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
  const valuesAt = (place: string) =>
    [...values]
      .filter(([name, value]) => name.startsWith(`${place}.`) && value !== '')
      .map(([name, value]) => [name.slice(place.length + 1), value]);
  const encoded = (name: string) => encodePathValue(values.get(`path.${name}`) ?? '');
  // A part in brackets is left out with its parameter.
  const path = pattern
    .replace(/\[([^[\]{}]*\{(\w+)\})\]/g, (_, part: string, name: string) => (encoded(name) === '' ? '' : part))
    .replace(/\{(\w+)\}/g, (_, name: string) => encoded(name));
  const format = values.get('format');
  const url = new URL(`.${protectSuffix(path, format === 'xml' ? 'xml' : 'json')}`, location.href);
  url.search = new URLSearchParams(valuesAt('query')).toString();
  // A token can be pasted together with the name of its header field.
  const token = (values.get('token') ?? '').replace(/^(authorization:\s*)?((bearer|oauth)\s+)?/i, '');
  const headers = {
    Accept: format === 'stream' ? 'text/event-stream' : `application/${format}`,
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
    ...Object.fromEntries(valuesAt('header')),
  };
  const fields = valuesAt('body');
  const body = fields.length > 0 ? new URLSearchParams(fields) : null;
  // A redirect must not carry the token to another server.
  return [url, { method, headers, body, signal, cache: 'no-store', credentials: 'omit', redirect: 'error' }];
}
