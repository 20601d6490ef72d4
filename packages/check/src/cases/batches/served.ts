import { kept, notObserved, violated, type Case, type Keyword } from '../../case.js';
import type { Era } from '@errata/core/era';
import { PLAIN, WITH_BATCHES } from '../eras.js';
import { JSONRPC, mcpLink } from '../links.js';
import { describe } from '../read-reply.js';
import { sendBatch, twoRequests } from './send-batch.js';

export const batchAnswered: Case = {
  id: 'jsonrpc/6/batch-answered',
  group: 'batches',
  requirement: 'A batch of requests is not met with silence.',
  link: JSONRPC.batch,
  keyword: 'MUST',
  fix: 'Read an array as a batch, and answer each request in it.',
  eras: WITH_BATCHES,
  async run(probe) {
    const { exchange, entries, isRefused } = await sendBatch(probe, twoRequests(probe), 'due');
    if (entries.length > 0 || isRefused) return kept;
    if (exchange.state !== 'open') return notObserved('the connection did not survive it');
    return violated(`a batch of two requests got ${describe(exchange)}`);
  },
};

function servedCase(row: {
  readonly id: string;
  readonly link: string;
  readonly keyword: Keyword;
  readonly eras: readonly Era[];
}): Case {
  return {
    ...row,
    group: 'batches',
    requirement: 'A batch of requests is served, not refused.',
    fix: 'Serve each request of the array as if it had come by itself.',
    async run(probe) {
      const { exchange, entries, isRefused } = await sendBatch(probe, twoRequests(probe));
      if (isRefused) return violated(`a batch of two requests got ${describe(exchange)}`);
      return entries.length === 0 ? notObserved('there was no reply') : kept;
    },
  };
}

export const batchServed = servedCase({
  id: 'jsonrpc/6/batch-served',
  link: JSONRPC.batch,
  keyword: 'SHOULD',
  eras: PLAIN,
});

/** The one revision of MCP that has batches wants them to be received. */
export const mcpBatchServed = servedCase({
  id: 'mcp/2025-03-26/basic/batch-served',
  link: mcpLink('basic', '2025-03-26', 'batching'),
  keyword: 'MUST',
  eras: ['2025-03-26'],
});
