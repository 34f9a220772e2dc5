import { z } from 'zod';
import { definePath } from './define-path.js';
import { defineRoute } from './define-route.js';
import { field, nameText } from './payload.js';

const message = field(z.string(), 'A greeting', 'Hello, world!');

const helloWorldPath = definePath('/api/helloworld', { description: 'A greeting for anyone' });

export const helloWorld = defineRoute(helloWorldPath, {
  method: 'GET',
  title: 'Say hello',
  description: 'Greets anyone: a first call to try',
  access: 'public',
  response: z.strictObject({ message }),
  handle: () => ({ message: 'Hello, world!' }),
});

const helloAuthPath = definePath('/api/helloauth', { description: 'A greeting for authorised clients' });

export const helloAuth = defineRoute(helloAuthPath, {
  method: 'GET',
  title: 'Test a token',
  description: 'Greets an authorised client: shows that a token works',
  access: 'character_read',
  response: z.strictObject({ message, client: field(nameText, 'The id of the calling client', 'ledger-app') }),
  handle: ({ principal }) => ({ message: 'Hello, authorised client!', client: principal.client_id }),
});
