import { engram } from '@errata/catalogs/engram';
import type { Memory } from '../../openmemory/index.js';
import type { ToolContext } from '../tool.js';

const ANOTHER = 'OpenMemory answered with another memory than was asked for';

/** The memory of this id, whoever's it is; undefined if there is none. */
export async function findMemory(
  id: string,
  tool: string,
  { openMemory, signal }: ToolContext,
): Promise<Memory | undefined> {
  const memory = await openMemory.get(id, { signal });
  if (memory !== undefined && memory.id !== id) {
    throw engram.OPENMEMORY_UNAVAILABLE({ tool }, { effect: 'none', debug: ANOTHER });
  }
  return memory;
}
