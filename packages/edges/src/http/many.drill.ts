import { Agent } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ADAPTERS } from './testing/adapters.js';
import { exchange } from './testing/http-client.js';
import { META, V } from './testing/modern.js';
import { call, createDemoEdge, failure, openSession, post } from './testing/rows.js';

const COUNT = 1000;
const ids = Array.from({ length: COUNT }, (_, index) => (index % 2 === 0 ? index : `id-${index}`));

describe.each(['node', 'hono', 'express', 'fastify'])(
  '%s under 1,000 failing requests at once',
  (adapter) => {
    it('gives each its own id back, in one session', async () => {
      const mounted = await ADAPTERS[adapter]!(createDemoEdge());
      const agent = new Agent({ keepAlive: true, maxSockets: 64 });
      try {
        const headers = { 'mcp-session-id': await openSession(mounted) };
        const answers = await Promise.all(
          ids.map((id) =>
            exchange(
              mounted.url!,
              post(call('tools/call', { name: 'unreachable' }, id), headers),
              agent,
            ),
          ),
        );
        expect(answers.map(({ body }) => body)).toEqual(
          ids.map((id) => failure(-32010, 'Device Unreachable', { device_id: 'dev-1' }, id)),
        );
      } finally {
        agent.destroy();
        await mounted.close();
      }
    });

    it('gives each its own id back, without one', async () => {
      const mounted = await ADAPTERS[adapter]!(createDemoEdge());
      const agent = new Agent({ keepAlive: true, maxSockets: 64 });
      const headers = {
        'mcp-protocol-version': V,
        'mcp-method': 'tools/call',
        'mcp-name': 'unreachable',
      };
      const params = { name: 'unreachable', _meta: META };
      try {
        const answers = await Promise.all(
          ids.map((id) =>
            exchange(mounted.url!, post(call('tools/call', params, id), headers), agent),
          ),
        );
        expect(answers.map(({ body }) => body)).toEqual(
          ids.map((id) => failure(-31010, 'Device Unreachable', { device_id: 'dev-1' }, id)),
        );
      } finally {
        agent.destroy();
        await mounted.close();
      }
    });
  },
);
