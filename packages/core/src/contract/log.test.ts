import { describe, expect, it } from 'vitest';
import { toFaultRecord } from './log.js';
import { demo, demoContract, unreachable, viewOf } from './testing/demo.js';

describe('the operator’s record', () => {
  it('has the literal keys of the log event, and the rest', () => {
    const record = toFaultRecord(unreachable(), demoContract, viewOf('2025-11-25'), {
      requestId: 'req-001',
      method: 'tools/call',
      toolName: 'system/get-overview',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
    expect(record).toEqual({
      event: 'tool_error',
      ref: 'corr-0123456789abcdef',
      request_id: 'req-001',
      tool_name: 'system/get-overview',
      error_code: -32010,
      mcp_error_code: 'DEVICE_UNREACHABLE',
      details: 'No answer from dev-lab-01 (198.51.100.7:443)',
      domain: 'demo',
      category: 'device',
      recovery_strategy: 'retry_with_backoff',
      retryable: true,
      retry_after: 60,
      effect: 'none',
      era: '2025-11-25',
      method: 'tools/call',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      context: { device_id: 'dev-lab-01', address: '198.51.100.7:443' },
      causes: [],
    });
  });

  it('has the whole cause chain and the debug text, uncut and without secrets', () => {
    const cause = new Error('connect failed', {
      cause: new TypeError('postgres://admin:hunter2@db refused'),
    });
    const fault = demo.FORBIDDEN({ device_id: 'd1' }, { cause, debug: 'x'.repeat(50_000) });
    const record = toFaultRecord(fault, demoContract, viewOf('jsonrpc'));
    expect(record.event).toBe('rpc_error');
    expect(record.causes.map(({ name }) => name)).toEqual(['Error', 'TypeError']);
    expect(record.causes[0]!.stack).toContain('log.test.ts');
    expect(record.debug).toHaveLength(50_000);
    expect(JSON.stringify(record)).not.toContain('hunter2');
  });

  it('has a stack only if the fault has one', () => {
    const recordOf = (stack: boolean) =>
      toFaultRecord(
        demo.FORBIDDEN({ device_id: 'd1' }, { stack }),
        demoContract,
        viewOf('jsonrpc'),
      );
    expect(recordOf(true).stack).toContain('log.test.ts');
    expect(Object.keys(recordOf(false))).not.toContain('stack');
  });
});
