import { okResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import { LINES } from '../lines.js';
import type { WriteTool } from '../tool.js';
import { findReadable } from './find-readable.js';

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
    const about = { memory_id, ...(memory !== undefined && { space: memory.space }) };
    return {
      decision: { action: 'allow', ...about },
      async run() {
        const deleted = memory !== undefined && (await openMemory.remove(memory_id));
        // Also where OpenMemory has none: somebody may have been interrupted in between.
        await logbook.candidates.remove({ memoryId: memory_id });
        return {
          result: okResult({ deleted, memory_id }),
          line: deleted ? lines.deleted(memory_id) : lines.noMemory(memory_id),
          record: { action: 'done', ...about },
        };
      },
    };
  },
};
