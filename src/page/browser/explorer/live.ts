import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { make } from '../element.js';
import { renderBody } from './render-code.js';

/** The most messages of a stream that are shown. */
const MOST = 100;

/** Returns true for an answer that is a stream of events. */
export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

/**
 * Shows the messages of a stream in a list as they come, the newest first, until it ends.
 *
 * @param onMessage called with the number of messages that have come
 */
export async function showMessages(response: Response, list: HTMLElement, onMessage: (count: number) => void) {
  let count = 0;
  const parser = createParser({
    onEvent(message) {
      // The service names the place where a stream begins by an event with a name.
      if (message.event !== undefined) return;
      list.prepend(renderMessage(message));
      list.children[MOST]?.remove();
      onMessage(++count);
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) parser.feed(read.value);
}

function renderMessage({ id, data }: EventSourceMessage): HTMLElement {
  const body = make('pre', {}, make('code', {}, ...renderBody(JSON.stringify(JSON.parse(data), null, 2), 'json')));
  return make('li', {}, make('code', {}, `id ${id}`), body);
}
