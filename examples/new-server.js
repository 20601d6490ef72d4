// A new server: a tool and a failure that it declares. `new-server.check.js` talks to it.
import { defineCatalog, defineContract } from '@errata/core';
import { createKit, defineTool, serveStdio } from '@errata/kit';

const shop = defineCatalog('shop', {
  OUT_OF_STOCK: {
    code: -31010,
    title: 'Out of stock',
    category: 'business',
    context: { article: 'string' },
    details: (c) => `No ${c.article} left`,
    recovery: 'user_action_required',
    suggestion: 'offer another article',
  },
});

const kit = createKit({
  name: 'shop',
  version: '1.0.0',
  contract: defineContract({ catalog: shop }),
  tools: [
    // In TypeScript, the arguments have the types of the schema.
    defineTool({
      name: 'order',
      inputSchema: {
        type: 'object',
        properties: { article: { type: 'string' } },
        required: ['article'],
      },
      run({ article }) {
        throw shop.OUT_OF_STOCK({ article });
      },
    }),
  ],
});

await serveStdio(kit);
