import { engram } from '@errata/catalogs/engram';
import type { Memory } from '../../openmemory/index.js';
import { decideRead } from '../../policy/index.js';
import { policyReject } from '../policy-reject.js';
import type { ToolContext } from '../tool.js';

const ANOTHER = 'OpenMemory answered with another memory than was asked for';

/** The memory, if the actor may see it; undefined if there is none. Throws POLICY_REJECT where it is somebody else's. */
export async function findReadable(
  id: string,
  tool: string,
  context: ToolContext,
): Promise<Memory | undefined> {
  const { openMemory, signal } = context;
  const memory = await openMemory.get(id, { signal });
  if (memory === undefined) return undefined;
  if (memory.id !== id)
    throw engram.OPENMEMORY_UNAVAILABLE({ tool }, { effect: 'none', debug: ANOTHER });
  requireReadable(memory.space, tool, context);
  return memory;
}

/** Throws POLICY_REJECT unless the actor may see what is in a space. */
export function requireReadable(
  space: string,
  tool: string,
  { actor, settings }: Pick<ToolContext, 'actor' | 'settings'>,
): void {
  const decision = decideRead(space, actor, settings.lang);
  if (decision.action === 'reject') throw policyReject(decision, tool, actor);
}
