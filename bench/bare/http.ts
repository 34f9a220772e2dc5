import { readFileSync } from 'node:fs';
import http from 'node:http';
import { type Answer, chosenHeaders } from '../answer.js';
import { announce } from './announce.js';

/** The least work for an answer in Node: `node http.js FILE` sends the recorded answer to every request. */
const answer = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Answer;
const { status, body } = answer;
const headers = [...chosenHeaders(answer), ['Content-Length', String(Buffer.byteLength(body))]].flat();

announce(
  http.createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  }),
);
