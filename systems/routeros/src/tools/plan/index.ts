import type { Tool } from '../tool.js';
import { applyPlan } from './apply.js';
import { approvePlan } from './approve.js';
import { cancelPlan } from './cancel.js';
import { createPlan } from './create.js';
import { getPlan } from './get.js';
import { listPlans } from './list.js';
import { rollbackPlan } from './rollback.js';

/** Changes that somebody has to approve before they are made. */
export const planTools: readonly Tool[] = [
  createPlan,
  getPlan,
  listPlans,
  approvePlan,
  applyPlan,
  cancelPlan,
  rollbackPlan,
];
