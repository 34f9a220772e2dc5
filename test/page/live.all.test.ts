import { addEvents } from '../helpers/stream.js';
import { inBrowser, open, tryRoute } from './browser.js';

inBrowser('live events are shown until they are stopped', async (t, visit) => {
  const { server } = visit;
  await open(visit);
  const other = await tryRoute(visit, 'GET /character/{uid}');
  t.deepEqual(await other.getByLabel('Answer as').locator('option').allTextContents(), ['JSON', 'XML']);
  const card = await tryRoute(visit, 'GET /events/{mode}/{type}');
  await card.getByLabel('Token', { exact: true }).fill(server.token);
  await card.getByLabel('mode path').fill('personal');
  await card.getByLabel('Answer as').selectOption('Live events');
  const status = card.getByRole('status');
  await card.getByRole('button', { name: 'Send' }).click();
  await status.filter({ hasText: 'Connected, 0 received.' }).waitFor();
  await addEvents(server.store, [10, 11]);
  await status.filter({ hasText: 'Connected, 2 received.' }).waitFor();
  const shown = (await card.getByRole('group', { name: 'Answer of' }).textContent()) ?? '';
  t.regex(shown, /^id 39:11\n.*"text": "Event 11".*id 39:10\n/s, 'the newest comes first');
  await card.getByRole('button', { name: 'Stop' }).click();
  await status.filter({ hasText: 'Stopped.' }).waitFor();
  t.false(await card.getByRole('button', { name: 'Stop' }).isVisible());
  await card.getByLabel('Answer as').selectOption('JSON');
  await card.getByRole('button', { name: 'Send' }).click();
  await status.filter({ hasText: '200 OK' }).waitFor();
});
