import { engram, okResult } from '@errata/catalogs/engram';
import { Fault, isFault } from '@errata/core';
import { z } from 'zod';
import type { Candidate } from '../logbook/candidates.js';
import type { OutboxRow } from '../logbook/outbox.js';
import type { Memory } from '../openmemory/index.js';
import { decideDelete, decideRead, decideWrite, type WriteRequest } from '../policy/decide.js';
import type { Governance, MemoryKind } from '../policy/governance.js';
import type { Reject } from '../policy/rules.js';
import type { ToolName } from './arguments.js';
import { readGovernance } from './governance.js';
import { readMetadata } from './memory-query.js';
import { policyReject } from './refusals.js';
import type { WritePlan, ReadTool, AuditNote, EngramToolContext, WriteTool } from './tool.js';

export const memoryGet: ReadTool<'memory_get'> = {
  name: 'memory_get',
  title: 'Read a memory',
  description:
    'Read one whole memory by its id. With outbox:<outbox_id> it shows the state of a redirected memory: queued, held and why, sent and its id, kept by the gateway, or given up.',
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
    state: z
      .enum(['queued', 'held', 'sent', 'kept', 'dead'])
      .optional()
      .describe('Of an outbox id'),
    sent_as: z.string().optional().describe('The id that it has in OpenMemory'),
    next_try_at: z.string().optional().describe('When it is sent next, ISO 8601'),
    reason: z.string().optional().describe('Why it was not sent'),
  }),
  async run({ memory_id }, context) {
    const { lines, actor } = context;
    const found = await findMemory(memory_id, this.name, context);
    // To a caller who may not read it, it does not exist: another answer would confirm that it does.
    if (found === undefined || decideRead(found.memory.space, actor).action === 'reject') {
      return { result: okResult({ found: false }), line: lines.noMemory(memory_id) };
    }
    const { id, user_id, ...rest } = found.memory;
    const memory = { memory_id: id, user: user_id, ...rest };
    const { row } = found;
    return {
      result: okResult({ found: true, memory, ...(row && stateOf(row)) }),
      line: row === undefined ? lines.memory(id, memory.space) : stateLine(row, context),
    };
  },
};

const STATES = {
  pending: 'queued',
  held: 'held',
  sent: 'sent',
  kept: 'kept',
  dead: 'dead',
} as const;

function stateOf({ status, memory_id, next_attempt_at, last_error }: OutboxRow) {
  return {
    state: STATES[status],
    ...(memory_id !== null && { sent_as: memory_id }),
    ...((status === 'pending' || status === 'held') && { next_try_at: next_attempt_at }),
    ...(last_error !== null && { reason: last_error }),
  };
}

function stateLine(row: OutboxRow, { lines }: EngramToolContext): string {
  const { state, sent_as, next_try_at, reason } = stateOf(row);
  const why = reason === undefined ? '' : ` (${reason})`;
  const more = sent_as === undefined ? why : lines.sentAs(sent_as);
  return lines.outbox(
    row.id,
    state,
    next_try_at === undefined ? more : lines.nextTry(next_try_at, why),
  );
}

export const memoryDelete: WriteTool<'memory_delete'> = {
  name: 'memory_delete',
  title: 'Delete a memory',
  description:
    'Delete one memory by its id, here and in OpenMemory. This cannot be undone. You can delete from a team or organisation space if you may write there.',
  module: 'memory',
  effect: 'write',
  destructive: true,
  idempotent: true,
  output: z.object({
    deleted: z.boolean().describe('false: there was none'),
    memory_id: z.string(),
  }),
  decide({ memory_id }, context) {
    const { openMemory, logbook, lines } = context;
    return decideChange(memory_id, context, {
      ...{ tool: this.name, call: 'remove', member: 'deleted', line: lines.deleted },
      async waiting({ id }) {
        return logbook.transaction(async ({ candidates, outbox }) => {
          await candidates.remove({ outboxId: id });
          return outbox.remove(id);
        });
      },
      async run(id, found, space) {
        const deleted = found !== undefined && (await openMemory.remove(id, { space }));
        await logbook
          .transaction(async ({ candidates, outbox }) => {
            // Also where OpenMemory has none, and what is still on its way: an earlier call may have been interrupted.
            await candidates.remove({ memoryId: id });
            if (found === undefined) return;
            await outbox.finish(await candidates.removeWaiting(found.memory), id);
          })
          .catch((cause: unknown) => {
            throw deleted ? halfDone(cause, lines.halfDeleted) : cause;
          });
        return deleted;
      },
    });
  },
};

