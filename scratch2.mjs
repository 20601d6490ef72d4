import { createKit, serveHttp } from '@errata/kit';
import { defineCatalog } from '@errata/core';
import http from 'node:http';
const shop = defineCatalog('shop', { SOLD_OUT: { code: -31001, title: 'Sold out', category: 'server', context: { n: 'integer' }, details: (c) => `Sold out ${c.n}`, recovery: 'report_and_abort' } });
let running = 0, aborted = 0;
const kit = createKit({ name: 'x', version: '1', tools: [
  { name: 'fail', inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }, run: async ({ n }) => { await new Promise((r) => setTimeout(r, n % 7)); throw shop.SOLD_OUT({ n }); } },
  { name: 'hang', run: (_a, ctx) => new Promise((r, j) => { running++; ctx.signal?.addEventListener('abort', () => { aborted++; running--; j(ctx.signal.reason); }); }) },
] });
const l = await serveHttp(kit, { port: 0 });
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const E = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' }, 'io.modelcontextprotocol/clientCapabilities': {} };
const post = (body, headers = {}, kill) => new Promise((res) => {
  const r = http.request(l.url, { method: 'POST', agent, headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers } }, (m) => { let t = ''; m.on('data', (c) => t += c); m.on('end', () => res({ status: m.statusCode, headers: m.headers, text: t })); m.on('error', () => res({ status: 'cut' })); });
  r.on('error', (e) => res({ status: e.code })); r.end(body); if (kill) setTimeout(() => r.destroy(), kill);
});
const call = (name, id, args, kill) => post(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, _meta: E } }), { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }, kill);
const all = await Promise.all(Array.from({ length: 2000 }, (_, n) => call('fail', 1, { n }).then((r) => r.text.includes(`Sold out ${n}.`))));
console.log('2000 same id', all.filter(Boolean).length);
await Promise.all(Array.from({ length: 100 }, (_, n) => call('hang', n, {}, 100)));
await new Promise((r) => setTimeout(r, 200));
console.log('hang', running, aborted);
// legacy session
const init = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'c', version: '1' } } }));
const sid = init.headers['mcp-session-id']; console.log(init.status, sid?.length);
const S = { 'mcp-session-id': sid, 'mcp-protocol-version': '2025-03-26' };
console.log((await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }), S)).status);
const two = await Promise.all([0, 1, 2].map((n) => post(JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'fail', arguments: { n: n + 3 } } }), S)));
console.log(two.map((t) => t.text.slice(0, 120)));
const b = await post(JSON.stringify([1, 2, 3, 4].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'fail', arguments: { n: id } } })).concat([{ jsonrpc: '2.0', id: 1, method: 'ping' }])), S);
console.log(b.status, JSON.parse(b.text).map((m) => [m.id, (m.result?.content?.[0].text ?? JSON.stringify(m.error ?? m.result)).slice(0, 40)]));
const p = post(JSON.stringify({ jsonrpc: '2.0', id: 'h', method: 'tools/call', params: { name: 'hang' } }), S);
await new Promise((r) => setTimeout(r, 50));
console.log((await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'h' } }), S)).status, (await p).status, running, aborted);
const q = post(JSON.stringify({ jsonrpc: '2.0', id: 'h', method: 'tools/call', params: { name: 'hang' } }), S);
await new Promise((r) => setTimeout(r, 50));
const del = await new Promise((res) => http.request(l.url, { method: 'DELETE', headers: S }, (m) => { m.resume(); res(m.statusCode); }).end());
console.log('delete', del, (await q).status, (await q).text, running, aborted);
console.log('after', (await post(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }), S)).status);
await l.close(); agent.destroy();
