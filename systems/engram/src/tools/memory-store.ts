import { randomUUID } from 'node:crypto';
import { okResult, redirectResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import { deliver, recordSettlement } from '../delivery/deliver.js';
import type { OutboxClaim } from '../logbook/outbox.js';
import { isHeld, type NewMemory } from '../openmemory/index.js';
import { decideWrite } from '../policy/decide.js';
import type { Allow, Redirect } from '../policy/rules.js';
import type { EngramArgumentsOf } from './arguments.js';
import { readGovernance } from './governance.js';
import { inLine } from './lines.js';
import { messageOf, reasonOf } from './outage.js';
import { checkEvidence, refuse } from './refusals.js';
import type { EngramToolOutcome, EngramToolContext, WriteTool } from './tool.js';

type Args = EngramArgumentsOf<'memory_store'>;

/** Milliseconds that the worker waits for us beyond the time that a call to OpenMemory has. */
const MARGIN = 30_000;

export const memoryStore: WriteTool<'memory_store'> = {
  name: 'memory_store',
  title: 'Store a memory',
  description:
    'Store a memory. Default space: your private one. Team and organisation spaces have rules; a memory that breaks one goes to your private space, and the result names the rule. While OpenMemory is down, the memory waits in the outbox (action "redirect"): do not store it again.',
  module: 'memory',
  effect: 'write',
  destructive: false,
  idempotent: false,
  output: z.object({
    memory_id: z.string().optional().describe('Left out while it waits in the outbox'),
    outbox_id: z.number().optional().describe('Where it waits, with action redirect'),
    action: z.enum(['redirect', 'reject']).optional(),
    space: z.string().optional().describe('Where it is kept'),
    requested_space: z.string().optional().describe('Where it was to go, if it is kept elsewhere'),
    rule: z.string().optional().describe('The rule that redirected or rejected it'),
    message: z.string().optional(),
    error_code: z.string().optional(),
    retryable: z.boolean().optional().describe('Whether the same call may pass later'),
  }),
  async decide(args, context) {
    const { actor, settings, logbook } = context;
    const governance = await readGovernance(logbook);
    const decision = decideWrite(args, actor, governance, settings.lang);
    if (decision.action === 'reject') return refuse(decision, args.target_space);
    if (governance.policy.evidence_mode === 'strict') {
      const refusal = await checkEvidence(args, context);
      if (refusal !== undefined) return refusal;
    }
    const { space } = decision;
    const memory = toMemory(args, space, actor.id);
    let claim: OutboxClaim | undefined;
    return {
      decision: {
        action: decision.action,
        space,
        ...(decision.action === 'redirect' && { rule: decision.rule }),
        ...(args.evidence !== undefined && { evidence: args.evidence.map(withoutNote) }),
      },
      async prepare({ outbox, candidates }) {
        const { destination } = settings;
        const key = { idempotencyKey: randomUUID(), correlationId: context.ref };
        const { id } = await outbox.enqueue({ ...key, payload: memory, destination });
        const { content, kind, metadata } = memory;
        await candidates.add({
          ...{ space, actor: actor.id, content, outboxId: id },
          ...(kind !== undefined && { kind }),
          ...(metadata !== undefined && { metadata }),
        });
        const leaseMs = settings.openMemoryTimeout + MARGIN;
        [claim] = await outbox.claim({ workerId: 'store', limit: 1, leaseMs, id });
      },
      run: () => send(claim!, context, decision, args.target_space),
    };
  },
};

async function send(
  claim: OutboxClaim,
  { logbook, openMemory, settings, lines, actor, onUnsettled }: EngramToolContext,
  decision: Allow | Redirect,
  wanted: string | undefined,
): Promise<EngramToolOutcome> {
  const { space } = claim.payload!;
  const sending = { logbook, openMemory, random: Math.random, onSettled: recordSettlement };
  const delivery = await deliver(claim, sending, onUnsettled);
  const redirected = decision.action === 'redirect' && {
    ...{ rule: decision.rule, message: decision.message },
    ...(wanted !== undefined && { requested_space: wanted }),
  };
  if (delivery.status === 'deferred') {
    const { lang } = settings;
    const cause = messageOf(delivery.thrown, lang);
    const message = isHeld(delivery.thrown) ? lines.operator(cause) : cause;
    return {
      result: redirectResult({ ...redirected, outbox_id: claim.id, space, message }),
      line: (isHeld(delivery.thrown) ? lines.held : lines.deferred)(
        claim.id,
        space,
        inLine(message),
      ),
      record: { action: 'deferred', outbox_id: claim.id, space, ...reasonOf(delivery.thrown) },
    };
  }
  const { memoryId } = delivery;
  if (delivery.status === 'kept') {
    const message = lines.similar;
    return {
      result: redirectResult({ ...redirected, outbox_id: claim.id, space, message }),
      line: lines.kept(claim.id, space),
    };
  }
  return {
    result: okResult({ memory_id: memoryId, space, ...redirected }),
    line: redirected
      ? lines.redirected(space, wanted ?? `private:${actor.id}`, inLine(redirected.message))
      : lines.stored(memoryId, space),
  };
}

/** A note is part of what is remembered, and is forgotten with it. */
function withoutNote({ note: _note, ...evidence }: NonNullable<Args['evidence']>[number]) {
  return evidence;
}

function toMemory(
  { content, kind, evidence = [], metadata }: Args,
  space: string,
  user: string,
): NewMemory {
  const more = { ...metadata, ...(evidence.length > 0 && { evidence }) };
  return {
    ...{ content, user_id: user, space },
    ...(kind !== undefined && { kind }),
    ...(Object.keys(more).length > 0 && { metadata: more }),
  };
}
