// What a client gets from the guarded server: every failure with its code, data and what to do next, and no secret.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const client = new Client({ name: 'check', version: '1.0.0' });
const args = [fileURLToPath(new URL('guarded-server.js', import.meta.url))];
await client.connect(
  new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }),
);

/** @param {Record<string, unknown>} given */
const order = async (given) => {
  const { content, isError, _meta } = await client.callTool({ name: 'order', arguments: given });
  const [block] = content;
  const text = block?.type === 'text' ? block.text : '';
  console.log(`${text}\n`);
  assert.equal(isError, true);
  assert.doesNotMatch(JSON.stringify({ content, _meta }), /hunter2/);
  return /** @type {{ code: number; data: object; effect: string }} */ (
    _meta?.['dev.errata/fault']
  );
};

const outOfStock = await order({ article: 'umbrella', quantity: 1 });
assert.equal(outOfStock.code, -31010);
assert.deepEqual(outOfStock.data, { article: 'umbrella' });

const wrong = await order({ article: 'hat', quantity: 0 });
assert.equal(wrong.effect, 'none');

const crashed = await order({ article: 'hat', quantity: 1 });
assert.equal(crashed.effect, 'unknown');

await client.close();
