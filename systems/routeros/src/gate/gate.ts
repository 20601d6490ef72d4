import { handleToolErrors, routeros } from '@errata/catalogs/routeros';
import { Fault, isFault, type Redactor } from '@errata/core';
import type { z } from 'zod';
import { forbidRole, mayCall } from '../access/permissions.js';
import type { User } from '../access/user.js';
import { isAtLeast } from '../device/values.js';
import type { AuditEvent } from '../registry/audit-log.js';
import type { RouterosServices } from '../services.js';
import { invalidInput, inWords } from '../tools/invalid-input.js';
import type { DeviceToolContext, RouterosTool, RouterosToolOutcome } from '../tools/tool.js';
import { createContext } from './create-context.js';
import { createToolFinder, createToolNames, type ToolNames } from './tool-names.js';

const DENIALS: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'UNSAFE_OPERATION',
  'PLAN_NOT_APPROVED',
  'PLAN_EXPIRED',
]);

/** Whether the caller was not allowed to do something. A hidden device or plan counts as denied too. */
export function isDenial(thrown: unknown): boolean {
  if (!isFault(thrown)) return false;
  return DENIALS.has(thrown.reason) || (thrown.reason === 'NOT_FOUND' && isDenial(thrown.cause));
}

/** One call of a tool, as far as the wire is concerned. */
interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly user: User;
  readonly signal: AbortSignal;
  /** What its client calls the tools. Default: as they are. */
  readonly names?: ToolNames;
  progress(done: number, total: number | undefined, message: string): void;
}

/** The one way into a tool. Role, arguments, scope, environment and flags are judged here, and every change and denial is recorded. */
export type Gate = (call: ToolCall) => Promise<ToolResult>;

interface GateOptions {
  readonly services: RouterosServices;
  readonly tools: readonly RouterosTool[];
  readonly redactor: Redactor;
  /** Hears of a change that was made and could not be recorded. */
  readonly onUnrecorded?: (event: AuditEvent, cause: unknown) => void;
}

export function createGate(options: GateOptions): Gate {
  const { services, tools, redactor, onUnrecorded } = options;
  const find = createToolFinder(tools);
  return async (call) => {
    const names = call.names ?? createToolNames('literal', tools);
    const tool = find(call.name);
    const { tier, annotations } = tool;
    const about = { action: tool.name, actor: call.user.id, tier, ...subjectOf(call.arguments) };
    const record = (event: Pick<AuditEvent, 'outcome'> & Partial<AuditEvent>) =>
      services.audit.record({ ...about, ...event });
    let started = false;
    const work = handleToolErrors({ toolName: tool.name, tier })(async () => {
      if (!mayCall(call.user, tool)) throw forbidRole(call.user, tool);
      const args = readArguments(tool, call.arguments);
      const run = await prepare(tool, args, call, services);
      if (!annotations.readOnlyHint) {
        await record({ outcome: 'started' }).catch((cause: unknown) => {
          throw notRecorded(tool, cause);
        });
        started = true;
      }
      const outcome = await run();
      if (started) {
        const done = { outcome: 'done', ...subjectOf(outcome.facts), ...lineOf(outcome) } as const;
        // The change is made. The caller gets the result even if the record cannot be written.
        await record(done).catch((cause: unknown) => onUnrecorded?.({ ...about, ...done }, cause));
      }
      return outcome;
    });
    try {
      const outcome = await work();
      // A device may repeat a secret, in its log or a comment: what it says is cleaned like a failure.
      const { text, ...facts } = tool.on === 'device' ? clean(outcome, redactor) : outcome;
      return toToolResult({ ...facts, text: names.text(text) });
    } catch (thrown) {
      const fault = thrown as Fault;
      const { reason, ref, details } = fault;
      const outcome = isDenial(fault) ? 'denied' : 'failed';
      if (started || outcome === 'denied') {
        const detail = started && call.signal.aborted ? CANCELLED : details;
        // It is refused either way, and the operator's record of the failure has it too.
        await record({ outcome, reason, ref, detail }).catch(() => undefined);
      }
      throw names.fault(withTool(fault, tool));
    }
  };
}

