import { faultOf } from '@errata/testing';
import { expect, it } from 'vitest';
import { describeLogbooks, START } from './testing/describe-logbooks.js';

describeLogbooks('the settings', ({ open, createUrl }) => {
  it('are undefined until they are set, and then what they were set to last', async () => {
    const { logbook, advance } = await open();
    const { settings } = logbook;
    expect(await settings.get('policy_json')).toBeUndefined();
    expect(await settings.read('policy_json')).toBeUndefined();
    await settings.set('policy_json', { evidence_mode: 'strict' }, 'ann');
    await settings.set('team_write_enabled', false, 'ann');
    advance(1_000);
    await settings.set('team_write_enabled', true, 'bob');
    expect(await settings.get('policy_json')).toEqual({ evidence_mode: 'strict' });
    expect(await settings.get('team_write_enabled')).toBe(true);
    expect(await settings.read('team_write_enabled')).toEqual({
      key: 'team_write_enabled',
      value: 'true',
      updated_at: '2026-01-01T00:00:01.000Z',
      updated_by: 'bob',
    });
  });

  it('outlive the process', async () => {
    const url = await createUrl();
    const first = await open(url);
    await first.logbook.settings.set('policy_json', ['ann'], 'ann');
    await first.logbook.close();
    const { settings } = (await open(url)).logbook;
    expect(await settings.get('policy_json')).toEqual(['ann']);
  });

  it('that were broken by hand are an internal error, without their text', async () => {
    const { logbook, db } = await open();
    const row = { key: 'policy_json', value: '{"a":', updated_at: START, updated_by: 'x' };
    await db.insertInto('settings').values(row).execute();
    const fault = await faultOf(logbook.settings.get('policy_json'));
    expect(fault).toMatchObject({ reason: 'INTERNAL_ERROR', retryable: false, effect: 'none' });
    expect(fault.details).toBe("The setting 'policy_json' in the Logbook is not valid JSON");
    expect(await logbook.settings.read('policy_json')).toEqual(row);
  });
});
