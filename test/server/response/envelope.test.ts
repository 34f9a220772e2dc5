import test from 'ava';
import { wrapPayload, writePayload } from '../../../src/server/response/envelope.js';
import { envelopeElement, readXml } from '../../helpers/xml.js';

const head = { timestamp: 1_718_625_600, resource: 'time', request: '/ws/v2.0/api/time' };
const payload = { years: 25 };
const written = { version: '2.0', ...head, svcapi: payload };

test('in JSON the envelope is an object around the payload', (t) => {
  t.deepEqual(JSON.parse(wrapPayload('application/json', head, writePayload('application/json', payload))), written);
});

for (const format of ['application/xml', 'text/xml'] as const) {
  test(`in ${format} the envelope fields are attributes of the root`, (t) => {
    t.is(
      wrapPayload(format, head, writePayload(format, payload)),
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<svcapi version="2.0" timestamp="1718625600" resource="time" request="/ws/v2.0/api/time">' +
        '<years>25</years></svcapi>',
    );
  });
}

test('every character that a path may hold survives a round trip', (t) => {
  const request = `/ws/v2.0/${'%20+&\'"<>;=@:!$*(),~'}`;
  const document = wrapPayload('application/xml', { ...head, request }, writePayload('application/xml', payload));
  t.deepEqual(readXml(document), envelopeElement({ ...written, request }));
});
