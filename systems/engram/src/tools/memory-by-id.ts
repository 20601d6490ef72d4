import { engram, okResult } from '@errata/catalogs/engram';
import { Fault, isFault } from '@errata/core';
import { z } from 'zod';
import type { Memory } from '../openmemory/index.js';
import { decideDelete, decideRead } from '../policy/decide.js';
import { readGovernance } from './governance.js';
import { policyReject } from './refusals.js';
import type { Plan, ReadTool, Told, ToolContext, WriteTool } from './tool.js';

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
    const { lines } = context;
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

export const memoryDelete: WriteTool<'memory_delete'> = {
  name: 'memory_delete',
  title: 'Delete a memory',
  description:
    'Forget one memory, by its id, here and in OpenMemory. There is no way back. What is in a team or organisation space can be deleted by those who may write there.',
  module: 'memory',
  effect: 'write',
  destructive: true,
  idempotent: true,
  output: z.object({
    deleted: z.boolean().describe('false: there was none'),
    memory_id: z.string(),
  }),
  async decide({ memory_id }, context) {
    const { actor, openMemory, logbook, settings, lines } = context;
    const plan = (seen: Pick<Told, 'space' | 'rule'>, remove?: () => Promise<boolean>): Plan => ({
      decision: { action: 'allow', memory_id, ...seen },
      async run() {
        const deleted = (await remove?.()) ?? false;
        return {
          result: okResult({ deleted, memory_id }),
          line: deleted ? lines.deleted(memory_id) : lines.noMemory(memory_id),
          record: { action: 'done', memory_id, ...seen },
        };
      },
    });
    const memory = await findMemory(memory_id, this.name, context);
    const space = memory?.space ?? (await logbook.candidates.spaceOf(memory_id));
    if (space === undefined) return plan({});
    const access = decideRead(space, actor);
    // There is none, as far as the caller may know. What the audit has beside that is the operator's alone.
    if (access.action === 'reject') return plan({ space, rule: access.rule });
    const governance = await readGovernance(logbook);
    const decision = decideDelete(space, actor, governance, settings.lang);
    if (decision.action === 'reject') throw policyReject(decision, this.name, actor);
    return plan({ space }, async () => {
      const deleted = memory !== undefined && (await openMemory.remove(memory_id));
      await logbook
        .transaction(async ({ candidates, outbox }) => {
          // Also where OpenMemory has none, and what is still on its way: somebody may have been interrupted in between.
          await candidates.remove({ memoryId: memory_id });
          if (memory === undefined) return;
          await outbox.finish(await candidates.removeWaiting(memory), memory_id);
        })
        .catch((cause: unknown) => {
          throw deleted ? halfDone(cause, lines.halfDeleted) : cause;
        });
      return deleted;
    });
  },
};

/** OpenMemory has forgotten it, the logbook could not. */
function halfDone(cause: unknown, details: string): unknown {
  if (!isFault(cause)) return cause;
  return new Fault(cause.definition, cause.context, { ...cause.given, details, effect: 'unknown' });
}

const ANOTHER = 'OpenMemory answered with another memory than was asked for';

/** The memory of this id, whoever's it is; undefined if there is none. */
async function findMemory(
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
