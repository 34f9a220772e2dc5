import test from 'ava';
import { digestOf } from '../../../src/server/response/etag.js';
import { write, writeEnvelope } from '../../../src/server/response/write-envelope.js';
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

/** Long lists beside everything else that a payload can hold. */
const long: object[] = [
  {
    datacards: {
      attributes: { count: 250 },
      datacard: Array.from({ length: 250 }, (_, n) => ({ value: `<${n}> & " ä😀`, n })),
    },
  },
  {
    a: { b: { attributes: { n: 'a&b"' }, item: Array.from({ length: 100 }, String), none: [], no: undefined, x: '' } },
    c: true,
  },
  { item: Array.from({ length: 101 }, (_, n) => ({ attributes: { n }, inner: [{}, { value: '' }, n] })), after: -1 },
  { factions: Array.from({ length: 150 }, (_, n) => ({ value: String(n), primary: n === 0 })) },
  { few: { item: [1, 2, 3] }, text: 'a\r\nb' },
];

/** An item that takes a twentieth of a millisecond to read, however fast the machine is. */
function slowItem() {
  return {
    get value() {
      const end = performance.now() + 0.05;
      while (performance.now() < end);
      return 'slow';
    },
  };
}

for (const format of ['application/json', 'application/xml'] as const) {
  for (const [index, svcapi] of long.entries()) {
    test(`${format}: payload ${index} is the same, written in turns or at once`, async (t) => {
      const envelope = { timestamp: 1, resource: 'list', request: '/ws/v2.0/list', svcapi };
      const expected = writeEnvelope(format, envelope);
      const { text, from, to, digest } = await write(format, envelope);
      t.is(String(text), expected);
      t.is(expected.slice(from, to), '1');
      t.is(digest, digestOf(expected.slice(to)));
      t.is(Buffer.isBuffer(text), index < 4, 'the bytes of a long list are made in turns, too');
    });
  }

  test(`${format}: other requests are served while a long list is written`, async (t) => {
    const item = Array.from({ length: 1000 }, slowItem);
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await write(format, { timestamp: 1, resource: 'list', request: '/', svcapi: { items: { item } } });
    done = true;
    t.true(turns > 3);
  });
}
