import test from 'ava';
import { tokenFor } from '../../helpers/galaxy.js';
import { envelope, moment, ref } from '../../helpers/payload.js';
import { sharedServer } from '../../helpers/shared-server.js';

const server = sharedServer();

test('a character reads its own event', async (t) => {
  const { status, json } = await server.call('/event/39:1');
  t.is(status, 200);
  t.deepEqual(
    json,
    envelope('events_id', '/ws/v2.0/event/39:1', {
      event: {
        uid: '39:1',
        receiver: ref(server.url, 'character', '1:1', 'Hana Veil'),
        time: moment(25, 204, 4, 59, 0, '1718625540'),
        text: 'You have gained 12 experience.',
      },
    }),
  );
});

test('a uid that is not 39: and digits is a 400', async (t) => {
  const invalid = ['39', '39:', '39:x', '39:-1', '39:1.0', '39:1x', '14:1', '1:1', 'x', '39:1%20', '%2039:1', '39:1:1'];
  for (const uid of invalid) {
    const { status, json } = await server.call(`/event/${uid}`);
    t.is(status, 400, uid);
    t.like(json.svcapi, { error: 'invalid_parameter', parameter: 'uid' });
    t.regex(json.svcapi.error_message, /39:/);
  }
  // These have the form that the reference asks for: they are no mistake, there is only nothing there.
  for (const uid of ['39:999', '39:0', '39:01', '39:12345678901234567890123'])
    t.like(await server.call(`/event/${uid}`), { status: 404, json: { svcapi: { error: 'not_found' } } }, uid);
});

test('the event of another character is a 404, like one that does not exist', async (t) => {
  const foreign = await server.call('/event/39:2');
  const missing = await server.call('/event/39:3');
  t.is(foreign.status, 404);
  t.deepEqual({ ...foreign.json, request: '' }, { ...missing.json, request: '' });
});

test('character_events is enough to read an event', async (t) => {
  const token = await tokenFor(server.store, '1:2', ['character_events']);
  const { status, json } = await server.call('/event/39:2', { headers: { Authorization: `Bearer ${token}` } });
  t.is(status, 200);
  t.is(json.svcapi.event.text, 'You have gained 3 experience.');
});
