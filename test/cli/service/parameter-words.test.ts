import test from 'ava';
import { withService } from '../../helpers/cli/service.js';

// An error of the service names a parameter; what the user gave was an option or an argument.

const refused: [argv: string[], message: string][] = [
  [
    ['datacard', 'assign', '14:1', '--to', 'nowhere', '--uses', '1'],
    '--to must be the uid of a production entity, such as a facility (4:12) or a station (5:12)',
  ],
  [
    ['datacard', 'revoke', '14:1', '--from', 'nowhere'],
    '--from must be the uid of a production entity, such as a facility (4:12) or a station (5:12)',
  ],
  [['datacard', 'show', 'nothing'], '<uid> must be the uid of a datacard, such as 14:12'],
  [['datacard', 'revoke', 'nothing', '--from', '4:1'], '<uid> must be the uid of a datacard, such as 14:12'],
  [['event', '1:1'], '<uid> must be the uid of an event, such as 39:12'],
  [['character', '4:1'], '<uid> must be the uid or the name of a character, whose uid begins with 1:'],
  [['datacards', '1:1'], '<faction> must be the uid or the name of a faction, whose uid begins with 20:'],
];

for (const [argv, message] of refused) {
  test(`the words of the command line: ${argv.join(' ')}`, async (t) => {
    const { run } = await withService(t);
    t.deepEqual(await run(argv), { code: 2, stdout: '', stderr: `svcapi: ${message}\n` });
    if (argv[0] !== 'datacard' || argv[1] === 'show')
      t.is((await run([...argv, '--xml'])).stderr, `svcapi: ${message}\n`);
  });
}

test('svcapi api names the parameter, since that is what was given', async (t) => {
  const { run } = await withService(t);
  const { code, stderr } = await run([
    'api',
    'POST',
    '/datacard/14:1',
    '-f',
    'production_entity_uid=x',
    '-f',
    'uses=1',
  ]);
  t.is(code, 2);
  t.regex(stderr, /^svcapi: production_entity_uid: It must be the uid of a production entity/);
});
