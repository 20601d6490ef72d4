import { okResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import { decideRead } from '../../policy/index.js';
import { LINES } from '../lines.js';
import type { ReadTool } from '../tool.js';
import { findMemory } from './find-memory.js';

export const memoryGet: ReadTool<'memory_get'> = {
  name: 'memory_get',
  title: 'Read a memory',
  description: 'One memory by its id, whole. Needs OpenMemory: there is no second-best way.',
  module: 'memory',
  effect: 'read',
  output: z.object({
    found: z.boolean(),
    memory: z
      .object({
        memory_id: z.string(),
        content: z.string(),
        space: z.string(),
        kind: z.string().nullable(),
        user: z.string(),
        created_at: z.string(),
        metadata: z.record(z.string(), z.unknown()).nullable(),
      })
      .optional(),
  }),
  async run({ memory_id }, context) {
    const lines = LINES[context.settings.lang];
    const found = await findMemory(memory_id, this.name, context);
    // To anybody who may not read it, it does not exist: another answer would confirm that it does.
    if (found === undefined || decideRead(found.space, context.actor).action === 'reject') {
      return { result: okResult({ found: false }), line: lines.noMemory(memory_id) };
    }
    const { id, user_id, ...rest } = found;
    const memory = { memory_id: id, user: user_id, ...rest };
    return {
      result: okResult({ found: true, memory }),
      line: lines.memory(id, found.space),
    };
  },
};
