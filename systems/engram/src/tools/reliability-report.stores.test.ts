import { closing, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { describeGateways } from '../gate/testing/describe-gateways.js';
import { openGateway } from '../gate/testing/open-gateway.js';

const close = closing();

describeGateways('reliability_report', (open) => {
  it('counts what happened, and what waits', async () => {
    const gateway = await open();
    await gateway.call('memory_store', { content: 'x' });
    await gateway.call('memory_store', { content: '' });
    await gateway.openMemory.stop();
    await gateway.call('memory_store', { content: 'y' });
    await gateway.call('memory_query', { query: 'y' });
    gateway.advance(600_000);
    const { ref, facts, line, isError } = await gateway.call('reliability_report');
    expect(facts).toMatchObject({ ok: true, correlation_id: ref });
    expect(facts['outbox']).toMatchObject({ pending: 1, sent: 1, dead: 0 });
    expect(facts['openmemory']).toMatchObject({
      reachable: false,
      reason: 'OPENMEMORY_CONNECTION_FAILED',
    });
    expect(line).toBe('1 memory waits (oldest 10 min); OpenMemory does not answer.');
    expect(isError).toBe(false);
    expect(await gateway.history(ref)).toEqual([]);
  });

  it('looks no further back than asked', async () => {
    const gateway = await open();
    await gateway.call('memory_store', { content: '' });
    gateway.advance(2 * 3_600_000);
    const totals = async (hours: number) =>
      JSON.stringify((await gateway.call('reliability_report', { hours })).facts);
    expect(await totals(1)).not.toContain('policy:content_empty');
    expect(await totals(3)).toContain('policy:content_empty');
  });

  it('cannot be made without the Logbook', async () => {
    const gateway = await open();
    await gateway.db.schema.dropTable('outbox_memory').execute();
    expect(await faultOf(gateway.call('reliability_report'))).toMatchObject({
      reason: 'LOGBOOK_DB_CHECK_FAILED',
    });
  });
});

describe.each(['report', 'memory', 'governance'] as const)('without the module %s', (module) => {
  const CALLS = {
    report: ['reliability_report'],
    memory: ['memory_store', 'memory_query', 'memory_get', 'memory_delete'],
    governance: ['governance_update'],
  };
  it('its tools say so, whatever they are given, and the others work', async () => {
    const gateway = close(await openGateway({ without: new Set([module]) }));
    for (const tool of CALLS[module]) {
      const fault = await faultOf(gateway.call(tool, { bad: 1 }));
      expect(fault).toMatchObject({ reason: 'TOOL_EXECUTOR_NOT_REGISTERED', context: { tool } });
      expect(await gateway.history(fault.ref)).toMatchObject([{ action: 'failed', tool }]);
    }
    const upload = { content: 'x', mime: 'text/plain' };
    expect((await gateway.call('evidence_upload', upload)).facts).toMatchObject({ ok: true });
  });
});
