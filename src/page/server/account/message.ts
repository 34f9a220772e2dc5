import { html } from '../html.js';
import type { AccountView } from './account-page.js';

/** A page that only says something: what happened, and what to do next. */
export interface Message {
  title: string;
  text: string;
  /** The next step, with its address relative to the page. */
  next?: { address: string; text: string };
}

/** Renders a message. */
export function renderMessage({ title, text, next }: Message): AccountView {
  return {
    title,
    body: html`<p>${text}</p>${next && html`<p class="actions"><a class="button primary" href="${next.address}">${next.text}</a></p>`}`,
  };
}
