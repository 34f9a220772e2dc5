import { ServerResponse } from 'node:http';
import './observe.js';

// Loaded before the service: every 200th answer says 500. A stream stays one, since the trial waits for its messages.
const { writeHead } = ServerResponse.prototype;
let answers = 0;
ServerResponse.prototype.writeHead = function (this: ServerResponse, status: number, ...rest: never[]) {
  const { accept } = this.req.headers;
  if (accept === 'text/event-stream') return writeHead.call(this, status, ...rest);
  answers += 1;
  return writeHead.call(this, answers % 200 === 0 ? 500 : status, ...rest);
} as typeof writeHead;
