import { describe, expect, it } from 'vitest';
import { createFaultCounter } from './fault-counter.js';
import { callText, openShop, shop } from './testing/shop.js';

describe('createFaultCounter', () => {
  it('has the error rate and the reasons of each tool', () => {
    const counter = createFaultCounter();
    let orders = 0;
    const tools = {
      list: () => undefined,
      order: () =>
        [undefined, shop.NOT_PAID(), shop.WRONG_SIZE({ size: 'S' }), shop.NOT_PAID()][orders++],
    };
    const server = openShop({ tools, onCall: counter.onCall, onFault: counter.onFault });
    for (const tool of ['list', 'list', 'order', 'order', 'order', 'order']) {
      void server.receive(callText(tool));
    }
    void server.receive('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    expect(counter.snapshot()).toEqual({
      calls: 7,
      failures: 3,
      rate: 3 / 7,
      reasons: { NOT_PAID: 2, WRONG_SIZE: 1 },
      tools: {
        list: { calls: 2, failures: 0, rate: 0, reasons: {} },
        order: { calls: 4, failures: 3, rate: 0.75, reasons: { NOT_PAID: 2, WRONG_SIZE: 1 } },
      },
      methods: { ping: { calls: 1, failures: 0, rate: 0, reasons: {} } },
      faults: { 'shop/NOT_PAID': 2, 'shop/WRONG_SIZE': 1 },
    });
  });

  it('counts failures without a waiting request', () => {
    const counter = createFaultCounter();
    const server = openShop({ onCall: counter.onCall, onFault: counter.onFault });
    void server.receive('{broken');
    void server.receive('{"jsonrpc":"2.0","method":"notifications/progress"}');
    expect(counter.snapshot()).toMatchObject({
      calls: 0,
      failures: 0,
      rate: 0,
      faults: { 'shop/PARSE_ERROR': 1, 'shop/NOT_PAID': 1 },
    });
  });

  it('counts unknown names that clients sent under other', () => {
    const counter = createFaultCounter();
    const server = openShop({ onCall: counter.onCall });
    for (let i = 0; i < 50; i++) {
      void server.receive(callText(`made-up-${i}`));
      void server.receive(`{"jsonrpc":"2.0","id":1,"method":"made/up/${i}"}`);
    }
    const { tools, methods } = counter.snapshot();
    expect(Object.keys(tools)).toEqual(['other']);
    expect(tools['other']).toMatchObject({ calls: 50, reasons: { NO_SUCH_TOOL: 50 } });
    expect(Object.keys(methods)).toEqual(['other']);
  });

  it('counts at most a thousand tools by name', () => {
    const counter = createFaultCounter();
    const { onCall } = counter;
    for (let i = 0; i < 1_100; i++)
      onCall({ method: 'tools/call', tool: `t${i}`, milliseconds: 1 });
    const { tools } = counter.snapshot();
    expect(Object.keys(tools)).toHaveLength(1_001);
    expect(tools['other']).toMatchObject({ calls: 100 });
  });

  it('counts a tool that is called __proto__', () => {
    const counter = createFaultCounter();
    counter.onCall({ method: 'tools/call', tool: '__proto__', milliseconds: 1 });
    const { tools } = counter.snapshot();
    expect(Object.entries(tools)).toMatchObject([['__proto__', { calls: 1 }]]);
  });

  it('gives snapshots that do not change, and starts from zero after a reset', () => {
    const counter = createFaultCounter();
    const call = { method: 'tools/call', tool: 'order', milliseconds: 1 };
    counter.onCall(call);
    const before = counter.snapshot();
    counter.onCall(call);
    expect(before).toMatchObject({ calls: 1, tools: { order: { calls: 1 } } });
    counter.reset();
    expect(counter.snapshot()).toEqual({
      calls: 0,
      failures: 0,
      rate: 0,
      reasons: {},
      tools: {},
      methods: {},
      faults: {},
    });
  });
});
