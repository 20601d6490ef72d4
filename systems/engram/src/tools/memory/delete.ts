import { okResult } from '@errata/catalogs/engram';
import { Fault, isFault } from '@errata/core/fault';
import { z } from 'zod';
import type { Candidates, Outbox } from '../../logbook/index.js';
import type { Memory } from '../../openmemory/index.js';
import { LINES } from '../lines.js';
import type { WriteTool } from '../tool.js';
import { findReadable, requireReadable } from './find-readable.js';

export const memoryDelete: WriteTool<'memory_delete'> = {
  name: 'memory_delete',
  title: 'Delete a memory',
  description: 'Forget one memory, by its id, here and in OpenMemory. There is no way back.',
  module: 'memory',
  effect: 'write',
  destructive: true,
  idempotent: true,
  output: z.object({
    deleted: z.boolean().describe('false: there was none'),
    memory_id: z.string(),
  }),
  async decide({ memory_id }, context) {
    const { openMemory, logbook, settings } = context;
    const lines = LINES[settings.lang];
    const memory = await findReadable(memory_id, this.name, context);
    const space = memory?.space ?? (await logbook.candidates.spaceOf(memory_id));
    if (space !== undefined) requireReadable(space, this.name, context);
    const about = { memory_id, ...(space !== undefined && { space }) };
    return {
      decision: { action: 'allow', ...about },
      async run() {
        const deleted = memory !== undefined && (await openMemory.remove(memory_id));
        await logbook
          .transaction(({ candidates, outbox }) => forget(memory_id, memory, candidates, outbox))
          .catch((cause: unknown) => {
            throw deleted ? halfDone(cause) : cause;
          });
        return {
          result: okResult({ deleted, memory_id }),
          line: deleted ? lines.deleted(memory_id) : lines.noMemory(memory_id),
          record: { action: 'done', ...about },
        };
      },
    };
  },
};

/** Here too, also where OpenMemory has none, and what is still on its way: somebody may have been interrupted in between. */
async function forget(
  memoryId: string,
  memory: Memory | undefined,
  candidates: Candidates,
  outbox: Outbox,
): Promise<void> {
  await candidates.remove({ memoryId });
  if (memory !== undefined) {
    await outbox.finish(await candidates.removeWaiting(memory), memoryId);
  }
}

/** OpenMemory has forgotten it, the logbook could not. */
function halfDone(cause: unknown): unknown {
  if (!isFault(cause)) return cause;
  const details = 'Deleted in OpenMemory, but not in the Logbook yet: call again';
  return new Fault(cause.definition, cause.context, { ...cause.given, details, effect: 'unknown' });
}
