export function readableLine(line: string): string {
  const { time, level, msg, err, method, path, status, ms, requestId, ...others } = JSON.parse(line);
  const request = method === undefined ? msg : [method, path, status ?? msg, `${ms} ms`].join(' ');
  const details = Object.entries(others).map(([name, value]) => `${name}=${value}`);
  const parts = [
    new Date(time).toTimeString().slice(0, 8),
    ...(level === 'info' ? [] : [level.toUpperCase()]),
    request,
    ...details,
    ...(err && requestId !== undefined ? [`request ${requestId}`] : []),
  ];
  const stack = err ? `\n${err.stack ?? err.message}` : '';
  return `${(parts.join(' ') + stack).replace(/(?!\n)\p{Cc}/gu, ' ')}\n`;
}
