import { sql } from '@errata/store';
import { sharedPostgres } from '@errata/testing/postgres';
import { closing, eventually } from '@errata/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../gate/testing/identities.js';
import { openGateway } from '../gate/testing/open-gateway.js';

describe('two changes of governance through one PostgreSQL', () => {
  beforeAll(sharedPostgres);
  const close = closing();

  it('at the same time are both kept', async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const [one, other] = [close(await openGateway({ url })), close(await openGateway({ url }))];
    await one.call('governance_update', { team_write_enabled: true }, ROOT);

    let changes: Promise<unknown> | undefined;
    await one.db.transaction().execute(async (trx) => {
      await trx.updateTable('settings').set({ updated_by: 'holder' }).execute();
      changes = Promise.all([
        one.call('governance_update', { policy: { max_chars: 7 } }, ROOT),
        other.call('governance_update', { policy: { bulk_max_chars: 6 } }, ROOT),
      ]);
      const waiting = sql<{ count: string }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(async () => Number((await waiting.execute(other.db)).rows[0]!.count)).toBe(
        2,
      );
    });
    await changes;

    const { value } = (await one.logbook.settings.read('policy_json'))!;
    expect(JSON.parse(value)).toMatchObject({ max_chars: 7, bulk_max_chars: 6 });
  });
});
