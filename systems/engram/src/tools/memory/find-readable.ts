import type { Memory } from '../../openmemory/index.js';
import { decideRead } from '../../policy/index.js';
import { policyReject } from '../policy-reject.js';
import type { ToolContext } from '../tool.js';

/** The memory, if the actor may see it; undefined if there is none. Throws POLICY_REJECT where it is somebody else's. */
export async function findReadable(
  id: string,
  tool: string,
  { openMemory, actor, settings, signal }: ToolContext,
): Promise<Memory | undefined> {
  const memory = await openMemory.get(id, { signal });
  if (memory === undefined) return undefined;
  const decision = decideRead(memory.space, actor, settings.lang);
  if (decision.action === 'reject') throw policyReject(decision, tool, actor);
  return memory;
}
