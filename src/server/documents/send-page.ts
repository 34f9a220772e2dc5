import { visible } from '../../domain/text.js';
import { stars } from '../../page/server/hero.js';
import { type Html, html } from '../../page/server/html.js';
import { PREFIX } from '../../routes/path.js';
import type { StepContext } from '../state.js';
import { addressOf } from './page-files.js';

export interface Problem {
  field?: string;
  text: string;
}

export interface PageFrame {
  /** The relative URL of the root of the service. */
  root: string;
  accountName?: string | undefined;
  /** The token that every form sends, which other sites do not know. */
  formToken: string;
}

export interface PageView {
  title: string;
  heading?: Html;
  body: Html;
  problems?: readonly Problem[];
  notice?: string | undefined;
  continueTo?: string;
  status?: number;
  /** Other origins and schemes that redirects after a form of the page may lead to. */
  formTargets?: readonly string[] | undefined;
}

const MENU = [
  ['account', 'Programs'],
  ['account/tokens', 'Tokens'],
  ['account/my-programs', 'My programs'],
  ['account/sessions', 'Sessions'],
  ['account/password', 'Password'],
] as const;

export function sendPage(ctx: StepContext, frame: PageFrame, view: PageView): void {
  setPageHeaders(ctx, view.formTargets);
  ctx.status = view.status ?? (view.problems?.length ? 400 : 200);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = renderPage(ctx, frame, view);
}

export function sendMessage(ctx: StepContext, view: PageView): void {
  sendPage(ctx, { root: rootFrom(ctx.path), formToken: '' }, view);
}

/** Returns the relative URL of the root of the service, `/ws/v2.0/`, from a path below `/ws/`. */
export function rootFrom(path: string): string {
  const up = '../'.repeat(path.split('/').length - 3);
  return path.startsWith(`${PREFIX}/`) ? up.slice('../'.length) : `${up}v2.0/`;
}

export function setPageHeaders(ctx: StepContext, formTargets: readonly string[] = []): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  Object.assign(ctx.state.fields, {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
    // With no-referrer, browsers send forms without their origin.
    'Referrer-Policy': 'same-origin',
  });
}

/** Redirects to a relative URL, which is correct with any proxy. */
export function redirect(ctx: StepContext, location: string): void {
  ctx.state.fields.Location = location;
  ctx.body = null;
  ctx.status = 303;
}

function renderPage({ path }: StepContext, { root, accountName, formToken }: PageFrame, view: PageView): string {
  const { title, heading = title, body, problems = [], notice, continueTo } = view;
  const icon = root + addressOf('icon', '.svg');
  return `<!DOCTYPE html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<title>${problems.length > 0 && 'Error: '}${visible(title)} · svcapi</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${continueTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${continueTo}">`}
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${root}${addressOf('account', '.css')}">
</head>
<body class="account">
<a class="skip" href="#content">Skip to the content</a>
<header class="bar night"><div class="inner">
<a class="brand" href="${root}documentation"><img src="${icon}" alt="" width="28" height="28"> svcapi</a>
${
  accountName !== undefined &&
  html`<nav class="menu" aria-label="Account"><ul>
${MENU.map(([address, name]) => html`<li><a href="${root}${address}"${path === `${PREFIX}/${address}` && html` aria-current="page"`}>${name}</a></li>`)}
</ul></nav>
<form class="leave" method="post" action="${root}account/sign-out">
<input type="hidden" name="form_token" value="${formToken}">
<span>${renderName(accountName)}</span> <button type="submit">Sign out</button>
</form>`
}
</div>${stars}</header>
<main id="content" tabindex="-1">
<h1>${heading}</h1>
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
${problems.length > 0 && renderProblems(problems)}
${body}
</main>
</body>
</html>`}\n`;
}

function renderProblems(problems: readonly Problem[]): Html {
  return html`<div class="problems" role="alert" aria-labelledby="problems-title">
<h2 id="problems-title">Please correct this</h2>
<ul>${problems.map(({ field, text }) => html`<li>${field === undefined ? text : html`<a href="#${field}">${text}</a>`}</li>`)}</ul>
</div>`;
}

/** Isolates a name that people chose from the direction of the text around it. */
export function renderName(name: string): Html {
  return html`<bdi>${visible(name)}</bdi>`;
}

/** Builds a page without a form; the address of `next` is relative to the page. */
export function message(
  status: number,
  title: string,
  text: string,
  next?: { address: string; text: string },
): PageView {
  const link = next && html`<p class="actions"><a class="button primary" href="${next.address}">${next.text}</a></p>`;
  return { status, title, body: html`<p>${text}</p>${link}` };
}
