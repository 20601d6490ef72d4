// A device that is busy twice and then answers; and a write that must not be repeated.
import assert from 'node:assert/strict';
import { routeros, routerosContract } from '@errata/catalogs';
import { createServer, isRecoveryError, withRecovery } from '@errata/core';

let busy = 2;
const server = createServer({
  contract: routerosContract,
  era: '2025-11-25',
  methods: {
    'tools/call': (params) => {
      if (params && 'name' in params && params.name === 'dns/update-servers') {
        throw routeros.TIMEOUT({
          device_id: 'dev-lab-01',
          timeout_seconds: 5,
          operation: 'PATCH /rest/ip/dns',
        });
      }
      if (busy-- > 0)
        throw routeros.RATE_LIMITED({
          device_id: 'dev-lab-01',
          limit: '3 requests',
          current_count: 5,
          retry_after: 1,
        });
      return { content: [{ type: 'text', text: 'up 1d' }] };
    },
  },
});

/** @param {string} name */
const callTool = async (name) =>
  JSON.parse(
    String(
      await server.receive(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}"}}`,
      ),
    ),
  );

const contracts = [routerosContract];

// Retried after what the server asked for: the limit was met before anything was done.
const reply = await withRecovery(() => callTool('system/get-overview'), {
  contracts,
  annotations: { readOnlyHint: true },
  onRetry: ({ failure, waitMs }) => console.log(`${failure.reason}: again in ${waitMs} ms`),
});
console.log(reply.result.content[0].text);
assert.equal(reply.result.content[0].text, 'up 1d');

// Not retried: it is not known whether the write was done, and the tool does not say that repeating it is harmless.
const given = await withRecovery(() => callTool('dns/update-servers'), { contracts }).catch(
  (error) => error,
);
assert.ok(isRecoveryError(given));
console.log(`${given.failure.reason}: ${given.plan.action}, because ${given.plan.why}`);
assert.equal(given.plan.action, 'abort');