export const memoryUpdate: WriteTool<'memory_update'> = {
  name: 'memory_update',
  title: 'Change a memory',
  description:
    'Replace the text of one memory by its id. The rules for storing apply to the new text. Not every OpenMemory supports it.',
  module: 'memory',
  effect: 'write',
  destructive: true,
  idempotent: true,
  output: z.object({
    updated: z.boolean().describe('false: there was none'),
    memory_id: z.string(),
  }),
  decide({ memory_id, content }, context) {
    const { openMemory, logbook, lines, actor, settings } = context;
    return decideChange(memory_id, context, {
      ...{ tool: this.name, call: 'update', member: 'updated', line: lines.updated },
      check({ memory: { space, kind, metadata } }, governance) {
        const { evidence } = (metadata ?? {}) as Pick<WriteRequest, 'evidence'>;
        const about = { target_space: space, ...(kind !== null && { kind: kind as MemoryKind }) };
        const request = { content, ...about, evidence };
        const decision = decideWrite(request, actor, governance, settings.lang);
        if (decision.action === 'allow') return;
        throw policyReject(
          { retryable: false, ...decision, action: 'reject' } as Reject,
          'memory_update',
          actor,
        );
      },
      async waiting({ id, payload }, { id: candidate }) {
        await logbook.transaction(async ({ candidates, outbox }) => {
          await candidates.setContent(candidate, content);
          if (payload !== undefined) await outbox.setPayload(id, { ...payload, content });
        });
        return true;
      },
      async run(id, found, space) {
        const updated =
          found !== undefined && (await openMemory.update(id, { content }, { space }));
        const known = updated ? await logbook.candidates.find({ memoryId: id }) : undefined;
        if (known !== undefined) await logbook.candidates.setContent(known.id, content);
        return updated;
      },
    });
  },
};

export const memoryReinforce: WriteTool<'memory_reinforce'> = {
  name: 'memory_reinforce',
  title: 'Reinforce a memory',
  description:
    'Mark a memory as useful, so that OpenMemory ranks it higher and forgets it later. Not every OpenMemory supports it.',
  module: 'memory',
  effect: 'write',
  destructive: false,
  idempotent: false,
  output: z.object({
    reinforced: z.boolean().describe('false: there was none'),
    memory_id: z.string(),
  }),
  decide({ memory_id }, context) {
    const { openMemory, lines } = context;
    return decideChange(memory_id, context, {
      ...{ tool: this.name, call: 'reinforce', member: 'reinforced', line: lines.reinforced },
      waiting: () => Promise.resolve(false),
      run: async (id, found, space) =>
        found !== undefined && (await openMemory.reinforce(id, { space })),
    });
  },
};

/** A change of one memory. */
interface Change {
  readonly tool: ToolName;
  /** The call of OpenMemory that it needs. */
  readonly call: 'remove' | 'update' | 'reinforce';
  /** The member of the result that says whether there was one. */
  readonly member: string;
  line(id: string): string;
  /** Throws if a rule forbids it. */
  check?(found: Found, governance: Governance): void;
  /** Of what the gateway has itself. */
  waiting(row: OutboxRow, candidate: Candidate): Promise<boolean>;
  /** Of what OpenMemory has, or had. */
  run(id: string, found: Found | undefined, space: string): Promise<boolean>;
}

