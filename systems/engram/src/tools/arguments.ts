import { byteLength } from '@errata/core/internal';
import { z } from 'zod';
import { TEAM_ACTIONS, USER_ACTIONS } from '../admin/change-users.js';
import { EVIDENCE_MIMES, MAX_EVIDENCE_BYTES } from '../logbook/evidence.js';
import { MEMORY_ID } from '../openmemory/index.js';
import { NAME } from '../policy/actor.js';
import { KINDS, policyUpdate } from '../policy/governance.js';

const MAX_METADATA_BYTES = 16_384;

// A lone surrogate would be kept as U+FFFD: something else than was given.
const wellFormed = z.string().refine(isWellFormed, { params: { expected: 'Unicode' } });
// PostgreSQL stores no NUL in a text.
const text = wellFormed.regex(/^[^\x00]*$/);
const actor = z.string().regex(NAME).describe('The user of this call, if the connection has none');
const userName = z.string().regex(NAME);
const memoryId = z
  .string()
  .regex(MEMORY_ID)
  .describe('From memory_store or memory_query, or outbox:<outbox_id>');
const sha256 = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/)
  .toLowerCase();
const space = z.string().max(200).describe('private:<user>, team:<name>, org:<name> or org');

/** `int` last: of a number that is far too large, the limit is reported first. */
const whole = (min: number, max: number) => z.number().min(min).max(max).int();

const evidence = z
  .strictObject({
    sha256: sha256.optional().describe('From evidence_upload'),
    uri: text.max(2_000).optional().describe('Where it can be found'),
    note: text.max(1_000).optional().describe('What it shows'),
  })
  .refine(({ sha256: hash, uri = '', note = '' }) => `${hash ?? ''}${uri}${note}`.trim() !== '', {
    params: { expected: 'sha256 | uri | note' },
  });

const metadata = z
  .record(z.string(), z.unknown())
  .refine((given) => byteLength(JSON.stringify(given)) <= MAX_METADATA_BYTES, {
    params: { expected: `<= ${MAX_METADATA_BYTES} bytes` },
  })
  .refine((given) => !Object.hasOwn(given, 'evidence'), {
    params: { expected: 'evidence?: never' },
  });

/** The arguments of every tool. Content has no limits here: the policy decides on it, and names its rule. */
export const TOOL_ARGUMENTS = {
  memory_store: z.strictObject({
    content: text.describe('What to remember'),
    target_space: space.optional(),
    kind: z.enum(KINDS).optional().describe('What it is; shared spaces may require it'),
    evidence: z.array(evidence).max(50).optional().describe('What supports it'),
    actor: actor.optional(),
    is_bulk: z.boolean().default(false).describe('True for one of many memories stored at once'),
    metadata: metadata.optional().describe('Any JSON object, stored with it'),
  }),
  memory_query: z.strictObject({
    query: text.trim().min(1).max(10_000).describe('A question, or words'),
    spaces: z
      .array(space)
      .min(1)
      .max(20)
      .optional()
      .describe('The spaces to search; default: your private one and shared ones'),
    top_k: whole(1, 100).default(10).describe('Maximum number of memories'),
    actor: actor.optional(),
  }),
  memory_get: z.strictObject({ memory_id: memoryId, actor: actor.optional() }),
  memory_delete: z.strictObject({ memory_id: memoryId, actor: actor.optional() }),
  memory_update: z.strictObject({
    memory_id: memoryId,
    content: text.describe('The whole new text'),
    actor: actor.optional(),
  }),
  memory_list: z.strictObject({
    spaces: z
      .array(space)
      .min(1)
      .max(20)
      .optional()
      .describe('The spaces to search; default: your private one and shared ones'),
    limit: whole(1, 100).default(20).describe('Maximum number of memories'),
    cursor: whole(1, Number.MAX_SAFE_INTEGER).optional().describe('From the previous page'),
    actor: actor.optional(),
  }),
  memory_reinforce: z.strictObject({ memory_id: memoryId, actor: actor.optional() }),
  reliability_report: z.strictObject({
    hours: whole(1, 720).default(24).describe('How far to look back'),
    actor: actor.optional(),
  }),
  governance_update: z
    .strictObject({
      team_write_enabled: z
        .boolean()
        .optional()
        .describe('Whether users can write to team and organisation spaces'),
      policy: policyUpdate.optional().describe('Omitted members stay unchanged'),
      admin_key: z
        .string()
        .min(1)
        .max(1_000)
        .optional()
        .describe('For callers who are not administrators'),
      actor: actor.optional(),
    })
    .refine(({ team_write_enabled: on, policy = {} }) => on !== undefined || !isEmpty(policy), {
      params: { expected: 'team_write_enabled | policy' },
    }),
  outbox_requeue: z.strictObject({ actor: actor.optional() }),
  user_list: z.strictObject({ actor: actor.optional() }),
  user_update: z.strictObject({
    action: z.enum(USER_ACTIONS).describe('What to do'),
    user: userName.describe('The name of the user'),
    role: z.enum(['member', 'admin']).optional().describe('For add; default: member'),
    actor: actor.optional(),
  }),
  team_update: z.strictObject({
    action: z.enum(TEAM_ACTIONS).describe('What to do'),
    team: userName.describe('The name of the team, without team:'),
    user: userName.describe('The name of the user'),
    actor: actor.optional(),
  }),
  evidence_upload: z
    .strictObject({
      content: wellFormed.max(MAX_EVIDENCE_BYTES).optional().describe('The content as text'),
      content_base64: z
        .base64()
        .max(Math.ceil(MAX_EVIDENCE_BYTES / 3) * 4)
        .optional()
        .describe('As base64, instead of content'),
      mime: z.enum(EVIDENCE_MIMES).describe('What it is'),
      sha256: sha256.optional().describe('The expected hash of the content'),
      actor: actor.optional(),
    })
    .check(oneContent),
  evidence_read: z.strictObject({ sha256, actor: actor.optional() }),
} as const satisfies Record<string, z.ZodObject>;

export type ToolName = keyof typeof TOOL_ARGUMENTS;

/** What a tool works with: its arguments after `readArguments`. */
export type EngramArgumentsOf<T extends ToolName> = z.output<(typeof TOOL_ARGUMENTS)[T]>;

function isWellFormed(given: string): boolean {
  return !/\p{Surrogate}/u.test(given);
}

function isEmpty(members: object): boolean {
  return Object.values(members).every((value) => value === undefined);
}

type Content = Partial<Record<'content' | 'content_base64', string | undefined>>;

/** Evidence is given either as text or as bytes. */
function oneContent({ value, issues }: z.core.ParsePayload<Content>): void {
  const { content, content_base64 } = value;
  if (content === undefined && content_base64 === undefined) {
    issues.push({ code: 'invalid_type', expected: 'string', path: ['content'], input: undefined });
  } else if (content !== undefined && content_base64 !== undefined) {
    const params = { expected: 'content | content_base64' };
    issues.push({ code: 'custom', path: ['content_base64'], params, input: undefined });
  }
}