const CANCELLED = 'Cancelled by the caller; plan/get or the reading tools tell what was done';

/** A change that cannot be recorded is not made. */
function notRecorded({ name }: RouterosTool, cause: unknown): Fault {
  return routeros.INTERNAL_ERROR(
    { tool_name: name },
    {
      details: 'The audit log cannot be written, so the change was not made',
      effect: 'none',
      cause,
    },
  );
}

/** Everything that is judged before the tool itself runs. */
async function prepare(
  tool: RouterosTool,
  args: Record<string, unknown>,
  call: ToolCall,
  services: RouterosServices,
): Promise<() => Promise<RouterosToolOutcome<Record<string, unknown>>>> {
  const context = createContext(services, call, tool);
  if (tool.on === 'service') return () => tool.run(args, context);
  const device = await context.admit(String(args['device_id']), tool.flag);
  // A change that was sent is not aborted: its effect would be unknown.
  const { readOnlyHint } = tool.annotations;
  const router = services.fleet.connect(device, readOnlyHint ? { signal: call.signal } : {});
  if (tool.since !== undefined) await requireVersion(tool.since, router, tool);
  const own: DeviceToolContext = { ...context, device, router };
  return () => tool.run(args, own);
}

async function requireVersion(
  since: string,
  router: DeviceToolContext['router'],
  { name }: RouterosTool,
): Promise<void> {
  const version = await router.version();
  if (isAtLeast(version, since)) return;
  throw routeros.DEVICE_UNSUPPORTED({
    device_id: router.device.id,
    routeros_version: version,
    required_version: `${since}+`,
    tool: name,
  });
}

/** The device client does not know for what tool it works. */
function withTool(fault: Fault, { name }: RouterosTool): Fault {
  if (!isFault(fault) || fault.reason !== 'DEVICE_UNSUPPORTED') return fault;
  const context = { tool: name, ...fault.context };
  return new Fault(fault.definition, context, { ...fault.given, ref: fault.ref });
}

function clean<T extends object>(outcome: T, redactor: Redactor): T {
  return redactor.suspicious(JSON.stringify(outcome))
    ? (redactor.redactDeep(outcome) as T)
    : outcome;
}

/** The device and the plan that a call or its result names. */
function subjectOf(given: unknown): Pick<AuditEvent, 'device_id' | 'plan_id'> {
  const { device_id: device, plan_id: plan } = (given ?? {}) as Record<string, unknown>;
  return {
    ...(typeof device === 'string' && { device_id: device.slice(0, 100) }),
    ...(typeof plan === 'string' && { plan_id: plan.slice(0, 100) }),
  };
}

function lineOf({ text }: RouterosToolOutcome<unknown>): Pick<AuditEvent, 'detail'> {
  return { detail: text.split('\n', 1)[0]! };
}

/**
 * The arguments of a call as the tool declares them, or VALIDATION_ERROR with everything that is wrong. A member that the tool does not
 * know is refused: a misspelt `dry_run` must not become a write.
 */
export function readArguments(tool: RouterosTool, given: unknown): Record<string, unknown> {
  const input = tool.input as z.ZodObject;
  const parsed = input.strict().safeParse(given ?? {}, { error: inWords });
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues, { given, known: Object.keys(input.shape) });
}

/** What `tools/call` returns: words, facts, and those of the facts that are no lists once more. */
interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError: false;
  readonly structuredContent: Record<string, unknown>;
  readonly _meta: Record<string, unknown>;
  // The SDK takes any object that may have more members.
  readonly [member: string]: unknown;
}

function toToolResult(outcome: RouterosToolOutcome<Record<string, unknown>>): ToolResult {
  const { text, facts, meta = scalarsOf(facts) } = outcome;
  return {
    content: [{ type: 'text', text }],
    isError: false,
    structuredContent: facts,
    _meta: { ...meta },
  };
}

function scalarsOf(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && typeof value !== 'object'),
  );
}
