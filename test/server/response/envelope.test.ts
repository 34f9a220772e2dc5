import test from 'ava';
import { writeEnvelope } from '../../../src/server/response/envelope.js';
import { envelopeElement, readXml } from '../../helpers/xml.js';

const answer = { timestamp: 1_718_625_600, resource: 'time', request: '/ws/v2.0/api/time', svcapi: { years: 25 } };
const written = { version: '2.0', ...answer };

test('in JSON the envelope is an object around the payload', (t) => {
  t.deepEqual(JSON.parse(writeEnvelope('application/json', answer)), written);
});

for (const format of ['application/xml', 'text/xml'] as const) {
  test(`in ${format} the envelope fields are attributes of the root`, (t) => {
    t.is(
      writeEnvelope(format, answer),
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<svcapi version="2.0" timestamp="1718625600" resource="time" request="/ws/v2.0/api/time">' +
        '<years>25</years></svcapi>',
    );
  });
}

test('every character that a path may hold survives a round trip', (t) => {
  const request = `/ws/v2.0/${'%20+&\'"<>;=@:!$*(),~'}`;
  const document = writeEnvelope('application/xml', { ...answer, request });
  t.deepEqual(readXml(document), envelopeElement({ ...written, request }));
});
