import { visible } from '../../../domain/text.js';
import { stars } from '../hero.js';
import { type Html, html } from '../html.js';

/** A fault of a form that was sent: what is wrong, and what to do. */
export interface Problem {
  /** The id of the field; none if the fault lies in no field. */
  field?: string;
  text: string;
}

/** The files that every page of an account refers to, relative to the root of the service. */
export interface AccountAssets {
  style: string;
  /** Starts the button that copies a secret. */
  secretScript: string;
  icon: string;
}

/** The parts of a page that do not depend on its subject. */
export interface AccountFrame {
  /** The relative address of the root of the service: empty, or `../` once for each folder between. */
  root: string;
  /** The path of the page below the root. */
  here?: string;
  assets: AccountAssets;
  /** The name of the account that is signed in. */
  accountName?: string | undefined;
  /** The token that every form sends, which other sites do not know. */
  formToken: string;
}

/** A page, without its frame. */
export interface AccountView {
  title: string;
  /** The heading, where it is more than the title. */
  heading?: Html;
  body: Html;
  /** The faults of the form that was sent. */
  problems?: readonly Problem[];
  /** The result of the last change. */
  notice?: string | undefined;
  /** True for a page with a secret, which is the only one that has a script. */
  hasSecret?: boolean;
  /** The address that the browser opens by itself. */
  continueTo?: string;
}

/** The pages of an account, in the order of the menu. */
const MENU = [
  ['account', 'Programs'],
  ['account/tokens', 'Tokens'],
  ['account/my-programs', 'My programs'],
  ['account/sessions', 'Sessions'],
  ['account/password', 'Password'],
] as const;

/** Renders a page of an account. It needs no script, and its addresses are relative, as those of the documentation. */
export function renderAccountPage(frame: AccountFrame, view: AccountView): string {
  const { root, assets } = frame;
  const { title, heading = title, body, problems = [], notice, hasSecret, continueTo } = view;
  return `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<title>${problems.length > 0 && 'Error: '}${visible(title)} · svcapi</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${continueTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${continueTo}">`}
<link rel="icon" href="${root}${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${root}${assets.style}">
${hasSecret && html`<script type="module" src="${root}${assets.secretScript}"></script>`}
</head>
<body class="account">
<a class="skip" href="#content">Skip to the content</a>
${renderBar(frame)}
<main id="content" tabindex="-1">
<h1>${heading}</h1>
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
${renderProblems(problems)}
${body}
</main>
</body>
</html>`}\n`;
}

function renderBar({ root, here, assets, accountName, formToken }: AccountFrame): Html {
  return html`<header class="bar night"><div class="inner">
<a class="brand" href="${root}documentation"><img src="${root}${assets.icon}" alt="" width="28" height="28"> svcapi</a>
${
  accountName !== undefined &&
  html`<nav class="menu" aria-label="Account"><ul>
${MENU.map(([address, name]) => html`<li><a href="${root}${address}"${address === here && html` aria-current="page"`}>${name}</a></li>`)}
</ul></nav>
<form class="leave" method="post" action="${root}account/sign-out">
<input type="hidden" name="form_token" value="${formToken}">
<span>${renderName(accountName)}</span> <button type="submit">Sign out</button>
</form>`
}
</div>${stars}</header>`;
}

/** Renders the faults of a form, each with a link to its field. */
function renderProblems(problems: readonly Problem[]): Html | undefined {
  if (problems.length === 0) return undefined;
  return html`<div class="problems" role="alert" aria-labelledby="problems-title">
<h2 id="problems-title">Please correct this</h2>
<ul>${problems.map(({ field, text }) => html`<li>${field === undefined ? text : html`<a href="#${field}">${text}</a>`}</li>`)}</ul>
</div>`;
}

/** Renders a name that people chose, isolated from the text around it and its direction. */
export function renderName(name: string): Html {
  return html`<bdi>${visible(name)}</bdi>`;
}

/** A page without a form: what happened, and what to do next. */
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
