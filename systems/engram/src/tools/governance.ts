import { engram, okResult, rejectResult, ToolResultErrorCode } from '@errata/catalogs/engram';
import { isSameSecret } from '@errata/edges/service';
import { z } from 'zod';
import type { LogbookParts } from '../logbook/logbook.js';
import { decideGovernance } from '../policy/decide.js';
import {
  DEFAULT_GOVERNANCE,
  mergePolicy,
  parsePolicy,
  policyUpdate,
  type Governance,
} from '../policy/governance.js';
import type { EngramToolContext, WriteTool } from './tool.js';

export const governanceUpdate: WriteTool<'governance_update'> = {
  name: 'governance_update',
  title: 'Change governance',
  description:
    'Switch writing to team and organisation spaces on or off, or change their rules. For administrators, or with the admin key.',
  module: 'governance',
  effect: 'write',
  destructive: true,
  idempotent: true,
  output: z.object({
    team_write_enabled: z.boolean().optional(),
    policy: policyUpdate.optional().describe('The whole policy as it is now'),
    action: z.literal('reject').optional(),
    rule: z.string().optional(),
    message: z.string().optional(),
    error_code: z.string().optional(),
    retryable: z.boolean().optional(),
  }),
  async decide({ admin_key, actor: _actor, ...update }, context) {
    const { actor, settings, lines } = context;
    const allowList = await mayChange(context);
    const adminKeyOk = admin_key === undefined ? undefined : isKey(admin_key, settings.adminKey);
    const decision = decideGovernance(update, actor, { adminKeyOk, allowList }, settings.lang);
    if (decision.action === 'deny') {
      const { message: details, setting } = decision;
      throw engram.GOVERNANCE_UPDATE_DENIED({ actor: actor.id, setting }, { details });
    }
    if (decision.action === 'reject') {
      const { message, rule, retryable } = decision;
      const error_code = ToolResultErrorCode.ADMIN_KEY_REJECTED;
      return {
        refused: rejectResult({ error_code, message, rule, retryable }),
        record: { action: 'reject', reason: `policy:${rule}`, rule },
      };
    }
    let after: Governance;
    return {
      decision: { action: 'allow', detail: JSON.stringify(update) },
      async prepare(parts) {
        await parts.settings.lock();
        const before = await readGovernance(parts);
        after = {
          team_write_enabled: update.team_write_enabled ?? before.team_write_enabled,
          policy: mergePolicy(before.policy, update.policy ?? {}),
        };
        await parts.settings.set('team_write_enabled', after.team_write_enabled, actor.id);
        await parts.settings.set('policy_json', after.policy, actor.id);
      },
      run: () =>
        Promise.resolve({
          result: okResult(after),
          line: lines.governance(after.team_write_enabled),
          record: { action: 'done' },
        }),
    };
  },
};

export const outboxRequeue: WriteTool<'outbox_requeue'> = {
  name: 'outbox_requeue',
  title: 'Send again what waits',
  description:
    'Send every memory that waits, is held or was given up again now, with all its tries. For administrators, after the cause is fixed.',
  module: 'governance',
  effect: 'write',
  destructive: false,
  idempotent: true,
  output: z.object({ requeued: z.number().optional().describe('How many memories there were') }),
  async decide(_args, context) {
    const { actor, settings, lines } = context;
    if (!(await mayChange(context)).includes(actor.id)) {
      const setting = 'outbox';
      throw engram.GOVERNANCE_UPDATE_DENIED({ actor: actor.id, setting });
    }
    let requeued = 0;
    return {
      decision: { action: 'allow' },
      async prepare({ outbox }) {
        requeued = await outbox.requeue(settings.destination);
      },
      run: async () => {
        context.onRequeued();
        return {
          result: okResult({ requeued }),
          line: lines.requeued(requeued),
          record: { action: 'done', detail: `requeued ${requeued}` },
        };
      },
    };
  },
};

/** An actor whom only the arguments name is no administrator. */
export async function mayChange(context: EngramToolContext): Promise<readonly string[]> {
  const { actor, proven, owner, logbook } = context;
  if (owner) return [actor.id];
  const user = proven ? await logbook.users.find(actor.id) : undefined;
  return user?.role === 'admin' ? [user.id] : [];
}

/** Where there is no key, none is right. */
function isKey(given: string, key: string | undefined): boolean {
  return key !== undefined && isSameSecret(given, key);
}

/** What administrators have decided. A row that is broken is an INTERNAL_ERROR: what is allowed is not guessed. */
export async function readGovernance({
  settings,
}: Pick<LogbookParts, 'settings'>): Promise<Governance> {
  const [enabled, policy] = await Promise.all([
    settings.get('team_write_enabled'),
    settings.read('policy_json'),
  ]);
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    const debug = 'The stored team_write_enabled is neither true nor false';
    throw engram.INTERNAL_ERROR({}, { effect: 'none', debug });
  }
  return {
    team_write_enabled: enabled ?? DEFAULT_GOVERNANCE.team_write_enabled,
    policy: policy === undefined ? DEFAULT_GOVERNANCE.policy : parsePolicy(policy.value),
  };
}
