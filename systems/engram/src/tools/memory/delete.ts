import { okResult } from '@errata/catalogs/engram';
import { Fault, isFault } from '@errata/core/fault';
import { z } from 'zod';
import type { Candidates, Outbox } from '../../logbook/index.js';
import type { Memory } from '../../openmemory/index.js';
import { decideDelete, decideRead } from '../../policy/index.js';
import { LINES, type Lines } from '../lines.js';
import { policyReject } from '../policy-reject.js';
import { readGovernance } from '../read-governance.js';
import type { Plan, Told, WriteTool } from '../tool.js';
import { findMemory } from './find-memory.js';

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
    const { actor, openMemory, logbook, settings } = context;
    const lines = LINES[settings.lang];
    const memory = await findMemory(memory_id, this.name, context);
    const space = memory?.space ?? (await logbook.candidates.spaceOf(memory_id));
    if (space === undefined) return nothingToDelete(memory_id, lines);
    const access = decideRead(space, actor);
    if (access.action === 'reject') {
      return nothingToDelete(memory_id, lines, { space, rule: access.rule });
    }
    const governance = await readGovernance(logbook);
    const decision = decideDelete(space, actor, governance, settings.lang);
    if (decision.action === 'reject') throw policyReject(decision, this.name, actor);
    const about = { memory_id, space };
    return {
      decision: { action: 'allow', ...about },
      async run() {
        const deleted = memory !== undefined && (await openMemory.remove(memory_id));
        await logbook
          .transaction(({ candidates, outbox }) => forget(memory_id, memory, candidates, outbox))
          .catch((cause: unknown) => {
            throw deleted ? halfDone(cause, lines.halfDeleted) : cause;
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

/** There is none, as far as the caller may know. What the audit has beside that is the operator's alone. */
function nothingToDelete(
  memory_id: string,
  lines: Lines,
  seen: Pick<Told, 'space' | 'rule'> = {},
): Plan {
  const about = { memory_id, ...seen };
  return {
    decision: { action: 'allow', ...about },
    run: () =>
      Promise.resolve({
        result: okResult({ deleted: false, memory_id }),
        line: lines.noMemory(memory_id),
        record: { action: 'done', ...about },
      }),
  };
}

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
function halfDone(cause: unknown, details: string): unknown {
  if (!isFault(cause)) return cause;
  return new Fault(cause.definition, cause.context, { ...cause.given, details, effect: 'unknown' });
}
