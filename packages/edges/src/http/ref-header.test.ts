import { isRef, type Ref } from '@errata/core/internal';
import type { FaultRecord, Handler } from '@errata/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveMethods } from './serve-methods.js';
import { ADAPTERS } from './testing/adapters.js';
import { contract, demo, methods } from './testing/demo.js';
import { call, createDemoEdge, INITIALIZE, post } from './testing/rows.js';

describe.each(Object.keys(ADAPTERS))('an edge that gives every request a ref, over %s', (name) => {
  const open = async () => {
    const seen: Ref[] = [];
    const records: FaultRecord[] = [];
    const whoami: Record<string, Handler> = {
      ...methods,
      fail(_params, { ref }) {
        seen.push(ref);
        throw demo.FORBIDDEN();
      },
      fine(_params, { ref }) {
        seen.push(ref);
        return {};
      },
    };
    const onFault = (record: FaultRecord) => void records.push(record);
    const edge = createDemoEdge({
      refHeader: 'X-Correlation-ID',
      sessions: false,
      open: serveMethods({ contract, methods: whoami, onFault }),
      onFault,
    });
    const mounted = await ADAPTERS[name]!(edge);
    onTestFinished(() => mounted.close());
    return { ...mounted, seen, records };
  };

  it('says it in the header of every answer, and it is the one of handler and record', async () => {
    const { send, seen, records } = await open();
    const fine = await send(post(call('fine')));
    const failed = await send(post(call('fail')));
    const refs = [fine, failed].map(({ headers }) => headers['x-correlation-id']);
    expect(refs).toEqual(seen);
    expect(refs.every(isRef)).toBe(true);
    expect(refs[0]).not.toBe(refs[1]);
    expect(records.map(({ ref }) => ref)).toEqual([refs[1]]);
  });

  it.each([
    [
      'a broken body',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
    ],
    ['a method that is not served', { method: 'PUT', headers: {} }],
    ['another host', { ...post(INITIALIZE), headers: { host: 'evil.example' } }],
  ])('says it for %s too, whatever the client sent', async (_, request) => {
    const { send, records } = await open();
    const { headers } = await send({
      ...request,
      headers: { ...request.headers, 'x-correlation-id': 'corr-0000000000000000' },
    });
    expect(isRef(headers['x-correlation-id'])).toBe(true);
    expect(headers['x-correlation-id']).not.toBe('corr-0000000000000000');
    expect(records.map(({ ref }) => ref)).toEqual([headers['x-correlation-id']]);
  });
});
