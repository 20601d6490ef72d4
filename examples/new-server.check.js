// What a client gets from the new server: the declared failure, as text for the model and as facts for programs.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const client = new Client({ name: 'check', version: '1.0.0' });
const args = [fileURLToPath(new URL('new-server.js', import.meta.url))];
await client.connect(new StdioClientTransport({ command: process.execPath, args }));

const call = { name: 'order', arguments: { article: 'umbrella' } };
const { content, isError, _meta } = await client.callTool(call);
console.log(content);
assert.equal(isError, true);
assert.match(JSON.stringify(content), /OUT_OF_STOCK: No umbrella left\. Nothing was changed\./);
const { reason, code } = /** @type {{ reason: string; code: number }} */ (
  _meta?.['dev.errata/fault']
);
assert.deepEqual({ reason, code }, { reason: 'OUT_OF_STOCK', code: -31010 });

const wrong = await client.callTool({ name: 'order', arguments: {} });
assert.match(JSON.stringify(wrong.content), /INVALID_INPUT: 1 problem with the input: article/);

await client.close();
