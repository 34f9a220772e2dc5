import { addEvents } from '../helpers/stream.js';
import { inBrowser, open, tryRoute } from './browser.js';

inBrowser(
  'live events are followed until they are stopped, from an id that is offered only for them',
  async (t, visit) => {
    const { page, server } = visit;
    await open(visit);
    await tryRoute(visit, 'GET /character/{uid}');
    t.is(await page.getByLabel('Live events').count(), 0, 'a route without a stream');
    const card = await tryRoute(visit, 'GET /events/{mode}/{type}');
    await page.getByLabel('Token', { exact: true }).fill(server.token);
    await page.getByLabel('mode path').fill('personal');
    const place = page.getByLabel('Last-Event-ID header');
    t.false(await place.isVisible());
    await card.locator('form').getByLabel('Live events').check();
    t.true(await place.isVisible());
    await addEvents(server.store, [10, 11]);
    await place.fill('39:10');
    const status = page.locator('form.trying .status');
    await page.getByRole('button', { name: 'Send' }).click();
    await status.filter({ hasText: 'Connected, 1 received.' }).waitFor();
    await addEvents(server.store, [12]);
    await status.filter({ hasText: 'Connected, 2 received.' }).waitFor();
    const messages = page.getByRole('log').getByRole('listitem');
    t.regex((await messages.first().textContent()) ?? '', /^id 39:12.*"text": "Event 12"/s);
    t.regex((await messages.last().textContent()) ?? '', /^id 39:11/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await status.filter({ hasText: 'Stopped, 2 received.' }).waitFor();
    t.is(await page.getByRole('button', { name: 'Stop' }).count(), 0);
    const sent = page.waitForRequest('**/events/personal*');
    await card.locator('form').getByLabel('JSON', { exact: true }).check();
    await page.getByRole('button', { name: 'Send' }).click();
    t.is((await sent).headers()['last-event-id'], undefined);
    await status.filter({ hasText: '200 OK' }).waitFor();
  },
);
