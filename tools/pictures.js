import { parseArgs } from 'node:util';
import { takePictures } from '../dist/tools/pictures/index.js';

// Takes the pictures of the README from the running program: run `npm run pictures` after a change to what they show.
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/pictures' },
    // The page shows the address of its service: that of a first session.
    port: { type: 'string', default: '8080' },
  },
});
const names = await takePictures({ folder: values.out, port: Number(values.port), withPage: true });
process.stdout.write(`${names.map((name) => `${values.out}/${name}`).join('\n')}\n`);
