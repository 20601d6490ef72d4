// A well-behaved server: answers each request, and lists the notifications that it got.
import { createInterface } from 'node:readline';

/** @type {unknown[]} */
const notifications = [];
/** @type {number[]} */
let held = [];

/** @param {object} message */
const say = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  const { id, method, params } = message;
  switch (method) {
    case 'initialize':
      return say({ id, result: { protocolVersion: params?.protocolVersion, pid: process.pid } });
    case 'tools/call':
      return say({ id, result: { content: [{ type: 'text', text: params?.arguments?.text }] } });
    case 'notified':
      return say({ id, result: { notified: notifications, pid: process.pid } });
    case 'tools/list':
      return say({ id, result: { tools: params?.tools } });
    case 'tools/changed':
      say({ method: 'notifications/tools/list_changed' });
      return say({ id, result: {} });
    case 'line': {
      // The whole line comes back, so that digits can be compared.
      const result = `{"n":9007199254740993,"line":${JSON.stringify(line)}}`;
      return process.stdout.write(`{"id":${id},"jsonrpc":"2.0","result":${result}}\n`);
    }
    case 'hold':
      return held.push(id);
    case 'release':
      for (const each of [...held, id]) say({ id: each, result: { released: each } });
      held = [];
      return;
    case 'ask':
      say({ id: 'server-1', method: 'roots/list' });
      return say({ id, result: {} });
    case 'progress': {
      const { progressToken } = params._meta;
      say({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
      return say({ id, result: {} });
    }
    case 'die':
      process.stderr.write('fatal: the disk is on fire\n');
      process.exitCode = 3;
      return process.stdin.destroy();
    case 'env':
      process.stderr.write(`trying ${process.env['SERVICE_TOKEN']}\n`);
      return say({
        id,
        error: { code: -32001, message: `bad token ${process.env['SERVICE_TOKEN']}` },
      });
  }
  if (id === undefined || method === undefined) return notifications.push(message);
  const prefix = 'MCP error -32601: MCP error -32601:';
  return say({ id, error: { code: -32601, message: `${prefix} no ${method}` } });
});