/** The memory is looked up, and hidden from those who may not read it; the rules of its space decide. */
async function decideChange(
  given: string,
  context: EngramToolContext,
  change: Change,
): Promise<WritePlan> {
  const { actor, openMemory, logbook, settings, lines } = context;
  const { tool, call, member } = change;
  const plan = (
    seen: Pick<AuditNote, 'space' | 'rule'>,
    run?: () => Promise<boolean>,
  ): WritePlan => ({
    decision: { action: 'allow', memory_id: given, ...seen },
    async run() {
      const changed = (await run?.()) ?? false;
      return {
        result: okResult({ [member]: changed, memory_id: given }),
        line: changed ? change.line(given) : lines.noMemory(given),
        record: { action: 'done', memory_id: given, ...seen },
      };
    },
  });
  const named = await findMemory(given, tool, context);
  const id = named?.row?.memory_id ?? given;
  const found = id === given ? named : await findMemory(id, tool, context);
  const space = found?.memory.space ?? (await logbook.candidates.spaceOf(id));
  if (space === undefined) return plan({});
  const access = decideRead(space, actor);
  // There is none, as far as the caller may know. What the audit has beside that is the operator's alone.
  if (access.action === 'reject') return plan({ space, rule: access.rule });
  const governance = await readGovernance(logbook);
  const decision = decideDelete(space, actor, governance, settings.lang);
  if (decision.action === 'reject') throw policyReject(decision, tool, actor);
  if (found !== undefined) change.check?.(found, governance);
  const { row, candidate } = found ?? {};
  if (row !== undefined && candidate !== undefined) {
    return plan({ space }, () => change.waiting(row, candidate));
  }
  if (!openMemory.can(call)) {
    const details = lines.cannot(openMemory.dialect, tool);
    const suggestion = lines.cannotAdvice;
    throw engram.TOOL_EXECUTOR_NOT_REGISTERED({ tool }, { details, suggestion, effect: 'none' });
  }
  return plan({ space }, () => change.run(id, found, space));
}

/** OpenMemory has forgotten it, the logbook could not. */
function halfDone(cause: unknown, details: string): unknown {
  if (!isFault(cause)) return cause;
  return new Fault(cause.definition, cause.context, { ...cause.given, details, effect: 'unknown' });
}

const ANOTHER = 'OpenMemory answered with another memory than was asked for';

/** A memory, and what the logbook has of it. A row only if it was asked for by its outbox id. */
interface Found {
  readonly memory: Memory;
  readonly candidate?: Candidate | undefined;
  readonly row?: OutboxRow;
}

/** The memory of this id, of any user; undefined if there is none. */
async function findMemory(
  id: string,
  tool: string,
  { openMemory, logbook, signal }: EngramToolContext,
): Promise<Found | undefined> {
  const { candidates, outbox } = logbook;
  const outboxId = Number(/^outbox:([1-9]\d{0,15})$/.exec(id)?.[1] ?? NaN);
  if (!Number.isNaN(outboxId)) {
    const [candidate, row] = await Promise.all([
      candidates.find({ outboxId }),
      outbox.find(outboxId),
    ]);
    if (candidate === undefined || row === undefined) return undefined;
    return { memory: fromLogbook(candidate, id), candidate, row };
  }
  const candidate = await candidates.find({ memoryId: id });
  if (!openMemory.can('get')) {
    return candidate && { memory: fromLogbook(candidate, id), candidate };
  }
  const given = { signal, ...(candidate !== undefined && { space: candidate.space }) };
  const { memory, key } = (await openMemory.get(id, given)) ?? {};
  if (memory === undefined) return undefined;
  if (memory.id !== id) {
    throw engram.OPENMEMORY_UNAVAILABLE({ tool }, { effect: 'none', debug: ANOTHER });
  }
  if (candidate === undefined) {
    const isGone = key !== undefined && (await outbox.deleted([key])).size > 0;
    return isGone ? undefined : { memory };
  }
  // Where they disagree about the space, it is not shown. OpenMemory may have shortened the text, or changed the rest.
  if (candidate.space !== memory.space) return undefined;
  return { memory: fromLogbook(candidate, id), candidate };
}

function fromLogbook(candidate: Candidate, id: string): Memory {
  const { content, space, kind, actor: user_id, created_at } = candidate;
  const metadata = readMetadata(candidate);
  return { id, content, space, kind, user_id, created_at, metadata };
}
