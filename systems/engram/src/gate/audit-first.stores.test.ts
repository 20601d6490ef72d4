import { faultOf } from '@errata/testing';
import { expect, it } from 'vitest';
import { describeGateways } from './testing/describe-gateways.js';
import { ANN, ROOT } from './testing/identities.js';

describeGateways('while the audit cannot be written', (open) => {
  const WRITES = [
    ['memory_store', { content: 'x' }, ANN],
    ['memory_delete', { memory_id: 'mem-1' }, ANN],
    ['governance_update', { team_write_enabled: true }, ROOT],
    ['evidence_upload', { content: 'x', mime: 'text/plain' }, ANN],
  ] as const;

  it.each(WRITES)('%s does nothing', async (tool, args, identity) => {
    const gateway = await open();
    const memory = await gateway.call('memory_store', { content: 'there before' });
    const given = tool === 'memory_delete' ? { memory_id: memory.facts['memory_id'] } : args;
    const { write_audit: _gone, ...before } = await gateway.counts();
    const sent = gateway.openMemory.requests.length;
    await gateway.db.schema.alterTable('write_audit').renameTo('lost').execute();

    const fault = await faultOf(gateway.call(tool, given, identity));
    expect(fault).toMatchObject({
      ...{ reason: 'LOGBOOK_DB_CHECK_FAILED', retryable: false, effect: 'none' },
      context: { check: expect.stringContaining('write_audit') },
    });
    const later = gateway.openMemory.requests.slice(sent);
    // The owner of the memory is looked up before the decision.
    expect(later.filter(({ method }) => method !== 'GET')).toEqual([]);

    await gateway.db.schema.alterTable('lost').renameTo('write_audit').execute();
    expect(await gateway.counts()).toMatchObject(before);
    expect((await gateway.call('memory_query', { query: 'before' })).facts).toMatchObject({
      results: [{ content: 'there before' }],
    });
    expect(await gateway.history(fault.ref)).toEqual([]);
  });

  it('a refusal is not shown either', async () => {
    const gateway = await open();
    await gateway.db.schema.dropTable('write_audit').execute();
    expect(await faultOf(gateway.call('memory_store', { content: '' }))).toMatchObject({
      reason: 'LOGBOOK_DB_CHECK_FAILED',
    });
  });

  it('what is read is read', async () => {
    const gateway = await open();
    await gateway.db.schema.dropTable('write_audit').execute();
    expect((await gateway.call('memory_query', { query: 'x' })).facts).toMatchObject({ ok: true });
    expect((await gateway.call('memory_get', { memory_id: 'x' })).facts).toMatchObject({
      ok: true,
    });
  });
});

describeGateways('what is done and cannot be recorded', (open) => {
  it('is done all the same, and reported to the operator', async () => {
    const gateway = await open({
      // The audit is lost between the decision and the end.
      around: ({ remove }) => ({
        remove: async (...args) => {
          await gateway.db.schema.alterTable('write_audit').renameTo('lost').execute();
          return remove(...args);
        },
      }),
    });
    const { facts } = await gateway.call('memory_store', { content: 'x' });
    const memory_id = facts['memory_id'] as string;
    const { ref, facts: sent } = await gateway.call('memory_delete', { memory_id });
    expect(sent).toMatchObject({ ok: true, deleted: true });
    expect(gateway.unrecorded).toMatchObject([
      { correlation_id: ref, tool: 'memory_delete', actor: 'ann', action: 'done', memory_id },
    ]);
  });
});
