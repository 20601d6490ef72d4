import { z } from 'zod';
import { EVIDENCE_MIMES } from '../logbook/evidence.js';
import { isUserName, NAME, parseSpace } from '../policy/actor.js';
import { MAX_CONTENT_BYTES, policySettings } from '../policy/governance.js';

export const FORMAT = 'engram-export';
export const VERSION = 1;

// What a database stores as it is.
const text = z.string().regex(/^[^\x00\p{Surrogate}]*$/u);
const time = z.iso.datetime();
const name = z.string().regex(NAME);
const user = z.string().refine(isUserName);
const content = text.refine(
  (given) => given.trim() !== '' && Buffer.byteLength(given) <= MAX_CONTENT_BYTES,
);
const space = z.string().refine((given) => parseSpace(given) !== undefined);
const team = space.refine((given) => given.startsWith('team:'));
const nullable = text.nullable();
const json = text.refine(isJson);

const SETTINGS = { team_write_enabled: z.boolean(), policy_json: policySettings } as const;

/** What a line can be, by its `type`. A file begins with a header and ends with `end`. */
export const LINE = z.discriminatedUnion('type', [
  z.object({ type: z.literal(FORMAT), version: z.literal(VERSION), exported_at: time }),
  z.object({
    type: z.literal('user'),
    ...{ id: user, display_name: text, role: z.enum(['member', 'admin']), created_at: time },
  }),
  z.object({ type: z.literal('team'), space: team, created_at: time, created_by: text }),
  z.object({
    type: z.literal('member'),
    ...{ space: team, user_id: user, added_at: time, added_by: text },
  }),
  z
    .object({
      type: z.literal('setting'),
      key: z.enum(['team_write_enabled', 'policy_json']),
      ...{ value: json, updated_at: time, updated_by: text },
    })
    // With another value, the gateway would refuse every write.
    .refine(({ key, value }) => SETTINGS[key].safeParse(JSON.parse(value)).success, {
      path: ['value'],
    }),
  z.object({
    type: z.literal('evidence'),
    ...{ sha256: z.string().regex(/^[0-9a-f]{64}$/), mime: z.enum(EVIDENCE_MIMES) },
    ...{ size: z.number().int().min(0), created_at: time, created_by: text },
    content_base64: z.base64().nullable().describe('null: the bytes were lost or damaged'),
  }),
  z.object({
    type: z.literal('memory'),
    ...{ space, actor: name, kind: nullable, content, created_at: time },
    metadata: z.record(z.string(), z.unknown()).nullable().refine(isWritable),
    ...{ idempotency_key: text.min(1), correlation_id: text },
    /** What became of it where it comes from. */
    ...{ outbox_id: z.number().int(), status: text, memory_id: nullable, destination: nullable },
  }),
  z.object({
    type: z.literal('audit'),
    ...{ at: time, correlation_id: text, actor: text, tool: text, action: text },
    ...{ space: nullable, reason: nullable, rule: nullable, memory_id: nullable },
    ...{ outbox_id: z.number().int().nullable(), evidence: json.nullable(), detail: nullable },
  }),
  z.object({ type: z.literal('end'), lines: z.number().int() }),
]);

export type Line = z.output<typeof LINE>;

/** Characters of metadata, with the evidence that is added to it. */
const LONGEST_METADATA = 1_048_576;

function isWritable(given: unknown): boolean {
  try {
    return JSON.stringify(given).length <= LONGEST_METADATA;
  } catch {
    return false; // nested too deeply
  }
}

function isJson(given: string): boolean {
  try {
    JSON.parse(given);
    return true;
  } catch {
    return false;
  }
}
