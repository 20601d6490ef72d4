import { engram } from '@errata/catalogs/engram';
import { byteLength, clipText, oneLine, stripInvisible, type Fault } from '@errata/core/fault';
import { z } from 'zod';
import { EVIDENCE_MIMES } from '../logbook/evidence-mimes.js';
import { KINDS, NAME, policyUpdate } from '../policy/index.js';

const MAX_METADATA_BYTES = 16_384;
const MAX_EVIDENCE_BYTES = 1024 * 1024;

// PostgreSQL stores no NUL in a text.
const text = z.string().regex(/^[^\x00]*$/);
const actor = z.string().regex(NAME).describe('Who is asking, where the connection does not say');
const memoryId = z.string().regex(/^[A-Za-z0-9][\w.:-]{0,199}$/);
const sha256 = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/)
  .toLowerCase();
const space = z.string().max(200).describe('private:<user>, team:<name>, org:<name> or org');

/** `int` last: of a number that is far too large, the limit is told first. */
const whole = (min: number, max: number) => z.number().min(min).max(max).int();

const evidence = z.strictObject({
  sha256: sha256.optional().describe('Of an evidence_upload'),
  uri: text.max(2_000).optional(),
  note: text.max(1_000).optional(),
});

const metadata = z
  .record(z.string(), z.unknown())
  .refine((given) => byteLength(JSON.stringify(given)) <= MAX_METADATA_BYTES, {
    params: { expected: `<= ${MAX_METADATA_BYTES} bytes` },
  });

/** The arguments of every tool. Content has no limits here: the policy decides on it, and names its rule. */
export const TOOL_ARGUMENTS = {
  memory_store: z.strictObject({
    content: text,
    target_space: space.optional(),
    kind: z.enum(KINDS).optional(),
    evidence: z.array(evidence).max(50).optional(),
    actor: actor.optional(),
    is_bulk: z.boolean().default(false),
    metadata: metadata.optional(),
  }),
  memory_query: z.strictObject({
    query: text.trim().min(1).max(10_000),
    spaces: z.array(space).min(1).max(20).optional(),
    top_k: whole(1, 100).default(10).describe('How many memories to give at most'),
    actor: actor.optional(),
  }),
  memory_get: z.strictObject({ memory_id: memoryId }),
  memory_delete: z.strictObject({ memory_id: memoryId }),
  reliability_report: z.strictObject({
    hours: whole(1, 720).default(24).describe('How far to look back'),
  }),
  governance_update: z
    .strictObject({
      team_write_enabled: z.boolean().optional(),
      policy: policyUpdate.optional().describe('What is not given stays as it is'),
      admin_key: z.string().min(1).max(1_000).optional(),
      actor: actor.optional(),
    })
    .refine(({ team_write_enabled: on, policy = {} }) => on !== undefined || !isEmpty(policy), {
      params: { expected: 'team_write_enabled | policy' },
    }),
  evidence_upload: z
    .strictObject({
      content: z.string().max(MAX_EVIDENCE_BYTES).optional().describe('As text'),
      content_base64: z
        .base64()
        .max(Math.ceil(MAX_EVIDENCE_BYTES / 3) * 4)
        .optional()
        .describe('As bytes, in place of content'),
      mime: z.enum(EVIDENCE_MIMES),
      sha256: sha256.optional().describe('What the content must have'),
      title: text.max(200).optional(),
    })
    .check(oneContent),
  evidence_read: z.strictObject({ sha256 }),
} as const satisfies Record<string, z.ZodObject>;

export type ToolName = keyof typeof TOOL_ARGUMENTS;

/** What a tool works with: its arguments after `readArguments`. */
export type ArgumentsOf<T extends ToolName> = z.output<(typeof TOOL_ARGUMENTS)[T]>;

/**
 * The arguments of a call as the tool declares them, or the first thing that is wrong with them. What was given is never repeated,
 * only what type it had; a member that the tool does not know is refused.
 */
export function readArguments<S extends z.ZodObject>(
  schema: S,
  given: unknown,
  tool: string,
): z.output<S> {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  throw toFault(parsed.error.issues[0]!, given, { schema, tool });
}

type Issue = z.core.$ZodIssue;

interface Asked {
  readonly schema: z.ZodObject;
  readonly tool: string;
}

function toFault(issue: Issue, given: unknown, { schema, tool }: Asked): Fault {
  if (issue.code === 'unrecognized_keys') {
    const { path, keys } = issue;
    // Names inside a member are in the published schema; the tool's own are few enough to be told.
    const known = path.length === 0 ? { expected: Object.keys(schema.shape).join(' | ') } : {};
    return engram.INVALID_PARAM_VALUE({ param: nameOf([...path, keys[0]!]), ...known, tool });
  }
  const value = valueAt(given, issue.path);
  const param = nameOf(issue.path);
  if (value === undefined && param !== undefined) {
    return engram.MISSING_REQUIRED_PARAM({ param, tool });
  }
  const type = expectedType(issue);
  const received = typeOf(value);
  if (type !== undefined && type !== received) {
    return engram.INVALID_PARAM_TYPE({
      param: param ?? 'arguments',
      expected: type,
      received,
      tool,
    });
  }
  return engram.INVALID_PARAM_VALUE({ param, expected: expectedValue(issue), tool });
}

const TYPES: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };

/** The type that is wanted, where the issue says one. */
function expectedType(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected;
  return issue.code === 'invalid_value' ? typeOf(issue.values[0]) : undefined;
}

/** The values that are wanted, in words that need no translation. */
function expectedValue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return `${measure(issue.origin)}>= ${issue.minimum}`;
    case 'too_big':
      return `${measure(issue.origin)}<= ${issue.maximum}`;
    case 'invalid_value':
      return issue.values.map(String).join(' | ');
    case 'invalid_format':
      return issue.format === 'regex' ? issue.pattern : issue.format;
    case 'custom':
      return issue.params?.['expected'] as string | undefined;
    default:
      return undefined;
  }
}

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'length ' : '';
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value: unknown, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
}

/** `evidence.0.sha256`; nothing where all of the arguments are meant. Names may be the peer's own. */
function nameOf(path: readonly PropertyKey[]): string | undefined {
  if (path.length === 0) return undefined;
  return clipText(oneLine(stripInvisible(path.map(String).join('.'))), 100);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isEmpty(members: object): boolean {
  return Object.values(members).every((value) => value === undefined);
}

/** Evidence is given either as text or as bytes. */
function oneContent({
  value,
  issues,
}: z.core.ParsePayload<{
  content?: string | undefined;
  content_base64?: string | undefined;
}>): void {
  const { content, content_base64 } = value;
  if (content === undefined && content_base64 === undefined) {
    issues.push({ code: 'invalid_type', expected: 'string', path: ['content'], input: undefined });
  } else if (content !== undefined && content_base64 !== undefined) {
    const params = { expected: 'content | content_base64' };
    issues.push({ code: 'custom', path: ['content_base64'], params, input: undefined });
  }
}
