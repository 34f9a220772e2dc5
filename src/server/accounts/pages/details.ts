import { type Permission, permissions } from '../../../domain/permission.js';
import { type Html, html } from '../../../page/server/html.js';
import type { Session } from '../../../store/store.js';

/** Renders the UTC day of a Unix time. */
export function renderDate(seconds: number): Html {
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  return html`<time datetime="${day}">${day}</time>`;
}

/** Renders a Unix time to the minute, in UTC. */
export function renderTime(seconds: number): Html {
  const time = new Date(seconds * 1000).toISOString();
  return html`<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

export function renderLastUse({
  last_used_at,
  last_used_from,
}: Pick<Session, 'last_used_at' | 'last_used_from'>): Html {
  if (last_used_at === null) return html`not yet`;
  return html`${renderDate(last_used_at)}${last_used_from !== null && html` from <code>${last_used_from}</code>`}`;
}

export function renderMetadata(values: readonly (readonly [label: string, value: Html | string])[]): Html {
  return html`<dl class="metadata">
${values.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

export function renderPermissions(names: readonly Permission[]): Html {
  return html`<ul class="permissions">
${names.map((name) => html`<li>${describePermission(name)}</li>\n`)}</ul>`;
}

export function describePermission(name: Permission): Html {
  const { description, inherits } = permissions[name];
  const sentences = [description, ...(inherits === '' ? [] : [permissions[inherits].description])].join(' ');
  return html`${sentences.replaceAll('<br />', ' ')} <code>${name}</code>`;
}
