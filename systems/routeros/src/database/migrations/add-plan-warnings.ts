import type { Migration } from '@errata/store';

/** Why a change may have no effect on a device, for the person who approves the plan. */
export const addPlanWarnings: Migration = {
  async up(db) {
    await db.schema.alterTable('plan_outcomes').addColumn('warning', 'text').execute();
  },
};
