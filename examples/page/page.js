import { Client, ServiceError } from 'svcapi-client';

// A public route: no token belongs into a page. The address of the service comes with that of the page.
const baseUrl = new URLSearchParams(location.search).get('service') ?? location.origin;
const client = new Client({ baseUrl });
const output = document.querySelector('output');

document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const handle = new FormData(event.target).get('handle');
  output.value = '…';
  output.value = await check(handle);
});

async function check(handle) {
  try {
    const { data } = await client.call('GET /character/handlecheck/{handle}', { params: { handle } });
    return `${handle} is ${data.character.uid}`;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return `Nobody is called ${handle}`;
    return `${error.message}${error.retryAt ? ` (again at ${error.retryAt.toLocaleTimeString()})` : ''}`;
  }
}
