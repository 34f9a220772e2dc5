import type { Route } from '../../routes/define-route.js';
import type { groups } from '../../routes/path.js';

type Group = (typeof groups)[number];

/** The groups that most people come for are first. */
const places: Record<Group, number> = { Character: 1, Datacard: 2, Event: 3, Entity: 4, Api: 5 };

export const groupTitles: Record<Group, string> = {
  Character: 'Characters',
  Datacard: 'Datacards',
  Event: 'Events',
  Entity: 'Anything with a uid',
  Api: 'Time and the service',
};

/** Their cards are closed at first. */
const minor = new Set(['index', 'permissions', 'ratelimits', 'helloworld', 'helloauth']);

export function groupRoutes(routes: readonly Route[]): { group: Group; members: Route[] }[] {
  const present = Object.keys(places).filter((name): name is Group => routes.some(({ path }) => path.group === name));
  return present
    .sort((a, b) => places[a] - places[b])
    .map((group) => ({ group, members: routes.filter(({ path }) => path.group === group) }));
}

export function isOpen({ path }: Route): boolean {
  return !minor.has(path.name);
}

/** Returns an anchor such as `assign-datacard`. People share these anchors: `test/page/document.test.ts` lists them. */
export function idOf({ method, path, title }: Route): string {
  const verb = method === 'GET' ? 'read' : title.split(' ', 1)[0]?.toLowerCase();
  return `${verb}-${path.name.replaceAll('_', '-')}`;
}
