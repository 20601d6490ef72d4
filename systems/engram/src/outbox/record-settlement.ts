import type { OnSettled } from './send-claim.js';

const TOOL = 'memory_store';

/** Note in the audit how a memory ended, and keep what can be searched without OpenMemory in step with it. */
export const recordSettlement: OnSettled = async (parts, row, settlement) => {
  const { audit, candidates } = parts;
  const { id, correlation_id, payload } = row;
  const about = {
    correlation_id,
    tool: TOOL,
    actor: payload?.user_id ?? 'unknown',
    outbox_id: id,
    ...(payload !== undefined && { space: payload.space }),
  };
  if (settlement.status === 'dead') {
    const { error: detail, reason } = settlement;
    const why = reason === undefined ? { detail } : { detail, reason };
    await audit.record({ ...about, action: 'dead', ...why });
    return;
  }
  const { memoryId } = settlement;
  await candidates.setMemoryId(id, memoryId);
  await audit.record({ ...about, action: 'done', memory_id: memoryId });
};
