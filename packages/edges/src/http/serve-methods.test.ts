import { describe, expect, it } from 'vitest';
import { serveMethods } from './serve-methods.js';
import { ADAPTERS } from './testing/adapters.js';
import { contract, methods } from './testing/demo.js';
import { modern, V } from './testing/modern.js';
import { call, createDemoEdge, post } from './testing/rows.js';

const channel = { send: () => undefined };
const ask = (method: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}"}`;

describe('a connection that was made for one message', () => {
  it.each([
    ['a request', modern('later')],
    ['a request that fails', modern('tools/call', { name: 'leak' })],
    ['a notification', post({ jsonrpc: '2.0', method: 'later' }, { 'mcp-protocol-version': V })],
    ['a message of a revision with a handshake', post(call('later'))],
  ])('ends with it: %s', async (_, sent) => {
    let opened = 0;
    const closed = new Promise<void>((resolve) => {
      const inner = serveMethods({ contract, methods });
      const edge = createDemoEdge({
        sessions: false,
        open(info) {
          opened++;
          const connection = inner(info);
          const close = connection.close.bind(connection);
          connection.close = (why) => {
            close(why);
            resolve();
          };
          return connection;
        },
      });
      void ADAPTERS['neutral']!(edge).then(({ send }) => send(sent));
    });
    await closed;
    expect(opened).toBe(1);
  });
});

describe('serveMethods', () => {
  it('creates a connection per caller', () => {
    const open = serveMethods({ contract, methods });
    const one = open({ era: '2025-11-25', channel });
    const two = open({ era: '2025-11-25', channel });
    expect(one).not.toBe(two);
    expect(one.receive(ask('ping'))).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
  });

  it('speaks each revision in its own numbers', () => {
    const open = serveMethods({ contract, methods });
    const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"unreachable"}}';
    expect(open({ era: '2025-11-25', channel }).receive(call)).toContain('"code":-32010');
    expect(open({ era: '2026-07-28', channel }).receive(call)).toContain('"code":-31010');
  });

  it.each(['initialize', 'ping', 'logging/setLevel'])(
    'does not know %s on 2026-07-28',
    (method) => {
      const table = { ...methods, 'logging/setLevel': () => ({}) };
      const open = serveMethods({ contract, methods: table });
      expect(open({ era: '2026-07-28', channel }).receive(ask(method))).toContain('"code":-32601');
      expect(open({ era: '2025-11-25', channel }).receive(ask(method))).toContain('"result"');
    },
  );

  it('serves no revision that was not named', () => {
    const open = serveMethods({ contract, methods, eras: ['2025-11-25'] });
    expect(() => open({ era: '2026-07-28', channel })).toThrow(/served in 2025-11-25/);
  });
});
