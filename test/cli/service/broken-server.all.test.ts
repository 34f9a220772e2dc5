import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { rawServer } from '../../helpers/cli/strange-server.js';

test('an answer without an end is cut off', async (t) => {
  let sent = 0;
  const url = await rawServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const pour = () => {
      while (!socket.destroyed) {
        sent += chunk.length;
        const more = socket.write(Buffer.concat([Buffer.from('100000\r\n'), chunk, Buffer.from('\r\n')]));
        if (!more) return socket.once('drain', pour);
      }
      return undefined;
    };
    pour();
  });
  const { code, stderr } = await run(['hello', '--url', url]);
  t.is(code, 3);
  t.regex(stderr, /^svcapi: the answer is larger than 64 MiB;/);
  t.true(sent < 200 * 1024 * 1024);
});
