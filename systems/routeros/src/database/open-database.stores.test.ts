import { expect, it } from 'vitest';
import { describeDatabases } from '../../lab/testing/describe-databases.js';

describeDatabases('the database', ({ open, createUrl }) => {
  it('has every table, empty', async () => {
    const { db } = await open();
    for (const table of [
      'devices',
      'credentials',
      'audit_events',
      'plans',
      'plan_outcomes',
    ] as const) {
      const { count } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count, table).toBe(0);
    }
  });

  it('is opened again with what is in it, also by several at once', async () => {
    const url = await createUrl();
    const stores = await Promise.all([open(url), open(url), open(url)]);
    await stores[0]!.db
      .insertInto('audit_events')
      .values({ at: '2026-01-01T00:00:00.000Z', action: 'a', actor: 'b', outcome: 'done' })
      .execute();
    const rows = await stores[2]!.db.selectFrom('audit_events').select(['id', 'tier']).execute();
    expect(rows).toEqual([{ id: 1, tier: null }]);
  });

  it('removes what belongs to a plan along with it', async () => {
    const { db } = await open();
    const at = '2026-01-01T00:00:00.000Z';
    await db
      .insertInto('plans')
      .values({
        id: 'p',
        kind: 'static-route',
        status: 'draft',
        description: '',
        change: '{}',
        digest: '',
        created_by: 'u',
        created_at: at,
        expires_at: at,
      })
      .execute();
    const outcome = { plan_id: 'p', device_id: 'd', position: 0, state: 'pending', updated_at: at };
    await db.insertInto('plan_outcomes').values(outcome).execute();
    await db.deleteFrom('plans').where('id', '=', 'p').execute();
    expect(await db.selectFrom('plan_outcomes').selectAll().execute()).toEqual([]);
    await expect(db.insertInto('plan_outcomes').values(outcome).execute()).rejects.toThrow();
  });
});
