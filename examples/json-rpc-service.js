// A JSON-RPC 2.0 service without MCP: batches, exact ids, and an answer to whatever comes in.
import assert from 'node:assert/strict';
import { jsonrpcContract } from '@errata/catalogs';
import { createServer, standard } from '@errata/core';

const server = createServer({
  contract: jsonrpcContract,
  era: 'jsonrpc',
  methods: {
    add: (params) => {
      if (!Array.isArray(params) || !params.every(Number.isFinite)) {
        throw standard.INVALID_PARAMS({
          errors: [{ field: 'params', message: 'has to be a list of numbers' }],
        });
      }
      return params.reduce((sum, number) => sum + number, 0);
    },
  },
});

/** @type {[request: string, reply: string | undefined][]} */
const conversations = [
  [
    '{"jsonrpc":"2.0","id":1.0,"method":"add","params":[1,2,3]}',
    '{"jsonrpc":"2.0","id":1.0,"result":6}',
  ],
  ['{"jsonrpc":"2.0","method":"add","params":["x"]}', undefined],
  [
    '{"jsonrpc":"2.0","id":"a","method":"add","params":["x"]}',
    '{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"Invalid params",' +
      '"data":{"errors":[{"field":"params","message":"has to be a list of numbers"}]}}}',
  ],
  [
    '[{"jsonrpc":"2.0","id":2,"method":"add","params":[4]},7]',
    '[{"jsonrpc":"2.0","id":2,"result":4},' +
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","data":{"problem":"not-an-object"}}}]',
  ],
  [
    '{"jsonrpc":"2.0","id":3,"method":"add","par',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","data":{"problem":"invalid-json"}}}',
  ],
];

for (const [request, expected] of conversations) {
  const reply = await server.receive(request);
  console.log(`→ ${request}\n← ${reply ?? '(nothing)'}\n`);
  assert.equal(reply, expected);
}
