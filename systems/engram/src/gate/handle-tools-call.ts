import { setMaxListeners } from 'node:events';
import {
  createEngramContract,
  engram,
  engramContract,
  McpErrorCategory,
  McpErrorReason,
  toToolResult as toGatewayResult,
  type EngramLang,
} from '@errata/catalogs/engram';
import { classify, isFault, type Fault } from '@errata/core';
import { createRef, type Ref } from '@errata/core/internal';
import type { CallerIdentity } from '../access/token-list.js';
import type { EngramAuditEvent } from '../logbook/write-audit.js';
import { GUEST_NAME } from '../policy/actor.js';
import { TOOL_ARGUMENTS } from '../tools/arguments.js';
import { LINES } from '../tools/lines.js';
import { readArguments, typeOf } from '../tools/read-arguments.js';
import type {
  AnyTool,
  EngramToolOutcome,
  Services,
  AuditNote,
  EngramToolContext,
  WriteTool,
} from '../tools/tool.js';
import { TOOLS } from '../tools/tools.js';
import { claimOf, findActor } from './find-actor.js';

/** `params` of `tools/call`, as they came. */
export interface ToolsCallParams {
  readonly name?: unknown;
  readonly arguments?: unknown;
}

export interface ToolsCallContext {
  readonly services: Services;
  /** Whose connection it is. */
  readonly identity: CallerIdentity;
  /** The correlation id of the request. Default: a new one. */
  readonly ref?: Ref;
  /** Aborts when the caller no longer waits. */
  readonly signal?: AbortSignal;
  /** Called for what was done and could not be recorded. */
  readonly onUnrecorded?: (event: EngramAuditEvent, cause: unknown) => void;
}

/** What the gateway says, by language. */
export const CONTRACTS = { en: engramContract, zh: createEngramContract({ lang: 'zh' }) } as const;

/**
 * Answers `tools/call` (seed 002 §6, `handle_tools_call`), and is the one way into a tool: name, module, arguments, actor; then the
 * decision, which is recorded; only then the work. A failure is thrown as a fault of the catalog `engram`.
 */
export async function handleToolsCall(
  params: ToolsCallParams,
  { services, identity, ref = createRef(), signal = NEVER, onUnrecorded }: ToolsCallContext,
): Promise<ToolResult> {
  const { logbook, settings } = services;
  const contract = CONTRACTS[settings.lang];
  let actorId = identity.user ?? GUEST_NAME;
  let name = '';
  const eventOf = (note: AuditNote): EngramAuditEvent => ({
    ...{ correlation_id: ref, actor: actorId, tool: name },
    ...note,
  });
  try {
    name = nameOf(params);
    const tool = findTool(name);
    if (settings.without.has(tool.module)) {
      throw engram.TOOL_EXECUTOR_NOT_REGISTERED({ tool: name });
    }
    const args = readArguments(TOOL_ARGUMENTS[tool.name], params.arguments, name);
    actorId = claimOf(identity, (args as { actor?: unknown }).actor, name, settings.lang);
    const actor = await findActor(actorId, services);
    // A query asks for many things at once, and all of them end with the call.
    setMaxListeners(0, signal);
    // A user whom only the operator's flag names, where everybody is trusted, is not proven by anything.
    const known = !identity.speaksForOthers || identity.owner === true;
    const proven = known && actorId === identity.user;
    const owner = proven && identity.owner === true;
    const lines = LINES[settings.lang];
    const context: EngramToolContext = { ...services, lines, actor, proven, owner, ref, signal };
    // The schema of this very tool has read the arguments.
    const outcome =
      tool.effect === 'read'
        ? await tool.run(args as never, context)
        : await write(tool as WriteTool<never>, args as never, context, eventOf);
    const { record } = outcome;
    if (record !== undefined) {
      // The call has ended. The caller gets the result even if the record cannot be written.
      await logbook.audit
        .record(eventOf(record))
        .catch((cause: unknown) => onUnrecorded?.(eventOf(record), cause));
    }
    return toToolResult(outcome, ref, settings.lang);
  } catch (thrown) {
    // The caller no longer waits, and nothing has failed.
    if (signal.aborted && !isFault(thrown)) throw thrown;
    const fault = contract.adopt(isFault(thrown) ? thrown : classify(thrown));
    fault.adoptRef(ref);
    if (isWorthRecording(fault)) {
      const action = fault.definition.category === BUSINESS ? 'reject' : 'failed';
      const { reason, details: detail } = fault;
      // It has failed either way, and the operator's record of the failure has it too.
      await logbook.audit.record(eventOf({ action, reason, detail })).catch(() => undefined);
    }
    throw fault;
  }
}

/** The signal of a call that cannot be cancelled. */
const NEVER = new AbortController().signal;

const { BUSINESS, DEPENDENCY, INTERNAL } = McpErrorCategory;

/** Not what was badly asked for, and not that the logbook cannot be written. */
function isWorthRecording({ definition: { category }, reason }: Fault): boolean {
  return (
    [BUSINESS, DEPENDENCY, INTERNAL].some((each) => each === category) &&
    reason !== McpErrorReason.LOGBOOK_DB_UNAVAILABLE
  );
}

/** The name of the tool (§5.1). */
function nameOf({ name }: ToolsCallParams): string {
  if (typeof name === 'string') return name;
  const about = { param: 'name', method: 'tools/call' };
  throw name === undefined
    ? engram.MISSING_REQUIRED_PARAM(about)
    : engram.INVALID_PARAM_TYPE({ ...about, expected: 'string', received: typeOf(name) });
}

function findTool(name: string): AnyTool {
  if (!Object.hasOwn(TOOLS, name)) throw engram.UNKNOWN_TOOL({ tool: name });
  return TOOLS[name as AnyTool['name']] as AnyTool;
}

/** Decide, record, and only then do it. */
async function write(
  tool: WriteTool<never>,
  args: never,
  context: EngramToolContext,
  eventOf: (note: AuditNote) => EngramAuditEvent,
): Promise<EngramToolOutcome> {
  const { logbook } = context;
  const decided = await tool.decide(args, context);
  if ('refused' in decided) {
    await logbook.audit.record(eventOf(decided.record));
    return { result: decided.refused };
  }
  await logbook.transaction(async (parts) => {
    await parts.audit.record(eventOf(decided.decision));
    await decided.prepare?.(parts);
  });
  return decided.run();
}

/** What `tools/call` returns. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError: boolean;
  // The SDK takes any object that may have more members.
  readonly [member: string]: unknown;
}

/** An outcome on the tool surface, with the correlation id of its request. */
function toToolResult(
  { result, line, body }: EngramToolOutcome,
  ref: Ref,
  lang: EngramLang,
): ToolResult {
  const identified = { ...result, correlation_id: ref };
  const { content, structuredContent } = toGatewayResult(identified, '2025-11-25', {
    lang,
    ...(line !== undefined && { line }),
    ...(body !== undefined && { body }),
  });
  return {
    content: [...content],
    structuredContent: { ...structuredContent },
    isError: !result.ok,
  };
}
