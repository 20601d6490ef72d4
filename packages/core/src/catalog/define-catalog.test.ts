import { describe, expect, it } from 'vitest';
import { defineCatalog } from './define-catalog.js';

const demo = defineCatalog(
  'demo',
  {
    DEVICE_UNREACHABLE: {
      code: -32010,
      title: 'Device Unreachable',
      category: 'device',
      context: { device_id: 'string', management_address: 'string', retry_after: 'integer?' },
      details: (c) => `Cannot connect to device '${c.device_id}' at ${c.management_address}`,
      recovery: { strategy: 'retry_with_backoff', retryAfter: 60 },
      suggestions: (c) => [`Wait ${c.retry_after} seconds`],
    },
    INTERNAL: {
      code: -32603,
      title: 'Internal error',
      category: 'internal',
      recovery: 'report_and_abort',
    },
  },
  { unexpected: 'INTERNAL' },
);

describe('defineCatalog', () => {
  it('types the context', () => {
    const fault = demo.DEVICE_UNREACHABLE({ device_id: 'a', management_address: 'b' });
    expect(fault.details).toBe("Cannot connect to device 'a' at b");
    demo.INTERNAL();
    // @ts-expect-error device_id is required
    demo.DEVICE_UNREACHABLE({ management_address: 'b' });
    // @ts-expect-error not a field
    demo.DEVICE_UNREACHABLE({ device_id: 'a', management_address: 'b', nope: 1 });
    const id: string = fault.context.device_id;
    expect(id).toBe('a');
  });
});
