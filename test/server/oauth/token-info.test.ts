import test from 'ava';
import { withServer } from '../../helpers/server.js';
import { people, post } from './flow.js';

const device = { client_id: 'svcapi-cli', scope: 'character_read' };

test('tokeninfo names the account for a token of the command line alone', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const info = async (clientId: string) => {
    const asked = (await post(server, '/device', { ...device, client_id: clientId })).json;
    await visitor.visit('/account/device');
    await visitor.send({ user_code: asked.user_code });
    await visitor.send({ decision: 'allow' });
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: clientId };
    const { json } = await post(server, '/token', { ...grant, device_code: asked.device_code });
    t.truthy(json.refresh_token);
    const address = new URL(`/ws/oauth2/tokeninfo?access_token=${json.access_token}`, server.url);
    return (await fetch(address)).json();
  };
  const rest = { user_id: '1:1', name: 'Hana Veil', scope: 'character_read', expires_in: 3600 };
  t.deepEqual(await info('svcapi-cli'), { ...rest, client_id: 'svcapi-cli', account: 'Hana' });
  t.deepEqual(await info('app'), { ...rest, client_id: 'app' });
});
