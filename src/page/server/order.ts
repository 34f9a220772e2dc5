import type { Route } from '../../routes/define-route.js';
import type { groups } from '../../routes/path.js';

type Group = (typeof groups)[number];

/** The places of the groups on the page, in the order of what people come for. */
const places: Record<Group, number> = { Character: 1, Datacard: 2, Event: 3, Entity: 4, Api: 5 };

/** The headings of the groups. */
export const groupTitles: Record<Group, string> = {
  Character: 'Characters',
  Datacard: 'Datacards',
  Event: 'Events',
  Entity: 'Anything with a uid',
  Api: 'Time and the service',
};

/** Routes that describe the service or greet: their cards are closed at first. */
const minor = new Set(['index', 'permissions', 'ratelimits', 'helloworld', 'helloauth']);

/** Returns the groups of some routes in the order of the page, each with its routes. */
export function groupRoutes(routes: readonly Route[]): { group: Group; members: Route[] }[] {
  const present = Object.keys(places).filter((name): name is Group => routes.some(({ path }) => path.group === name));
  return present
    .sort((a, b) => places[a] - places[b])
    .map((group) => ({ group, members: routes.filter(({ path }) => path.group === group) }));
}

/** Returns true for a route whose card is open at first. */
export function isOpen({ path }: Route): boolean {
  return !minor.has(path.name);
}

/**
 * Returns the id of a route in addresses: `read-character` for what GET reads, and the verb of the title for changes, as in
 * `assign-datacard`. People keep and share these addresses: `test/page/document.test.ts` lists them.
 */
export function idOf({ method, path, title }: Route): string {
  const verb = method === 'GET' ? 'read' : title.split(' ', 1)[0]?.toLowerCase();
  return `${verb}-${path.name.replaceAll('_', '-')}`;
}
