import type { Migration } from '@errata/store';

/** What keeps a change from its effect on a device: told to whoever approves the plan. */
export const addPlanWarnings: Migration = {
  async up(db) {
    await db.schema.alterTable('plan_outcomes').addColumn('warning', 'text').execute();
  },
};
