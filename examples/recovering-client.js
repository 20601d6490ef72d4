// A client of the SDK that acts on failures: it waits as long as the server asks, and repeats only what is safe to repeat.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isRecoveryError } from '@errata/core';
import { recovering } from '@errata/mcp/client';

const client = recovering(new Client({ name: 'example', version: '1.0.0' }), {
  onRetry: ({ failure, delayMs }) => console.log(`${failure.reason}: again in ${delayMs} ms`),
});
const args = [fileURLToPath(new URL('busy-server.js', import.meta.url))];
await client.connect(
  new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }),
);

// Busy twice, and it says for how long: nothing was done, so the call is made again.
const { content } = await client.callTool({ name: 'read-scale' });
console.log(content);
assert.deepEqual(content, [{ type: 'text', text: '42 kg' }]);

// It is not known whether this write was done, and the tool does not say that repeating it is harmless: the caller decides.
const outcome = await client.tryCallTool({ name: 'reset-scale' });
assert.equal(outcome.ok, false);
assert.equal(outcome.plan?.action, 'abort');
console.log(`${outcome.failure?.reason}: ${outcome.plan?.why}`);

// callTool throws the same story.
const thrown = await client.callTool({ name: 'reset-scale' }).catch((error) => error);
assert.ok(isRecoveryError(thrown));
await client.close();
