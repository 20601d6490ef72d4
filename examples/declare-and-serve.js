// Declare a failure, throw it, and see what each reader gets.
import assert from 'node:assert/strict';
import { createServer, defineCatalog, defineContract } from '@errata/core';

const shop = defineCatalog('shop', {
  OUT_OF_STOCK: {
    code: -32010,
    title: 'Out of stock',
    category: 'business',
    context: { article: 'string', back_in_days: 'integer?' },
    details: (c) => `No ${c.article} left`,
    recovery: 'user_action_required',
    suggestion: 'offer another article (catalog/search)',
  },
});

const server = createServer({
  contract: defineContract({ catalog: shop }),
  era: '2026-07-28',
  methods: {
    'tools/call': (params) => {
      if (params && 'name' in params && params.name === 'order') {
        throw shop.OUT_OF_STOCK({ article: 'umbrella' });
      }
      throw new Error('connect ECONNREFUSED postgres://admin:hunter2@db.internal');
    },
  },
  onFault: ({ ref, causes }) => console.error('operator:', ref, causes[0]?.message ?? ''),
});

const order = await server.receive(
  '{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"order"}}',
);
const crash = await server.receive(
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"crash"}}',
);

console.log(order); // the id with all its digits; OUT_OF_STOCK: No umbrella left. Nothing was changed. Next: offer …
console.log(crash); // masked: the password stays here, and the operator finds the cause by the ref

assert.match(
  String(order),
  /"id":9007199254740993,.*OUT_OF_STOCK: No umbrella left\. Nothing was changed\. Next: offer/,
);
assert.doesNotMatch(String(crash), /hunter2|ECONNREFUSED/);
