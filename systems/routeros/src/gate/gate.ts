import { handleToolErrors, routeros } from '@errata/catalogs/routeros';
import { Fault, isFault, type Redactor } from '@errata/core/fault';
import { forbidRole, mayCall, type User } from '../access/index.js';
import { isAtLeast } from '../device/index.js';
import type { AuditEvent } from '../registry/audit-log.js';
import type { Services } from '../services.js';
import type { DeviceToolContext, Tool, ToolOutcome } from '../tools/tool.js';
import { createContext } from './create-context.js';
import { isDenial } from './is-denial.js';
import { createToolFinder } from './find-tool.js';
import { readArguments } from './read-arguments.js';
import { createToolNames } from './tool-names.js';
import { toToolResult, type ToolResult } from './tool-result.js';

/** One call of a tool, as far as the wire is concerned. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly user: User;
  readonly signal: AbortSignal;
  progress(done: number, total: number | undefined, message: string): void;
}

/** The one way into a tool. Role, arguments, scope, environment and flags are judged here, and every change and denial is recorded. */
export type Gate = (call: ToolCall) => Promise<ToolResult>;

export interface GateOptions {
  readonly services: Services;
  readonly tools: readonly Tool[];
  readonly redactor: Redactor;
  /** Hears of a change that was made and could not be recorded. */
  readonly onUnrecorded?: (event: AuditEvent, cause: unknown) => void;
}

export function createGate(options: GateOptions): Gate {
  const { services, tools, redactor, onUnrecorded } = options;
  const find = createToolFinder(tools);
  const names = createToolNames(services.settings.toolNames, tools);
  return async (call) => {
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

/** Told before it is done: a change that nobody could record is not made. */
function notRecorded({ name }: Tool, cause: unknown): Fault {
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
  tool: Tool,
  args: Record<string, unknown>,
  call: ToolCall,
  services: Services,
): Promise<() => Promise<ToolOutcome<Record<string, unknown>>>> {
  const context = createContext(services, call, tool);
  if (tool.on === 'service') return () => tool.run(args, context);
  const device = await context.admit(String(args['device_id']), tool.flag);
  // A change that was sent is not called back: whoever cancels would not know what became of it.
  const { readOnlyHint } = tool.annotations;
  const router = services.fleet.connect(device, readOnlyHint ? { signal: call.signal } : {});
  if (tool.since !== undefined) await requireVersion(tool.since, router, tool);
  const own: DeviceToolContext = { ...context, device, router };
  return () => tool.run(args, own);
}

async function requireVersion(
  since: string,
  router: DeviceToolContext['router'],
  { name }: Tool,
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
function withTool(fault: Fault, { name }: Tool): Fault {
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

function lineOf({ text }: ToolOutcome<unknown>): Pick<AuditEvent, 'detail'> {
  return { detail: text.split('\n', 1)[0]! };
}
