import test from 'ava';
import { applicationTypeOf, redirectUriProblem } from '../../src/domain/oauth-client.js';

const accepted = [
  'https://tools.example/signed-in',
  'https://tools.example:8443/in?from=svcapi',
  'http://127.0.0.1/',
  'http://127.0.0.1:7000/in',
  'http://[::1]/',
  'http://localhost:3000/callback',
  'com.example.app:/in',
  'com.example.my-app://in',
];

test('a program can be sent back by https, to the device, and by its own scheme', (t) => {
  for (const address of accepted) t.is(redirectUriProblem(address), undefined, address);
});

const refused: [address: string, problem: RegExp][] = [
  ['', /is not an address/],
  ['tools.example/in', /is not an address/],
  ['https://tools.example/a b', /is not an address/],
  ['https://töols.example/', /is not an address/],
  ['https://tools.example/#in', /has a fragment; remove/],
  ['https://tools.example/#', /has a fragment/],
  ['https://user@tools.example/', /has a user name/],
  ['http://tools.example/in', /is neither https/],
  ['http://127.0.0.1.evil.example/', /is neither https/],
  ['http://localhost.evil.example/', /is neither https/],
  ['javascript:alert(1)', /is neither https/],
  ['data:text/html,x', /is neither https/],
  ['file:///etc/passwd', /is neither https/],
  ['myapp:/in', /is neither https/],
  ['urn:ietf:wg:oauth:2.0:oob', /is neither https/],
  [`https://tools.example/${'x'.repeat(500)}`, /is longer than 500 characters; shorten it/],
];

test('a program cannot be sent back elsewhere', (t) => {
  for (const [address, problem] of refused) t.regex(redirectUriProblem(address) ?? '', problem, address);
});

test('a program with an address on the device itself is a native one', (t) => {
  t.is(applicationTypeOf(['https://tools.example/', 'https://other.example/']), 'web');
  t.is(applicationTypeOf(['https://tools.example/', 'http://127.0.0.1/']), 'native');
  t.is(applicationTypeOf(['com.example.app:/in']), 'native');
});
