// A JSON-RPC service without MCP on stdin and stdout. Without the word `serve` it starts itself as a child and checks it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { jsonrpcContract } from '@errata/catalogs';
import { createServer, standard } from '@errata/core';
import { serveStdio } from '@errata/edges/stdio';

if (process.argv[2] === 'serve') {
  const server = createServer({
    contract: jsonrpcContract,
    era: 'jsonrpc',
    methods: {
      ping: () => {
        console.log('a stray line'); // stdout belongs to the messages: this goes to stderr
        return 'pong';
      },
      pong: () => standard.INTERNAL_ERROR({}, { debug: 'nobody hits the ball back' }),
    },
    onFault: (record) => console.error(JSON.stringify(record)),
  });
  serveStdio(server);
} else {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), 'serve'],
    {
      input: [
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        '{"jsonrpc":"2.0","id":2,"meth',
        '{"jsonrpc":"2.0","id":3,"method":"pong"}',
      ].join('\n'),
      encoding: 'utf8',
    },
  );
  console.log(stdout);
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    '{"jsonrpc":"2.0","id":1,"result":"pong"}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","data":{"problem":"invalid-json"}}}',
    '{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"Internal error"}}',
  ]);
  assert.match(stderr, /nobody hits the ball back/);
  assert.match(stderr, /a stray line/);
  assert.equal(status, 0);
}
