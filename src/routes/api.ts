import { z } from 'zod';
import { permissionNames, permissions } from '../domain/permission.js';
import { HTTP_DATE, httpDate } from '../domain/rate-limit.js';
import { buildIndex, indexPayload } from './build-index.js';
import { definePath } from './define-path.js';
import { defineRoute } from './define-route.js';
import { field, list, object, size, toList, unixSeconds } from './payload.js';

const indexPath = definePath('/', { description: 'The routes of the service' });

export const readIndex = defineRoute(indexPath, {
  method: 'GET',
  title: 'List the routes',
  description: 'Lists the routes with their methods, parameters and permissions',
  access: 'public',
  response: indexPayload,
  handle: ({ routes, links }) => buildIndex(routes, links),
});

const permissionsPath = definePath('/api/permissions', {
  description: 'The permissions that can be granted to a client',
});

export const permission = z.strictObject({
  attributes: object('The permission', {
    name: field(z.enum(permissionNames), 'The name of the permission, which is a scope of OAuth 2', 'character_stats'),
    description: field(z.string(), 'What the permission allows', permissions.character_stats.description),
    inherits: field(
      z.enum(['', ...permissionNames]),
      'The permission that this one includes; empty if it includes none',
      permissions.character_stats.inherits,
    ),
  }),
});

export const listPermissions = defineRoute(permissionsPath, {
  method: 'GET',
  title: 'List the permissions',
  description: 'Lists the permissions and what each inherits from',
  access: 'public',
  response: z.strictObject({
    permissions: list('The permissions of the service', 'permission', permission, 'The permissions'),
  }),
  handle: () => ({
    permissions: toList(
      'permission',
      permissionNames.map((name) => ({ attributes: { name, ...permissions[name] } })),
    ),
  }),
});

/** Reference, section 9.3. */
const OVERVIEW_VERSION = '0.1' as const;

/** The rate-limit overview names the aliases. Reference, section 4.5. */
const rateLimitsPath = definePath('/api/ratelimits', {
  aliases: ['/ratelimits', '/ratelimiting'],
  rootAliases: ['/ratelimiting'],
  description: 'The rate limits, and the calls that the client has left',
});

/** The limit of a path and client address. */
export const rateLimit = z.strictObject({
  attributes: object('The limit and its state', {
    pattern: field(z.string(), 'The path whose calls are counted together', '/datacard/{uid}'),
    limit: field(size, 'Calls in one window', 600),
    remaining: field(size, 'Calls that are left in this window', 599),
    reset: field(unixSeconds, 'The end of the window, in Unix seconds'),
    reset_time: field(
      z.string().regex(HTTP_DATE),
      'The end of the window, as a date of HTTP',
      'Mon, 17 Jun 2024 12:00:00 +0000',
    ),
  }),
});

export const readRateLimits = defineRoute(rateLimitsPath, {
  method: 'GET',
  title: 'See the calls that are left',
  description: 'Lists each rate-limited path with the calls that the client has left',
  access: 'public',
  isOfClient: true,
  response: z.strictObject({
    ratelimits: object('The rate limits of the client address', {
      attributes: object('The length of the list', {
        version: field(z.literal(OVERVIEW_VERSION), 'The version of this overview'),
        count: field(size, 'Items in the list', 9),
      }),
      ratelimit: field(z.array(rateLimit), 'A limit for each limited path'),
    }),
  }),
  async handle({ rateLimits }) {
    const statuses = await rateLimits();
    return {
      ratelimits: {
        attributes: { version: OVERVIEW_VERSION, count: statuses.length },
        ratelimit: statuses.map((status) => ({ attributes: { ...status, reset_time: httpDate(status.reset) } })),
      },
    };
  },
});
