// Answers each request with whatever text its params ask for: `$` is replaced by the request's id.
import { closeSync, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'write') process.stdout.write(params.text.replaceAll('$', String(id)));
  if (method === 'huge') {
    const filler = 'x'.repeat(params.bytes);
    process.stdout.write(
      params.idFirst
        ? `{"jsonrpc":"2.0","id":${id},"result":{"filler":"${filler}"}}\n`
        : `{"result":{"filler":"${filler}"},"jsonrpc":"2.0","id":${id}}\n`,
    );
  }
  if (method === 'last') {
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"last":true}}`);
    process.stdin.destroy();
  }
  if (method === 'mute') {
    closeSync(1);
    setInterval(() => {}, 1_000_000);
  }
  if (method === 'initialize') {
    // Only the first process of a relay is let in.
    const known = process.env['STARTED_BEFORE'] ?? '';
    const started = known !== '' && !mkdirOnce(known);
    process.stdout.write(
      started
        ? `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"not again"}}\n`
        : `{"jsonrpc":"2.0","id":${id},"result":{}}\n`,
    );
  }
  if (method === 'tools/call') {
    const error = '{"code":-32603,"message":"out of order"}';
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"error":${error}}\n`);
  }
  if (method === 'ping') process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{}}\n`);
});

/**
 * @param {string} path
 * @returns {boolean} false if it was there
 */
function mkdirOnce(path) {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}
